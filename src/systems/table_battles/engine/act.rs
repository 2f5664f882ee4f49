//! The action phase: attacks, bombardments, commands, retirements, null actions (TB-6).

use super::{Each, Kind, Move, Pending, Phase, State, TableBattles, bit};
use crate::play::Watch;

impl TableBattles {
    /// What the side can do in its action phase; it may always pass.
    pub(super) fn acts(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::Pass);
        let own = self.setup.sides[usize::from(state.mover)].mask;
        for card in Each(own & state.play & state.ready) {
            let row = self.row(card);
            let met = self.met(state, card);
            for index in row.actions.0..row.actions.1 {
                let kind = self.setup.actions[usize::from(index)].kind;
                if kind.reaction() {
                    continue;
                }
                let action = (index - row.actions.0) as u8;
                if met & self.setup.actions[usize::from(index)].need != 0 && self.has_object(state, index) {
                    into.push(Move::Act { card, action });
                } else if !row.special {
                    into.push(Move::Null { card, action });
                }
            }
            if row.retire && !row.special {
                into.push(Move::Retire { card });
            }
        }
    }

    /// The requirements a card with dice or cubes meets (TB-3.1; by a cube, TB-3.2).
    #[inline]
    pub(super) fn met(&self, state: &State, card: u8) -> u8 {
        if self.setup.special & bit(card) != 0 { u8::MAX } else { state.dice[usize::from(card)].meets() }
    }

    /// Whether there is something an action can be done to (TB-6.3 to TB-6.9).
    #[inline]
    pub(super) fn has_object(&self, state: &State, row: u16) -> bool {
        match self.setup.actions[usize::from(row)].kind {
            Kind::Attack => self.attackable(state, row).is_some(),
            Kind::Bombard => state.morale[usize::from(state.mover ^ 1)] > 1,
            Kind::Command => self.commanded(state, row).is_some(),
            Kind::Screen | Kind::Counterattack | Kind::Absorb => false,
        }
    }

    /// The first listed formation that has not left play (TB-6.3).
    #[inline]
    pub(super) fn current_target(&self, state: &State, row: u16) -> Option<u8> {
        let (start, end) = self.setup.actions[usize::from(row)].targets;
        let listed = &self.setup.targets[usize::from(start)..usize::from(end)];
        listed.iter().copied().find(|target| (state.play | state.reserve) & bit(*target) != 0)
    }

    /// The target an attack can be made on now: the current one, in play and not special (TB-6.4, TB-6.5).
    #[inline]
    pub(super) fn attackable(&self, state: &State, row: u16) -> Option<u8> {
        self.current_target(state, row).filter(|target| state.play & !self.setup.special & bit(*target) != 0)
    }

    /// Who enters by a command: the first named friend still in reserve (TB-6.9).
    #[inline]
    pub(super) fn commanded(&self, state: &State, row: u16) -> Option<u8> {
        let (start, end) = self.setup.actions[usize::from(row)].targets;
        let named = &self.setup.targets[usize::from(start)..usize::from(end)];
        named.iter().copied().find(|friend| state.reserve & bit(*friend) != 0)
    }

    /// All dice come off the card, or one cube (TB-6.1); how many dice.
    pub(super) fn expend(&self, state: &mut State, card: u8) -> u8 {
        let at = usize::from(card);
        if self.setup.special & bit(card) != 0 {
            state.strength[at] -= 1;
            state.supply += 1;
            if state.strength[at] == 0 {
                state.ready &= !bit(card);
                state.changed = [true; 2];
            }
            return 0;
        }
        let dice = std::mem::take(&mut state.dice[at]).len();
        state.pool[self.side(card)] += dice;
        state.ready &= !bit(card);
        dice
    }

    /// An action is performed.
    pub(super) fn act<W: Watch>(&self, state: &mut State, card: u8, action: u8, watch: &mut W) {
        let (row, kind) = {
            let (row, action) = self.action(card, action);
            (row, action.kind)
        };
        let object = match kind {
            Kind::Attack => self.attackable(state, row),
            _ => self.commanded(state, row),
        };
        let dice = self.expend(state, card);
        self.count_act(card, row, watch);
        state.phase = Phase::Roll;
        match (kind, object) {
            (Kind::Attack, Some(target)) => {
                state.attack = Pending { row, attacker: card, target, dice };
                if self.can_react(state) {
                    state.phase = Phase::React;
                } else {
                    self.strike(state, None, watch);
                }
            }
            (Kind::Command, Some(friend)) => self.enter(state, bit(friend), watch),
            (Kind::Bombard, _) => {
                state.morale[usize::from(state.mover ^ 1)] -= 1;
                state.supply += 1;
            }
            _ => unreachable!("internal error: an action without an object was performed"),
        }
    }

    /// Only the dice come off (TB-6.7).
    pub(super) fn null(&self, state: &mut State, card: u8) {
        self.expend(state, card);
        state.phase = Phase::Roll;
    }
}
