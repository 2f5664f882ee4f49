//! Any legal move, each as likely as any other; by kinds where the engine has them.

use super::Player;
use crate::play::Playout;
use crate::play::rng::Rng;

/// The random bot.
#[derive(Debug)]
pub(super) struct Random<M> {
    moves: Vec<M>,
}

impl<M> Random<M> {
    /// Returns where it lists moves.
    pub(super) fn buffer(&mut self) -> &mut Vec<M> {
        &mut self.moves
    }
}

impl<M> Default for Random<M> {
    fn default() -> Self {
        Random { moves: Vec::with_capacity(64) }
    }
}

impl<E: Playout> Player<E> for Random<E::Move> {
    fn most_positions(&self) -> u32 {
        1
    }

    #[inline]
    fn choose(&mut self, engine: &E, positions: &[E::State], _: usize, rng: &mut Rng) -> E::Move {
        engine.pick(&positions[0], &mut self.moves, |legal| rng.draw_below(legal))
    }
}
