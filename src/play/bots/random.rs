//! Any legal move, each as likely as any other.

use super::Player;
use crate::play::Engine;
use crate::play::rng::Rng;

/// The random bot.
#[derive(Debug)]
pub(super) struct Random<M> {
    moves: Vec<M>,
}

impl<M> Random<M> {
    /// Where it lists moves.
    pub(super) fn buffer(&mut self) -> &mut Vec<M> {
        &mut self.moves
    }
}

impl<M> Default for Random<M> {
    fn default() -> Self {
        Random { moves: Vec::with_capacity(64) }
    }
}

impl<E: Engine> Player<E> for Random<E::Move> {
    #[inline]
    fn choose(&mut self, engine: &E, state: &E::State, rng: &mut Rng) -> E::Move {
        engine.pick(state, &mut self.moves, |legal| rng.below(legal))
    }
}
