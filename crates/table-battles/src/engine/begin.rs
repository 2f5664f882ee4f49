//! The start of a turn: who can never again attack loses, shifted sticks arrive (TB-5.1, TB-11.2).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::{By, End, Phase, State, TableBattles};

impl TableBattles {
    /// Begins the turn.
    #[inline(always)]
    pub(super) fn begin<W: Watch>(&self, state: &mut State, mover: usize, chance: &mut Chance<'_>, watch: &mut W) {
        chance.next_turn();
        if state.turn == 1 {
            self.count_cubes(state, watch);
        }
        if !self.can_ever_attack(state, mover) {
            self.count_hopeless(state, mover, watch);
            state.end = Some(End { winner: Some(state.mover ^ 1), by: By::CannotAttack });
            return;
        }
        self.count_lost_turn(state, mover, watch);
        if self.rules.shift {
            let (to, sticks) = std::mem::take(&mut state.arriving[mover]);
            state.strength[usize::from(to)] += sticks;
            state.phase = Phase::Shift;
        } else {
            Self::begin_action(state, mover);
        }
    }

    /// Begins the action phase, unless the side reacted in the opponent's latest one (TB-5.2).
    #[inline]
    pub(super) fn begin_action(state: &mut State, mover: usize) {
        let skipped = std::mem::take(&mut state.skip[mover]);
        state.phase = if skipped { Phase::Roll } else { Phase::Act };
    }
}
