//! The cards in use, and the decks that the sides draw from (SB-4).

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use muster_core::schema::read_json;
use muster_core::source::{Address, Pointer};
use muster_systems::Doc;

use super::{BattleSide, StatesBattle};
use crate::model::{CardDefinition, CardsInUse, DeckKind, StatesDocument};
use crate::words::PlainWord;

/// Number of cards of the stock that make an Orders deck, Lulls aside (SB-4.1).
pub const LULLS_ASIDE: u16 = 14;

/// The published cards, in the order of the clauses.
static PUBLISHED: LazyLock<Vec<CardDefinition>> = LazyLock::new(|| {
    let cards: Result<serde_json::Value, _> = serde_yaml::from_str(include_str!("../published.yaml"));
    let cards = cards.expect("internal error: the published cards are no YAML");
    read_json(&cards).unwrap_or_else(|error| panic!("internal error: the published cards: {error}"))
});

/// Returns the published cards: Orders, Events, starter cards (SB-4.1 to 4.3).
pub fn published_cards() -> &'static [CardDefinition] {
    &PUBLISHED
}

/// A card in use.
#[derive(Debug, Clone)]
pub struct CardInUse {
    /// The card as it is defined.
    pub definition: CardDefinition,
    /// The place where it is written; `None` for a published card.
    pub at: Option<Address>,
    /// Whether it stands in place of a published card of the same name.
    pub replaces: bool,
}

impl CardInUse {
    /// Returns true if it is an Orders card that does nothing.
    pub fn is_lull(&self) -> bool {
        self.definition.is_lull()
    }

    /// Returns true if it can be played as any Orders card.
    pub fn is_wild(&self) -> bool {
        self.definition.is_wild()
    }
}

impl CardDefinition {
    /// Returns true if it is an Orders card that does nothing: a Lull.
    pub fn is_lull(&self) -> bool {
        self.deck == DeckKind::Orders && self.play.is_empty()
    }

    /// Returns true if it can be played as any Orders card.
    pub fn is_wild(&self) -> bool {
        self.play.iter().any(|word| word.is(PlainWord::Wild))
    }
}

/// Copies of a card in a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeckCard {
    /// The card, an index into [`StatesBattle::cards`].
    pub card: usize,
    /// Number of copies, at least 1.
    pub copies: u8,
}

/// Returns the cards in use. Of several own ones with one name, the first is.
pub(super) fn cards_in_use(docs: &[Arc<Doc<StatesDocument>>]) -> Vec<CardInUse> {
    let mode = docs[0].model.scenario.as_ref().map_or(CardsInUse::Published, |scenario| scenario.cards);
    let mut cards: Vec<CardInUse> = match mode {
        CardsInUse::Own => Vec::new(),
        CardsInUse::Published => {
            let published = published_cards().iter().cloned();
            published.map(|definition| CardInUse { definition, at: None, replaces: false }).collect()
        }
    };
    let mut by_name: FxHashMap<String, usize> =
        cards.iter().enumerate().map(|(i, card)| (card.definition.card.clone(), i)).collect();
    for doc in docs {
        for (index, definition) in doc.model.cards.iter().enumerate() {
            let at = Some(Address::value(doc.file, Pointer::root().key("cards").index(index)));
            match by_name.get(&definition.card) {
                None => {
                    by_name.insert(definition.card.clone(), cards.len());
                    cards.push(CardInUse { definition: definition.clone(), at, replaces: false });
                }
                Some(same) if cards[*same].at.is_none() => {
                    cards[*same] = CardInUse { definition: definition.clone(), at, replaces: true };
                }
                Some(_) => {}
            }
        }
    }
    cards
}

/// Gives each side its decks.
pub(super) fn deal(sides: &mut [BattleSide], battle: &StatesBattle) {
    let copies_of = |card: &CardInUse| card.definition.copies;
    for (side, written) in sides.iter_mut().zip(battle.written_sides()) {
        let all = |kind: DeckKind| {
            let cards = battle.cards.iter().enumerate().filter(move |(_, card)| card.definition.deck == kind);
            cards.map(move |(index, card)| DeckCard { card: index, copies: copies_of(card) })
        };
        let orders = all(DeckKind::Orders);
        side.orders = match &written.orders {
            None => orders.collect(),
            Some(chosen) => {
                let chosen = orders.filter_map(|stock| {
                    let card = &battle.cards[stock.card];
                    let copies = match card.is_lull() {
                        true => stock.copies,
                        false => chosen.get(&card.definition.card)?.0,
                    };
                    Some(DeckCard { copies, ..stock })
                });
                chosen.collect()
            }
        };
        side.events = all(DeckKind::Events).collect();
        side.starter = if written.starter { all(DeckKind::Starter).collect() } else { Vec::new() };
    }
}

impl StatesBattle {
    /// Returns the place of something of a card; `suffix` is relative to it, as `/play/0`. `None` for a published card.
    pub fn card_address(&self, card: usize, suffix: &str) -> Option<Address> {
        self.cards[card].at.as_ref().map(|at| at.join(suffix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sb_4_the_published_decks_are_complete() {
        let of = |kind: DeckKind| {
            let cards = published_cards().iter().filter(move |card| card.deck == kind);
            let (names, copies): (Vec<&str>, Vec<u8>) = cards.map(|card| (card.card.as_str(), card.copies)).unzip();
            (names, copies)
        };
        let (orders, copies) = of(DeckKind::Orders);
        let names = [
            "Brilliant Tactician",
            "Cast Spells",
            "Engines of War Reload",
            "Melee",
            "Missile Reload",
            "Move",
            "Move Command Group",
            "Lull",
        ];
        assert_eq!((orders.as_slice(), copies.as_slice()), (&names[..], &[2, 3, 3, 4, 3, 2, 2, 2][..]));
        let (events, copies) = of(DeckKind::Events);
        assert_eq!((events.len(), copies.iter().sum::<u8>()), (9, 11));
        let (starter, copies) = of(DeckKind::Starter);
        assert_eq!((starter.len(), copies), (4, vec![2, 3, 2, 1]));
        assert!(published_cards().iter().all(|card| card.text.is_some()));
    }

    #[test]
    fn lulls_and_wild_cards_are_told_by_what_they_do() {
        let names = |is: fn(&CardDefinition) -> bool| {
            published_cards().iter().filter(|card| is(card)).map(|card| card.card.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(names(CardDefinition::is_lull), ["Lull"]);
        assert_eq!(names(CardDefinition::is_wild), ["Brilliant Tactician"]);
    }
}
