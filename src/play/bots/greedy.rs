//! The move after which it stands best, once the opponent has replied.

use super::{Player, answered};
use crate::play::Engine;
use crate::play::rng::Rng;

/// One decision in this many is random.
const WHIM: u32 = 10;

/// The greedy bot.
#[derive(Debug)]
pub(super) struct Greedy<M> {
    /// The legal moves of the decision at hand.
    moves: Vec<M>,
    replies: Vec<M>,
    best: Vec<M>,
}

impl<M> Greedy<M> {
    /// Where it lists moves.
    pub(super) fn buffer(&mut self) -> &mut Vec<M> {
        &mut self.moves
    }
}

impl<M> Default for Greedy<M> {
    fn default() -> Self {
        Greedy { moves: Vec::with_capacity(64), replies: Vec::with_capacity(64), best: Vec::with_capacity(64) }
    }
}

impl<E: Engine> Player<E> for Greedy<E::Move> {
    fn choose(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> E::Move {
        engine.moves(state, &mut self.moves);
        match self.moves.as_slice() {
            [only] => *only,
            moves if rng.below(WHIM) == 0 => moves[rng.below(moves.len() as u32) as usize],
            _ => self.best(engine, state, rng),
        }
    }
}

impl<M: Copy> Greedy<M> {
    fn best<E: Engine<Move = M>>(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> M {
        let player = engine.decision(state).player;
        let mut best_value = i32::MIN;
        for i in 0..self.moves.len() {
            let chosen = self.moves[i];
            let value = engine.value(&answered(engine, state, chosen, &mut self.replies), player);
            if value > best_value {
                best_value = value;
                self.best.clear();
            }
            if value == best_value {
                self.best.push(chosen);
            }
        }
        self.best[rng.below(self.best.len() as u32) as usize]
    }
}
