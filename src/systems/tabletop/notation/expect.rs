//! What a play says should be so.

use serde_json::{Value, json};

use crate::source::Pointer;
use crate::systems::notation::{Expected, ExpectedResult};
use crate::systems::tabletop::play::{ExpectedCard, TabletopPlay, TabletopTurn};

/// Returns what a turn says of the state after it: everything that is written there, at the place where a state has it.
pub(super) fn turn(number: usize, turn: &TabletopTurn) -> Vec<Expected> {
    let Some(expect) = &turn.expect else { return Vec::new() };
    let root = Pointer::root().key("play").key("turns").index(number).key("expect");
    let mut expected = Vec::new();
    for (faction, wanted) in expect.resources.iter().flatten() {
        expected.push(Expected {
            at: root.key("resources").key(faction),
            shown_at: Pointer::root().key("resources").key(faction),
            what: format!("the resources of `{faction}` are"),
            wanted: json!(wanted),
        });
    }
    for (name, card) in expect.cards.iter().flatten() {
        expected.extend(of_card(name, card, &root.key("cards").key(name)));
    }
    expected
}

fn of_card(name: &str, card: &ExpectedCard, at: &Pointer) -> Vec<Expected> {
    let shown_at = Pointer::root().key("cards").key(name);
    if card.gone == Some(true) {
        let what = format!("`{name}` is");
        return vec![Expected { at: at.key("gone"), shown_at, what, wanted: Value::Null }];
    }
    let written = serde_json::to_value(card).expect("internal error: what is expected is no JSON");
    let members = written.as_object().into_iter().flatten().filter(|(key, value)| *key != "gone" && !value.is_null());
    let expected = |(key, wanted): (&String, &Value)| {
        let what = match key.as_str() {
            "at" => format!("`{name}` is at"),
            key => format!("`{key}` of `{name}` is"),
        };
        Expected { at: at.key(key), shown_at: shown_at.key(key), what, wanted: wanted.clone() }
    };
    members.map(expected).collect()
}

/// Returns how the battle should have ended.
pub(super) fn result(play: &TabletopPlay) -> Option<ExpectedResult> {
    let result = play.result.as_ref()?;
    let at = Pointer::root().key("play").key("result");
    Some(ExpectedResult { at, winner: result.winner.clone(), by: result.by.clone() })
}
