//! The action phase: attacks, bombardments, commands, retirements, null actions (TB-6).

use super::lots;
use super::{ActionRow, DiceWord, Each, Kind, Mask, Move, Pending, Phase, State, TableBattles, bit};
use crate::play::{Playout, Watch};
use crate::systems::table_battles::effects::{Deed, InReserve};

impl TableBattles {
    /// What the side can do in its action phase; it may always pass.
    pub(super) fn acts(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::Pass);
        let own = self.setup.sides[usize::from(state.mover)].mask;
        for card in Each(own & state.play & state.ready) {
            self.each_act(state, card, |act| into.push(act));
        }
    }

    /// Shows everything that a card with dice or cubes can do.
    #[inline]
    fn each_act(&self, state: &State, card: u8, mut show: impl FnMut(Move)) {
        let row = self.row(card);
        let met = self.met(state, card);
        let lent = self.setup.specials.lent_to & bit(card) != 0;
        for index in self.setup.acts_on(row) {
            let action = &self.setup.actions[usize::from(*index)];
            let met = if lent { self.met_by(state, action) } else { met };
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

    /// The action of an index that `choose` gives for their number, in the order of [`TableBattles::acts`]. An action
    /// of a normal formation can always be taken, performed or not: only the chosen one is looked at.
    #[inline]
    pub(super) fn pick_act(&self, state: &State, buffer: &mut Vec<Move>, choose: impl FnOnce(u32) -> u32) -> Move {
        if self.setup.undecided == Mask::MAX {
            return self.pick_listed(state, buffer, choose);
        }
        self.draw_act(state, usize::from(state.mover), choose)
            .map_or(Move::Pass, |(card, index)| self.nth_act(state, card, index))
    }

    /// Draws an action: a card, and the index among its moves. None for no action.
    #[inline(always)]
    pub(super) fn draw_act(&self, state: &State, mover: usize, choose: impl FnOnce(u32) -> u32) -> Option<(u8, u32)> {
        let side = &self.setup.sides[mover];
        let ready = side.mask & state.play & state.ready;
        let set = ready >> side.first;
        let (card, index) = if ready & self.setup.undecided == 0 {
            lots::draw(side.words, |word| side.choices[word], set, choose)?
        } else {
            let mut lots = side.choices;
            for card in Each(ready & self.setup.undecided) {
                let (word, lot) = lots::lot(card - side.first, self.choices(state, card));
                lots[word] += lot;
            }
            lots::draw(side.words, |word| lots[word], set, choose)?
        };
        Some((side.first + card, index))
    }

    /// How many moves a card with dice or cubes has.
    #[inline(never)]
    fn choices(&self, state: &State, card: u8) -> u32 {
        let mut choices = 0;
        self.each_act(state, card, |_| choices += 1);
        choices
    }

    /// The move of an index among those of a card.
    pub(super) fn nth_act(&self, state: &State, card: u8, index: u32) -> Move {
        let row = self.row(card);
        if self.setup.undecided & bit(card) != 0 {
            let (mut nth, mut at) = (Move::Pass, 0);
            self.each_act(state, card, |act| {
                nth = if at == index { act } else { nth };
                at += 1;
            });
            return nth;
        }
        let Some(index) = self.setup.acts_on(row).get(index as usize) else { return Move::Retire { card } };
        let ActionRow { need, number: action, .. } = self.setup.actions[usize::from(*index)];
        if self.met(state, card) & need != 0 && self.has_object(state, *index) {
            Move::Act { card, action }
        } else {
            Move::Null { card, action }
        }
    }

    /// The requirements a card with dice or cubes meets (TB-3.1; by a cube, TB-3.2).
    #[inline]
    pub(super) fn met(&self, state: &State, card: u8) -> u8 {
        if self.setup.special & bit(card) != 0 { u8::MAX } else { state.dice[usize::from(card)].meets() }
    }

    /// As [`TableBattles::met`] for one of the card's actions: in an attack, friends' dice may count.
    pub(super) fn met_by(&self, state: &State, action: &ActionRow) -> u8 {
        if action.kind != Kind::Attack || self.setup.special & bit(action.card) != 0 {
            return self.met(state, action.card);
        }
        let own = state.dice[usize::from(action.card)];
        let lent = self.lenders(state, action.card).map(|(card, _)| state.dice[usize::from(card)]);
        lent.fold(own, DiceWord::plus).meets()
    }

    /// Whether there is something an action can be done to (TB-6.3 to TB-6.9).
    pub(super) fn has_object(&self, state: &State, row: u16) -> bool {
        self.object(state, row).is_some()
    }

    /// What an action can be done to, if it can be done: a formation, except for a bombardment.
    #[inline(always)]
    pub(super) fn object(&self, state: &State, row: u16) -> Option<Option<u8>> {
        let action = &self.setup.actions[usize::from(row)];
        match action.kind {
            Kind::Attack => self.attackable(state, row).map(Some),
            Kind::Bombard => {
                let cubes = state.morale[usize::from(state.mover ^ 1)];
                (cubes > 1 && !(action.touched && self.forbids(state, action, None))).then_some(None)
            }
            Kind::Command => self.commanded(state, row).map(Some),
            Kind::Screen | Kind::Counterattack | Kind::Absorb => None,
        }
    }

    /// The first listed formation that has not left play (TB-6.3), unless an effect passes over those in reserve.
    #[inline(always)]
    pub(super) fn current_target(&self, state: &State, row: u16) -> Option<u8> {
        let first = self.listed(row).find(|target| (state.play | state.reserve) & bit(*target) != 0)?;
        if self.setup.actions[usize::from(row)].aims { self.past_reserves(state, row, first) } else { Some(first) }
    }

    /// The target of an attack that an effect may let pass over those in reserve.
    #[inline(never)]
    fn past_reserves(&self, state: &State, row: u16, first: u8) -> Option<u8> {
        if state.reserve & bit(first) != 0 && self.in_reserve(state, row).0 == InReserve::Skips {
            return self.listed(row).find(|target| state.play & bit(*target) != 0);
        }
        Some(first)
    }

    /// The targets of an attack or command, in printed order.
    #[inline(always)]
    pub(super) fn listed(&self, row: u16) -> impl Iterator<Item = u8> {
        let (start, end) = self.setup.actions[usize::from(row)].targets;
        self.setup.targets[usize::from(start)..usize::from(end)].iter().copied()
    }

    /// The target an attack can be made on now: the current one, in play and not special (TB-6.4, TB-6.5), where no
    /// effect says otherwise.
    #[inline(always)]
    pub(super) fn attackable(&self, state: &State, row: u16) -> Option<u8> {
        let target = self.current_target(state, row)?;
        let action = &self.setup.actions[usize::from(row)];
        if action.touched {
            return self.allowed_target(state, action, row, target);
        }
        (state.play & !self.setup.special & bit(target) != 0).then_some(target)
    }

    /// The target, where effects have a say in it.
    #[inline(never)]
    fn allowed_target(&self, state: &State, action: &ActionRow, row: u16, target: u8) -> Option<u8> {
        let within = state.play & bit(target) != 0 || action.aims && self.in_reserve(state, row).0 == InReserve::Hits;
        (within && self.is_open(state, target) && !self.forbids(state, action, Some(target))).then_some(target)
    }

    /// Whether a formation can be attacked at all: no special one, unless an effect says so (TB-6.5).
    pub(super) fn is_open(&self, state: &State, target: u8) -> bool {
        self.setup.special & bit(target) == 0 || self.routable(state, target)
    }

    /// Who enters by a command: the first named friend still in reserve (TB-6.9).
    #[inline]
    pub(super) fn commanded(&self, state: &State, row: u16) -> Option<u8> {
        let friend = self.listed(row).find(|friend| state.reserve & bit(*friend) != 0)?;
        let action = &self.setup.actions[usize::from(row)];
        (!action.touched || !self.forbids(state, action, Some(friend))).then_some(friend)
    }

    /// All dice come off the card, or one cube (TB-6.1); how many dice.
    #[inline]
    pub(super) fn expend(&self, state: &mut State, card: u8) -> u8 {
        let at = usize::from(card);
        if self.setup.special & bit(card) != 0 {
            state.strength[at] -= 1;
            state.supply += 1;
            if state.strength[at] == 0 {
                state.ready &= !bit(card);
            }
            return 0;
        }
        Self::take_off(state, card, self.side(card))
    }

    /// All dice come off the card of a normal formation; how many.
    #[inline(always)]
    pub(super) fn take_off(state: &mut State, card: u8, side: usize) -> u8 {
        let dice = std::mem::take(&mut state.dice[usize::from(card)]).len();
        state.pool[side] += dice;
        state.ready &= !bit(card);
        dice
    }

    /// An action is performed.
    pub(super) fn act<W: Watch>(&self, state: &mut State, card: u8, action: u8, watch: &mut W) {
        let (row, _) = self.action(card, action);
        let object = self.object(state, row).expect("internal error: an action without an object was performed");
        self.perform(state, card, row, object, watch);
    }

    /// As [`TableBattles::act`], with what it is done to.
    #[inline]
    pub(super) fn perform<W: Watch>(&self, state: &mut State, card: u8, row: u16, object: Option<u8>, watch: &mut W) {
        let kind = self.setup.actions[usize::from(row)].kind;
        if kind == Kind::Attack && self.setup.actions[usize::from(row)].aims {
            self.count_aim(state, row, watch);
        }
        let lenders: Mask = match kind {
            Kind::Attack => self.lenders(state, card).fold(0, |mask, (lender, effect)| {
                self.used(effect, watch);
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

    /// Only the dice come off (TB-6.7).
    pub(super) fn null(&self, state: &mut State, card: u8) {
        self.expend(state, card);
        state.phase = Phase::Roll;
    }
}
