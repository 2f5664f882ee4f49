//! A turn that was played, as a play writes it.

use serde_json::{Value, json};

use muster_core::play::replay::{Turn, TurnEntry};

use super::options::option;
use crate::engine::{Move, TableBattles};

/// Returns the keys of a turn in order. What goes without saying is not written.
pub(super) fn turn(engine: &TableBattles, turn: &Turn<Move, ()>) -> Vec<(&'static str, Value)> {
    let side = turn.player.expect("internal error: every turn is a side's");
    let mut keys = vec![("side", json!(engine.side_name(side)))];
    let mut placed = Vec::new();
    for entry in &turn.entries {
        match entry {
            TurnEntry::Drawn { draws, .. } => {
                let dice: Vec<u32> = draws.iter().map(|draw| draw.number + 1).collect();
                keys.push(("roll", json!(dice)));
            }
            TurnEntry::Chosen { chosen: Move::NoShift | Move::Done, .. } => {}
            TurnEntry::Chosen { kind: "place", chosen, .. } => placed.push(option(engine, *chosen)),
            TurnEntry::Chosen { kind, chosen, .. } => keys.push((kind, option(engine, *chosen))),
        }
    }
    if !placed.is_empty() {
        keys.push(("place", Value::Array(placed)));
    }
    keys
}
