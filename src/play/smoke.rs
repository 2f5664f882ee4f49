//! Many battles between bots, counted. Spread over the cores; the same result for any number of threads.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::bots::{Bot, Seat};
use super::rng::{Rng, battle_seed};
use super::{Engine, Outcome};

/// A part of a run, for one of several machines: every `of`th battle, from battle `number`. All parts together are
/// exactly the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    pub number: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { number: 0, of: 1 };

    /// How many of a run's first `games` battles belong to the part.
    pub fn share(self, games: u64) -> u64 {
        games.saturating_sub(self.number).div_ceil(self.of)
    }

    /// The index in the run of the part's battle `i`.
    pub fn index(self, i: u64) -> u64 {
        self.number + i * self.of
    }
}

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
    /// Which of the battles are played.
    pub shard: Shard,
}

/// What happened in the battles of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
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
    pub by: BTreeMap<Cow<'static, str>, u64>,
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
pub(super) const CHUNK: u64 = 64;

/// Plays the battles. `progress` is told after each chunk how many more were played.
pub fn run<E: Engine>(engine: &E, options: &Options, progress: &(dyn Fn(u64) + Sync)) -> Totals {
    let games = options.shard.share(options.games);
    let empty = || Totals::empty(engine);
    (0..games.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut totals = empty();
            let mut seats = seats(engine, &options.bots);
            let battles = chunk * CHUNK..((chunk + 1) * CHUNK).min(games);
            let played = battles.end - battles.start;
            battles.for_each(|i| totals.play(engine, options, options.shard.index(i), &mut seats));
            progress(played);
            totals
        })
        .reduce(empty, Totals::and)
}

/// Lets bots sit down to play, one for each side.
pub fn seats<E: Engine>(engine: &E, bots: &[Bot]) -> Vec<Seat<E>> {
    bots.iter().map(|bot| Seat::new(*bot, engine)).collect()
}

/// Plays one battle to its outcome, or to the turn limit. Returns the turns it took.
pub fn battle<E: Engine>(
    engine: &E,
    seats: &mut [Seat<E>],
    turn_limit: u32,
    rng: &mut Rng,
    counters: &mut Vec<u64>,
) -> (Option<Outcome>, u32) {
    let mut state = engine.start();
    if let Some(moves) = Seat::all_random(seats) {
        engine.play_on(&mut state, turn_limit, rng, moves, counters);
    }
    let mut moves = Vec::new();
    loop {
        let decision = engine.decision(&state);
        if let Some(outcome) = engine.outcome(&state) {
            return (Some(outcome), decision.turn);
        }
        if decision.turn > turn_limit {
            return (None, turn_limit);
        }
        let chosen = match decision.kind {
            Some(_) => seats[decision.player].choose(engine, &state, rng),
            None => engine.pick(&state, &mut moves, |_| 0),
        };
        engine.apply(&mut state, chosen, rng, counters);
    }
}

impl Totals {
    /// Nothing played yet.
    pub(super) fn empty<E: Engine>(engine: &E) -> Totals {
        Totals { wins: vec![0; engine.players()], counters: vec![0; engine.counters()], ..Totals::default() }
    }

    fn play<E: Engine>(&mut self, engine: &E, options: &Options, index: u64, seats: &mut [Seat<E>]) {
        self.games += 1;
        let mut rng = Rng::new(battle_seed(options.seed, index));
        let counters = &mut self.counters;
        let played = catch_unwind(AssertUnwindSafe(|| battle(engine, seats, options.turn_limit, &mut rng, counters)));
        match played {
            Ok((outcome, turns)) => self.count(outcome, turns, index),
            Err(payload) => self.broke(&*payload, index),
        }
    }

    /// The engine panicked in a battle.
    pub(super) fn broke(&mut self, payload: &(dyn std::any::Any + Send), index: u64) {
        self.panics += 1;
        self.panic.get_or_insert_with(|| (index, message(payload)));
    }

    /// A battle was played to its end, or given up.
    pub(super) fn count(&mut self, outcome: Option<Outcome>, turns: u32, index: u64) {
        *self.turns.entry(turns).or_default() += 1;
        let Some(Outcome { winner, by }) = outcome else {
            self.unfinished += 1;
            self.endless.get_or_insert(index);
            return;
        };
        *self.by.entry(Cow::Borrowed(by)).or_default() += 1;
        match winner {
            Some(side) => self.wins[side] += 1,
            None => self.draws += 1,
        }
    }

    /// The sum of two runs. The examples are those of the battle that comes first.
    #[must_use]
    pub fn and(mut self, other: Totals) -> Totals {
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

pub(super) fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

fn first<T>(a: Option<T>, b: Option<T>, index: impl Fn(&T) -> u64) -> Option<T> {
    a.into_iter().chain(b).min_by_key(index)
}

fn message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref().copied());
    text.unwrap_or("unknown").to_owned()
}
