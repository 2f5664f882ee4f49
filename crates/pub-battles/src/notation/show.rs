//! A state as reports show it.

use serde_json::{Map, Value, json};

use super::options::{order_of, orders_of, place};
use crate::engine::PubEngine;
use crate::geometry::MapPoint;
use crate::model::BlockKind;
use crate::play::{BlockCondition, HqCondition};
use crate::rules::{BlockRules, HqCover};
use crate::state::{BlockFlags, BlockState, CommandState, PubState};

/// Returns a state: the turn in which the next command acts, blocks, headquarters with their orders, losses. A side sees
/// of the orders of the other only what was followed before those that hold, and of its unspotted headquarters only where they
/// stand; of their blocks nothing.
pub(super) fn state(engine: &PubEngine, state: &PubState, seen_by: Option<usize>) -> Value {
    let rules = &engine.rules;
    let blocks = rules.blocks.iter().zip(&state.blocks);
    let is_own = |side: u8| seen_by.is_none_or(|seen_by| seen_by == usize::from(side));
    // Which of them have come and which are still to enter would tell the unspotted headquarters apart.
    let is_known = |of: &BlockRules| is_own(of.side) || !state.commands[usize::from(of.command)].cover.is_unspotted();
    let blocks: Map<String, Value> = blocks
        .filter(|(rules, _)| is_known(rules))
        .map(|(rules, of)| (rules.full_name.clone(), block(of, rules.kind == BlockKind::Train)))
        .collect();
    let hqs = rules.commands.iter().zip(&state.commands);
    let hqs = hqs.filter(|(rules, of)| is_own(rules.side) || !of.cover.is_unspotted());
    let hqs: Map<String, Value> =
        hqs.map(|(rules, of)| (rules.name.clone(), command(engine, of, is_own(rules.side)))).collect();
    let losses = rules.sides.iter().zip(state.losses);
    let losses: Map<String, Value> = losses.map(|(side, lost)| (side.name.clone(), json!(lost))).collect();
    let mut shown = json!({"turn": state.turn, "night": state.night, "blocks": blocks, "hqs": hqs, "losses": losses});
    if rules.has_fog && seen_by.is_some() {
        let unspotted = rules.sides.iter().zip(0..).filter(|(_, side)| !is_own(*side));
        let unspotted = unspotted.map(|(of, side)| (of.name.clone(), unspotted_hqs(engine, state, side)));
        shown["unspotted"] = unspotted.collect::<Map<String, Value>>().into();
    }
    shown
}

/// Returns the place where the unspotted headquarters of a side stand, in an order that says nothing of which is which.
fn unspotted_hqs(engine: &PubEngine, state: &PubState, side: u8) -> Value {
    let hqs = engine.rules.commands.iter().zip(&state.commands);
    let unspotted = hqs.filter(|(rules, of)| rules.side == side && of.cover.is_unspotted());
    let mut places: Vec<MapPoint> = unspotted.filter_map(|(_, of)| of.at).collect();
    places.sort_unstable();
    places.into_iter().map(place).collect()
}

fn block(of: &BlockState, is_train: bool) -> Value {
    let condition = if of.flags.has(BlockFlags::ELIMINATED) {
        BlockCondition::Eliminated
    } else if of.flags.has(BlockFlags::WAITING) {
        BlockCondition::Waiting
    } else if of.flags.has(BlockFlags::HIDDEN) {
        BlockCondition::Hidden
    } else if of.is_spent() {
        BlockCondition::Spent
    } else {
        BlockCondition::Fresh
    };
    let mut shown = json!({"state": condition.word()});
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
    if engine.rules.has_fog {
        let condition = match of.cover {
            HqCover::Open => HqCondition::Spotted,
            HqCover::Hidden | HqCover::Fog => HqCondition::Hidden,
            HqCover::Removed => HqCondition::Removed,
        };
        shown["state"] = json!(condition.word());
    }
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
