//! A turn as a play writes it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use muster_core::play::chance::Draw;
use muster_core::play::replay::{Turn, TurnEntry};

use super::options::option;
use super::show::{DESTROYED, DISENGAGED};
use crate::engine::{DISENGAGES, HexEngine, HexOrder, card_of};

/// Returns a turn: the faction, its orders with steps joined to paths, and what chance made of each card.
pub(super) fn turn(engine: &HexEngine, turn: &Turn<HexOrder, ()>) -> Vec<(&'static str, Value)> {
    let mut orders: Vec<Value> = Vec::new();
    // By name, as they are read again.
    let mut fates: BTreeMap<String, Value> = BTreeMap::new();
    let mut last = HexOrder::Done;
    for entry in &turn.entries {
        match entry {
            TurnEntry::Chosen { chosen: HexOrder::Done, .. } => {}
            TurnEntry::Chosen { chosen, .. } => {
                match (last.goes_on(*chosen), orders.last_mut()) {
                    (Some(to), Some(Value::Object(order))) => {
                        if let Some(Value::Array(path)) = order.get_mut("path") {
                            path.push(json!(engine.rules.digits(to)));
                        }
                    }
                    _ => orders.push(option(engine, *chosen)),
                }
                last = *chosen;
            }
            TurnEntry::Drawn { draws, .. } => draws.iter().for_each(|draw| add(engine, *draw, &mut fates)),
        }
    }
    let mut keys = Vec::new();
    if let Some(player) = turn.player {
        keys.push(("faction", json!(engine.rules.factions[player].name)));
    }
    if !orders.is_empty() {
        keys.push(("orders", Value::Array(orders)));
    }
    if !fates.is_empty() {
        keys.push(("fate", Value::Object(fates.into_iter().collect())));
    }
    keys
}

/// Adds a fate: one word, or a list where a card has several.
fn add(engine: &HexEngine, draw: Draw, fates: &mut BTreeMap<String, Value>) {
    let words = if draw.label.kind == DISENGAGES { DISENGAGED } else { DESTROYED };
    let word = json!(words[draw.number.min(1) as usize]);
    match fates.get_mut(&engine.name(card_of(draw.label))) {
        None => _ = fates.insert(engine.name(card_of(draw.label)), word),
        Some(Value::Array(several)) => several.push(word),
        Some(one) => *one = json!([one.take(), word]),
    }
}
