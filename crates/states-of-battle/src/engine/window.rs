//! Before a card resolves and at a turn's end, both players may shoot, and use what is used at any time (SB-6.4, 6.6).

use muster_core::play::Watch;

use super::{StatesEngine, TRAY};
use crate::field::{UnitNumbers, one};
use crate::rules::StarterUse;
use crate::state::{FieldState, Task};

impl StatesEngine {
    /// Lets the player whose turn it is do something, then the other. Returns true if one has a choice; at the end, looks
    /// at what has come of it.
    pub(super) fn window<W: Watch>(&self, state: &mut FieldState, stage: u8, at_end: bool, watch: &mut W) -> bool {
        if stage == 2 {
            state.stack.pop();
            self.look(state, watch);
            return false;
        }
        if self.has_window(state, state.active ^ stage) {
            return true;
        }
        *state.stack.top_mut() = Task::Window { stage: stage + 1, at_end };
        false
    }

    /// Returns true if a side can do something in a window.
    #[inline]
    fn has_window(&self, state: &FieldState, side: u8) -> bool {
        let is_own_turn = side == state.active;
        if is_own_turn && self.free_units(state, side) != 0 {
            return true;
        }
        if !is_own_turn && self.starters(state, side, |used| used == StarterUse::Program).next().is_some() {
            return true;
        }
        UnitNumbers(self.shooters(state, side)).any(|unit| self.has_target(state, unit))
    }

    /// Returns the units of a side that can make a free move.
    pub(super) fn free_units(&self, state: &FieldState, side: u8) -> u64 {
        let sets = &state.sets;
        sets.free & sets.field & !sets.flees & !sets.fights & self.rules.army(side)
    }

    /// Returns the units of a side that can shoot out of sequence (SB-8.18).
    #[inline]
    pub(super) fn shooters(&self, state: &FieldState, side: u8) -> u64 {
        let sets = &state.sets;
        let able = (self.rules.sets.missiles | self.rules.sets.machines) & self.rules.army(side);
        able & sets.field & !(sets.flees | sets.fights | sets.hidden | sets.spent | sets.shot)
    }

    /// Returns true if a unit can shoot at something: whether there are [`StatesEngine::targets`], asked at every window.
    #[inline]
    fn has_target(&self, state: &FieldState, unit: u8) -> bool {
        let range = self.rules.unit(unit).range;
        self.seen_targets(state, unit, range).next().is_some()
            || self.tray_targets(state, unit, range, self.shootable_trays(unit)).next().is_some()
    }

    /// Returns what a unit can shoot at: enemies by number, then trays.
    pub(super) fn targets<'a>(&'a self, state: &'a FieldState, unit: u8) -> impl Iterator<Item = u8> + 'a {
        let range = self.rules.unit(unit).range;
        self.seen_targets(state, unit, range).chain(self.tray_targets(state, unit, range, self.shootable_trays(unit)))
    }

    /// Returns the number of trays, the first of all, that a unit may shoot at: war machines do.
    fn shootable_trays(&self, unit: u8) -> usize {
        if self.rules.sets.machines & one(unit) != 0 { self.rules.trays.len() } else { 0 }
    }

    /// Returns the enemies in range of a unit that it sees and that are in no combat. One who rides sees from its place.
    pub(super) fn seen_targets<'a>(
        &'a self,
        state: &'a FieldState,
        unit: u8,
        range: u8,
    ) -> impl Iterator<Item = u8> + 'a {
        let from = self.carrier(unit);
        let sets = &state.sets;
        let enemies = self.rules.army(self.rules.unit(unit).side ^ 1) & sets.field & !sets.fights & !sets.hidden;
        UnitNumbers(enemies).filter(move |enemy| {
            state.spot(from).is_within(state.spot(*enemy), range.into()) && state.sees(from, *enemy)
        })
    }

    /// Returns the enemy's trays in range and arc of a unit, of the first so many (SB-8.34).
    pub(super) fn tray_targets<'a>(
        &'a self,
        state: &'a FieldState,
        unit: u8,
        range: u8,
        trays: usize,
    ) -> impl Iterator<Item = u8> + 'a {
        let (side, from) = (self.rules.unit(unit).side, &state.units[usize::from(self.carrier(unit))]);
        let in_reach = move |tray: &u8| {
            let Some(under) = state.trays[usize::from(*tray)] else { return false };
            let spot = state.spot(under);
            self.rules.trays[usize::from(*tray)].side != side
                && state.sets.hidden & one(under) != 0
                && from.spot.is_within(spot, range.into())
                && from.facing.sees(from.spot.way_to(spot))
        };
        (0..trays as u8).filter(in_reach).map(|tray| TRAY + tray)
    }

    /// Shows the units under trays that an enemy sees from near enough (SB-8.34).
    pub(super) fn reveal_seen(&self, state: &mut FieldState) {
        const NEAR: i32 = 8;
        let sets = state.sets;
        let is_seen = |under: &u8| {
            let enemies = self.rules.army(self.rules.unit(*under).side ^ 1) & state.solid() & !sets.hidden;
            UnitNumbers(enemies)
                .any(|enemy| state.spot(enemy).is_within(state.spot(*under), NEAR) && state.sees(enemy, *under))
        };
        let seen = UnitNumbers(sets.hidden).filter(is_seen).fold(0, |seen, unit| seen | one(unit));
        state.sets.hidden &= !seen;
    }
}
