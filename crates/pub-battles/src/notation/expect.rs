//! Expectations of a play.

use serde_json::{Value, json};

use muster_core::source::Pointer;
use muster_systems::notation::{Expectation, Expected, ExpectedResult};

use crate::play::{PubPlay, PubTurn};
use crate::resolve::PubBattle;

/// Returns what an activation or a combat phase says of the state after it, at the place where a state has it.
pub(super) fn turn(number: usize, turn: &PubTurn, battle: &PubBattle) -> Vec<Expected> {
    let Some(expect) = &turn.expect else { return Vec::new() };
    let root = Pointer::root().key("play").key("turns").index(number).key("expect");
    let mut expected = Vec::new();
    for (side, wanted) in expect.losses.iter().flatten() {
        expected.push(Expected {
            at: root.key("losses").key(side),
            shown_at: Pointer::root().key("losses").key(side),
            what: format!("the losses of `{side}` are"),
            wanted: Expectation::Equal(json!(wanted)),
        });
    }
    for (name, block) in expect.blocks.iter().flatten() {
        let Ok(meant) = battle.find_block(name, |_| true) else { continue };
        let shown_at = Pointer::root().key("blocks").key(&battle.full_name(&battle.blocks[meant]));
        let written = serde_json::to_value(block).expect("internal error: what is expected is no JSON");
        expected.extend(members(name, &written, &root.key("blocks").key(name), &shown_at));
    }
    for (name, hq) in expect.hqs.iter().flatten() {
        let shown_at = Pointer::root().key("hqs").key(name);
        let written = serde_json::to_value(hq).expect("internal error: what is expected is no JSON");
        expected.extend(members(name, &written, &root.key("hqs").key(name), &shown_at));
    }
    expected
}

/// Returns what is said of a piece, each key of it.
fn members(name: &str, written: &Value, at: &Pointer, shown_at: &Pointer) -> Vec<Expected> {
    let members = written.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    let expected = members.map(|(key, wanted)| {
        let what = match key.as_str() {
            "at" => format!("`{name}` is at"),
            key => format!("`{key}` of `{name}` is"),
        };
        // A facing in words is the number that a state shows.
        let wanted = match wanted {
            Value::String(text) if key == "facing" => {
                text.parse::<u16>().map_or(wanted.clone(), |degrees| json!(degrees))
            }
            wanted => wanted.clone(),
        };
        Expected { at: at.key(key), shown_at: shown_at.key(key), what, wanted: Expectation::Equal(wanted) }
    });
    expected.collect()
}

/// Returns the end that the battle should have had.
pub(super) fn result(play: &PubPlay) -> Option<ExpectedResult> {
    let result = play.result.as_ref()?;
    let at = Pointer::root().key("play").key("result");
    Some(ExpectedResult { at, winner: result.winner.clone(), by: result.by.clone() })
}
