//! Expectations of a play.

use serde_json::Value;

use muster_core::source::Pointer;
use muster_systems::notation::{Expectation, Expected, ExpectedResult};

use crate::play::{EndCause, StatesPlay, StatesRound};

/// Returns what a round says of the state after it: everything that is written there, at the place where a state has it.
pub(super) fn round(number: usize, round: &StatesRound) -> Vec<Expected> {
    let Some(expect) = &round.expect else { return Vec::new() };
    let root = Pointer::root().key("play").key("turns").index(number).key("expect");
    let written = serde_json::to_value(expect).expect("internal error: what is expected is no JSON");
    let mut expected = Vec::new();
    walk(&written, &root, &Pointer::root(), &mut Vec::new(), &mut expected);
    expected
}

fn walk(written: &Value, at: &Pointer, shown_at: &Pointer, steps: &mut Vec<String>, into: &mut Vec<Expected>) {
    let wanted = match written {
        Value::Null => return,
        Value::Object(map) => {
            for (key, value) in map {
                steps.push(key.clone());
                walk(value, &at.key(key), &shown_at.key(key), steps, into);
                steps.pop();
            }
            return;
        }
        Value::Array(names) => {
            let mut names = names.clone();
            names.sort_by_key(Value::to_string);
            Value::Array(names)
        }
        Value::String(word) if word == "none" => Value::Null,
        other => other.clone(),
    };
    into.push(Expected {
        at: at.clone(),
        shown_at: shown_at.clone(),
        what: words(steps),
        wanted: Expectation::Equal(wanted),
    });
}

/// Returns the subject of a sentence about a part of a state.
fn words(steps: &[String]) -> String {
    match steps.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["counters", side, state] => format!("the counters of `{side}` in {state} are"),
        ["total", side] => format!("the counters of `{side}` are"),
        ["state", side] => format!("the army of `{side}` is"),
        ["hand", side, deck] => format!("the {deck} in the hand of `{side}` are"),
        ["pile", side, deck] => format!("the {deck} in the pile of `{side}` are"),
        ["discards", side, deck] => format!("the {deck} that `{side}` has discarded are"),
        ["starter", side] => format!("the starter cards of `{side}` are"),
        ["kept", side] => format!("the kept cards of `{side}` are"),
        ["stratagem", side] => format!("the die on the Stratagem of `{side}` shows"),
        ["achievements", name] => format!("`{name}` was won by"),
        ["places", name] => format!("`{name}` is held by"),
        ["units", unit, "where"] => format!("`{unit}` is"),
        ["units", unit, what] => format!("`{what}` of `{unit}` is"),
        ["first"] => "the side that went first is".to_owned(),
        ref other => format!("`{}` is", other.join(" ")),
    }
}

/// Returns a play's expectation of the end of the battle.
pub(super) fn result(play: &StatesPlay) -> Option<ExpectedResult> {
    let wanted = play.result.as_ref()?;
    let by = match wanted.by {
        EndCause::Counters => "counters",
        EndCause::Count => "count",
        EndCause::Victory => "victory",
        EndCause::Field => "field",
    };
    let at = Pointer::root().key("play").key("result");
    Some(ExpectedResult { at, winner: wanted.winner.clone(), by: by.to_owned() })
}
