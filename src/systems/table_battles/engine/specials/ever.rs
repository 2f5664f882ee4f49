//! What effects mean for "can ever attack" (TB-11.2): the cards alone count, and conditions as far as they can hold.

use super::{Do, On, Trigger};
use crate::systems::table_battles::effects::{Deed, InReserve};
use crate::systems::table_battles::engine::{ActionRow, Each, Kind, Mask, State, TableBattles, bit};

/// A state, and what can still come of it.
#[derive(Debug, Clone, Copy)]
pub(in crate::systems::table_battles::engine) struct Future<'a> {
    pub(in crate::systems::table_battles::engine) state: &'a State,
    /// Formations that can take dice, and special formations that can get cubes, again.
    pub(in crate::systems::table_battles::engine) supplied: Mask,
    /// Formations that effects can ever give cubes.
    pub(super) gaining: Mask,
    /// Whether what effects forbid counts.
    forbids: bool,
}

impl TableBattles {
    /// What can still come of a state.
    pub(in crate::systems::table_battles::engine) fn future<'a>(&self, state: &'a State) -> Future<'a> {
        self.future_with(state, true)
    }

    /// As [`TableBattles::future`]; what effects forbid counts or does not.
    pub(super) fn future_with<'a>(&self, state: &'a State, forbids: bool) -> Future<'a> {
        // As far as conditions ask for dice, everybody may get some: this is what is being worked out.
        let mut future = Future { state, supplied: Mask::MAX, gaining: Mask::MAX, forbids };
        let concerned = self.setup.takes_dice & self.setup.specials.forbidden[Deed::Dice as usize];
        let closed = Each(concerned).filter(|card| self.forbidden_for_good(&future, Deed::Dice, *card, None, None));
        let closed = closed.fold(0, |mask, card| mask | bit(card));
        let gaining = self.ever_gaining(&future);
        future.supplied = self.setup.takes_dice & !closed | gaining & self.setup.special;
        future.gaining = gaining;
        future
    }

    /// Formations that effects can ever give cubes.
    fn ever_gaining(&self, future: &Future<'_>) -> Mask {
        let gains = |one: &Do| if let Do::AddCube(cards) = one { *cards } else { 0 };
        self.ever_done(future, gains)
    }

    /// Formations in reserve that effects can ever bring in.
    pub(in crate::systems::table_battles::engine) fn ever_entering(&self, future: &Future<'_>) -> Mask {
        self.ever_done(future, |one| if let Do::Enter(cards) = one { *cards } else { 0 }) & future.state.reserve
    }

    /// The formations to which triggers that can ever go off do something.
    fn ever_done(&self, future: &Future<'_>, to: impl Fn(&Do) -> Mask) -> Mask {
        let triggers = self.setup.specials.triggers.iter().filter(|trigger| self.ever_goes_off(future, trigger));
        triggers.flat_map(|trigger| &trigger.does).fold(0, |mask, one| mask | to(one))
    }

    fn ever_goes_off(&self, future: &Future<'_>, trigger: &Trigger) -> bool {
        let state = future.state;
        let fired = trigger.once & state.happened != 0;
        let owned = trigger.owner.is_none_or(|card| (state.play | state.reserve) & bit(card) != 0);
        !fired && owned && self.ever(state, trigger.on) && trigger.test.possible(future)
    }

    /// Whether something can ever happen: somebody is left to do it.
    fn ever(&self, state: &State, on: On) -> bool {
        let present = state.play | state.reserve;
        match on {
            On::Kind(_, cards) => cards & present != 0,
            On::Row(row) => bit(self.setup.actions[usize::from(row)].card) & present != 0,
            On::Cubes(card, _) => bit(card) & present != 0,
        }
    }

    /// Whether effects keep an action from its target now and ever after.
    pub(in crate::systems::table_battles::engine) fn never_allowed(
        &self,
        future: &Future<'_>,
        action: &ActionRow,
        against: Option<u8>,
    ) -> bool {
        self.forbidden_for_good(future, action.kind.deed(), action.card, Some(action.number), against)
    }

    /// Whether effects forbid something to a formation now and ever after.
    fn forbidden_for_good(
        &self,
        future: &Future<'_>,
        deed: Deed,
        card: u8,
        action: Option<u8>,
        against: Option<u8>,
    ) -> bool {
        future.forbids
            && self.setup.specials.forbidden[deed as usize] & bit(card) != 0
            && self.forbidding(deed, card, action, against, |test| test.certain(future)).next().is_some()
    }

    /// Whether friends' dice can count in attacks of a card.
    pub(in crate::systems::table_battles::engine) fn ever_lent(&self, future: &Future<'_>, action: &ActionRow) -> bool {
        let card = action.card;
        action.kind == Kind::Attack
            && self.setup.specials.lent_to & bit(card) != 0
            && self.setup.takes_dice & bit(card) != 0
            && self.setup.specials.lends.iter().any(|row| row.to & bit(card) != 0 && row.test.possible(future))
    }

    /// Whether an attack can ever hit a target in reserve, and whether it can ever pass over one.
    pub(in crate::systems::table_battles::engine) fn ever_past_reserves(
        &self,
        future: &Future<'_>,
        action: &ActionRow,
    ) -> (bool, bool) {
        let ever = |attack: InReserve| {
            action.aims && self.aims(action).any(|aim| aim.attack == attack && aim.test.possible(future))
        };
        (ever(InReserve::Hits), ever(InReserve::Skips))
    }

    /// Whether a special formation can ever be attacked.
    pub(in crate::systems::table_battles::engine) fn ever_routable(&self, future: &Future<'_>, card: u8) -> bool {
        self.setup.specials.routables.iter().any(|row| row.card == card && row.test.possible(future))
    }
}
