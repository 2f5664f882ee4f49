//! A state as reports show it.

use serde_json::{Map, Value, json};

use super::options::inches;
use crate::engine::StatesEngine;
use crate::field::one;
use crate::model::DeckKind;
use crate::rules::CardCounts;
use crate::rules::compile::facing;
use crate::state::{FieldState, count};
use crate::values::MoraleState;

/// Returns a state: all of it, or what a side can see.
pub(super) fn state(engine: &StatesEngine, state: &FieldState, seen_by: Option<u8>) -> Value {
    let rules = &engine.rules;
    let by_side = |of: &dyn Fn(u8) -> Value| -> Value {
        let sides = [0, 1].map(|side| (rules.sides[usize::from(side)].name.clone(), of(side)));
        Value::Object(sides.into_iter().collect())
    };
    let hand = |side: u8| &state.cards[usize::from(side)];
    let is_seen = |side: u8| seen_by.is_none_or(|seen_by| seen_by == side);
    let cards = |deck: DeckKind, counts: &CardCounts| names(engine, deck, counts);
    let held = |side: u8, deck: DeckKind| match is_seen(side) {
        true => cards(deck, hand(side).held_cards(deck)),
        false => json!(count(hand(side).held_cards(deck))),
    };
    let achievements = rules.achievements.iter().zip(state.achieved);
    let who = |side: Option<u8>| json!(side.map(|side| &rules.sides[usize::from(side)].name));
    let achievements: Map<String, Value> = achievements.map(|(row, side)| (row.name.clone(), who(side))).collect();
    let places = rules.places.iter().zip(state.places);
    let places: Map<String, Value> = places.map(|(row, side)| (row.name.clone(), who(side))).collect();
    let units = (0..).zip(&rules.units).map(|(unit, row)| {
        let is_hidden = state.sets.hidden & one(engine.rules.unit(unit).host.unwrap_or(unit)) != 0;
        (
            row.number.clone(),
            if is_hidden && !is_seen(row.side) { json!({"where": "tray"}) } else { show_unit(engine, state, unit) },
        )
    });
    let units: Map<String, Value> = units.collect();
    json!({
        "round": state.round,
        "first": who(state.first),
        "counters": by_side(&|side| {
            let counters = MoraleState::ALL.iter().zip(state.counters[usize::from(side)]);
            Value::Object(counters.map(|(state, n)| (state.word().to_owned(), json!(n))).collect())
        }),
        "state": by_side(&|side| json!(MoraleState::ALL[usize::from(state.condition(side))].word())),
        "total": by_side(&|side| json!(state.total(side))),
        "hand": by_side(&|side| json!({"orders": held(side, DeckKind::Orders), "events": held(side, DeckKind::Events)})),
        "pile": by_side(&|side| json!({"orders": count(&hand(side).pile), "events": count(&hand(side).event_pile)})),
        "discards": by_side(&|side| json!({
            "orders": cards(DeckKind::Orders, &hand(side).discards),
            "events": cards(DeckKind::Events, &hand(side).event_discards),
        })),
        "starter": by_side(&|side| cards(DeckKind::Starter, &hand(side).starter)),
        "kept": by_side(&|side| cards(DeckKind::Events, &hand(side).kept)),
        "stratagem": by_side(&|side| {
            let die = state.stratagem[usize::from(side)];
            json!((die > 0).then_some(die))
        }),
        "achievements": achievements,
        "units": units,
        "places": places,
    })
}

/// Returns the names of cards in alphabetical order, each as often as it is there.
fn names(engine: &StatesEngine, deck: DeckKind, counts: &CardCounts) -> Value {
    let kinds = engine.rules.cards[deck as usize].iter().zip(counts);
    let mut names: Vec<&str> = kinds.flat_map(|(row, n)| vec![row.name.as_str(); usize::from(*n)]).collect();
    names.sort_unstable();
    json!(names)
}

/// Returns a unit.
fn show_unit(engine: &StatesEngine, state: &FieldState, unit: u8) -> Value {
    let row = engine.rules.unit(unit);
    let carrier = row.host.unwrap_or(unit);
    let here = &state.units[usize::from(carrier)];
    let is = |set: u64, unit: u8| set & one(unit) != 0;
    let sets = &state.sets;
    let location = if is(sets.out, unit) {
        "out"
    } else if row.host.is_some() {
        "rides"
    } else if is(sets.field, unit) {
        "field"
    } else {
        "reserve"
    };
    if engine.rules.stated {
        // Where it stands, and how it fares there, is known to the players.
        return json!({"where": location});
    }
    let is_there = is(sets.field, carrier) && !is(sets.out, unit);
    let models = if location == "out" { 0 } else { state.units[usize::from(unit)].models };
    let combats = state.combats();
    let combat = combats.iter().position(|combat| is_there && is(*combat, carrier)).map_or(0, |place| place + 1);
    json!({
        "where": location,
        "at": is_there.then(|| inches(engine, carrier, here.spot)),
        "lane": is_there.then_some(here.spot.lane),
        "facing": is_there.then(|| facing(row.side, here.facing)),
        "models": models,
        "flees": is_there && is(sets.flees, carrier),
        "spent": is_there && is(sets.spent, unit),
        "combat": combat,
    })
}
