//! The report of a run, read from the sums of its series.

use muster_core::diag::Diagnostic;
use muster_core::play::Engine;
use muster_core::play::balance::Tally;
use muster_core::play::bots::Bot;
use muster_core::play::exact::SolveLimits;
use muster_core::play::interval::rounded;
use muster_core::play::smoke::SmokeOptions;

use super::accuracy::accuracy;
use super::causes::{CauseSources, causes};
use super::exact::ExactReport;
use super::sentence::{depends_on_strength, going_first, sentence};
use super::series::{Purpose, equal_bots, ladder, purposes};
use super::without::without;
use super::{
    ADJUSTED, BalanceOptions, BalanceReport, Choices, ENOUGH, EqualBots, RUNG, Rung, SKILL_HARDLY_MATTERS, Share,
    TurnLengths, WATCHED, WILSON, Win, decimals_apart, luck, percent, worth,
};
use crate::beginning::Beginning;
use crate::played::{CompiledBattle, Played};
use crate::smoke;

/// The sums of a run, each with the purpose of its series.
pub(super) struct Sums<'a, G: Played> {
    pub(super) compiled: &'a CompiledBattle<G>,
    pub(super) options: &'a BalanceOptions,
    purposes: Vec<Purpose>,
    tallies: &'a [Tally],
}

impl<'a, G: Played> Sums<'a, G> {
    fn new(compiled: &'a CompiledBattle<G>, options: &'a BalanceOptions, tallies: &'a [Tally]) -> Sums<'a, G> {
        Sums { compiled, options, purposes: purposes(compiled, options), tallies }
    }

    /// Returns those of the battle as written.
    pub(super) fn written(&self) -> &'a Tally {
        &self.tallies[0]
    }

    /// Returns all, in the order in which they were played.
    pub(super) fn series(&self) -> impl Iterator<Item = (&Purpose, &'a Tally)> {
        self.purposes.iter().zip(self.tallies)
    }

    /// Returns those of a purpose; `None` if no battle was played for it.
    pub(super) fn find(&self, purpose: &Purpose) -> Option<&'a Tally> {
        self.series().find(|(known, tally)| *known == purpose && tally.totals.games > 0).map(|(_, tally)| tally)
    }

    /// Returns each side's share in a series.
    fn wins(&self, tally: &Tally, is_watched: bool) -> Vec<Win> {
        let share = |(i, side): (usize, &String)| {
            let seen = luck::interval(tally, i, is_watched);
            let share = Share::with_interval(tally.totals.wins[i], tally.decided_battles(), seen);
            Win { side: side.clone(), share: Share { unfinished: Some(tally.totals.unfinished), ..share } }
        };
        self.compiled.sides.iter().enumerate().map(share).collect()
    }

    /// Returns how often better bots beat weaker ones.
    fn skill(&self) -> Vec<Rung> {
        let rung = |pair: &[Bot]| {
            let [weaker, better] = [pair[0], pair[1]];
            let as_first = self.find(&Purpose::Bots(vec![better, weaker]))?;
            let as_second = self.find(&Purpose::Bots(vec![weaker, better]))?;
            let share = Share::from_series([(as_first, 0), (as_second, 1)]);
            let sides = vec![self.wins(as_first, false).swap_remove(0), self.wins(as_second, false).swap_remove(1)];
            Some(Rung { better: better.to_string(), weaker: weaker.to_string(), share, sides })
        };
        ladder::<G>(&self.options.bots).windows(2).filter_map(rung).collect()
    }

    /// Returns the other bots that played for all sides, with their battles.
    fn equal_bots(&self) -> impl Iterator<Item = (Bot, &'a Tally)> {
        let of_all = |bot: Bot| Purpose::Bots(vec![bot; self.compiled.sides.len()]);
        equal_bots::<G>(&self.options.bots).filter_map(move |bot| Some((bot, self.find(&of_all(bot))?)))
    }

    /// Returns the findings of the battle as written, and of the bots' strength.
    fn findings(&self, skill: &[Rung]) -> Vec<Diagnostic> {
        let (CompiledBattle { battle, midway, .. }, totals) = (self.compiled, &self.written().totals);
        let run = smoke_options(self.options, totals.games);
        let as_written = self.series().filter(|(purpose, _)| purpose.is_as_written());
        let as_written: Vec<_> =
            as_written.map(|(purpose, tally)| (purpose.describe(self.options), &tally.totals)).collect();
        let mut findings = smoke::faults_of_series::<G>(battle, &run, &as_written);
        if midway.is_none() {
            findings.extend(smoke::losers::<G>(battle, &run, totals));
            findings.extend(skill_findings::<G>(battle, skill));
        }
        findings
    }
}

/// Reads the sums of a run as a report.
pub(crate) fn report<G: Played>(
    compiled: &CompiledBattle<G>,
    options: &BalanceOptions,
    tallies: &[Tally],
) -> BalanceReport {
    let CompiledBattle { battle, engine, sides, counters, .. } = compiled;
    let sums = Sums::new(compiled, options, tallies);
    let (start, written) = (&compiled.start(), sums.written());
    let (totals, is_watched) = (&written.totals, options.until.is_some());
    let skill = sums.skill();
    let exact = options.solve.map(|limits| (ExactReport::new(G::exact(engine, start, &limits), sides), limits));
    let solved = exact.as_ref().map(|(exact, _)| exact).filter(|exact| exact.is_solved());
    let worth = worth::worths(&sums, solved);
    let mut findings = sums.findings(&skill);
    findings.extend(worth::better_without(&worth));
    let wins = sums.wins(written, is_watched);
    let first = engine.clock(start).player.unwrap_or(0);
    let from = CauseSources { counters, sides, first, written, other_first: sums.find(&Purpose::OtherFirst) };
    let other_first = from.other_first.map(|tally| sums.wins(tally, false));
    let equal = |(bot, tally): (Bot, &Tally)| EqualBots { bot: bot.to_string(), wins: sums.wins(tally, false) };
    let equal_bots: Vec<EqualBots> = sums.equal_bots().map(equal).collect();
    let best_play = solved.and_then(ExactReport::sentence);
    let half = luck::half_if_even(written, is_watched);
    let luck = luck::report(written);
    let between_bots = sentence(&wins, totals.draws, &options.bots, (half, best_play.is_some()));
    let sentences = [
        best_play,
        Some(between_bots),
        other_first.as_ref().and_then(|other| going_first(&wins[first], &other[first])),
        depends_on_strength(&wins, &equal_bots),
    ];
    let odds = G::odds(battle);
    let mut report = BalanceReport {
        sentence: sentences.into_iter().flatten().collect::<Vec<_>>().join(" "),
        from: compiled.from.clone(),
        games: totals.games,
        luck,
        interval: match luck {
            _ if is_watched => WATCHED,
            Some(_) => ADJUSTED,
            None => WILSON,
        },
        precise: options.until.map(|until| wins.iter().all(|win| win.share.interval().half_width() <= until)),
        is_compared: None,
        wanted: if is_watched { totals.games } else { options.shard.share(options.games) },
        seed: options.seed,
        bots: Bot::names(&options.bots),
        accuracy: accuracy(
            G::DISTANCES,
            options.bots.iter().copied().chain(sums.equal_bots().map(|(bot, _)| bot)).collect(),
        ),
        wins,
        exact: exact
            .filter(|(exact, limits)| exact.is_solved() || *limits != SolveLimits::QUICK)
            .map(|(exact, _)| exact),
        draws: totals.draws,
        unfinished: totals.unfinished,
        by: totals.by.iter().map(|(cause, n)| (cause.to_string(), (*n).into())).collect(),
        turns: TurnLengths { figures: smoke::TurnFigures::new(totals), histogram: histogram(written) },
        lead_changes: per_battle(written, written.lead_changes),
        decided: written.decided.to_vec(),
        left: G::course(engine).and_then(|course| course.report(totals)),
        choices: choices(written),
        other_first,
        equal_bots,
        skill,
        proviso: G::PROVISO,
        round: G::ROUND,
        measures: Beginning::whole(compiled.from.as_ref(), || counters.measures(sides, totals)),
        tables: counters.balance_report(sides, written),
        unused: counters.unused_parts(totals),
        worth,
        without: without(&sums),
        handicaps: None,
        why: None,
        armies: odds.as_ref().map(|odds| odds.armies.clone()).unwrap_or_default(),
        odds,
        at: G::sides(battle).into_iter().map(|(_, at)| at).collect(),
        findings,
    };
    report.why = causes(&from, &report);
    report
}

/// Returns the mean of a number over battles, to one digit.
fn per_battle(tally: &Tally, n: u64) -> f64 {
    rounded(n as f64 / tally.totals.games.max(1) as f64, 1)
}

fn choices(tally: &Tally) -> Choices {
    let decisions = tally.decisions.max(1) as f64;
    Choices {
        decisions: per_battle(tally, tally.decisions),
        moves: rounded(tally.options as f64 / decisions, 1),
        most: tally.most_options,
    }
}

/// Returns the options of a smoke test of the same battles, for what its findings say.
fn smoke_options(options: &BalanceOptions, games: u64) -> SmokeOptions {
    SmokeOptions {
        games,
        seed: options.seed,
        bots: options.bots.clone(),
        turn_limit: options.turn_limit,
        shard: options.shard,
    }
}

fn skill_findings<G: Played>(battle: &G::Battle, skill: &[Rung]) -> Vec<Diagnostic> {
    let dull = skill.iter().filter(|rung| rung.share.of >= ENOUGH && rung.share.share < RUNG);
    let finding = |rung: &Rung| {
        let digits = decimals_apart(0, &[(rung.share.share, RUNG)]);
        let text = format!(
            "skill hardly matters: {} wins only {:.digits$} % of the decided battles against {}",
            rung.better,
            rung.share.share * 100.0,
            rung.weaker
        );
        let help = format!(
            "the 95 % interval is {} to {}; 60 % would be a clear difference",
            percent(rung.share.low),
            percent(rung.share.high)
        );
        Diagnostic::new(SKILL_HARDLY_MATTERS, G::title_address(battle), text).help(help)
    };
    dull.map(finding).collect()
}

/// Returns the turns of battles in at most twelve bars of equal width.
fn histogram(tally: &Tally) -> Vec<(u32, u32, u64)> {
    const BARS: u32 = 12;
    let longest = tally.totals.turns.keys().last().copied().unwrap_or(0);
    let width = (longest.div_ceil(BARS)).max(1);
    let bars = longest.div_ceil(width).max(1);
    let mut histogram: Vec<(u32, u32, u64)> = (0..bars).map(|i| (i * width + 1, (i + 1) * width, 0)).collect();
    for (turns, n) in &tally.totals.turns {
        histogram[(turns.saturating_sub(1) / width) as usize].2 += n;
    }
    histogram
}
