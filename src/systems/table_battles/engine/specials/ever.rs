//! What effects mean for "can ever attack" (TB-11.2): the cards alone count, and conditions as far as they can hold.

use super::{Do, On};
use crate::systems::table_battles::effects::Deed;
use crate::systems::table_battles::engine::{ActionRow, Kind, Mask, State, TableBattles, bit};

impl TableBattles {
    /// Formations in reserve that effects can ever bring in.
    pub(in crate::systems::table_battles::engine) fn ever_entering(&self, state: &State) -> Mask {
        let mut entering = 0;
        for trigger in &self.setup.specials.triggers {
            let fired = trigger.once & state.happened != 0;
            let owned = trigger.owner.is_none_or(|card| (state.play | state.reserve) & bit(card) != 0);
            if !fired && owned && self.ever(state, trigger.on) && trigger.test.possible(state) {
                let enters = trigger.does.iter().map(|one| if let Do::Enter(cards) = one { *cards } else { 0 });
                entering |= enters.fold(0, |mask, cards| mask | cards);
            }
        }
        entering & state.reserve
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
        state: &State,
        action: &ActionRow,
        against: Option<u8>,
    ) -> bool {
        let (card, deed) = (action.card, action.kind.deed());
        let never = |deed: Deed, action, against| {
            self.setup.specials.forbidden[deed as usize] & bit(card) != 0
                && self.forbidding(deed, card, action, against, |test| test.certain(state)).is_some()
        };
        let starved = || never(Deed::Dice, None, None) && state.ready & bit(card) == 0;
        never(deed, Some(action.number), against) || starved()
    }

    /// Whether friends' dice can count in attacks of a card.
    pub(in crate::systems::table_battles::engine) fn ever_lent(&self, state: &State, action: &ActionRow) -> bool {
        let card = action.card;
        action.kind == Kind::Attack
            && self.setup.specials.lent_to & bit(card) != 0
            && self.setup.takes_dice & bit(card) != 0
            && self.setup.specials.lends.iter().any(|row| row.to & bit(card) != 0 && row.test.possible(state))
    }
}
