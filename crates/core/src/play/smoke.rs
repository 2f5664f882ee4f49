//! Many battles between bots, counted. Spread over the cores; the same result for any number of threads.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::bots::{Bot, Seat};
use super::chance::Chance;
use super::effort::Pace;
use super::fault::Fault;
use super::rng::{Rng, battle_seed};
use super::stop::Stop;
use super::{Engine, Next, Outcome, Playout, settle};

/// A battle that lasts this many turns is given up, unless said otherwise.
pub const TURN_LIMIT: u32 = 5000;

/// A part of a run, for one of several machines: every `of`th battle, from battle `number`. All parts together are
/// exactly the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The part, from 0.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { number: 0, of: 1 };

    /// No battle of any run.
    pub const NOTHING: Shard = Shard { number: u64::MAX, of: 1 };

    /// Returns the number of a run's first `games` battles that belong to the part.
    pub fn share(self, games: u64) -> u64 {
        games.saturating_sub(self.number).div_ceil(self.of)
    }

    /// Returns the index in the run of the part's battle `i`.
    pub fn index(self, i: u64) -> u64 {
        self.number + i * self.of
    }
}

/// The options of a run.
#[derive(Debug, Clone)]
pub struct SmokeOptions {
    /// Number of battles.
    pub games: u64,
    /// Seed of the run; battle 0 is played with exactly this seed.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// A battle still going on after this many turns of the game is given up: those that [`Engine::rounds`] counts.
    pub turn_limit: u32,
    /// The part of the battles that is played.
    pub shard: Shard,
}

/// The totals of the battles of a run.
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
    /// Number of battles by the turns they lasted.
    pub turns: BTreeMap<u32, u64>,
    /// The engine's counters, summed.
    pub counters: Vec<u64>,
    /// The faults, by [`Fault::kind`].
    pub faults: BTreeMap<String, Seen>,
}

/// A fault that was seen in a run.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Seen {
    /// The fault as the first battle shows it.
    pub fault: Fault,
    /// Number of battles that show it.
    pub battles: u64,
    /// The index of the first one.
    pub first: u64,
    /// The turns of the shortest one, and its index.
    pub shortest: (u32, u64),
}

/// The first battles of a run, of which every state is checked ...
const EXAMINED: u64 = 256;
/// ... and one in so many of the others: a look at all of a random battle takes about ten times as long as playing it.
const EXAMINED_LATER: u64 = 1024;

/// Returns true if every state of a battle is checked.
pub fn is_examined(index: u64) -> bool {
    index < EXAMINED || index.is_multiple_of(EXAMINED_LATER)
}

/// Battles handed to a thread at a time: enough to make the hand-over cheap, few enough to keep all cores busy with searching
/// bots, whose battles are long.
pub(super) const CHUNK: u64 = 16;

/// Plays the battles. `progress` is told after each chunk how many more were played.
pub fn run<E: Playout>(engine: &E, options: &SmokeOptions, progress: &(dyn Fn(u64) + Sync)) -> Totals {
    run_until((engine, &engine.start()), options, progress, &Stop::NEVER)
}

/// Like [`run`], from a position of the battle on and until it is called to stop: battles that are not over then do not count.
pub fn run_until<E: Playout>(
    (engine, start): (&E, &E::State),
    options: &SmokeOptions,
    progress: &(dyn Fn(u64) + Sync),
    stop: &Stop,
) -> Totals {
    let games = options.shard.share(options.games);
    let empty = || Totals::empty(engine);
    (0..games.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let mut totals = empty();
            if stop.is_called() {
                return totals;
            }
            let mut seats = seats_until(engine, &options.bots, stop);
            let mut counted = totals.counters.clone();
            for index in (chunk * CHUNK..((chunk + 1) * CHUNK).min(games)).map(|i| options.shard.index(i)) {
                let play = |totals: &mut Totals| {
                    totals.play((engine, start), options, (index, is_examined(index)), (&mut seats, &mut counted));
                };
                if !stop.keep_whole(&mut totals, play) {
                    break;
                }
            }
            progress(totals.games);
            totals
        })
        .reduce(empty, Totals::merge)
}

/// Plays battles of a run, by their indices, without a look at their states. The result does not depend on the number of
/// threads.
pub fn outcomes<E: Playout>(engine: &E, options: &SmokeOptions, battles: Range<u64>) -> Totals {
    let empty = || Totals::empty(engine);
    let (from, start) = (battles.start, engine.start());
    let play = |mut totals: Totals, chunk: u64| {
        let (mut seats, mut counted) = (seats(engine, &options.bots), vec![0; engine.counters()]);
        let first = from + chunk * CHUNK;
        for index in first..(first + CHUNK).min(battles.end) {
            totals.play((engine, &start), options, (index, false), (&mut seats, &mut counted));
        }
        totals
    };
    let chunks = battles.end.saturating_sub(from).div_ceil(CHUNK);
    (0..chunks).into_par_iter().fold(empty, play).reduce(empty, Totals::merge)
}

/// Lets bots sit down to play, one for each side.
pub fn seats<E: Playout>(engine: &E, bots: &[Bot]) -> Vec<Seat<E>> {
    bots.iter().map(|bot| Seat::new(*bot, engine)).collect()
}

/// Lets bots sit down to play until they are called to stop.
pub fn seats_until<E: Playout>(engine: &E, bots: &[Bot], stop: &Stop) -> Vec<Seat<E>> {
    bots.iter().map(|bot| Seat::with_stop(*bot, engine, stop)).collect()
}

/// Plays one battle to its outcome, or to the turn limit. Returns the turns it took, as its players count them.
pub fn battle<E: Playout>(
    engine: &E,
    seats: &mut [Seat<E>],
    turn_limit: u32,
    rng: &mut Rng,
    counters: &mut Vec<u64>,
) -> (Option<Outcome>, u32) {
    battle_from(engine, engine.start(), seats, turn_limit, rng, counters)
}

/// Plays a battle on from a state. Returns the same as [`battle`].
pub(super) fn battle_from<E: Playout>(
    engine: &E,
    mut state: E::State,
    seats: &mut [Seat<E>],
    turn_limit: u32,
    rng: &mut Rng,
    counters: &mut Vec<u64>,
) -> (Option<Outcome>, u32) {
    let mut turn = 0;
    let played = unseen(engine, &mut state, seats, turn_limit, (rng, counters, &mut turn));
    (played.ok().flatten(), turn)
}

/// The random numbers, counters and turn of a battle.
type Story<'a> = (&'a mut Rng, &'a mut Vec<u64>, &'a mut u32);

/// Plays a battle on without a look at its states.
fn unseen<E: Playout>(
    engine: &E,
    state: &mut E::State,
    seats: &mut [Seat<E>],
    turn_limit: u32,
    (rng, counters, turn): Story<'_>,
) -> Result<Option<Outcome>, Fault> {
    if let Some(moves) = Seat::all_random(seats) {
        // A turn of the game takes one of the clock at least: so many never lead beyond the limit.
        while engine.rounds(state) <= turn_limit && engine.outcome(state).is_none() {
            let last = engine.clock(state).turn + (turn_limit - engine.rounds(state));
            engine.play_on(state, last, rng, moves, counters);
            if engine.clock(state).turn <= last && engine.outcome(state).is_none() {
                *turn = engine.rounds(state);
                return Err(Fault::EndlessTurn);
            }
        }
    }
    looking(engine, state, seats, turn_limit, (rng, counters, turn), |_| None)
}

/// Plays a battle on, showing every state to `look`, which may find it at fault.
#[inline]
fn looking<E: Playout>(
    engine: &E,
    state: &mut E::State,
    seats: &mut [Seat<E>],
    turn_limit: u32,
    (rng, counters, turn): Story<'_>,
    mut look: impl FnMut(&E::State) -> Option<Fault>,
) -> Result<Option<Outcome>, Fault> {
    Seat::forget(seats);
    let mut pace = Pace::default();
    loop {
        if let Some(fault) = look(state) {
            return Err(fault);
        }
        if Seat::is_stopped(seats) {
            return Ok(None);
        }
        let now = engine.rounds(state);
        let next = engine.next(state);
        if let Next::Over(outcome) = next {
            *turn = now;
            return Ok(Some(outcome));
        }
        if now > turn_limit {
            // The battle may end as the next turn begins, before anybody decides anything.
            *state = settle(engine, state.clone());
            if engine.outcome(state).is_some() {
                continue;
            }
            *turn = turn_limit;
            return Ok(None);
        }
        *turn = now;
        if pace.is_endless(engine.clock(state).turn) {
            return Err(Fault::EndlessTurn);
        }
        if let Next::Decide { player, .. } = next {
            let chosen = seats[player].choose(engine, state, player, rng);
            engine.apply(state, &chosen, &mut Chance::fair(rng), counters);
        } else {
            engine.advance(state, &mut Chance::fair(rng), counters);
        }
    }
}

impl Totals {
    /// Returns the totals of no battles.
    pub(super) fn empty<E: Engine>(engine: &E) -> Totals {
        Totals { wins: vec![0; engine.players()], counters: vec![0; engine.counters()], ..Totals::default() }
    }

    /// Plays a battle of an index from a position on, with or without a look at all its states. `counted` is all 0 before and
    /// after.
    fn play<E: Playout>(
        &mut self,
        (engine, start): (&E, &E::State),
        options: &SmokeOptions,
        (index, looks): (u64, bool),
        (seats, counted): (&mut [Seat<E>], &mut Vec<u64>),
    ) {
        self.games += 1;
        let mut rng = Rng::new(battle_seed(options.seed, index));
        let limit = options.turn_limit;
        let mut turn = 0;
        let mut state = start.clone();
        let story = (&mut rng, &mut *counted, &mut turn);
        let played = Fault::caught(|| match looks {
            true => {
                let mut moves = Vec::new();
                looking(engine, &mut state, seats, limit, story, |state| Fault::find(engine, state, &mut moves))
            }
            false => unseen(engine, &mut state, seats, limit, story),
        });
        let played = played.flatten();
        if let Ok(outcome) = &played {
            engine.closing(&state, outcome.is_some(), counted);
        }
        add(&mut self.counters, counted);
        counted.fill(0);
        self.count(played, turn, index);
    }

    /// Counts a battle that was played to its end, or given up, or went wrong in some turn.
    pub(super) fn count(&mut self, played: Result<Option<Outcome>, Fault>, turns: u32, index: u64) {
        match played {
            Err(fault) if fault.internal() => return self.fault(fault, turns, index),
            Err(fault) => self.give_up(fault, turns, index),
            Ok(None) => self.give_up(Fault::Endless, turns, index),
            Ok(Some(Outcome { winner, by })) => {
                *self.by.entry(Cow::Borrowed(by)).or_default() += 1;
                match winner {
                    Some(side) => self.wins[side] += 1,
                    None => self.draws += 1,
                }
            }
        }
        *self.turns.entry(turns).or_default() += 1;
    }

    fn give_up(&mut self, fault: Fault, turns: u32, index: u64) {
        self.unfinished += 1;
        self.fault(fault, turns, index);
    }

    fn fault(&mut self, fault: Fault, turns: u32, index: u64) {
        let kind = fault.kind();
        let seen = Seen { fault, battles: 1, first: index, shortest: (turns, index) };
        Seen::add(&mut self.faults, kind, seen);
    }

    /// Returns the number of battles the engine could not play rightly.
    pub fn broken_battles(&self) -> u64 {
        self.faults.values().filter(|seen| seen.fault.internal()).map(|seen| seen.battles).sum()
    }

    /// Returns the sum of two runs. The examples are those of the battle that comes first.
    #[must_use]
    pub fn merge(mut self, other: Totals) -> Totals {
        self.games += other.games;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        add(&mut self.wins, &other.wins);
        add(&mut self.counters, &other.counters);
        other.by.into_iter().for_each(|(cause, n)| *self.by.entry(cause).or_default() += n);
        other.turns.into_iter().for_each(|(turns, n)| *self.turns.entry(turns).or_default() += n);
        other.faults.into_iter().for_each(|(kind, seen)| Seen::add(&mut self.faults, kind, seen));
        self
    }

    /// Returns true if a run of at most `games` battles of at most `turn_limit` turns can have counted this; `empty` is a
    /// run of no battle. What may be counted in a turn is generous: sums that pass stay far from overflowing.
    pub fn possible(&self, empty: &Totals, games: u64, turn_limit: u32) -> bool {
        let form = (self.wins.len(), self.counters.len()) == (empty.wins.len(), empty.counters.len());
        let battles =
            |counts: &mut dyn Iterator<Item = &u64>| counts.fold(0u64, |sum, n| sum.saturating_add(*n)) <= games;
        form && self.games <= games
            && battles(&mut self.wins.iter().chain([&self.draws, &self.unfinished]))
            && battles(&mut self.by.values())
            && battles(&mut self.turns.values())
            && self.turns.keys().all(|turns| *turns <= turn_limit)
            && self.counters.iter().all(|n| *n <= most_counted(games, turn_limit))
            && self.faults.values().all(|seen| seen.battles <= games)
    }

    /// Turns a battle lasted on average; 0 where none was played to an end.
    pub fn mean_turns(&self) -> f64 {
        let (turns, battles) = self.turns.iter().fold((0, 0), |(t, b), (turns, n)| (t + u64::from(*turns) * n, b + n));
        if battles == 0 { 0.0 } else { turns as f64 / battles as f64 }
    }

    /// Returns the turns that this share of the battles did not exceed, in percent: 50 for the median, 100 for the longest.
    pub fn turns_percentile(&self, percent: u64) -> u32 {
        let battles: u64 = self.turns.values().sum();
        self.turns_of((battles * percent).div_ceil(100))
    }

    /// Returns the turns that half of the battles which ended did not exceed: those that were not finished are the longest.
    pub fn median_of_ended(&self) -> u32 {
        let battles: u64 = self.turns.values().sum();
        self.turns_of(battles.saturating_sub(self.unfinished).div_ceil(2))
    }

    /// Returns the turns of a battle by its rank among all, from the shortest, from 1.
    fn turns_of(&self, rank: u64) -> u32 {
        let mut seen = 0;
        let reached = self.turns.iter().find(|(_, n)| {
            seen += **n;
            seen >= rank
        });
        reached.map_or(0, |(turns, _)| *turns)
    }
}

/// Returns the most that so many battles of so many turns count of one thing.
pub(super) fn most_counted(games: u64, turn_limit: u32) -> u64 {
    const IN_A_TURN: u64 = 1000;
    games.saturating_mul(u64::from(turn_limit) + 1).saturating_mul(IN_A_TURN)
}

pub(super) fn add(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

impl Seen {
    /// Adds what was seen of a fault to what was seen of it before.
    fn add(faults: &mut BTreeMap<String, Seen>, kind: String, seen: Seen) {
        match faults.entry(kind) {
            Entry::Vacant(place) => {
                place.insert(seen);
            }
            Entry::Occupied(mut place) => {
                let before = place.get_mut();
                before.battles += seen.battles;
                before.shortest = before.shortest.min(seen.shortest);
                if seen.first < before.first {
                    (before.first, before.fault) = (seen.first, seen.fault);
                }
            }
        }
    }
}
