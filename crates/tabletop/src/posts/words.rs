//! Names for what is on the map: cards by name and number, units, armies, hexes.

use super::plain;
use crate::engine::HexEngine;
use crate::resolve::TabletopBattle;
use crate::sentences::{capital, count_in_words, list, place};
use crate::state::{CardRef, CardState, HexState, bits};
use crate::values::CardRole;

/// The words of a battle.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub(super) battle: &'a TabletopBattle,
    pub(super) engine: &'a HexEngine,
}

impl Words<'_> {
    /// Returns the name of a card, by its row: `Line Infantry`.
    pub(super) fn title(&self, row: u8) -> String {
        plain(&self.battle.cards[self.engine.rules.cards[usize::from(row)].card].name)
    }

    /// Returns a card on the map: `Line Infantry N2#1`.
    pub(super) fn card(&self, card: CardRef) -> String {
        format!("{} {}", self.title(card.row), self.engine.name(card))
    }

    /// Returns several cards: `Line Infantry N2#1 and Old Guard N3#1`.
    pub(super) fn cards<'c>(&self, cards: impl IntoIterator<Item = &'c CardState>) -> String {
        let names: Vec<String> = cards.into_iter().map(|card| self.card(card.id())).collect();
        list(&names, "and")
    }

    /// Returns the unit of a card at a place among those on the map: the card, or its formation.
    pub(super) fn unit(&self, state: &HexState, card: usize) -> String {
        let first = self.card(state.all[state.leader(card)].id());
        match state.group(card, false).count_ones() {
            1 => first,
            cards => format!("the formation of {first} ({})", count_in_words(cards, "card", "cards")),
        }
    }

    /// Returns the army of a card at a place, with its cards: by its name, or by its commander, or by its first card.
    fn army(&self, state: &HexState, card: usize) -> String {
        let CardState { faction, army, .. } = state.all[card];
        let cards = state.group(card, true);
        let name = || {
            let is_commander =
                |card: &usize| self.engine.rules.cards[usize::from(state.all[*card].row)].role == CardRole::Commander;
            let named = bits(cards).find(is_commander).or_else(|| bits(cards).next()).unwrap_or(card);
            format!("the army of {}", self.card(state.all[named].id()))
        };
        let names = &self.engine.rules.factions[usize::from(faction)].armies;
        let name = names.get(usize::from(army).wrapping_sub(1)).map_or_else(name, |name| plain(name));
        let numbers: Vec<String> = bits(cards).map(|card| self.engine.name(state.all[card].id())).collect();
        format!("{name} ({})", numbers.join(", "))
    }

    /// Returns those that an order is for: the unit of a card on the map, or its army.
    pub(super) fn ordered_units(&self, state: &HexState, card: CardRef, army: bool) -> String {
        match state.find(card) {
            Some(place) if army => self.army(state, place),
            Some(place) => self.unit(state, place),
            None => self.card(card),
        }
    }

    /// Returns a hex, by its place and number: `The Abbey (0706)`.
    pub(super) fn hex(&self, hex: u16) -> String {
        plain(&place(self.battle, hex.into()))
    }

    /// Returns the name of a faction.
    pub(super) fn faction(&self, faction: u8) -> String {
        plain(&self.engine.rules.factions[usize::from(faction)].name)
    }
}

/// Returns a clause as a sentence.
pub(super) fn sentence(clause: &str) -> String {
    format!("{}.", capital(clause))
}

/// Returns the words for a morale.
pub(super) fn morale(morale: i8) -> &'static str {
    match morale {
        ..0 => "low morale",
        0 => "normal morale",
        1.. => "high morale",
    }
}
