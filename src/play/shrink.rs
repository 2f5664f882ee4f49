//! Makes a play smaller that shows something: fewer turns, fewer deeds, plainer dice.

use std::collections::VecDeque;

use super::loaded::Loaded;
use super::record::{Author, By, Played, record};
use super::replay::{Entry, Turn};
use super::rng::Rng;
use super::{Blind, Dice, Engine, Watch};

/// A play as an engine's states and moves.
pub type PlayOf<E> = Played<<E as Engine>::State, <E as Engine>::Move>;

/// The turns of a play.
pub type TurnsOf<E> = [Turn<<E as Engine>::Move, ()>];

/// Turns that are played at random to find a shorter play, each time that one is looked for.
const SOUGHT: usize = 30_000;

/// The smallest play that can be found from one that shows something; `shows` is asked of each.
///
/// Shorter plays are looked for at random, then turns are left out, then moves, then dice are made ones. What is left of
/// a play is played as far as it is legal, and else the first legal move is made: each result is a whole play.
pub fn shrink<E: Engine>(engine: &E, play: PlayOf<E>, shows: &dyn Fn(&PlayOf<E>) -> bool) -> PlayOf<E> {
    let mut search = Search { engine, shows, best: play };
    search.seek();
    loop {
        let before = search.size();
        search.drop_turns();
        search.drop_moves();
        search.plain_dice();
        if search.size() == before {
            return search.best;
        }
    }
}

/// Plays turns again, as far as they are legal, or to where something goes wrong.
pub fn follow<E: Engine, W: Watch>(engine: &E, turns: &TurnsOf<E>, watch: &mut W) -> PlayOf<E> {
    let first = engine.decision(&engine.start()).turn;
    let mut script = Script { turns, moves: VecDeque::new(), dice: VecDeque::new() };
    record(engine, (first + turns.len() as u32).saturating_sub(1), &mut script, watch)
}

/// What is compared of plays: turns, moves made on purpose, pips beyond ones.
fn size<S, M>(play: &Played<S, M>) -> (usize, usize, u32) {
    let entries = play.turns.iter().flat_map(|turn| &turn.entries);
    let dice = entries.flat_map(|entry| if let Entry::Rolled { dice, .. } = entry { dice.as_slice() } else { &[] });
    (play.turns.len(), play.deeds, dice.map(|die| u32::from(*die) - 1).sum())
}

struct Search<'a, E: Engine> {
    engine: &'a E,
    shows: &'a dyn Fn(&PlayOf<E>) -> bool,
    best: PlayOf<E>,
}

impl<E: Engine> Search<'_, E> {
    fn size(&self) -> (usize, usize, u32) {
        size(&self.best)
    }

    /// Takes a play when it is smaller and still shows it.
    fn offer(&mut self, play: PlayOf<E>) -> bool {
        let better = size(&play) < self.size() && (self.shows)(&play);
        if better {
            self.best = play;
        }
        better
    }

    fn attempt(&mut self, turns: &TurnsOf<E>) -> bool {
        let play = follow(self.engine, turns, &mut Blind);
        self.offer(play)
    }

    /// Plays at random, each time one turn less than the best.
    fn seek(&mut self) {
        let first = self.engine.decision(&self.engine.start()).turn;
        let mut seed = 0;
        let mut left = SOUGHT;
        while self.best.turns.len() > 1 {
            let turns = self.best.turns.len() - 1;
            let Some(after) = left.checked_sub(turns) else { break };
            left = after;
            let any =
                |_: &E::State, legal: &[E::Move], dice: &mut Loaded| legal[dice.0.below(legal.len() as u32) as usize];
            let author = &mut By(Loaded(Rng::new(seed)), any);
            let play = record(self.engine, first + turns as u32 - 1, author, &mut Blind);
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
            while at < self.best.turns.len() {
                let mut turns = self.best.turns.clone();
                turns.drain(at..(at + chunk).min(turns.len()));
                if !self.attempt(&turns) {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
    }

    /// Leaves out moves, so that the first legal one is made.
    fn drop_moves(&mut self) {
        for turn in (0..self.best.turns.len()).rev() {
            let mut entry = 0;
            while let Some(entries) = self.best.turns.get(turn).map(|turn| &turn.entries)
                && entry < entries.len()
            {
                let mut turns = self.best.turns.clone();
                turns[turn].entries.remove(entry);
                if !self.attempt(&turns) {
                    entry += 1;
                }
            }
        }
    }

    /// Makes dice ones, or as low as they can be.
    fn plain_dice(&mut self) {
        for turn in (0..self.best.turns.len()).rev() {
            let rolls = self.best.turns.get(turn).map_or(0, |turn| turn.entries.len());
            for entry in 0..rolls {
                let dice = |play: &PlayOf<E>| match play.turns.get(turn).and_then(|turn| turn.entries.get(entry)) {
                    Some(Entry::Rolled { dice, .. }) => dice.len(),
                    _ => 0,
                };
                for die in 0..dice(&self.best) {
                    for face in 1..6 {
                        let mut turns = self.best.turns.clone();
                        let Some(Entry::Rolled { dice, .. }) =
                            turns.get_mut(turn).and_then(|t| t.entries.get_mut(entry))
                        else {
                            break;
                        };
                        if dice.get(die).is_none_or(|shown| *shown <= face) {
                            break;
                        }
                        dice[die] = face;
                        if self.attempt(&turns) {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// An author that does what is written, as far as that is legal; else the first legal move, and ones.
struct Script<'a, M> {
    turns: &'a [Turn<M, ()>],
    /// What is left of the turn.
    moves: VecDeque<M>,
    dice: VecDeque<u8>,
}

impl<M> Dice for Script<'_, M> {
    fn roll(&mut self) -> u8 {
        self.dice.pop_front().unwrap_or(1)
    }
}

impl<E: Engine> Author<E> for Script<'_, E::Move> {
    fn turn(&mut self, number: usize) {
        self.moves.clear();
        self.dice.clear();
        for entry in self.turns.get(number).iter().flat_map(|turn| &turn.entries) {
            match entry {
                Entry::Chosen { chosen, .. } => self.moves.push_back(*chosen),
                Entry::Rolled { dice, .. } => self.dice.extend(dice),
            }
        }
    }

    fn choose(&mut self, _: &E, _: &E::State, legal: &[E::Move]) -> E::Move {
        let written = self.moves.iter().position(|chosen| legal.contains(chosen));
        written.and_then(|at| self.moves.remove(at)).unwrap_or(legal[0])
    }
}
