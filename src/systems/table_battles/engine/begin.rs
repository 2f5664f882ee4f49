//! The start of a turn: who can never again attack loses, shifted sticks arrive (TB-5.1, TB-11.2).

use super::specials::Future;
use super::{ActionRow, By, Each, End, Kind, Mask, Phase, State, TableBattles, bit};
use crate::play::Watch;
use crate::play::chance::Chance;

impl TableBattles {
    /// The turn begins.
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
    #[inline(always)]
    pub(in crate::systems::table_battles) fn can_ever_attack(&self, state: &State, side: usize) -> bool {
        // Asked every turn: nearly always some attack is beyond doubt.
        let mut certain = self.setup.sides[side].certain_attacks.iter();
        if certain.any(|(attacker, targets)| state.play & attacker != 0 && state.play & targets != 0) {
            debug_assert!(self.may_attack(state, side), "an attack beyond doubt can be made");
            return true;
        }
        self.may_attack(state, side)
    }

    /// As [`TableBattles::can_ever_attack`], where no attack is beyond doubt.
    #[inline(never)]
    fn may_attack(&self, state: &State, side: usize) -> bool {
        self.may_attack_in(&self.future(state), side)
    }

    /// Whether any formation of a side can ever attack in a future.
    pub(super) fn may_attack_in(&self, future: &Future<'_>, side: usize) -> bool {
        // Often somebody in play can still reach somebody in play: then nobody needs to ask who may enter.
        self.ever_attacks(future, side, [0, 1].map(|side| self.setup.sides[side].mask & future.state.play))
            || self.ever_attacks(future, side, [0, 1].map(|side| self.ever_in_play(future, side)))
    }

    /// Whether any of a side's formations that are `present` can ever attack any of the other's.
    fn ever_attacks(&self, future: &Future<'_>, side: usize, present: [Mask; 2]) -> bool {
        Each(present[side]).any(|formation| {
            let (start, end) = self.row(formation).actions;
            (start..end).any(|row| {
                let action = &self.setup.actions[usize::from(row)];
                action.kind == Kind::Attack
                    && self.ever_usable(future, action)
                    && self.ever_target(future, row, present[1 - side])
            })
        })
    }

    /// The formations of a side that are in play or can ever enter: a fixed point.
    pub(super) fn ever_in_play(&self, future: &Future<'_>, side: usize) -> Mask {
        let state = future.state;
        let own = self.setup.sides[side].mask;
        let mut present = (state.play | self.ever_entering(future)) & own;
        loop {
            let before = present;
            for formation in Each(before) {
                present |= self.row(formation).waiting & state.reserve;
                let (start, end) = self.row(formation).actions;
                for action in &self.setup.actions[usize::from(start)..usize::from(end)] {
                    if action.kind == Kind::Command
                        && self.ever_usable(future, action)
                        && !(action.touched && self.never_allowed(future, action, None))
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

    /// Whether a card can ever have what an action needs: its dice area can fill the requirement, or, where it takes no
    /// more, what lies there meets it. A special formation needs a cube: TB-11.2 says nothing of those that no dice can
    /// bring back, TB-3.2 lets them count while they lie there.
    fn ever_usable(&self, future: &Future<'_>, action: &ActionRow) -> bool {
        let (state, card) = (future.state, bit(action.card));
        if future.supplied & card != 0 {
            return self.ever_filled(future, action);
        }
        let met = || self.met_by(state, action) & action.need != 0;
        state.ready & card != 0 && (met() || self.ever_lent(future, action))
    }

    /// Whether the dice area of a card can ever fill what an action requires, or friends' dice can.
    pub(super) fn ever_filled(&self, future: &Future<'_>, action: &ActionRow) -> bool {
        action.fillable || self.ever_lent(future, action)
    }

    /// Whether an attack can ever be made on its current target, who is `present` if in play or ever to enter. Effects
    /// may let it pass over those in reserve or hit them there.
    fn ever_target(&self, future: &Future<'_>, row: u16, present: Mask) -> bool {
        let state = future.state;
        let action = &self.setup.actions[usize::from(row)];
        if !action.touched {
            let target = self.current_target(state, row);
            return target.is_some_and(|target| !self.setup.special & present & bit(target) != 0);
        }
        let open = |target: u8| {
            let special = self.setup.special & bit(target) != 0 && !self.ever_routable(future, target);
            !special && !self.never_allowed(future, action, Some(target))
        };
        let (hits, skips) = self.ever_past_reserves(future, action);
        if hits || skips {
            let there = present | if hits { state.reserve } else { 0 };
            return self.listed(row).any(|target| there & bit(target) != 0 && open(target));
        }
        self.current_target(state, row).is_some_and(|target| present & bit(target) != 0 && open(target))
    }
}
