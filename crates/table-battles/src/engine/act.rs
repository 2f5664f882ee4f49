//! The action phase: attacks, bombardments, commands, retirements, null actions (TB-6).

use super::events::Listener;
use super::{ActionRow, Each, Kind, Mask, Move, Pending, Phase, State, TableBattles, bit};
use crate::effects::{Deed, InReserve};

impl TableBattles {
    /// Adds the side's moves in its action phase; it may always pass.
    pub(super) fn acts(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::Pass);
        let own = self.rules.sides[usize::from(state.mover)].mask;
        for card in Each(own & state.play & state.ready) {
            self.each_act(state, card, |act| into.push(act));
        }
    }

    /// Shows everything that a card with dice or cubes can do.
    #[inline]
    pub(super) fn each_act(&self, state: &State, card: u8, mut show: impl FnMut(Move)) {
        let row = self.rules.row(card);
        let met = self.rules.met_requirements(state, card);
        let lent = self.rules.specials.lent_to & bit(card) != 0;
        for index in self.rules.acts_on(row) {
            let action = &self.rules.actions[usize::from(*index)];
            let met = if lent { self.rules.met_by(state, action) } else { met };
            let (need, action) = (action.need, action.number);
            if met & need != 0 && self.has_object(state, *index) {
                show(Move::Act { card, action });
            } else if !row.special {
                show(Move::Null { card, action });
            }
        }
        if row.retire && !row.special && !self.forbidden(state, Deed::Retire, card, None, None) {
            show(Move::Retire { card });
        }
    }

    /// Returns true if there is something an action can be done to (TB-6.3 to TB-6.9).
    pub(super) fn has_object(&self, state: &State, row: u16) -> bool {
        self.object(state, row).is_some()
    }

    /// Returns what an action can be done to, if it can be done: a formation, except for a bombardment.
    #[inline(always)]
    pub(super) fn object(&self, state: &State, row: u16) -> Option<Option<u8>> {
        let action = &self.rules.actions[usize::from(row)];
        match action.kind {
            Kind::Attack => self.attackable(state, row).map(Some),
            Kind::Bombard => {
                let cubes = state.morale[usize::from(state.mover ^ 1)];
                (cubes > 1 && !(action.touched && self.forbids(state, action, None))).then_some(None)
            }
            Kind::Command => self.commanded_formation(state, row).map(Some),
            Kind::Screen | Kind::Counterattack | Kind::Absorb => None,
        }
    }

    /// Returns the target an attack can be made on now: the current one, in play and not special (TB-6.4, TB-6.5), where no
    /// effect says otherwise.
    #[inline(always)]
    pub(super) fn attackable(&self, state: &State, row: u16) -> Option<u8> {
        let target = self.rules.current_target(state, row)?;
        let action = &self.rules.actions[usize::from(row)];
        if action.touched {
            return self.allowed_target(state, action, row, target);
        }
        (state.play & !self.rules.special & bit(target) != 0).then_some(target)
    }

    /// Returns the target, where effects have a say in it.
    #[inline(never)]
    fn allowed_target(&self, state: &State, action: &ActionRow, row: u16, target: u8) -> Option<u8> {
        let within =
            state.play & bit(target) != 0 || action.aims && self.rules.reserve_rule(state, row).0 == InReserve::Hits;
        (within && self.is_open(state, target) && !self.forbids(state, action, Some(target))).then_some(target)
    }

    /// Returns true if a formation can be attacked at all: no special one, unless an effect says so (TB-6.5).
    pub(super) fn is_open(&self, state: &State, target: u8) -> bool {
        self.rules.special & bit(target) == 0 || self.routable(state, target)
    }

    /// Returns the formation that enters by a command: the first named friend still in reserve (TB-6.9).
    #[inline]
    pub(super) fn commanded_formation(&self, state: &State, row: u16) -> Option<u8> {
        let friend = self.rules.listed_targets(row).find(|friend| state.reserve & bit(*friend) != 0)?;
        let action = &self.rules.actions[usize::from(row)];
        (!action.touched || !self.forbids(state, action, Some(friend))).then_some(friend)
    }

    /// Takes all dice off the card, or one cube (TB-6.1). Returns how many dice.
    #[inline]
    pub(super) fn expend(&self, state: &mut State, card: u8) -> u8 {
        let at = usize::from(card);
        if self.rules.special & bit(card) != 0 {
            state.strength[at] -= 1;
            state.supply += 1;
            if state.strength[at] == 0 {
                state.ready &= !bit(card);
            }
            return 0;
        }
        Self::take_off(state, card, self.side(card))
    }

    /// Takes all dice off the card of a normal formation. Returns how many.
    #[inline(always)]
    pub(super) fn take_off(state: &mut State, card: u8, side: usize) -> u8 {
        let dice = std::mem::take(&mut state.dice[usize::from(card)]).len();
        state.pool[side] += dice;
        state.ready &= !bit(card);
        dice
    }

    /// Performs an action.
    pub(super) fn act<W: Listener>(&self, state: &mut State, card: u8, action: u8, watch: &mut W) {
        let (row, _) = self.rules.action(card, action);
        let object = self.object(state, row).expect("internal error: an action without an object was performed");
        self.perform(state, card, row, object, watch);
    }

    /// Like [`TableBattles::act`], with what it is done to.
    #[inline]
    pub(super) fn perform<W: Listener>(
        &self,
        state: &mut State,
        card: u8,
        row: u16,
        object: Option<u8>,
        watch: &mut W,
    ) {
        let kind = self.rules.actions[usize::from(row)].kind;
        if kind == Kind::Attack && self.rules.actions[usize::from(row)].aims {
            self.count_aim(state, row, watch);
        }
        let lenders: Mask = match kind {
            Kind::Attack => self.rules.lenders(state, card).fold(0, |mask, (lender, effect)| {
                self.count_use(effect, watch);
                mask | bit(lender)
            }),
            _ => 0,
        };
        let mut dice = self.expend(state, card);
        Each(lenders).for_each(|lender| dice += self.expend(state, lender));
        self.count_act(card, row, watch);
        state.phase = Phase::Roll;
        match (kind, object) {
            (Kind::Attack, Some(target)) => {
                state.attack = Pending { row, attacker: card, target, dice };
                self.count_withheld_reactions(state, watch);
                if self.can_react(state) {
                    state.phase = Phase::React;
                } else {
                    self.strike(state, None, watch);
                }
            }
            (_, Some(friend)) => self.enter(state, bit(friend), watch),
            (_, None) => {
                state.morale[usize::from(state.mover ^ 1)] -= 1;
                state.supply += 1;
            }
        }
    }

    /// Takes only the dice off (TB-6.7).
    pub(super) fn null(&self, state: &mut State, card: u8) {
        self.expend(state, card);
        state.phase = Phase::Roll;
    }
}
