//! Reports of balance: the series of battles that are played, and the figures and sentences made from their sums.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::Serialize;

mod accuracy;
mod causes;
mod exact;
mod handicap;
mod luck;
mod series;
mod without;
mod worth;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::Engine;
use muster_core::play::balance::Tally;
use muster_core::play::bots::Bot;
use muster_core::play::exact::SolveLimits;
use muster_core::play::interval::Interval;
use muster_core::play::smoke::Shard;
use muster_core::source::Address;

pub use self::accuracy::BotDistance;
use self::accuracy::accuracy;
use self::causes::{CauseSources, Causes, causes, too_few_decided};
pub use self::exact::ExactReport;
pub use self::handicap::Handicap;
pub use self::luck::LuckReport;
pub use self::series::PlannedBattles;
use self::series::{Purpose, equal_bots, ladder, purposes};
pub(super) use self::series::{battles, play};
pub use self::without::{PricedWorth, VariantWorth, Worth};
pub use self::worth::{BotWorth, LineWorth, Points, RemovedWorth};
use super::beginning::Beginning;
use super::counters::{CourseReport, TableReport, WeighedPart};
use super::measures::MeasureReport;
use super::played::{Arena, ArmyFact, Odds, Played, Variant};
use super::smoke;

/// A battle that the better player hardly wins more often.
pub const SKILL_HARDLY_MATTERS: Code =
    Code::new("MU304", "skill-hardly-matters", Severity::Info, include_str!("balance/skill_hardly_matters.md"));

/// A win share that has left the interval that was kept.
pub const BALANCE_SHIFTED: Code =
    Code::new("MU305", "balance-shifted", Severity::Error, include_str!("balance/balance_shifted.md"));

/// A win share outside the range that is allowed.
pub const BALANCE_OUT_OF_RANGE: Code =
    Code::new("MU306", "balance-out-of-range", Severity::Error, include_str!("balance/balance_out_of_range.md"));

/// A piece that its side does better without.
pub const BETTER_WITHOUT: Code =
    Code::new("MU307", "better-without", Severity::Info, include_str!("balance/better_without.md"));

/// The kinds of findings of weighing battles of every game, besides those of smoke tests.
pub const CODES: &[Code] = &[SKILL_HARDLY_MATTERS, BALANCE_SHIFTED, BALANCE_OUT_OF_RANGE, BETTER_WITHOUT];

/// The share of the decided battles that a bot should win against the next weaker one.
const RUNG: f64 = 0.6;
/// Fewest decided battles between two bots from which something is concluded.
const ENOUGH: u64 = 100;
/// Fewest battles of each line that is weighed, where the options do not say fewer.
const ENOUGH_PLANNED: u64 = 16;
/// The most battles of one series.
const MOST: u64 = 1_000_000;
/// The smallest difference between two win shares that the plain sentence mentions; their intervals lie apart, too.
const LARGE: f64 = 0.05;

/// The word for intervals of a series that is played on until they are narrow enough.
pub const WATCHED: &str = "watched";
/// The word for intervals of a number of battles that was fixed before.
const WILSON: &str = "wilson";

/// The options of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceOptions {
    /// Battles as the scenario is written, and as many with the other side first.
    pub games: u64,
    /// Battles of every comparison: between other bots, and without a card or an action. None are made where it is 0.
    pub comparisons: u64,
    /// Instead of `games`: until the win share is known to this much, up or down.
    pub until: Option<f64>,
    /// Seed of the run.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// A battle still going on after this many turns is stopped and counts as unfinished.
    pub turn_limit: u32,
    /// The part of the battles that is played.
    pub shard: Shard,
    /// Whether only the battle as written is played and what each part is worth in it.
    pub worths_only: bool,
    /// Whether luck is taken out of the shares of the battle as written.
    pub adjust_luck: bool,
    /// The limits for solving the battle exactly; `None` if it is not solved.
    pub solve: Option<SolveLimits>,
}

impl BalanceOptions {
    /// A whole run of no battles, in which nothing is solved; to be filled in.
    pub const NOTHING: BalanceOptions = BalanceOptions {
        games: 0,
        comparisons: 0,
        until: None,
        seed: 0,
        bots: Vec::new(),
        turn_limit: 0,
        shard: Shard::WHOLE,
        worths_only: false,
        adjust_luck: false,
        solve: None,
    };
}

/// A share with its interval, from 0 to 1, to four digits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// The share that was seen.
    pub share: f64,
    /// The lower end of its interval at 95 %: Wilson's, or that of a series which was watched ([`Interval::estimate_watched`]).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Number of battles won...
    pub won: u64,
    /// ... of so many.
    pub of: u64,
    /// Number of battles beside these that did not end; `None` where they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<u64>,
    /// The interval to all digits.
    #[serde(skip)]
    seen: Interval,
}

impl Share {
    fn new(won: u64, of: u64) -> Share {
        Share::with_interval(won, of, Interval::estimate(won, of))
    }

    fn with_interval(won: u64, of: u64, seen: Interval) -> Share {
        let digits = |x: f64| (x * 10_000.0).round() / 10_000.0;
        let Interval { share, low, high } = seen;
        Share { share: digits(share), low: digits(low), high: digits(high), won, of, unfinished: None, seen }
    }

    /// Returns the share of the battles of these series that a player won in each.
    fn from_series<'t>(series: impl IntoIterator<Item = (&'t Tally, usize)>) -> Share {
        let (mut won, mut of, mut unfinished) = (0, 0, 0);
        for (tally, player) in series {
            won += tally.totals.wins[player];
            of += tally.decided_battles();
            unfinished += tally.totals.unfinished;
        }
        Share { unfinished: Some(unfinished), ..Share::new(won, of) }
    }

    /// Returns its interval in whole per cent: `41–52 %`.
    pub fn percent_text(&self) -> String {
        format!("{:.0}–{:.0} %", self.low * 100.0, self.high * 100.0)
    }

    /// Returns the interval.
    pub fn interval(&self) -> Interval {
        Interval { share: self.share, low: self.low, high: self.high }
    }
}

/// The report of a battle's balance.
#[derive(Debug, Clone, Serialize)]
pub struct BalanceReport {
    /// In plain words.
    pub sentence: String,
    /// The position of a play that the battles began from; `None` for the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Beginning>,
    /// Battles played as written.
    pub games: u64,
    /// The result of taking luck out of the shares, if it was taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckReport>,
    /// The interval that `wins` shows: `watched` where the battles were played on until it was narrow enough, else `wilson`.
    pub interval: &'static str,
    /// Battles that were to be played as written; more than `games` where the time was up before.
    pub wanted: u64,
    /// Seed of the run.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<String>,
    /// The known distance of the report's bots from best play, as a sentence.
    pub accuracy: String,
    /// Of the won battles, who won.
    pub wins: Vec<Win>,
    /// The exact shares under best play of both sides, or why there are none; `None` if they were not requested and are not
    /// found at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactReport>,
    /// Battles drawn.
    pub draws: u64,
    /// Battles unfinished at the turn limit.
    pub unfinished: u64,
    /// Ended battles by cause.
    pub by: serde_json::Map<String, serde_json::Value>,
    /// The turns they lasted.
    pub turns: TurnLengths,
    /// Changes of the lead in a battle, on average: another side took it.
    pub lead_changes: f64,
    /// Won battles by the tenth of their turns after which the winner had the lead for good.
    pub decided: Vec<u64>,
    /// The forces the sides had left as the battles went on, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<CourseReport>,
    /// The amount of choice.
    pub choices: Choices,
    /// The same, but the other side goes first; null where the rules do not allow it.
    pub other_first: Option<Vec<Win>>,
    /// The same, but all sides have another bot.
    pub equal_bots: Vec<EqualBots>,
    /// Better bots against weaker ones, each on both sides.
    pub skill: Vec<Rung>,
    /// A caution for readers about how battles are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proviso: Option<&'static str>,
    /// The word for a turn of the game, in the singular.
    #[serde(skip)]
    pub round: &'static str,
    /// The measures of whole battles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<MeasureReport>,
    /// The figures of the pieces, a table for each kind.
    #[serde(skip)]
    pub tables: Vec<TableReport>,
    /// Parts of the battle that were never used, as sentences.
    pub unused: Vec<String>,
    /// The worth of each line: what its side loses when it is taken out of the files. The largest comes first.
    pub worth: Vec<LineWorth>,
    /// The worth of each card and action that a side never uses, though it is there.
    pub without: Vec<Worth>,
    /// Handicaps for each side, the smallest first; `None` if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicaps: Option<Vec<Handicap>>,
    /// The causes of victory and defeat; null if too few battles were decided to say anything.
    pub why: Option<Causes>,
    /// Exact odds of the cards.
    #[serde(serialize_with = "cards")]
    pub odds: Option<Odds>,
    /// What is calculated of each side as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub armies: Vec<ArmyFact>,
    /// The places of the sides' names.
    #[serde(skip)]
    pub at: Vec<Address>,
    /// The findings.
    #[serde(skip)]
    pub findings: Vec<Diagnostic>,
}

impl BalanceReport {
    /// Returns the causes of victory and defeat as sentences, or the one that says why there are none.
    pub fn why_in_words(&self) -> Cow<'_, [String]> {
        self.why.as_ref().map_or_else(|| vec![too_few_decided()].into(), |why| why.sentences.as_slice().into())
    }

    /// Adds a finding for each side whose win share has nothing in common with the interval kept of it, if one was.
    pub fn compare(&mut self, kept: &[Option<Interval>]) {
        for ((win, at), kept) in self.wins.iter().zip(&self.at).zip(kept) {
            let now = win.share.seen;
            let Some(kept) = kept.filter(|kept| now.leaves(*kept)) else { continue };
            let digits = decimals_apart(1, &[(now.low, kept.high), (now.high, kept.low)]);
            let range =
                |share: Interval| format!("{:.digits$} and {:.digits$} %", share.low * 100.0, share.high * 100.0);
            let text = format!(
                "the share of `{}` in the decided battles is between {}; in the baseline it was between {}",
                win.side,
                range(now),
                range(kept)
            );
            let help = "if the change is intended, save the new share with `--save-baseline`";
            self.findings.push(Diagnostic::new(BALANCE_SHIFTED, at.clone(), text).help(help));
        }
    }

    /// Adds a finding for each side whose whole interval lies outside a range of shares, from 0 to 1.
    pub fn fail_outside(&mut self, range: &RangeInclusive<f64>) {
        for (win, at) in self.wins.iter().zip(&self.at) {
            let seen = win.share.seen;
            if seen.low <= *range.end() && seen.high >= *range.start() {
                continue;
            }
            let digits = decimals_apart(1, &[(seen.low, *range.end()), (seen.high, *range.start())]);
            let text = format!(
                "`{}` wins {:.digits$} to {:.digits$} % of the decided battles; allowed: {} to {} %",
                win.side,
                seen.low * 100.0,
                seen.high * 100.0,
                tenth(range.start() * 100.0),
                tenth(range.end() * 100.0)
            );
            self.findings.push(Diagnostic::new(BALANCE_OUT_OF_RANGE, at.clone(), text));
        }
    }
}

/// The win shares when all sides have the same bot.
#[derive(Debug, Clone, Serialize)]
pub struct EqualBots {
    /// The bot.
    pub bot: String,
    /// Each side's share of the won battles.
    pub wins: Vec<Win>,
}

/// A side's share of the won battles.
#[derive(Debug, Clone, Serialize)]
pub struct Win {
    /// The side.
    pub side: String,
    /// Its share, from 0 to 1, with the battles behind it.
    #[serde(flatten)]
    pub share: Share,
}

/// The turns battles lasted.
#[derive(Debug, Clone, Serialize)]
pub struct TurnLengths {
    /// The figures of a smoke test.
    #[serde(flatten)]
    pub figures: smoke::TurnFigures,
    /// Bars of equal width: the first and last turn of each, and how many battles ended there.
    pub histogram: Vec<(u32, u32, u64)>,
}

/// The amount of choice in a battle.
#[derive(Debug, Clone, Serialize)]
pub struct Choices {
    /// Decisions in a battle with more than one legal move.
    pub decisions: f64,
    /// Legal moves at such a decision.
    pub moves: f64,
    /// The most at once.
    pub most: u64,
}

/// A better bot against a weaker one.
#[derive(Debug, Clone, Serialize)]
pub struct Rung {
    /// The better one.
    pub better: String,
    /// The weaker one.
    pub weaker: String,
    /// The share of the won battles that the better one won, on both sides.
    #[serde(flatten)]
    pub share: Share,
    /// By the better one's side: who won.
    pub sides: Vec<Win>,
}

/// Writes the odds as the list of their cards, which is empty where there are none.
fn cards<S: serde::Serializer>(odds: &Option<Odds>, to: S) -> Result<S::Ok, S::Error> {
    odds.as_ref().map_or(&[][..], |odds| &odds.cards).serialize(to)
}

/// Reads the sums of a run as a report.
pub(super) fn report<G: Played>(arena: &Arena<G>, options: &BalanceOptions, tallies: &[Tally]) -> BalanceReport {
    let Arena { battle, engine, sides, counters, .. } = arena;
    let start = &arena.start();
    let purposes = purposes(arena, options);
    let written = &tallies[0];
    let totals = &written.totals;
    let won = |tally: &Tally, is_watched: bool| -> Vec<Win> {
        let share = |(i, side): (usize, &String)| {
            let seen = luck::interval(tally, i, is_watched);
            let share = Share::with_interval(tally.totals.wins[i], tally.decided_battles(), seen);
            Win { side: side.clone(), share: Share { unfinished: Some(tally.totals.unfinished), ..share } }
        };
        sides.iter().enumerate().map(share).collect()
    };
    let wins = |tally: &Tally| won(tally, false);
    let number_of = |purpose: &Purpose| purposes.iter().position(|p| p == purpose);
    let find = |purpose: &Purpose| number_of(purpose).map(|number| &tallies[number]);
    let ladder = ladder::<G>(&options.bots);
    let rung = |pair: &[Bot]| {
        let [weaker, better] = [pair[0], pair[1]];
        let as_first = find(&Purpose::Bots(vec![better, weaker]))?;
        let as_second = find(&Purpose::Bots(vec![weaker, better]))?;
        let share = Share::from_series([(as_first, 0), (as_second, 1)]);
        let sides = vec![wins(as_first).swap_remove(0), wins(as_second).swap_remove(1)];
        Some(Rung { better: better.to_string(), weaker: weaker.to_string(), share, sides })
    };
    let skill: Vec<Rung> = ladder.windows(2).filter_map(rung).collect();
    let in_variants = |part: &WeighedPart| -> Vec<VariantWorth> {
        let in_variant = |(variant, (name, _)): (usize, &Variant<G::Battle>)| {
            let with = find(&Purpose::Variant(variant, None))?;
            let without = find(&Purpose::Variant(variant, Some(part.clone())))?;
            let (share, worth, sure) = difference(part.side, with, without);
            Some(VariantWorth { name, share, worth, sure })
        };
        G::VARIANTS.iter().enumerate().filter_map(in_variant).collect()
    };
    let without = purposes.iter().zip(tallies).filter_map(|(purpose, tally)| match purpose {
        Purpose::Without(part) => {
            let priced = G::spent(engine, part, totals).and_then(|spent| price_worth(part.side, written, tally, spent));
            Some(worth(part, sides, (difference(part.side, written, tally), priced), in_variants(part)))
        }
        _ => None,
    });
    let per_battle = |n: u64| tenth(n as f64 / totals.games.max(1) as f64);
    let run = smoke_options(options, totals.games);
    let as_written = purposes.iter().zip(tallies).filter(|(purpose, _)| purpose.is_as_written());
    let as_written: Vec<_> = as_written.map(|(purpose, tally)| (purpose.describe(options), &tally.totals)).collect();
    let mut findings = smoke::faults_of_series::<G>(battle, &run, &as_written);
    if arena.midway.is_none() {
        findings.extend(smoke::losers::<G>(battle, &run, totals));
        findings.extend(skill_findings::<G>(battle, &skill));
    }
    let exact = options.solve.map(|limits| (ExactReport::new(G::exact(engine, start, &limits), sides), limits));
    let solved = exact.as_ref().map(|(exact, _)| exact).filter(|exact| exact.is_solved());
    let worth = worth::worths(arena, options, solved, &number_of, tallies);
    findings.extend(worth::better_without(&worth));
    let other_first: Option<Vec<Win>> = find(&Purpose::OtherFirst).map(&wins);
    let equal = |bot: Bot| {
        let wins = wins(find(&Purpose::Bots(vec![bot; sides.len()]))?);
        Some(EqualBots { bot: bot.to_string(), wins })
    };
    let mut speaking = options.bots.clone();
    speaking
        .extend(equal_bots::<G>(&options.bots).filter(|bot| find(&Purpose::Bots(vec![*bot; sides.len()])).is_some()));
    let equal_bots: Vec<EqualBots> = equal_bots::<G>(&options.bots).filter_map(equal).collect();
    let is_watched = options.until.is_some();
    let wins = won(written, is_watched);
    let first = engine.clock(start).player.unwrap_or(0);
    let best_play = solved.and_then(ExactReport::sentence);
    let half = luck::half_if_even(written, is_watched);
    let between_bots = sentence(&wins, totals.draws, &options.bots, (half, best_play.is_some()));
    let sentences = [
        best_play,
        Some(between_bots),
        other_first.as_ref().and_then(|other| going_first(&wins[first], &other[first])),
        depends_on_strength(&wins, &equal_bots),
    ];
    let from = CauseSources { counters, sides, first, written, other_first: find(&Purpose::OtherFirst) };
    let odds = G::odds(battle);
    let mut report = BalanceReport {
        sentence: sentences.into_iter().flatten().collect::<Vec<_>>().join(" "),
        from: arena.from.clone(),
        games: totals.games,
        luck: luck::report(written),
        interval: if is_watched { WATCHED } else { WILSON },
        wanted: if options.until.is_some() { totals.games } else { options.shard.share(options.games) },
        seed: options.seed,
        bots: options.bots.iter().map(Bot::to_string).collect(),
        accuracy: accuracy(G::DISTANCES, speaking),
        wins,
        exact: exact
            .filter(|(exact, limits)| exact.is_solved() || *limits != SolveLimits::QUICK)
            .map(|(exact, _)| exact),
        draws: totals.draws,
        unfinished: totals.unfinished,
        by: totals.by.iter().map(|(cause, n)| (cause.to_string(), (*n).into())).collect(),
        turns: TurnLengths { figures: smoke::TurnFigures::new(totals), histogram: histogram(written) },
        lead_changes: per_battle(written.lead_changes),
        decided: written.decided.to_vec(),
        left: G::course(engine).and_then(|course| course.report(totals)),
        choices: Choices {
            decisions: per_battle(written.decisions),
            moves: tenth(written.options as f64 / written.decisions.max(1) as f64),
            most: written.most_options,
        },
        other_first,
        equal_bots,
        skill,
        proviso: G::PROVISO,
        round: G::ROUND,
        measures: Beginning::whole(arena.from.as_ref(), || counters.measures(sides, totals)),
        tables: counters.balance_report(sides, written),
        unused: counters.unused_parts(totals),
        worth,
        without: without.collect(),
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

/// Returns the options of a smoke test of the same battles, for what its findings say.
fn smoke_options(options: &BalanceOptions, games: u64) -> muster_core::play::smoke::SmokeOptions {
    muster_core::play::smoke::SmokeOptions {
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

/// Returns the share of a side without a part, how much larger it is with it, and whether the intervals have no share in
/// common.
fn difference(side: usize, with: &Tally, without: &Tally) -> (Share, f64, bool) {
    let share = Share::from_series([(without, side)]);
    let with = Share::from_series([(with, side)]);
    let worth = ((with.share - share.share) * 10_000.0).round() / 10_000.0;
    (share, worth, share.interval().leaves(with.interval()))
}

/// Returns what a part is worth to a side that paid so much for it; `None` if nothing was paid.
fn price_worth(side: usize, with: &Tally, without: &Tally, spent: f64) -> Option<PricedWorth> {
    let hundreds = spent / 100.0;
    let digits = |worth: f64| (worth / hundreds * 10_000.0).round() / 10_000.0;
    let Interval { share, low, high } = with.wins(side).minus(without.wins(side));
    let priced =
        || PricedWorth { spent: tenth(spent), per_hundred: digits(share), low: digits(low), high: digits(high) };
    (spent > 0.0).then(priced)
}

fn worth(
    part: &WeighedPart,
    sides: &[String],
    ((share, worth, sure), priced): ((Share, f64, bool), Option<PricedWorth>),
    variants: Vec<VariantWorth>,
) -> Worth {
    Worth {
        card: part.card.clone(),
        name: part.name.clone(),
        side: sides[part.side].clone(),
        action: part.part.map(|part| part + 1),
        what: part.what.clone(),
        changes_sign: (!variants.is_empty()).then(|| variants.iter().any(|other| other.worth * worth < 0.0)),
        share,
        worth,
        sure,
        priced,
        variants,
    }
}

/// Returns a share as a whole percentage.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Returns the decimals, at least so many, with which the shares of each pair are different percentages: what is said to be below a
/// limit must not look like it.
fn decimals_apart(least: usize, pairs: &[(f64, f64)]) -> usize {
    const MOST: usize = 6;
    let written = |share: f64, digits: usize| format!("{:.digits$}", share * 100.0);
    let differ = |digits: usize| pairs.iter().all(|(a, b)| a == b || written(*a, digits) != written(*b, digits));
    (least..MOST).find(|digits| differ(*digits)).unwrap_or(MOST)
}

/// Returns a sentence about who wins how often, and which shares so many battles cannot tell apart. `half` is half the width of
/// an interval about an even share. If the battle `is_solved`, another sentence already names the stronger side.
fn sentence(wins: &[Win], draws: u64, bots: &[Bot], (half, is_solved): (f64, bool)) -> String {
    let Some(best) = wins.iter().reduce(|a, b| if b.share.won > a.share.won { b } else { a }) else {
        return String::new();
    };
    let of = best.share.of;
    let bots: Vec<String> = bots.iter().map(Bot::to_string).collect();
    let between = bots.join(" against ");
    if of == 0 {
        return format!("Nobody won a battle ({between}, {draws} drawn).");
    }
    let range = best.share.percent_text();
    let (from, to) = ((50.0 - 100.0 * half).round(), (50.0 + 100.0 * half).round());
    let telling = if (from, to) == (50.0, 50.0) {
        format!("{of} battles can tell 49 from 51")
    } else {
        format!("{of} battles cannot tell {from} from {to}")
    };
    let even = 1.0 / wins.len() as f64;
    let said = if is_solved {
        format!("Between bots, {} won {range}", best.side)
    } else if best.share.low <= even {
        format!("Neither side is clearly stronger: {} won {range}", best.side)
    } else {
        format!("{} won {range}", best.side)
    };
    format!("{said} of the decided battles ({between}); {telling}.")
}

/// Returns the sentence on going first, where that is worth much: by the share of a side that goes first, and its share when it
/// goes second.
fn going_first(first: &Win, second: &Win) -> Option<String> {
    let worth = first.share.share - second.share.share;
    let verb = if worth > 0.0 { "is worth" } else { "costs" };
    differs(&first.share, &second.share).then(|| format!("Going first {verb} {:.0} points.", worth.abs() * 100.0))
}

/// Returns the sentence on the bots' strength: with the strongest bot that changes the shares much.
fn depends_on_strength(wins: &[Win], equal_bots: &[EqualBots]) -> Option<String> {
    equal_bots.iter().rev().find_map(|equal| {
        let best = equal.wins.iter().reduce(|a, b| if b.share.won > a.share.won { b } else { a })?;
        let before = wins.iter().find(|win| win.side == best.side)?;
        differs(&best.share, &before.share).then(|| {
            let (side, bot, range) = (&best.side, &equal.bot, best.share.percent_text());
            format!("The result depends on the bots' strength: {side} win {range} with {bot} on both sides.")
        })
    })
}

/// Returns true if two shares are far apart and their intervals have nothing in common.
fn differs(one: &Share, other: &Share) -> bool {
    one.interval().leaves(other.interval()) && (one.share - other.share).abs() >= LARGE
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

/// Rounds to one digit.
fn tenth(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins(won: [u64; 2]) -> Vec<Win> {
        let of = won.iter().sum();
        let win = |side: &str, won| Win { side: side.to_owned(), share: Share::new(won, of) };
        vec![win("North", won[0]), win("South", won[1])]
    }

    fn equal(bot: &str, won: [u64; 2]) -> EqualBots {
        EqualBots { bot: bot.to_owned(), wins: wins(won) }
    }

    #[test]
    fn the_sentence_names_the_strongest_bot_that_answers_otherwise() {
        let written = wins([600, 400]);
        let same = equal("mcts:100", [115, 85]);
        assert_eq!(depends_on_strength(&written, &[equal("greedy", [118, 82]), same.clone()]), None);
        let other = equal("greedy", [60, 140]);
        let said = depends_on_strength(&written, &[other, same]).expect("another answer");
        assert_eq!(said, "The result depends on the bots' strength: South win 63–76 % with greedy on both sides.");
        let strongest = depends_on_strength(&written, &[equal("greedy", [60, 140]), equal("mcts:100", [180, 20])]);
        assert!(strongest.expect("another answer").contains("North win 85–93 % with mcts:100"));
    }

    #[test]
    fn a_share_below_a_limit_does_not_look_like_it() {
        assert_eq!(decimals_apart(0, &[(0.52, 0.6)]), 0);
        assert_eq!(decimals_apart(0, &[(0.596, 0.6)]), 1);
        assert_eq!(decimals_apart(0, &[(0.5996, 0.6)]), 2);
        assert_eq!(decimals_apart(1, &[(0.703, 0.7), (0.8, 0.3)]), 1);
        assert_eq!(decimals_apart(1, &[(0.7004, 0.7), (0.8, 0.3)]), 2);
        assert_eq!(decimals_apart(1, &[(0.7, 0.7)]), 1, "they are the same");
    }

    #[test]
    fn going_first_is_told_where_it_is_worth_much_or_costs_much() {
        let worth = |first, second| going_first(&wins([first, 1000 - first])[0], &wins([second, 1000 - second])[0]);
        assert_eq!(worth(600, 480).as_deref(), Some("Going first is worth 12 points."));
        assert_eq!(worth(480, 600).as_deref(), Some("Going first costs 12 points."));
        assert_eq!(worth(520, 480), None, "the intervals overlap");
        let sure = going_first(&wins([51_000, 49_000])[0], &wins([49_000, 51_000])[0]);
        assert_eq!(sure, None, "sure, but little");
    }
}
