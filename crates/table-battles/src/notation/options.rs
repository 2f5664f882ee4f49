//! Moves and states as they are written in plays and reports.

use serde_json::{Map, Value, json};

use crate::engine::{Move, State, TableBattles};

/// Returns a move as an option of a play: `"pass"`, `{"card":"7A","dice":[6,6]}`.
pub(super) fn option(engine: &TableBattles, chosen: Move) -> Value {
    let id = |card: u8| engine.id(card).to_string();
    match chosen {
        Move::NoShift => json!("none"),
        Move::Shift { from, to, sticks } => json!({"from": id(from), "to": id(to), "sticks": sticks}),
        Move::Pass => json!("pass"),
        Move::Act { card, action } | Move::React { card, action } => json!({"card": id(card), "action": action + 1}),
        Move::Null { card, action } => json!({"card": id(card), "action": action + 1, "null": true}),
        Move::Retire { card } => json!({"retire": id(card)}),
        Move::Decline => json!("decline"),
        Move::Place { card, dice } => json!({"card": id(card), "dice": dice.faces().collect::<Vec<_>>()}),
        Move::Done => json!("done"),
    }
}

/// Returns a state as reports show it.
pub(super) fn state(engine: &TableBattles, state: &State) -> Value {
    let by_side = |count: &dyn Fn(usize) -> u8| -> Map<String, Value> {
        [0, 1].map(|side| (engine.side_name(side).to_owned(), json!(count(side)))).into_iter().collect()
    };
    let formations: Map<String, Value> = (0..engine.formations() as u8)
        .map(|card| {
            let shown = json!({
                "where": state.location(card),
                "sticks": engine.sticks_on(state, card),
                "cubes": engine.cubes_on(state, card),
                "dice": state.dice(card).faces().collect::<Vec<_>>(),
            });
            (engine.id(card).to_string(), shown)
        })
        .collect();
    json!({
        "turn": engine.side_name(engine.mover(state)),
        "morale": by_side(&|side| state.morale(side)),
        "pool": by_side(&|side| state.pool(side)),
        "formations": formations,
    })
}
