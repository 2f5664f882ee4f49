//! Conditions as masks: whether they hold, whether they ever can, whether they always will.

use super::Future;
use crate::systems::table_battles::engine::{Each, Mask, State};

/// A condition: every mask wholly, at least one of `any` if there are some, and none of `none`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Test {
    pub(crate) play: Mask,
    pub(crate) reserve: Mask,
    pub(crate) routed: Mask,
    pub(crate) out: Mask,
    /// Dice, or on special formations a cube, lie on these.
    pub(crate) ready: Mask,
    /// A cube lies on these normal formations.
    pub(crate) cubes: Mask,
    pub(crate) happened: Mask,
    pub(crate) any: Vec<Test>,
    pub(crate) none: Vec<Test>,
}

impl Test {
    /// Whether it holds.
    pub(crate) fn holds(&self, state: &State) -> bool {
        let all = |wanted: Mask, has: Mask| wanted & !has == 0;
        all(self.play, state.play)
            && all(self.reserve, state.reserve)
            && all(self.routed, state.routed)
            && self.out & (state.play | state.reserve) == 0
            && all(self.ready, state.ready)
            && Each(self.cubes).all(|card| state.cubes[usize::from(card)] > 0)
            && all(self.happened, state.happened)
            && (self.any.is_empty() || self.any.iter().any(|test| test.holds(state)))
            && !self.none.iter().any(|test| test.holds(state))
    }

    /// Whether it can hold now or later, by the cards alone: who has left does not come back, who is in play does not
    /// go into reserve, and only those who are supplied get dice or cubes again.
    pub(super) fn possible(&self, future: &Future<'_>) -> bool {
        let state = future.state;
        let present = state.play | state.reserve;
        (self.play | self.ready | self.cubes) & !present == 0
            && self.ready & !(state.ready | future.supplied) == 0
            && Each(self.cubes & !future.gaining).all(|card| state.cubes[usize::from(card)] > 0)
            && self.reserve & !state.reserve == 0
            && self.routed & !(present | state.routed) == 0
            && (self.any.is_empty() || self.any.iter().any(|test| test.possible(future)))
            && !self.none.iter().any(|test| test.certain(future))
    }

    /// Whether it holds now and ever after: only what has left or happened is sure to stay so.
    pub(super) fn certain(&self, future: &Future<'_>) -> bool {
        let state = future.state;
        self.play | self.reserve | self.ready | self.cubes == 0
            && self.routed & !state.routed == 0
            && self.out & (state.play | state.reserve) == 0
            && self.happened & !state.happened == 0
            && (self.any.is_empty() || self.any.iter().any(|test| test.certain(future)))
            && !self.none.iter().any(|test| test.possible(future))
    }
}
