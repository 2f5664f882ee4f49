//! The start of a turn: who can never again attack loses, shifted sticks arrive (TB-5.1, TB-11.2).

use super::{By, Each, End, Kind, Mask, Phase, State, TableBattles, bit};

impl TableBattles {
    /// The turn begins.
    pub(super) fn begin(&self, state: &mut State) {
        let mover = usize::from(state.mover);
        if state.changed[mover] {
            state.changed[mover] = false;
            if !self.can_ever_attack(state, mover) {
                state.end = Some(End { winner: Some(state.mover ^ 1), by: By::CannotAttack });
                return;
            }
        }
        let (to, sticks) = std::mem::take(&mut state.arriving[mover]);
        state.strength[usize::from(to)] += sticks;
        if self.setup.shift {
            state.phase = Phase::Shift;
        } else {
            Self::begin_action(state);
        }
    }

    /// The action phase, unless the side reacted in the opponent's latest one (TB-5.2).
    pub(super) fn begin_action(state: &mut State) {
        let skipped = std::mem::take(&mut state.skip[usize::from(state.mover)]);
        state.phase = if skipped { Phase::Roll } else { Phase::Act };
    }

    /// Whether any formation of a side can ever attack, by the cards alone (TB-11.2).
    pub(super) fn can_ever_attack(&self, state: &State, side: usize) -> bool {
        let present = [0, 1].map(|side| self.ever_in_play(state, side));
        Each(present[side]).any(|formation| {
            let (start, end) = self.row(formation).actions;
            (start..end).any(|row| {
                let action = &self.setup.actions[usize::from(row)];
                action.kind == Kind::Attack
                    && self.ever_usable(state, formation, action.fillable)
                    && self
                        .current_target(state, row)
                        .is_some_and(|target| !self.row(target).special && present[1 - side] & bit(target) != 0)
            })
        })
    }

    /// The formations of a side that are in play or can ever enter: a fixed point.
    fn ever_in_play(&self, state: &State, side: usize) -> Mask {
        let own = self.setup.sides[side].mask;
        let mut present = state.play & own;
        loop {
            let before = present;
            for formation in Each(before) {
                present |= self.row(formation).waiting & state.reserve;
                let (start, end) = self.row(formation).actions;
                for action in &self.setup.actions[usize::from(start)..usize::from(end)] {
                    if action.kind == Kind::Command && self.ever_usable(state, formation, action.fillable) {
                        present |= action.named & state.reserve & own;
                    }
                }
            }
            if present == before {
                return present;
            }
        }
    }

    /// Whether a card can ever have what an action needs. A special formation that takes no dice has only the cubes
    /// that lie on it: TB-11.2 says nothing of them, TB-3.2 lets them count.
    fn ever_usable(&self, state: &State, formation: u8, fillable: bool) -> bool {
        if self.row(formation).special {
            self.setup.takes_dice & bit(formation) != 0 || state.strength[usize::from(formation)] > 0
        } else {
            fillable
        }
    }
}
