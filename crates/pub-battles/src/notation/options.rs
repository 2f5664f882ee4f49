//! Moves as plays and reports write them.

use serde_json::{Map, Value, json};

use crate::engine::{PubEngine, PubMove};
use crate::geometry::MapPoint;
use crate::rules::{OrderList, PackedOrder};

/// Returns a move as a play writes it, without the block that makes it.
pub(super) fn option(engine: &PubEngine, chosen: &PubMove) -> Value {
    let name = |block: &u8| json!(engine.rules.blocks[usize::from(*block)].full_name);
    let mut keys = Map::new();
    let mut put = |key: &str, value: Value| keys.insert(key.to_owned(), value);
    match chosen {
        PubMove::Keep => return json!("keep"),
        PubMove::HqStays | PubMove::Stay | PubMove::SupportStays => return json!("stay"),
        PubMove::Done => return json!("done"),
        PubMove::Unplaced => return json!("unplaced"),
        PubMove::JoinsNobody => return json!("nobody"),
        PubMove::Army(goes) => _ = put("army", json!(goes)),
        PubMove::Hq(to) => _ = put("hq", place(*to)),
        PubMove::Block(block) => _ = put("block", name(block)),
        PubMove::Place { block, at, facing } => {
            put("block", name(block));
            put("at", place(*at));
            put("facing", json!(facing));
        }
        PubMove::Write { orders, roll } => {
            put("write", json!(orders_of(engine, orders)));
            if *roll {
                put("roll", json!(true));
            }
        }
        PubMove::March { via, to, facing, echelon } => {
            if !via.is_empty() {
                put("via", via.iter().map(|at| place(*at)).collect());
            }
            put("to", place(*to));
            if let Some(facing) = facing {
                put("facing", json!(facing));
            }
            if *echelon {
                put("echelon", json!(true));
            }
        }
        PubMove::Turn(facing) => _ = put("facing", json!(facing)),
        PubMove::Road { road, to, deploy, facing } => {
            put("road", json!(engine.rules.roads[usize::from(*road)].name));
            put("to", place(*to));
            if *deploy {
                put("deploy", json!(true));
            }
            if let Some(facing) = facing {
                put("facing", json!(facing));
            }
        }
        PubMove::Enter(at) => _ = put("enter", place(*at)),
        PubMove::Bombard(target) => _ = put("target", name(target)),
        PubMove::Rally { train, facing } => {
            match train {
                Some(train) => put("train", name(train)),
                None => put("rally", json!(true)),
            };
            if let Some(facing) = facing {
                put("facing", json!(facing));
            }
        }
        PubMove::Recover { block, at, facing } => {
            put("recover", name(block));
            put("at", place(*at));
            put("facing", json!(facing));
        }
        PubMove::Joins { block, at } => {
            put("block", name(block));
            if let Some(at) = at {
                put("at", place(*at));
            }
        }
        PubMove::Support { block, does } => {
            put("block", name(block));
            put("does", json!(does.word()));
        }
    }
    Value::Object(keys)
}

/// Returns a place as it is written.
pub(crate) fn place(at: MapPoint) -> Value {
    json!([at.x, at.y])
}

/// Returns orders as they are written.
pub(super) fn orders_of(engine: &PubEngine, orders: &OrderList) -> Vec<Value> {
    orders.as_slice().iter().map(|order| order_of(engine, order)).collect()
}

/// Returns an order as it is written.
pub(super) fn order_of(engine: &PubEngine, order: &PackedOrder) -> Value {
    let name = |location: u8| engine.rules.locations[usize::from(location)].name.as_str();
    let [first, last] = order.ends;
    let location = if first == last { json!(name(first)) } else { json!([name(first), name(last)]) };
    let mut keys = Map::new();
    keys.insert(if order.is_attack { "attack" } else { "defend" }.to_owned(), location);
    if !order.via().is_empty() {
        keys.insert("via".to_owned(), order.via().iter().map(|location| json!(name(*location))).collect());
    }
    Value::Object(keys)
}
