//! A state as reports show it.

use serde_json::{Map, Value, json};

use crate::engine::HexEngine;
use crate::rules::NO_HEX;
use crate::state::{CardState, Flags, HexState};

/// The words for a card that was not destroyed, and for one that was.
pub(super) const DESTROYED: [&str; 2] = ["survives", "destroyed"];
/// The words for a card that could not disengage, and for one that did.
pub(super) const DISENGAGED: [&str; 2] = ["held", "disengaged"];
/// The words of morale, the lowest first.
pub(super) const MORALE: [&str; 3] = ["low", "normal", "high"];

/// Returns a state: the turn in which the next faction acts, resources, the cards on the map, and all roads.
pub(super) fn state(engine: &HexEngine, state: &HexState) -> Value {
    let rules = &engine.rules;
    let resources = rules.factions.iter().zip(state.resources);
    let resources: Map<String, Value> = resources.map(|(row, left)| (row.name.clone(), json!(left))).collect();
    let cards = state.cards().iter().enumerate();
    let cards: Map<String, Value> =
        cards.map(|(number, one)| (engine.name(one.id()), card(engine, state, number, one))).collect();
    let mut roads = Vec::new();
    for hex in 0..rules.terrain.len() as u16 {
        let directions = engine.roads(state, hex);
        for (direction, to) in rules.neighbours[usize::from(hex)].into_iter().enumerate() {
            if to != NO_HEX && to > hex && directions & 1 << direction != 0 {
                roads.push((hex, to));
            }
        }
    }
    roads.sort_unstable();
    let roads: Vec<Value> = roads.into_iter().map(|(a, b)| json!([rules.digits(a), rules.digits(b)])).collect();
    json!({"turn": state.turn, "resources": resources, "cards": cards, "roads": roads})
}

fn card(engine: &HexEngine, state: &HexState, number: usize, card: &CardState) -> Value {
    let mut shown = json!({
        "at": engine.rules.digits(card.hex),
        "might": card.now.might,
        "experience": card.experience,
        "morale": MORALE[(card.morale + 1).clamp(0, 2) as usize],
        "fortified": card.flags.has(Flags::FORTIFIED),
        "outflanked": card.flags.has(Flags::OUTFLANKED),
        "encircled": card.flags.has(Flags::ENCIRCLED),
        "routed": card.flags.has(Flags::ROUTED),
    });
    if state.group(number, false).count_ones() > 1 {
        shown["formation"] = json!(engine.name(state.all[state.leader(number)].id()));
    }
    if card.army != 0 {
        shown["army"] = json!(card.army);
    }
    shown
}
