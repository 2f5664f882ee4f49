//! Flight, rally and pursuit (SB-8.25 to 8.27).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::{Phase, UnitTally};
use super::{StatesEngine, tally};
use crate::field::{Direction, UnitNumbers, hundredths, one};
use crate::rules::Feat;
use crate::state::{FieldState, Task, ThrowKind};

impl StatesEngine {
    /// Lets a unit flee two dice towards its own edge. What it costs is settled by whoever made it flee.
    pub(super) fn flee<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let side = self.rules.unit(unit).side;
        if stage == 0 {
            state.sets.flees |= one(unit);
            state.sets.hidden &= !one(unit);
            state.sets.warded &= !one(unit);
            *state.stack.top_mut() = Task::Flee { unit, stage: 1 };
            self.throw(state, ThrowKind::Two, side, chance);
            return;
        }
        state.stack.pop();
        let inches = state.thrown[0] + state.thrown[1];
        let here = state.spot(unit);
        let left = if side == 0 { here.x } else { self.rules.numbers.depth - here.x };
        if inches > left {
            self.lose_unit(state, unit, watch);
        } else {
            let moved = state.unit(unit);
            moved.spot.x = if side == 0 { here.x - inches } else { here.x + inches };
            moved.facing = Direction::front(side ^ 1);
        }
        // The breaks and flights of a round of combat are settled together.
        if matches!(state.stack.top(), Task::Combat { .. }) {
            state.unit(unit).fled = inches;
        } else {
            self.settle(state, watch);
        }
    }

    /// Lets a fleeing unit try to rally; if it fails, it flees again.
    pub(super) fn rally<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let row = self.rules.unit(unit);
        if stage == 0 {
            state.sets.to_rally &= !one(unit);
            self.count_action(state, watch);
            *state.stack.top_mut() = Task::Rally { unit, stage: 1 };
            self.throw(state, ThrowKind::Hundred, row.side, chance);
            return;
        }
        let (left, start) = (u64::from(state.units[usize::from(unit)].models), u64::from(row.models));
        if state.thrown[0] <= hundredths(u64::from(self.rules.numbers.rally) * left, 100 * start) {
            state.stack.pop();
            state.sets.flees &= !one(unit);
            state.sets.moved |= one(unit);
            state.unit(unit).facing = Direction::front(row.side);
            watch.count(tally::unit(unit, UnitTally::Rallied), 1);
            watch.count(tally::phase(Phase::Rally), 1);
        } else {
            *state.stack.top_mut() = Task::Flee { unit, stage: 0 };
        }
    }

    /// Lets all fleeing units of a side try to rally, one after the other.
    pub(super) fn rally_all(&self, state: &mut FieldState, side: u8) {
        let left = state.sets.to_rally & state.sets.flees & state.sets.field & self.rules.army(side);
        match UnitNumbers(left).next() {
            Some(unit) => state.stack.push(Task::Rally { unit, stage: 0 }),
            None => state.stack.pop(),
        }
    }

    /// Lets a unit pursue those that broke: whom it reaches is destroyed (SB-8.25).
    pub(super) fn pursue<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        level: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let side = self.rules.unit(unit).side;
        if stage == 0 {
            *state.stack.top_mut() = Task::Pursue { unit, level, stage: 1 };
            watch.count(tally::phase(Phase::Pursuit), 1);
            self.throw(state, ThrowKind::Two, side, chance);
            return;
        }
        state.stack.pop();
        let inches = state.thrown[0] + state.thrown[1];
        for broken in UnitNumbers(state.fights[usize::from(level)].broke & state.sets.field & state.sets.flees) {
            if state.units[usize::from(broken)].fled <= inches {
                self.achieve(state, side, Feat::FirstBlood, watch);
                self.lose_unit(state, broken, watch);
            }
        }
        let front = Direction::front(side);
        state.unit(unit).facing = front;
        self.slide(state, unit, front, inches.into(), None);
        self.settle(state, watch);
    }
}
