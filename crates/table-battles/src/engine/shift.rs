//! Shifts: sticks sent from one formation to another (TB-12.2, TB-12.3).

use super::{Each, Move, Phase, State, TableBattles, bit};

impl TableBattles {
    /// Adds the legal shifts, and none.
    pub(super) fn shifts(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::NoShift);
        let own = self.rules.sides[usize::from(state.mover)].mask & state.play & !self.rules.special;
        for from in Each(own) {
            for to in Each(self.rules.row(from).arm_mates & state.play) {
                let most = state.strength[usize::from(from)].saturating_sub(1);
                into.extend((1..=most).map(|sticks| Move::Shift { from, to, sticks }));
            }
        }
    }

    /// Sticks leave; the action phase is skipped, also where it was skipped already (TB-12.3).
    pub(super) fn shift(state: &mut State, from: u8, to: u8, sticks: u8) {
        let mover = usize::from(state.mover);
        state.strength[usize::from(from)] -= sticks;
        state.arriving[mover] = (to, sticks);
        state.skip[mover] = false;
        state.phase = Phase::Roll;
    }

    /// Sticks on their way to a formation that leaves play are eliminated; how many (TB-12.2).
    pub(super) fn strand(&self, state: &mut State, receiver: u8) -> u8 {
        let side = self.side(receiver);
        if !self.rules.shift || state.arriving[side].0 != receiver {
            return 0;
        }
        debug_assert!(state.play & bit(receiver) == 0, "the receiver has left");
        std::mem::take(&mut state.arriving[side]).1
    }
}
