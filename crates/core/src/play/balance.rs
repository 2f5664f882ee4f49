//! Series of battles and what a designer wants to know of them, as sums: of the parts of a series they are added up.

use std::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::{Deserialize, Serialize};

use super::barred::Barred;
use super::bots::{Bot, Seat};
use super::chance::Chance;
use super::effort::Pace;
use super::fault::Fault;
use super::interval::Interval;
use super::luck::{LuckMeter, LuckScale, LuckSums};
use super::paired::{Outcomes, PairCount};
use super::rng::{Rng, battle_seed};
use super::smoke::{CHUNK, Shard, Totals, add, most_counted, seats_until};
use super::stop::Stop;
use super::{Engine, Next, Outcome, Playout, Watch, run_on, settle};

/// Battles of one kind, to be compared with those of another.
pub struct Series<'a, E: Engine> {
    /// The rules.
    pub engine: &'a E,
    /// The position that the battles begin from; `None` for the set-up.
    pub start: Option<&'a E::State>,
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// A player that never makes certain moves, where it has others.
    pub bar: Option<Bar<'a, E>>,
    /// The outcomes of its battles, or of those that they are compared with.
    pub pairing: Pairing<'a>,
    /// The scale that luck is measured by; `None` if it is not measured. Not used with moves barred.
    pub luck: Option<&'a LuckScale>,
}

/// The part of a series in comparisons battle by battle.
#[derive(Debug, Clone, Copy, Default)]
pub enum Pairing<'a> {
    /// It has none.
    #[default]
    None,
    /// Its outcomes are kept, to be compared with.
    Kept(&'a Outcomes),
    /// Each battle is compared with the one of the same index, as a player sees it.
    Beside(&'a Outcomes, usize),
}

/// A player, and the moves that are barred to it in a state.
pub type Bar<'a, E> = (usize, Box<dyn Fn(&<E as Engine>::State, &<E as Engine>::Move) -> bool + Send + Sync + 'a>);

/// The options of series of battles.
#[derive(Debug, Clone, Copy)]
pub struct SeriesTerms {
    /// Seed of every series: their battles have the same dice as long as the same is done in them.
    pub seed: u64,
    /// A battle still going on after this many turns is stopped and counts as unfinished.
    pub turn_limit: u32,
    /// The part of the battles that is played.
    pub shard: Shard,
}

/// Number of parts that the turns of a battle are divided into, to say when it was decided.
pub const PARTS: usize = 10;

/// The totals of a series of battles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The outcomes, and the engine's counters.
    pub totals: Totals,
    /// Number of times that another player took the lead, at the end of a turn and by the engine's own value.
    pub lead_changes: u64,
    /// Won battles by the part of their turns after which the winner had the lead for good: the first tenth, ...
    pub decided: [u64; PARTS],
    /// Decisions with more than one legal move, and how many moves these had together.
    pub decisions: u64,
    /// See [`Tally::decisions`].
    pub options: u64,
    /// The most legal moves of a decision.
    pub most_options: u64,
    /// By counter: in how many battles it counted anything.
    pub battles: Vec<u64>,
    /// By counter: the turns in which it first did, summed over those battles.
    pub first_turns: Vec<u64>,
    /// By counter, and by player: how many of those battles the player won; see [`Tally::won_after`].
    pub won_after: Vec<u64>,
    /// The outcomes of battles beside those that they are compared with; all 0 where they are with none.
    #[serde(default)]
    pub pairs: PairCount,
    /// Luck, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckSums>,
}

impl Tally {
    /// Returns the tally of no battles.
    pub fn empty<E: Engine>(engine: &E) -> Tally {
        let counters = || vec![0; engine.counters()];
        let won_after = vec![0; engine.counters() * engine.players()];
        Tally {
            totals: Totals::empty(engine),
            battles: counters(),
            first_turns: counters(),
            won_after,
            ..Tally::default()
        }
    }

    /// Returns the sum of two parts.
    #[must_use]
    pub fn merge(mut self, other: Tally) -> Tally {
        self.totals = self.totals.merge(other.totals);
        self.lead_changes += other.lead_changes;
        add(&mut self.decided, &other.decided);
        self.decisions += other.decisions;
        self.options += other.options;
        self.most_options = self.most_options.max(other.most_options);
        add(&mut self.battles, &other.battles);
        add(&mut self.first_turns, &other.first_turns);
        add(&mut self.won_after, &other.won_after);
        self.pairs.add(&other.pairs);
        self.luck = match (self.luck, other.luck) {
            (Some(one), Some(other)) => Some(one.merge(other)),
            (one, other) => one.or(other),
        };
        self
    }

    /// Returns true if a series of at most `games` battles of at most `turn_limit` turns can have counted this; see
    /// [`Totals::possible`].
    pub fn possible(&self, empty: &Tally, games: u64, turn_limit: u32) -> bool {
        let most = most_counted(games, turn_limit);
        let counted = [self.lead_changes, self.decisions, self.options, self.most_options];
        self.totals.possible(&empty.totals, games, turn_limit)
            && (self.battles.len(), self.first_turns.len()) == (empty.battles.len(), empty.first_turns.len())
            && self.won_after.len() == empty.won_after.len()
            && self.pairs.is_possible(games)
            && self.won_after.chunks_exact(self.totals.wins.len().max(1)).zip(&self.battles).all(|(won, battles)| {
                // No player wins more of them than it wins in all: differences of the two are never below 0.
                won.iter().zip(&self.totals.wins).all(|(won, wins)| won <= wins)
                    && won.iter().try_fold(0_u64, |sum, won| sum.checked_add(*won)).is_some_and(|sum| sum <= *battles)
            })
            && self.luck.is_none_or(|luck| luck.battles <= games)
            && self.battles.iter().chain(&self.decided).all(|n| *n <= games)
            && self.first_turns.iter().chain(&counted).all(|n| *n <= most)
    }

    /// Battles that somebody won.
    pub fn decided_battles(&self) -> u64 {
        self.totals.wins.iter().sum()
    }

    /// Returns by player the number of battles won of those in which a counter counted anything.
    pub fn won_after(&self, counter: usize) -> &[u64] {
        let players = self.totals.wins.len();
        &self.won_after[counter * players..(counter + 1) * players]
    }

    /// Returns the share of the won battles that a player won.
    pub fn wins(&self, player: usize) -> Interval {
        Interval::estimate(self.totals.wins[player], self.decided_battles())
    }
}

/// Plays battles of each series, by their indices in the series. After each chunk, `progress` is called with the number of
/// battles in it. The result does not depend on the number of threads.
pub fn weigh<E: Playout>(
    series: &[Series<'_, E>],
    battles: &[Range<u64>],
    terms: SeriesTerms,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Tally> {
    weigh_until(series, battles, terms, progress, &Stop::NEVER)
}

/// Like [`weigh`], until it is called to stop: battles that are not over then do not count.
pub fn weigh_until<E: Playout>(
    series: &[Series<'_, E>],
    battles: &[Range<u64>],
    terms: SeriesTerms,
    progress: &(dyn Fn(u64) + Sync),
    stop: &Stop,
) -> Vec<Tally> {
    let empty = || series.iter().map(|series| Tally::empty(series.engine)).collect::<Vec<Tally>>();
    let chunks = |number: usize| {
        let range = &battles[number];
        let (start, end) = (terms.shard.share(range.start), terms.shard.share(range.end));
        let chunk = move |i: u64| start + i * CHUNK..(start + (i + 1) * CHUNK).min(end);
        let count = end.saturating_sub(start).div_ceil(CHUNK);
        (0..count).into_par_iter().map(move |i| (number, chunk(i)))
    };
    let play = |mut tallies: Vec<Tally>, (number, part): (usize, Range<u64>)| {
        if stop.is_called() {
            return tallies;
        }
        let tally = series[number].part(part, terms, stop);
        progress(tally.totals.games);
        tallies[number] = std::mem::take(&mut tallies[number]).merge(tally);
        tallies
    };
    let sum = |a: Vec<Tally>, b: Vec<Tally>| a.into_iter().zip(b).map(|(a, b)| a.merge(b)).collect();
    // Summed as they are played: a list of all chunks would grow with the battles.
    (0..battles.len()).into_par_iter().flat_map(chunks).fold(empty, play).reduce(empty, sum)
}

impl<E: Playout> Series<'_, E> {
    fn part(&self, part: Range<u64>, terms: SeriesTerms, stop: &Stop) -> Tally {
        let start = self.start.cloned().unwrap_or_else(|| self.engine.start());
        match &self.bar {
            Some((player, bars)) => {
                let barred = Barred::new(self.engine, *player, bars);
                play((&barred, &start), (&self.bots, None), part, (terms, stop), self.pairing)
            }
            None => play((self.engine, &start), (&self.bots, self.luck), part, (terms, stop), self.pairing),
        }
    }
}

fn play<E: Playout>(
    (engine, start): (&E, &E::State),
    (bots, luck): (&[Bot], Option<&LuckScale>),
    part: Range<u64>,
    (terms, stop): (SeriesTerms, &Stop),
    pairing: Pairing<'_>,
) -> Tally {
    let mut tally = Tally { luck: luck.map(|_| LuckSums::default()), ..Tally::empty(engine) };
    let mut meter = luck.map(|scale| LuckMeter::new(engine, scale));
    let mut seats = seats_until(engine, bots, stop);
    let mut story = Story { counters: vec![0; engine.counters()], first: vec![0; engine.counters()], turn: 0 };
    let mut moves = Vec::with_capacity(64);
    for number in part {
        let index = terms.shard.index(number);
        let mut winner = None;
        let whole = stop.keep_whole(&mut tally, |tally| {
            let mut rng = Rng::new(battle_seed(terms.seed, index));
            tally.totals.games += 1;
            let mut meter = meter.as_mut();
            if let Some(meter) = &mut meter {
                meter.begin(battle_seed(terms.seed, index));
            }
            let played = Fault::caught(|| {
                let book = (&mut story, &mut moves);
                tally.battle((engine, start), &mut seats, terms.turn_limit, &mut rng, book, meter.as_deref_mut())
            });
            let played = played.flatten();
            if let (Some(meter), Some(sums)) = (meter, &mut tally.luck) {
                meter.end(played.as_ref().ok().and_then(|(outcome, _)| *outcome), sums);
            }
            winner = match &played {
                Ok((Some(outcome), _)) => outcome.winner,
                _ => None,
            };
            match played {
                Ok((outcome, turns)) => tally.totals.count(Ok(outcome), turns, index),
                Err(fault) => tally.totals.count(Err(fault), story.turn, index),
            }
            tally.take(&mut story, winner);
        });
        if !whole {
            break;
        }
        match pairing {
            Pairing::None => {}
            Pairing::Kept(outcomes) => outcomes.keep(number, winner),
            Pairing::Beside(outcomes, player) => {
                if let Some(other) = outcomes.winner(number) {
                    tally.pairs.count(player, other, winner);
                }
            }
        }
    }
    tally
}

/// The counters of one battle, and the turn in which each was first raised.
struct Story {
    counters: Vec<u64>,
    first: Vec<u32>,
    turn: u32,
}

impl Watch for Story {
    fn count(&mut self, counter: usize, by: u32) {
        self.counters[counter] += u64::from(by);
        if self.first[counter] == 0 {
            self.first[counter] = self.turn;
        }
    }

    fn run(&mut self, counter: usize, turn: u32, before: u32) {
        run_on(&mut self.counters, counter, turn, before);
    }
}

impl Tally {
    /// Plays one battle from a position to its outcome, or to the turn limit, and looks at every decision and at the end of every turn. An error
    /// if a turn of it does not end.
    fn battle<E: Playout>(
        &mut self,
        (engine, start): (&E, &E::State),
        seats: &mut [Seat<E>],
        turn_limit: u32,
        rng: &mut Rng,
        (story, moves): (&mut Story, &mut Vec<E::Move>),
        mut meter: Option<&mut LuckMeter<'_, E>>,
    ) -> Result<(Option<Outcome>, u32), Fault> {
        Seat::forget(seats);
        let mut state = start.clone();
        let mut leader = None;
        // The player whose lead is the latest, and since when.
        let mut since = 0;
        // The turn of the clock that was looked at last.
        let mut seen = 0;
        let mut pace = Pace::default();
        loop {
            let turn = engine.clock(&state).turn;
            let next = engine.next(&state);
            let over = matches!(next, Next::Over(_));
            story.turn = engine.rounds(&state);
            if turn != seen || over {
                seen = turn;
                let leads = (0..engine.players()).find(|player| engine.value(&state, *player) > 0);
                if leads.is_some() && leads != leader {
                    self.lead_changes += u64::from(leader.is_some());
                    (leader, since) = (leads, turn + u32::from(over));
                }
            }
            if let Next::Over(outcome) = next {
                if outcome.winner.is_some() {
                    let part = (since as usize).saturating_sub(1) * PARTS / turn.max(1) as usize;
                    self.decided[part.min(PARTS - 1)] += 1;
                }
                engine.closing(&state, true, &mut story.counters);
                return Ok((Some(outcome), story.turn));
            }
            if story.turn > turn_limit {
                // The battle may end as the next turn begins, before anybody decides anything.
                state = settle(engine, state);
                if engine.outcome(&state).is_some() {
                    continue;
                }
                engine.closing(&state, false, &mut story.counters);
                return Ok((None, turn_limit));
            }
            if pace.is_endless(turn) {
                return Err(Fault::EndlessTurn);
            }
            if Seat::is_stopped(seats) {
                return Ok((None, story.turn));
            }
            let before = meter.as_ref().map(|_| state.clone());
            let mut made = None;
            if let Next::Decide { player, .. } = next {
                engine.moves(&state, moves);
                if moves.len() > 1 {
                    self.decisions += 1;
                    self.options += moves.len() as u64;
                    self.most_options = self.most_options.max(moves.len() as u64);
                }
                let chosen = seats[player].choose(engine, &state, player, rng);
                engine.apply(&mut state, &chosen, &mut Chance::fair(rng), story);
                made = before.as_ref().map(|_| chosen);
            } else {
                engine.advance(&mut state, &mut Chance::fair(rng), story);
            }
            if let Some((meter, before)) = meter.as_mut().zip(before) {
                meter.weigh(&before, made.as_ref(), &state);
            }
        }
    }

    /// Takes over what a battle counted, and clears it.
    fn take(&mut self, story: &mut Story, winner: Option<usize>) {
        let players = self.totals.wins.len();
        for (counter, n) in story.counters.iter_mut().enumerate().filter(|(_, n)| **n > 0) {
            self.totals.counters[counter] += std::mem::take(n);
            self.battles[counter] += 1;
            if let Some(winner) = winner {
                self.won_after[counter * players + winner] += 1;
            }
            self.first_turns[counter] += u64::from(std::mem::take(&mut story.first[counter]));
        }
    }
}
