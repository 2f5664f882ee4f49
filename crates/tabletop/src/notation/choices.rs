//! What a player is asked, and the names of cards in orders.

use crate::engine::HexEngine;

/// The question of every decision.
pub(super) const QUESTION: &str = "Which order do you give next?";

/// Returns the name of a card, by its number or by that of one of its copies.
pub(super) fn piece_name(engine: &HexEngine, number: &str) -> Option<String> {
    let id = number.split('#').next()?;
    engine.rules.cards.iter().find(|card| card.id == id).map(|card| card.name.clone())
}

/// Returns the words for a key of an order.
pub(super) fn key_words(key: &str) -> Option<&'static str> {
    Some(match key {
        "path" => "from",
        "army" => "with its army",
        "ability" => "for",
        "card" => "by",
        _ => return None,
    })
}
