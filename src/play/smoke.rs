//! Many battles between bots, counted. Spread over the cores; the same result for any number of threads.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::bots::{Bot, Table};
use super::rng::{Rng, battle_seed};
use super::{Engine, Outcome};

/// What to play.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many battles.
    pub games: u64,
    /// Seed of the run; battle 0 is played with exactly this seed.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// A battle still going on after this many turns is given up.
    pub turn_limit: u32,
}

/// What happened in the battles of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// Battles played, however they ended.
    pub games: u64,
    /// Battles won, by side.
    pub wins: Vec<u64>,
    /// Battles drawn.
    pub draws: u64,
    /// Battles given up at the turn limit.
    pub unfinished: u64,
    /// Ended battles by cause.
    pub by: BTreeMap<&'static str, u64>,
    /// How many battles lasted how many turns.
    pub turns: BTreeMap<u32, u64>,
    /// The engine's counters, summed.
    pub counters: Vec<u64>,
    /// The first battle that did not end: its index.
    pub endless: Option<u64>,
    /// Battles in which the engine panicked: how many, and the first one's index and message.
    pub panics: u64,
    /// See [`Totals::panics`].
    pub panic: Option<(u64, String)>,
}

/// Battles handed to a thread at a time: enough to make the hand-over cheap, few enough to keep all cores busy.
const CHUNK: u64 = 64;

/// Plays the battles. `progress` is told after each chunk how many more were played.
pub fn run<E: Engine>(engine: &E, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Totals {
    let chunks = options.games.div_ceil(CHUNK);
    let empty =
        || Totals { wins: vec![0; engine.players()], counters: vec![0; engine.counters()], ..Totals::default() };
    (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut totals = empty();
            let mut table = Table::default();
            let battles = chunk * CHUNK..((chunk + 1) * CHUNK).min(options.games);
            let played = battles.end - battles.start;
            battles.for_each(|index| totals.play(engine, options, index, &mut table));
            progress(played);
            totals
        })
        .reduce(empty, Totals::and)
}

/// Plays one battle to its outcome, or to the turn limit. Returns the turns it took.
pub fn battle<E: Engine>(
    engine: &E,
    bots: &[Bot],
    turn_limit: u32,
    rng: &mut Rng,
    table: &mut Table<E::Move>,
    counters: &mut Vec<u64>,
) -> (Option<Outcome>, u32) {
    let mut state = engine.start();
    loop {
        let decision = engine.decision(&state);
        if let Some(outcome) = engine.outcome(&state) {
            return (Some(outcome), decision.turn);
        }
        if decision.turn > turn_limit {
            return (None, turn_limit);
        }
        let chosen = table.choose(bots[decision.player], engine, &state, rng);
        engine.apply(&mut state, chosen, rng, counters);
    }
}

impl Totals {
    fn play<E: Engine>(&mut self, engine: &E, options: &Options, index: u64, table: &mut Table<E::Move>) {
        self.games += 1;
        let mut rng = Rng::new(battle_seed(options.seed, index));
        let counters = &mut self.counters;
        let played = catch_unwind(AssertUnwindSafe(|| {
            battle(engine, &options.bots, options.turn_limit, &mut rng, table, counters)
        }));
        match played {
            Ok((outcome, turns)) => self.count(outcome, turns, index),
            Err(payload) => {
                self.panics += 1;
                self.panic.get_or_insert_with(|| (index, message(&*payload)));
            }
        }
    }

    fn count(&mut self, outcome: Option<Outcome>, turns: u32, index: u64) {
        *self.turns.entry(turns).or_default() += 1;
        let Some(Outcome { winner, by }) = outcome else {
            self.unfinished += 1;
            self.endless.get_or_insert(index);
            return;
        };
        *self.by.entry(by).or_default() += 1;
        match winner {
            Some(side) => self.wins[side] += 1,
            None => self.draws += 1,
        }
    }

    /// The sum of two runs. The examples are those of the battle that comes first.
    fn and(mut self, other: Totals) -> Totals {
        self.games += other.games;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.panics += other.panics;
        add(&mut self.wins, &other.wins);
        add(&mut self.counters, &other.counters);
        other.by.into_iter().for_each(|(cause, n)| *self.by.entry(cause).or_default() += n);
        other.turns.into_iter().for_each(|(turns, n)| *self.turns.entry(turns).or_default() += n);
        self.endless = first(self.endless, other.endless, |index| *index);
        self.panic = first(self.panic, other.panic, |(index, _)| *index);
        self
    }

    /// Turns a battle lasted on average; 0 where none was played to an end.
    pub fn mean_turns(&self) -> f64 {
        let (turns, battles) = self.turns.iter().fold((0, 0), |(t, b), (turns, n)| (t + u64::from(*turns) * n, b + n));
        if battles == 0 { 0.0 } else { turns as f64 / battles as f64 }
    }

    /// The turns that this share of the battles did not exceed, in percent: 50 for the median, 100 for the longest.
    pub fn turns_percentile(&self, percent: u64) -> u32 {
        let battles: u64 = self.turns.values().sum();
        let rank = (battles * percent).div_ceil(100);
        let mut seen = 0;
        let reached = self.turns.iter().find(|(_, n)| {
            seen += **n;
            seen >= rank
        });
        reached.map_or(0, |(turns, _)| *turns)
    }
}

fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

fn first<T>(a: Option<T>, b: Option<T>, index: impl Fn(&T) -> u64) -> Option<T> {
    a.into_iter().chain(b).min_by_key(index)
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref().copied());
    text.unwrap_or("unknown").to_owned()
}
