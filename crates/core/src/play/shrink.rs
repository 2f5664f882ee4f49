//! Makes a play smaller that shows something: fewer turns, fewer deeds, plainer dice.

use std::collections::VecDeque;

use super::chance::{Chance, Draw, Tape};
use super::effort::Effort;
use super::loaded::Loaded;
use super::record::{Author, Limits, RecordedBattle, record_within};
use super::replay::{Turn, TurnEntry};
use super::rng::Rng;
use super::{Blind, Engine, Next, Watch};

/// A play as an engine's states and moves.
pub type PlayOf<E> = RecordedBattle<<E as Engine>::State, <E as Engine>::Move>;

/// The turns of a play.
pub type TurnsOf<E> = [Turn<<E as Engine>::Move, ()>];

/// Turns that are played at random to find a shorter play, each time that one is looked for.
const SOUGHT: usize = 30_000;

/// Returns the smallest play that can be found from one that shows something; `shows` is asked of each.
///
/// Turns are left out, shorter plays are looked for at random, then moves are left out, then dice are made ones. What is left of
/// a play is played as far as it is legal, and else the move is made that does least: each result is a whole play. Where the
/// effort is spent, it is the smallest that was found so far.
pub fn shrink<E: Engine>(
    engine: &E,
    play: PlayOf<E>,
    effort: &Effort,
    shows: &dyn Fn(&PlayOf<E>) -> bool,
) -> PlayOf<E> {
    let mut search = Search { engine, shows, effort, best: play };
    search.drop_turns();
    search.seek();
    loop {
        let before = search.size();
        search.drop_turns();
        search.drop_moves();
        search.lower_draws();
        if search.size() == before || effort.is_spent() {
            return search.best;
        }
    }
}

/// Plays turns again, as far as they are legal and the effort lasts, or to where something goes wrong.
pub fn follow<E: Engine, W: Watch>(engine: &E, turns: &TurnsOf<E>, effort: &Effort, watch: &mut W) -> PlayOf<E> {
    let mut script = Script { turns, moves: VecDeque::new(), tape: Tape::default() };
    record_within(engine, like(engine, turns, turns.len(), effort), &mut script, watch)
}

/// Returns the limits of a play of so many turns, which is made from these turns. What is left out of a turn can make it go
/// on for ever: dice that are as low as they can be hurt nobody, again and again.
fn like<'a, E: Engine>(engine: &E, turns: &TurnsOf<E>, most: usize, effort: &'a Effort) -> Limits<'a> {
    let first = engine.clock(&engine.start()).turn;
    let longest = turns.iter().map(|turn| turn.entries.len()).max().unwrap_or(0) as u32;
    let turn_events = longest.saturating_mul(2).saturating_add(SPARE_EVENTS);
    Limits { rounds: u32::MAX, turns: (first + most as u32).saturating_sub(1), turn_events, effort }
}

/// Events that a turn may have beyond twice as many as the longest of the turns that it is made from.
const SPARE_EVENTS: u32 = 500;

/// Returns the size of a play, for comparison: turns, moves made on purpose, the sum of all numbers drawn.
fn size<S, M>(play: &RecordedBattle<S, M>) -> (usize, usize, u64) {
    let entries = play.turns.iter().flat_map(|turn| &turn.entries);
    let draws =
        entries.flat_map(|entry| if let TurnEntry::Drawn { draws, .. } = entry { draws.as_slice() } else { &[] });
    (play.turns.len(), play.deeds, draws.map(|draw| u64::from(draw.number)).sum())
}

struct Search<'a, E: Engine> {
    engine: &'a E,
    effort: &'a Effort,
    shows: &'a dyn Fn(&PlayOf<E>) -> bool,
    best: PlayOf<E>,
}

impl<E: Engine> Search<'_, E> {
    fn size(&self) -> (usize, usize, u64) {
        size(&self.best)
    }

    /// Takes a play when it is smaller and still shows it.
    fn offer(&mut self, play: PlayOf<E>) -> bool {
        let better = !self.effort.is_spent() && size(&play) < self.size() && (self.shows)(&play);
        if better {
            self.best = play;
        }
        better
    }

    /// Takes the play of some turns when it is smaller and still shows it. Nothing is taken that the effort cut short.
    fn attempt(&mut self, turns: &TurnsOf<E>) -> bool {
        let play = follow(self.engine, turns, self.effort, &mut Blind);
        self.offer(play)
    }

    /// Plays at random, each time one turn less than the best.
    fn seek(&mut self) {
        let mut seed = 0;
        let mut left = SOUGHT;
        while self.best.turns.len() > 1 && !self.effort.is_spent() {
            let turns = self.best.turns.len() - 1;
            let Some(after) = left.checked_sub(turns) else { break };
            left = after;
            let mut author = Wanderer(Loaded { rng: Rng::new(seed), fair: false });
            let limits = like(self.engine, &self.best.turns, turns, self.effort);
            let play = record_within(self.engine, limits, &mut author, &mut Blind);
            if self.offer(play) {
                left = SOUGHT;
            }
            seed += 1;
        }
    }

    /// Leaves out turns: halves, quarters, ... at last single ones.
    fn drop_turns(&mut self) {
        let mut chunk = self.best.turns.len().div_ceil(2);
        while chunk > 0 {
            let mut at = 0;
            while at < self.best.turns.len() && !self.effort.is_spent() {
                let mut turns = self.best.turns.clone();
                turns.drain(at..(at + chunk).min(turns.len()));
                if !self.attempt(&turns) {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
    }

    /// Leaves out moves, so that the one is made that does least.
    fn drop_moves(&mut self) {
        for turn in (0..self.best.turns.len()).rev() {
            let mut entry = 0;
            while let Some(entries) = self.best.turns.get(turn).map(|turn| &turn.entries)
                && entry < entries.len()
                && !self.effort.is_spent()
            {
                let mut turns = self.best.turns.clone();
                turns[turn].entries.remove(entry);
                if !self.attempt(&turns) {
                    entry += 1;
                }
            }
        }
    }

    /// Makes every number that is drawn 0, or as low as it can be.
    fn lower_draws(&mut self) {
        for turn in (0..self.best.turns.len()).rev() {
            let entries = self.best.turns.get(turn).map_or(0, |turn| turn.entries.len());
            for entry in 0..entries {
                let draws = draws_mut(&mut self.best.turns, turn, entry).map_or(0, |draws| draws.len());
                for draw in 0..draws {
                    if self.effort.is_spent() {
                        return;
                    }
                    for number in 0..MOST_LOWERED {
                        let mut turns = self.best.turns.clone();
                        let Some(drawn) = draws_mut(&mut turns, turn, entry).and_then(|draws| draws.get_mut(draw))
                        else {
                            break;
                        };
                        if drawn.number <= number {
                            break;
                        }
                        drawn.number = number;
                        if self.attempt(&turns) {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// A number that is drawn is lowered to one of so many: to find the lowest of many takes longer than it is worth.
const MOST_LOWERED: u32 = 20;

fn draws_mut<M>(turns: &mut [Turn<M, ()>], turn: usize, entry: usize) -> Option<&mut Vec<Draw>> {
    match turns.get_mut(turn)?.entries.get_mut(entry)? {
        TurnEntry::Drawn { draws, .. } => Some(draws),
        TurnEntry::Chosen { .. } => None,
    }
}

/// An author that makes any legal move, with loaded chance.
struct Wanderer(Loaded);

impl<E: Engine> Author<E> for Wanderer {
    fn choose(&mut self, _: &E, _: &E::State, _: usize, legal: &[E::Move]) -> E::Move {
        legal[self.0.rng.draw_below(legal.len() as u32) as usize].clone()
    }

    fn chance(&mut self) -> Chance<'_> {
        Chance::with_loaded(&mut self.0)
    }
}

/// An author that does what is written, as far as that is legal; else what does least, and what is lowest.
struct Script<'a, M> {
    turns: &'a [Turn<M, ()>],
    /// The moves of the turn that are left, each with the kind of its decision.
    moves: VecDeque<(&'static str, M)>,
    tape: Tape,
}

impl<E: Engine> Author<E> for Script<'_, E::Move> {
    fn turn(&mut self, number: usize) {
        self.moves.clear();
        let mut drawn = Vec::new();
        for entry in self.turns.get(number).iter().flat_map(|turn| &turn.entries) {
            match entry {
                TurnEntry::Chosen { kind, chosen, .. } => self.moves.push_back((kind, chosen.clone())),
                TurnEntry::Drawn { draws, .. } => drawn.extend(draws),
            }
        }
        self.tape = Tape::or_lowest(drawn);
    }

    fn choose(&mut self, engine: &E, state: &E::State, _: usize, legal: &[E::Move]) -> E::Move {
        let listed = self.moves.iter().position(|(_, chosen)| legal.contains(chosen));
        // Not everything that is legal can be listed.
        let written = listed.or_else(|| {
            let Next::Decide { kind, .. } = engine.next(state) else { return None };
            let of_kind = self.moves.iter().position(|(decision, _)| *decision == kind)?;
            engine.illegal(state, &self.moves[of_kind].1).is_none().then_some(of_kind)
        });
        let written = written.and_then(|at| self.moves.remove(at));
        written.map_or_else(|| legal[engine.idle(legal)].clone(), |(_, chosen)| chosen)
    }

    fn chance(&mut self) -> Chance<'_> {
        Chance::from_tape(&mut self.tape)
    }

    fn steps(&self, legal: usize) -> u64 {
        // Each move that is written may be looked for among those.
        (self.moves.len() * legal / 64) as u64
    }
}
