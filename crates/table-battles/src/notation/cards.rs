//! Cards in plays: each is meant by its number or by its name.

use crate::values::CardId;

/// The cards that a word of a play can mean, by the engine's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MeantCard {
    /// This one.
    One(u8),
    /// Several that have the same name.
    Several(Vec<u8>),
    /// No card of the battle.
    Nothing,
}

impl MeantCard {
    /// Returns the card; `None` unless there is one.
    pub(super) fn one(&self) -> Option<u8> {
        if let MeantCard::One(card) = self { Some(*card) } else { None }
    }
}

/// Returns the cards that a word means among `cards`, the numbers and names of the battle's in the engine's order. A number
/// wins over a name.
pub(super) fn match_cards<'a>(text: &str, cards: impl Iterator<Item = (CardId, &'a str)> + Clone) -> MeantCard {
    let numbered = CardId::parse(text).and_then(|id| (0..).zip(cards.clone()).find(|(_, (own, _))| *own == id));
    if let Some((card, _)) = numbered {
        return MeantCard::One(card);
    }
    let named: Vec<u8> = (0..).zip(cards).filter(|(_, (_, name))| *name == text).map(|(card, _)| card).collect();
    match named[..] {
        [] => MeantCard::Nothing,
        [card] => MeantCard::One(card),
        _ => MeantCard::Several(named),
    }
}
