//! The start of a turn: who can never again attack loses, shifted sticks arrive (TB-5.1, TB-11.2).

use super::{ActionRow, By, Each, End, Kind, Mask, Phase, State, TableBattles, bit};
use crate::play::{Dice, Watch};

impl TableBattles {
    /// The turn begins.
    #[inline(always)]
    pub(super) fn begin<D: Dice, W: Watch>(&self, state: &mut State, mover: usize, dice: &mut D, watch: &mut W) {
        dice.next_turn();
        if state.turn == 1 {
            self.count_cubes(watch);
        }
        if state.changed[mover] {
            state.changed[mover] = false;
            if !self.can_ever_attack(state, mover) {
                state.end = Some(End { winner: Some(state.mover ^ 1), by: By::CannotAttack });
                return;
            }
        }
        if self.setup.shift {
            let (to, sticks) = std::mem::take(&mut state.arriving[mover]);
            state.strength[usize::from(to)] += sticks;
            state.phase = Phase::Shift;
        } else {
            Self::begin_action(state, mover);
        }
    }

    /// The action phase, unless the side reacted in the opponent's latest one (TB-5.2).
    #[inline]
    pub(super) fn begin_action(state: &mut State, mover: usize) {
        let skipped = std::mem::take(&mut state.skip[mover]);
        state.phase = if skipped { Phase::Roll } else { Phase::Act };
    }

    /// Whether any formation of a side can ever attack, by the cards alone (TB-11.2).
    #[inline(never)]
    pub(in crate::systems::table_battles) fn can_ever_attack(&self, state: &State, side: usize) -> bool {
        // Nearly always somebody in play can still reach somebody in play: then nobody needs to ask who may enter.
        self.ever_attacks(state, side, [0, 1].map(|side| self.setup.sides[side].mask & state.play))
            || self.ever_attacks(state, side, [0, 1].map(|side| self.ever_in_play(state, side)))
    }

    /// Whether any of a side's formations that are `present` can ever attack any of the other's.
    fn ever_attacks(&self, state: &State, side: usize, present: [Mask; 2]) -> bool {
        Each(present[side]).any(|formation| {
            let (start, end) = self.row(formation).actions;
            (start..end).any(|row| {
                let action = &self.setup.actions[usize::from(row)];
                action.kind == Kind::Attack
                    && self.ever_usable(state, action)
                    && self.ever_target(state, row, present[1 - side])
            })
        })
    }

    /// The formations of a side that are in play or can ever enter: a fixed point.
    pub(super) fn ever_in_play(&self, state: &State, side: usize) -> Mask {
        let own = self.setup.sides[side].mask;
        let mut present = (state.play | self.ever_entering(state)) & own;
        loop {
            let before = present;
            for formation in Each(before) {
                present |= self.row(formation).waiting & state.reserve;
                let (start, end) = self.row(formation).actions;
                for action in &self.setup.actions[usize::from(start)..usize::from(end)] {
                    if action.kind == Kind::Command
                        && self.ever_usable(state, action)
                        && !(action.touched && self.never_allowed(state, action, None))
                    {
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
    pub(super) fn ever_usable(&self, state: &State, action: &ActionRow) -> bool {
        let formation = action.card;
        if self.row(formation).special {
            self.setup.takes_dice & bit(formation) != 0 || state.strength[usize::from(formation)] > 0
        } else {
            action.fillable || self.ever_lent(state, action)
        }
    }

    /// Whether an attack can ever be made on its current target, who is `present` if in play or ever to enter. Effects
    /// may let it pass over those in reserve or hit them there.
    fn ever_target(&self, state: &State, row: u16, present: Mask) -> bool {
        let action = &self.setup.actions[usize::from(row)];
        if !action.touched {
            let target = self.current_target(state, row);
            return target.is_some_and(|target| !self.setup.special & present & bit(target) != 0);
        }
        let open = |target: u8| {
            let special = self.setup.special & !self.setup.specials.routable & bit(target) != 0;
            !special && !self.never_allowed(state, action, Some(target))
        };
        if action.aims {
            return self.listed(row).any(|target| (present | state.reserve) & bit(target) != 0 && open(target));
        }
        self.current_target(state, row).is_some_and(|target| present & bit(target) != 0 && open(target))
    }
}
