//! Completeness of a battle: which statements about it are possible depends on whether its sides, cards and names are all found.

use super::{Battle, BattleCard};

impl Battle {
    /// Returns true if both sides are written, so that friend and enemy can be told.
    pub fn sides_known(&self) -> bool {
        self.armies.len() >= 2
    }

    /// Returns true if every name and number of the battle means a card: only then can it be said that nobody does
    /// something.
    pub fn all_found(&self) -> bool {
        self.sides_known() && self.references.iter().all(|reference| reference.card().is_some())
    }

    /// Returns true if each card stands in one side, as far as can be told: only then can the sides be compared.
    pub fn armies_known(&self) -> bool {
        self.all_found() && self.all_listed()
    }

    /// Returns true if both sides are written and each card stands in one, whatever the cards say: only then can it be
    /// said that no card has a mark.
    pub fn all_listed(&self) -> bool {
        let unlisted = |(i, card): (usize, &BattleCard)| card.sides.is_empty() && self.doc_of(i).file == self.file();
        self.sides_known()
            && self.armies.iter().all(|army| army.missing.is_empty())
            && self.cards.iter().all(|card| card.sides.len() < 2)
            && !self.cards.iter().enumerate().any(unlisted)
    }
}
