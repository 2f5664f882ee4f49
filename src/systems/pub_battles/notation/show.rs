//! A state as reports show it.

use serde_json::{Map, Value, json};

use super::options::{order_of, orders_of, place};
use crate::systems::pub_battles::engine::PubEngine;
use crate::systems::pub_battles::model::BlockKind;
use crate::systems::pub_battles::state::{BlockFlags, BlockState, CommandState, PubState};

/// Returns a state: the turn in which the next command acts, blocks, headquarters with their orders, losses. A side sees
/// of the orders of the other only what was followed before those that hold.
pub(super) fn state(engine: &PubEngine, state: &PubState, seen_by: Option<usize>) -> Value {
    let rules = &engine.rules;
    let blocks = rules.blocks.iter().zip(&state.blocks);
    let blocks: Map<String, Value> =
        blocks.map(|(rules, of)| (rules.full_name.clone(), block(of, rules.kind == BlockKind::Train))).collect();
    let hqs = rules.commands.iter().zip(&state.commands);
    let hqs: Map<String, Value> = hqs
        .map(|(rules, of)| {
            let is_seen = seen_by.is_none_or(|side| side == usize::from(rules.side));
            (rules.name.clone(), command(engine, of, is_seen))
        })
        .collect();
    let losses = rules.sides.iter().zip(state.losses);
    let losses: Map<String, Value> = losses.map(|(side, lost)| (side.name.clone(), json!(lost))).collect();
    json!({"turn": state.turn, "night": state.night, "blocks": blocks, "hqs": hqs, "losses": losses})
}

fn block(of: &BlockState, is_train: bool) -> Value {
    let condition = if of.flags.has(BlockFlags::ELIMINATED) {
        "eliminated"
    } else if of.flags.has(BlockFlags::WAITING) {
        "waiting"
    } else if of.is_spent() {
        "spent"
    } else {
        "fresh"
    };
    let mut shown = json!({"state": condition});
    if of.is_on_map() {
        shown["at"] = place(of.at);
        shown["facing"] = json!(of.facing);
        shown["column"] = json!(of.is_column());
        if is_train {
            shown["flipped"] = json!(of.flags.has(BlockFlags::FLIPPED));
        }
    }
    shown
}

fn command(engine: &PubEngine, of: &CommandState, is_seen: bool) -> Value {
    let mut shown = json!({
        "at": of.at.map_or(Value::Null, place),
        "flipped": of.flipped,
        "leader": of.leader.word(),
    });
    if !engine.rules.written_orders {
        return shown;
    }
    if is_seen {
        let mut orders = json!({"follows": orders_of(engine, &of.orders.follows)});
        if !of.orders.next.is_empty() {
            orders["next"] = json!(orders_of(engine, &of.orders.next));
        }
        shown["orders"] = orders;
    } else if let Some(order) = of.orders.before {
        shown["orders"] = json!({"before": order_of(engine, &order)});
    }
    shown
}
