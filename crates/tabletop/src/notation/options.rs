//! Orders as plays and reports write them.

use serde_json::{Value, json};

use crate::engine::{HexEngine, HexOrder};
use crate::rules::NO_HEX;
use crate::state::CardRef;

/// Returns an order as a play writes it; a move is one step.
pub(super) fn option(engine: &HexEngine, order: HexOrder) -> Value {
    let name = |card: CardRef| engine.name(card);
    let hex = |hex: u16| engine.rules.digits(hex);
    let row = |row: u8| &engine.rules.cards[usize::from(row)];
    let ability = |card: CardRef, ability: u8| &row(card.row).abilities[usize::from(ability)].name;
    let (mut value, army) = match order {
        HexOrder::Done => (json!("done"), false),
        HexOrder::Step { card, from, to, army } => (json!({"move": name(card), "path": [hex(from), hex(to)]}), army),
        HexOrder::Fortify { card, army } => (json!({"fortify": name(card)}), army),
        HexOrder::Merge { card, into } => (json!({"merge": name(card), "into": name(into)}), false),
        HexOrder::Join { card, with } => (json!({"join": name(card), "with": name(with)}), false),
        HexOrder::Leave { card } => (json!({"leave": name(card)}), false),
        HexOrder::Deploy { row: number, at } => (json!({"deploy": row(number).id, "at": name(at)}), false),
        HexOrder::Reinforce { card, row: number } => (json!({"reinforce": name(card), "card": row(number).id}), false),
        HexOrder::Train { card } => (json!({"train": name(card)}), false),
        HexOrder::Disengage { card, to, army } => (json!({"disengage": name(card), "to": hex(to)}), army),
        HexOrder::Use { card, ability: number, to } => {
            let mut value = json!({"use": name(card), "ability": ability(card, number)});
            if to != NO_HEX {
                value["to"] = json!(hex(to));
            }
            (value, false)
        }
        HexOrder::Strike { card, ability: number, target } => {
            (json!({"strike": name(card), "ability": ability(card, number), "at": name(target)}), false)
        }
        HexOrder::StrikeAt { card, ability: number, hex: at } => {
            (json!({"strike": name(card), "ability": ability(card, number), "at": hex(at)}), false)
        }
    };
    if army {
        value["army"] = json!(true);
    }
    value
}
