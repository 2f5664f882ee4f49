//! The series of battles of a report on balance: which are played, how many of each, and how they are played.

use muster_core::play::balance::{Bar, Pairing, Series, SeriesTerms, Tally, weigh_until};
use muster_core::play::bots::Bot;
use muster_core::play::interval::WatchStep;
use muster_core::play::paired::Outcomes;
use muster_core::play::stop::Stop;
use muster_core::play::{Engine, Playout};

use super::luck;
use super::{BalanceOptions, ENOUGH_PLANNED, MOST};
use crate::counters::WeighedPart;
use crate::played::{CompiledBattle, Played};

/// The purpose of a series of battles.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Purpose {
    /// The scenario as written.
    Written,
    /// Another side goes first.
    OtherFirst,
    /// The bots of the two sides, of which one is better.
    Bots(Vec<Bot>),
    /// The scenario as written between the bots that weigh lines, besides those of the run.
    Base(Bot),
    /// One part is never used.
    Without(WeighedPart),
    /// A variant of the battle, and in it nothing or one part that is never used.
    Variant(usize, Option<WeighedPart>),
    /// A line is taken out; between the bots of the run, or this one on all sides.
    Removed(usize, Option<Bot>),
}

impl Purpose {
    /// Returns the number of battles a run has of it, where its options say how many.
    fn battles<G: Played>(&self, compiled: &CompiledBattle<G>, options: &BalanceOptions) -> u64 {
        let comparisons = options.comparisons;
        match self {
            Purpose::Written | Purpose::OtherFirst => options.games,
            Purpose::Bots(_) => comparisons.div_ceil(2),
            Purpose::Without(_) if !compiled.removed.is_empty() => comparisons.div_ceil(2),
            Purpose::Without(_) | Purpose::Variant(..) => comparisons,
            // Each has a battle as written beside it.
            Purpose::Removed(_, None) => shared_out(compiled, comparisons, comparisons * LINES).min(options.games),
            Purpose::Removed(_, Some(Bot::Mcts(playouts))) | Purpose::Base(Bot::Mcts(playouts)) => {
                // As much effort as the searching bot has on both sides, who plays half of the comparisons.
                let all = comparisons.div_ceil(2) * u64::from(G::SEARCH) / u64::from(*playouts).max(1);
                shared_out(compiled, comparisons, all)
            }
            Purpose::Removed(_, Some(_)) | Purpose::Base(_) => shared_out(compiled, comparisons, comparisons * LINES),
        }
    }

    /// Returns true if its battles are compared with others one by one, which must be played before.
    fn is_paired(&self) -> bool {
        matches!(self, Purpose::Without(_) | Purpose::Removed(..))
    }

    /// Returns who plays, and who goes first where that is not as written: `greedy against random`.
    pub(super) fn describe(&self, options: &BalanceOptions) -> String {
        let bots = match self {
            Purpose::Bots(bots) => bots.clone(),
            Purpose::Base(bot) => vec![*bot; options.bots.len()],
            _ => options.bots.clone(),
        };
        let bots = Bot::names(&bots).join(" against ");
        if *self == Purpose::OtherFirst { format!("{bots}, the other side first") } else { bots }
    }

    /// Returns true if its battles are those of the scenario as it is written, whoever plays and whoever goes first.
    pub(super) fn is_as_written(&self) -> bool {
        matches!(self, Purpose::Written | Purpose::OtherFirst | Purpose::Bots(_) | Purpose::Base(_))
    }
}

/// Lines that are each weighed in half of the comparisons; where there are more, each has fewer battles.
const LINES: u64 = 10;

/// Returns the battles of each line where so many are shared out: half of the comparisons at most, and enough to see the largest
/// differences.
fn shared_out<G: Played>(compiled: &CompiledBattle<G>, comparisons: u64, all: u64) -> u64 {
    let lines = compiled.removed.iter().filter(|line| line.rest.is_ok()).count() as u64;
    let most = comparisons.div_ceil(2);
    (all / lines.max(1)).clamp(ENOUGH_PLANNED.min(most), most)
}

/// The numbers of battles that a run has, all parts together.
#[derive(Debug, Clone, Copy)]
pub struct PlannedBattles {
    /// Battles as written, with the other side first, and between other bots.
    pub between_bots: u64,
    /// Battles without a line of the file, or in which it is never used, and with other values, which are played last.
    pub without_lines: u64,
}

/// Returns the numbers of battles of a run, where its options say how many.
pub(crate) fn battles<G: Played>(compiled: &CompiledBattle<G>, options: &BalanceOptions) -> PlannedBattles {
    let purposes = purposes(compiled, options);
    let (between, without) = purposes.split_at(first_paired(&purposes));
    let sum = |of: &[Purpose]| of.iter().map(|purpose| purpose.battles(compiled, options)).sum();
    PlannedBattles { between_bots: sum(between), without_lines: sum(without) }
}

/// Returns the series of a run, in the order in which their sums are kept: those that are compared with others come last.
pub(super) fn purposes<G: Played>(compiled: &CompiledBattle<G>, options: &BalanceOptions) -> Vec<Purpose> {
    let CompiledBattle { battle, engine, counters, .. } = compiled;
    let mut purposes = vec![Purpose::Written];
    if options.worths_only {
        purposes.extend(G::parts(counters).into_iter().map(Purpose::Without));
        return purposes;
    }
    let is_midway = compiled.midway.is_some();
    purposes.extend(G::other_first(battle).filter(|_| !is_midway).map(|_| Purpose::OtherFirst));
    if options.comparisons == 0 {
        return purposes;
    }
    if engine.players() == 2 {
        let rungs = ladder::<G>(&options.bots);
        let pairs = rungs.windows(2).flat_map(|pair| [vec![pair[0], pair[1]], vec![pair[1], pair[0]]]);
        purposes.extend(pairs.map(Purpose::Bots));
    }
    purposes.extend(equal_bots::<G>(&options.bots).map(|bot| Purpose::Bots(vec![bot; engine.players()])));
    if is_midway {
        // A position cannot be had without what led to it.
        return purposes;
    }
    if !compiled.removed.is_empty() {
        purposes.extend(weighing_bots::<G>(&options.bots).flatten().map(Purpose::Base));
    }
    let parts = G::parts(counters);
    purposes.extend(parts.iter().cloned().map(Purpose::Without));
    for variant in 0..if parts.is_empty() { 0 } else { G::VARIANTS.len() } {
        let parts = [None].into_iter().chain(parts.iter().cloned().map(Some));
        purposes.extend(parts.map(|part| Purpose::Variant(variant, part)));
    }
    for (line, _) in compiled.removed.iter().enumerate().filter(|(_, line)| line.rest.is_ok()) {
        purposes.extend(weighing_bots::<G>(&options.bots).map(|bot| Purpose::Removed(line, bot)));
    }
    purposes
}

/// Returns the place of the first series whose battles are compared with others.
fn first_paired(purposes: &[Purpose]) -> usize {
    purposes.iter().position(Purpose::is_paired).unwrap_or(purposes.len())
}

/// Returns the bots that meet each other in every report of a game.
const fn known_bots<G: Played>() -> [Bot; 3] {
    [Bot::Random, Bot::Greedy, Bot::Mcts(G::SEARCH)]
}

/// Returns the bots that meet each other, from the weakest.
pub(super) fn ladder<G: Played>(bots: &[Bot]) -> Vec<Bot> {
    let mut rungs: Vec<Bot> = known_bots::<G>().iter().chain(bots).copied().collect();
    rungs.sort();
    rungs.dedup();
    rungs
}

/// Returns the bots that play each other on all sides, to see whether the answer depends on their strength: those of the ladder
/// that plan, without the one that plays the scenario as written.
pub(super) fn equal_bots<G: Played>(bots: &[Bot]) -> impl Iterator<Item = Bot> {
    let planning = known_bots::<G>().into_iter().filter(|bot| *bot != Bot::Random);
    planning.filter(|bot| bots.iter().any(|one| one != bot))
}

/// Returns the bots that weigh lines, the stronger last: those of the run, which are `None`, and besides those that do not plan one
/// that does, in games in which it plays more quickly than the one of the ladder.
pub(super) fn weighing_bots<G: Played>(bots: &[Bot]) -> impl Iterator<Item = Option<Bot>> {
    let plans = bots.iter().all(|bot| matches!(bot, Bot::Mcts(_)));
    let weaker = plans.then_some(Some(Bot::Greedy));
    let stronger = (!plans && G::WEIGHING < G::SEARCH).then_some(Some(Bot::Mcts(G::WEIGHING)));
    weaker.into_iter().chain([None]).chain(stronger)
}

/// Plays a run. `progress` is told how many more battles were played; where there is `go_on`, it is asked now and then,
/// and the run ends when it says no. When it is called to stop, battles that are not over do not count.
pub(crate) fn play<G: Played>(
    compiled: &CompiledBattle<G>,
    options: &BalanceOptions,
    progress: &(dyn Fn(u64) + Sync),
    go_on: Option<&(dyn Fn() -> bool + Sync)>,
    stop: &Stop,
) -> Vec<Tally> {
    let purposes = purposes(compiled, options);
    let mut goals: Vec<u64> = purposes.iter().map(|purpose| purpose.battles(compiled, options)).collect();
    let others = other_engines(compiled, &purposes);
    let most = goals.iter().zip(&purposes).filter(|(_, purpose)| purpose.is_paired()).map(|(goal, _)| *goal).max();
    let kept: Vec<Outcomes> = purposes.iter().map(|purpose| kept_of(purpose, most.unwrap_or(0))).collect();
    let pairings = Pairings { purposes: &purposes, kept: &kept };
    let numbered = purposes.iter().zip(&others).enumerate();
    let terms = SeriesTerms { seed: options.seed, turn_limit: options.turn_limit, shard: options.shard };
    let luck = options.adjust_luck.then(|| luck::scale(compiled, &options.bots, terms)).flatten();
    let series: Vec<Series<'_, G::Engine>> = numbered
        .map(|(number, (purpose, other))| {
            let luck = luck.as_ref().filter(|_| matches!(purpose, Purpose::Written | Purpose::OtherFirst));
            Series { luck, ..series(compiled, options, purpose, other.as_ref(), pairings.pairing(compiled, number)) }
        })
        .collect();
    let mut run = Run {
        tallies: series.iter().map(|one| Tally::empty(one.engine)).collect(),
        done: vec![0; series.len()],
        series,
        terms,
        progress,
        stop,
    };
    if let Some(until) = options.until {
        let mut look = WatchStep::FIRST;
        loop {
            goals[0] = look.battles(MOST);
            run.advance(0..1, &goals);
            let near =
                run.tallies[0].decided_battles() > 0 && luck::interval(&run.tallies[0], 0, true).half_width() <= until;
            if near || goals[0] >= MOST || go_on.is_some_and(|go_on| !go_on()) {
                break;
            }
            look = look.next();
        }
        let played = run.done[0];
        goals.iter_mut().zip(&purposes).filter(|(_, p)| **p == Purpose::OtherFirst).for_each(|(g, _)| *g = played);
    }
    match go_on {
        None => {
            let paired = first_paired(&purposes);
            run.advance(0..paired, &goals);
            run.advance(paired..purposes.len(), &goals);
        }
        Some(go_on) => run.advance_together(&goals, go_on),
    }
    run.tallies
}

/// Returns the engines of series that are not those of the battle itself.
fn other_engines<G: Played>(compiled: &CompiledBattle<G>, purposes: &[Purpose]) -> Vec<Option<G::Engine>> {
    let CompiledBattle { battle, .. } = compiled;
    let variants: Vec<G::Battle> = G::VARIANTS.iter().map(|(_, change)| change(battle)).collect();
    let other = |purpose: &Purpose| match purpose {
        Purpose::OtherFirst => G::other_first(battle),
        Purpose::Without(part) => G::without(battle, part),
        Purpose::Variant(variant, part) => {
            let battle = &variants[*variant];
            let without = part.as_ref().and_then(|part| G::without(battle, part));
            without.or_else(|| G::compile(battle).ok())
        }
        Purpose::Written | Purpose::Bots(_) | Purpose::Base(_) | Purpose::Removed(..) => None,
    };
    purposes.iter().map(other).collect()
}

fn series<'a, G: Played>(
    compiled: &'a CompiledBattle<G>,
    options: &BalanceOptions,
    purpose: &'a Purpose,
    other: Option<&'a G::Engine>,
    pairing: Pairing<'a>,
) -> Series<'a, G::Engine> {
    let mut engine = other.unwrap_or(&compiled.engine);
    let mut bots = options.bots.clone();
    match purpose {
        Purpose::Bots(others) => bots.clone_from(others),
        Purpose::Base(bot) | Purpose::Removed(_, Some(bot)) => bots.fill(*bot),
        _ => {}
    }
    if let Purpose::Removed(line, _) = purpose
        && let Ok(rest) = &compiled.removed[*line].rest
    {
        engine = &rest.engine;
    }
    let bar = match purpose {
        Purpose::Without(part) | Purpose::Variant(_, Some(part)) => Some(bar::<G>(engine, part)),
        _ => None,
    };
    Series { engine, start: compiled.midway.as_ref(), bots, bar, pairing, luck: None }
}

/// Returns room for the outcomes of a series that others are compared with.
fn kept_of(purpose: &Purpose, battles: u64) -> Outcomes {
    let is_base = matches!(purpose, Purpose::Written | Purpose::Base(_));
    Outcomes::with_room(if is_base { battles } else { 0 })
}

/// The outcomes that series keep.
struct Pairings<'a> {
    purposes: &'a [Purpose],
    kept: &'a [Outcomes],
}

impl<'a> Pairings<'a> {
    /// Returns what the battles of a series are compared with.
    fn pairing<G: Played>(&self, compiled: &CompiledBattle<G>, number: usize) -> Pairing<'a> {
        let base = |purpose: &Purpose| self.purposes.iter().position(|one| one == purpose).map(|base| &self.kept[base]);
        match &self.purposes[number] {
            Purpose::Written | Purpose::Base(_) => Pairing::Kept(&self.kept[number]),
            Purpose::Without(part) => Pairing::Beside(&self.kept[0], part.side),
            Purpose::Removed(line, bot) => {
                let base = base(&bot.map_or(Purpose::Written, Purpose::Base));
                base.map_or(Pairing::None, |kept| Pairing::Beside(kept, compiled.removed[*line].line.side))
            }
            Purpose::OtherFirst | Purpose::Bots(_) | Purpose::Variant(..) => Pairing::None,
        }
    }
}

/// A run while it is played.
struct Run<'a, E: Playout> {
    series: Vec<Series<'a, E>>,
    tallies: Vec<Tally>,
    done: Vec<u64>,
    terms: SeriesTerms,
    progress: &'a (dyn Fn(u64) + Sync),
    stop: &'a Stop,
}

impl<E: Playout> Run<'_, E> {
    /// Plays on until as many battles of some series are played as wanted.
    fn advance(&mut self, which: std::ops::Range<usize>, goals: &[u64]) {
        let ranges: Vec<_> =
            which.clone().map(|number| self.done[number]..goals[number].max(self.done[number])).collect();
        let played = weigh_until(&self.series[which.clone()], &ranges, self.terms, self.progress, self.stop);
        for ((number, more), range) in which.zip(played).zip(ranges) {
            self.tallies[number] = std::mem::take(&mut self.tallies[number]).merge(more);
            self.done[number] = range.end;
        }
    }

    /// Plays on as long as time is left. All series grow together: wherever the time runs out, each has its share. The first ones
    /// are the widest.
    fn advance_together(&mut self, goals: &[u64], go_on: &(dyn Fn() -> bool + Sync)) {
        let most = goals.iter().copied().max().unwrap_or(0);
        let mut round = 0;
        while round < most && go_on() {
            round = (round * 5 / 4).max(round + 16).min(most);
            let parts: Vec<u64> = goals.iter().map(|goal| (goal * round).div_ceil(most)).collect();
            for number in 0..self.series.len() {
                self.advance(number..number + 1, &parts);
                if !go_on() {
                    break;
                }
            }
        }
    }
}

fn bar<'a, G: Played>(engine: &'a G::Engine, part: &'a WeighedPart) -> Bar<'a, G::Engine> {
    (part.side, Box::new(move |state, chosen| G::uses(engine, part, state, chosen)))
}
