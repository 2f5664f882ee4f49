//! Cards whose number is a slip: no faction lists them, and what is listed is not there.

use super::TabletopBattle;
use crate::model::TabletopCardId;

impl TabletopBattle {
    /// Returns the card of the scenario's own file whose number is a slip, and the number that fits: the one listed card that
    /// is missing, where only one card is in no faction.
    pub fn misnumbered_card(&self) -> Option<(usize, TabletopCardId)> {
        let mut missing = self.factions.iter().flat_map(|faction| faction.missing.iter().map(|(id, _)| *id));
        let (only, more) = (missing.next()?, missing.next());
        let mut idle = (0..self.cards.len()).filter(|card| self.is_idle(*card));
        let (card, another) = (idle.next()?, idle.next());
        let is_slip = more.is_none() && another.is_none() && self.cards[card].id.is_alike(only);
        is_slip.then_some((card, only))
    }

    /// Returns true if a card of the scenario's own file is in no faction.
    pub fn is_idle(&self, card: usize) -> bool {
        let resolved = &self.cards[card];
        self.scenario().is_some() && resolved.factions.is_empty() && resolved.doc == 0
    }

    /// Returns true if an earlier card has the number of this one.
    pub fn is_numbered_twice(&self, card: usize) -> bool {
        self.card_numbered(self.cards[card].id) != Some(card)
    }
}
