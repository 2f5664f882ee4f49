//! Expectations of a play.

use serde_json::json;

use muster_core::source::Pointer;
use muster_systems::notation::{Expectation, Expected, ExpectedResult};

use crate::play::{ExpectedCard, TabletopPlay, TabletopTurn};
use crate::resolve::TabletopBattle;

/// Returns what a turn says of the state after it: everything that is written there, at the place where a state has it.
pub(super) fn turn(number: usize, turn: &TabletopTurn, battle: &TabletopBattle) -> Vec<Expected> {
    let Some(expect) = &turn.expect else { return Vec::new() };
    let root = Pointer::root().key("play").key("turns").index(number).key("expect");
    let mut expected = Vec::new();
    for (faction, wanted) in expect.resources.iter().flatten() {
        expected.push(Expected {
            at: root.key("resources").key(faction),
            shown_at: Pointer::root().key("resources").key(faction),
            what: format!("the resources of `{faction}` are"),
            wanted: Expectation::Equal(json!(wanted)),
        });
    }
    for (name, card) in expect.cards.iter().flatten() {
        expected.extend(card_expectations(name, card, &root.key("cards").key(name), battle));
    }
    expected
}

fn card_expectations(name: &str, card: &ExpectedCard, at: &Pointer, battle: &TabletopBattle) -> Vec<Expected> {
    let shown_at = Pointer::root().key("cards").key(name);
    let mut expected = Vec::new();
    if let Some(gone) = card.gone {
        let wanted = if gone { Expectation::Gone } else { Expectation::There };
        let (at, shown_at) = (at.key("gone"), shown_at.clone());
        expected.push(Expected { at, shown_at, what: format!("`{name}` is"), wanted });
    }
    if card.gone == Some(true) {
        return expected;
    }
    let mut written = serde_json::to_value(card).expect("internal error: what is expected is no JSON");
    if let (Some(hex), Some(map)) = (&card.at, &battle.map)
        && let Some(found) = map.find(hex)
    {
        // A place, or a number without its zeros, is the hex that a state shows.
        written["at"] = json!(map.digits(found));
    }
    let members = written.as_object().into_iter().flatten().filter(|(key, value)| *key != "gone" && !value.is_null());
    expected.extend(members.map(|(key, wanted)| {
        let what = match key.as_str() {
            "at" => format!("`{name}` is at"),
            key => format!("`{key}` of `{name}` is"),
        };
        Expected { at: at.key(key), shown_at: shown_at.key(key), what, wanted: Expectation::Equal(wanted.clone()) }
    }));
    expected
}

/// Returns the end that the battle should have had.
pub(super) fn result(play: &TabletopPlay) -> Option<ExpectedResult> {
    let result = play.result.as_ref()?;
    let at = Pointer::root().key("play").key("result");
    Some(ExpectedResult { at, winner: result.winner.clone(), by: result.by.clone() })
}
