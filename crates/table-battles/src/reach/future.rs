//! The future of a state: the formations that can ever attack (TB-11.2), enter, take dice. The cards alone count, and conditions
//! as far as they can hold.

use crate::effects::{Deed, InReserve};
use crate::rules::{ActionRow, Do, Each, Kind, Mask, On, Rules, State, Test, Trigger, bit};

/// A state, and what can still come of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Future<'a> {
    pub(crate) state: &'a State,
    /// Formations that can take dice, and special formations that can get cubes, again.
    pub(crate) supplied: Mask,
    /// Formations that effects can ever give cubes.
    pub(crate) gaining: Mask,
    /// Whether what effects forbid counts.
    forbids: bool,
}

impl Rules {
    /// Returns the future of a state.
    pub(crate) fn future<'a>(&self, state: &'a State) -> Future<'a> {
        self.future_with(state, true)
    }

    /// Like [`Rules::future`]; what effects forbid counts or does not.
    pub(crate) fn future_with<'a>(&self, state: &'a State, forbids: bool) -> Future<'a> {
        // As far as conditions ask for dice, everybody may get some: this is what is being worked out.
        let mut future = Future { state, supplied: Mask::MAX, gaining: Mask::MAX, forbids };
        let concerned = self.takes_dice & self.specials.forbidden[Deed::Dice as usize];
        let closed = Each(concerned).filter(|card| self.forbidden_for_good(&future, Deed::Dice, *card, None, None));
        let closed = closed.fold(0, |mask, card| mask | bit(card));
        let gaining = self.ever_gaining(&future);
        future.supplied = self.takes_dice & !closed | gaining & self.special;
        future.gaining = gaining;
        future
    }

    /// Formations that effects can ever give cubes.
    fn ever_gaining(&self, future: &Future<'_>) -> Mask {
        let gains = |one: &Do| if let Do::AddCube(cards) = one { *cards } else { 0 };
        self.ever_done(future, gains)
    }

    /// Formations in reserve that effects can ever bring in.
    pub(crate) fn ever_entering(&self, future: &Future<'_>) -> Mask {
        self.ever_done(future, |one| if let Do::Enter(cards) = one { *cards } else { 0 }) & future.state.reserve
    }

    /// Returns the formations to which triggers that can ever go off do something.
    fn ever_done(&self, future: &Future<'_>, to: impl Fn(&Do) -> Mask) -> Mask {
        let triggers = self.specials.triggers.iter().filter(|trigger| self.ever_goes_off(future, trigger));
        triggers.flat_map(|trigger| &trigger.does).fold(0, |mask, one| mask | to(one))
    }

    fn ever_goes_off(&self, future: &Future<'_>, trigger: &Trigger) -> bool {
        let state = future.state;
        let fired = trigger.once & state.happened != 0;
        let owned = trigger.owner.is_none_or(|card| (state.play | state.reserve) & bit(card) != 0);
        !fired && owned && self.ever(state, trigger.on) && trigger.test.possible(future)
    }

    /// Returns true if something can ever happen: somebody is left to do it.
    fn ever(&self, state: &State, on: On) -> bool {
        let present = state.play | state.reserve;
        match on {
            On::Kind(_, cards) => cards & present != 0,
            On::Row(row) => bit(self.actions[usize::from(row)].card) & present != 0,
            On::Cubes(card, _) => bit(card) & present != 0,
        }
    }

    /// Returns true if effects keep an action from its target now and ever after.
    pub(crate) fn never_allowed(&self, future: &Future<'_>, action: &ActionRow, against: Option<u8>) -> bool {
        self.forbidden_for_good(future, action.kind.deed(), action.card, Some(action.number), against)
    }

    /// Returns true if effects forbid something to a formation now and ever after.
    fn forbidden_for_good(
        &self,
        future: &Future<'_>,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
    ) -> bool {
        future.forbids
            && self.specials.forbidden[deed as usize] & bit(card) != 0
            && self.forbidding(deed, card, action, against, |test| test.certain(future)).next().is_some()
    }

    /// Returns true if friends' dice can count in attacks of a card.
    pub(crate) fn ever_lent(&self, future: &Future<'_>, action: &ActionRow) -> bool {
        let card = action.card;
        action.kind == Kind::Attack
            && self.specials.lent_to & bit(card) != 0
            && self.takes_dice & bit(card) != 0
            && self.specials.lends.iter().any(|row| row.to & bit(card) != 0 && row.test.possible(future))
    }

    /// Returns whether an attack can ever hit a target in reserve, and whether it can ever pass over one.
    pub(crate) fn ever_past_reserves(&self, future: &Future<'_>, action: &ActionRow) -> (bool, bool) {
        let ever = |attack: InReserve| {
            action.aims && self.aims(action).any(|aim| aim.attack == attack && aim.test.possible(future))
        };
        (ever(InReserve::Hits), ever(InReserve::Skips))
    }

    /// Returns true if a special formation can ever be attacked.
    pub(crate) fn ever_routable(&self, future: &Future<'_>, card: u8) -> bool {
        self.specials.routables.iter().any(|row| row.card == card && row.test.possible(future))
    }

    /// Returns true if any formation of a side can ever attack, by the cards alone (TB-11.2).
    #[inline(never)]
    pub(crate) fn may_attack(&self, state: &State, side: usize) -> bool {
        self.may_attack_in(&self.future(state), side)
    }

    /// Returns true if any formation of a side can ever attack in a future.
    pub(crate) fn may_attack_in(&self, future: &Future<'_>, side: usize) -> bool {
        // Often somebody in play can still reach somebody in play: then nobody needs to ask who may enter.
        let in_play = |side: usize| self.sides[side].mask & future.state.play;
        self.ever_attacks(future, side, [in_play(0), in_play(1)])
            || self.ever_attacks(future, side, [self.ever_in_play(future, 0), self.ever_in_play(future, 1)])
    }

    /// Returns true if any of a side's formations that are `present` can ever attack any of the other's.
    fn ever_attacks(&self, future: &Future<'_>, side: usize, present: [Mask; 2]) -> bool {
        Each(present[side]).any(|formation| {
            let (start, end) = self.row(formation).actions;
            (start..end).any(|row| {
                let action = &self.actions[usize::from(row)];
                action.kind == Kind::Attack
                    && self.ever_usable(future, action)
                    && self.ever_target(future, row, present[1 - side])
            })
        })
    }

    /// Returns the formations of a side that are in play or can ever enter: a fixed point.
    pub(crate) fn ever_in_play(&self, future: &Future<'_>, side: usize) -> Mask {
        let state = future.state;
        let own = self.sides[side].mask;
        let mut present = (state.play | self.ever_entering(future)) & own;
        loop {
            let before = present;
            for formation in Each(before) {
                present |= self.row(formation).waiting & state.reserve;
                let (start, end) = self.row(formation).actions;
                for action in &self.actions[usize::from(start)..usize::from(end)] {
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

    /// Returns true if a card can ever have what an action needs: its dice area can fill the requirement, or, where it
    /// takes no more, what lies there meets it. A special formation needs a cube: TB-11.2 says nothing of those that no
    /// dice can bring back, TB-3.2 lets them count while they lie there.
    fn ever_usable(&self, future: &Future<'_>, action: &ActionRow) -> bool {
        let (state, card) = (future.state, bit(action.card));
        if future.supplied & card != 0 {
            return self.ever_filled(future, action);
        }
        let met = || self.met_by(state, action) & action.need != 0;
        state.ready & card != 0 && (met() || self.ever_lent(future, action))
    }

    /// Returns true if the dice area of a card can ever fill what an action requires, or friends' dice can.
    pub(crate) fn ever_filled(&self, future: &Future<'_>, action: &ActionRow) -> bool {
        action.fillable || self.ever_lent(future, action)
    }

    /// Returns true if an attack can ever be made on its current target, who is `present` if in play or ever to enter.
    /// Effects may let it pass over those in reserve or hit them there.
    fn ever_target(&self, future: &Future<'_>, row: u16, present: Mask) -> bool {
        let state = future.state;
        let action = &self.actions[usize::from(row)];
        if !action.touched {
            let target = self.current_target(state, row);
            return target.is_some_and(|target| !self.special & present & bit(target) != 0);
        }
        let open = |target: u8| {
            let special = self.special & bit(target) != 0 && !self.ever_routable(future, target);
            !special && !self.never_allowed(future, action, Some(target))
        };
        let (hits, skips) = self.ever_past_reserves(future, action);
        if hits || skips {
            let there = present | if hits { state.reserve } else { 0 };
            return self.listed_targets(row).any(|target| there & bit(target) != 0 && open(target));
        }
        self.current_target(state, row).is_some_and(|target| present & bit(target) != 0 && open(target))
    }
}

impl Test {
    /// Returns true if it can hold now or later, by the cards alone: who has left does not come back, who is in play
    /// does not go into reserve, and only those who are supplied get dice or cubes again.
    pub(crate) fn possible(&self, future: &Future<'_>) -> bool {
        let state = future.state;
        let present = state.play | state.reserve;
        (self.play | self.ready | self.cubes) & !present == 0
            && self.ready & !(state.ready | future.supplied) == 0
            && Each(self.cubes & !future.gaining).all(|card| state.cubes[usize::from(card)] > 0)
            && self.reserve & !state.reserve == 0
            && self.routed & !(present | state.routed) == 0
            && (self.any.is_empty() || self.any.iter().any(|test| test.possible(future)))
            && !self.none.iter().any(|test| test.certain(future))
    }

    /// Returns true if it holds now and ever after: only what has left or happened is sure to stay so.
    pub(crate) fn certain(&self, future: &Future<'_>) -> bool {
        let state = future.state;
        self.play | self.reserve | self.ready | self.cubes == 0
            && self.routed & !state.routed == 0
            && self.out & (state.play | state.reserve) == 0
            && self.happened & !state.happened == 0
            && (self.any.is_empty() || self.any.iter().any(|test| test.certain(future)))
            && !self.none.iter().any(|test| test.possible(future))
    }
}
