//! The move after which it stands best, once the opponent has replied.

use super::{Player, follow};
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
            let value = self.prospect(engine, state, chosen, player);
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

    /// How well `player` stands after a move and the opponent's best reply to it, where a reply comes before chance.
    fn prospect<E: Engine<Move = M>>(&mut self, engine: &E, state: &E::State, chosen: M, player: usize) -> i32 {
        let after = follow(engine, state, chosen);
        let next = engine.decision(&after);
        if engine.outcome(&after).is_some() || next.kind.is_none() || next.player == player {
            return engine.value(&after, player);
        }
        engine.moves(&after, &mut self.replies);
        let ends = self.replies.iter().map(|reply| follow(engine, &after, *reply));
        ends.max_by_key(|end| engine.value(end, next.player))
            .map_or_else(|| engine.value(&after, player), |end| engine.value(&end, player))
    }
}
