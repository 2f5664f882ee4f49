//! Conditions as masks.

use crate::rules::{Each, Mask, State};

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
    /// Returns true if it holds.
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
}
