//! What a play says should be so, compared with what is.

use super::faults::over;
use super::{EXPECTATION_NOT_MET, RESULT_NOT_MET};
use crate::diag::Diagnostic;
use crate::play::Outcome;
use crate::source::{Address, FileId, Pointer};
use crate::systems::table_battles::engine::{DiceWord, State, TableBattles};
use crate::systems::table_battles::model::{Cause, Location, Play, PlayTurn};
use crate::systems::table_battles::notation::CardId;

/// One finding for each part of the state after a turn that is not as expected.
pub(super) fn turn(
    engine: &TableBattles,
    file: FileId,
    number: usize,
    turn: &PlayTurn,
    state: &State,
) -> Vec<Diagnostic> {
    let Some(expect) = &turn.expect else { return Vec::new() };
    let root = Pointer::root().key("play").key("turns").index(number).key("expect");
    let mut findings = Vec::new();
    let mut compare = |at: Pointer, what: String, wanted: String, found: String| {
        if wanted != found {
            let text = format!("{what} `{found}`, not `{wanted}` as expected");
            findings.push(Diagnostic::new(EXPECTATION_NOT_MET, Address::value(file, at), text));
        }
    };
    if let Some(wanted) = &expect.turn {
        let found = engine.side_name(engine.mover(state));
        compare(root.key("turn"), "the side to move next is".to_owned(), wanted.clone(), found.to_owned());
    }
    let side = |name: &str| [0, 1].into_iter().find(|side| engine.side_name(*side) == name);
    for (name, wanted) in &expect.morale {
        let Some(found) = side(name).map(|side| state.morale(side)) else { continue };
        let what = format!("the morale of `{name}` is");
        compare(root.key("morale").key(name), what, wanted.to_string(), found.to_string());
    }
    for (name, wanted) in &expect.pool {
        let Some(found) = side(name).map(|side| state.pool(side)) else { continue };
        let what = format!("the dice of `{name}` not on cards are");
        compare(root.key("pool").key(name), what, wanted.to_string(), found.to_string());
    }
    let card = |id: &str| CardId::parse(id).and_then(|id| engine.find(id));
    for (id, wanted) in &expect.sticks {
        let Some(card) = card(id) else { continue };
        let found = engine.sticks_on(state, card);
        compare(root.key("sticks").key(id), format!("the sticks of `{id}` are"), wanted.to_string(), found.to_string());
    }
    for (id, wanted) in &expect.cubes {
        let Some(card) = card(id) else { continue };
        let found = engine.cubes_on(state, card);
        compare(root.key("cubes").key(id), format!("the cubes on `{id}` are"), wanted.to_string(), found.to_string());
    }
    for (id, wanted) in &expect.dice {
        let wanted = DiceWord::from_faces(wanted.iter().map(|die| die.0));
        let Some((card, wanted)) = card(id).zip(wanted) else { continue };
        let (wanted, found) = (format!("{wanted:?}"), format!("{:?}", state.dice(card)));
        compare(root.key("dice").key(id), format!("the dice on `{id}` are"), wanted, found);
    }
    for (id, wanted) in &expect.location {
        let Some(card) = card(id) else { continue };
        let (wanted, found) = (place(*wanted), place(state.location(card)));
        compare(root.key("where").key(id), format!("`{id}` is"), wanted.to_owned(), found.to_owned());
    }
    findings
}

/// What is not as the play says about the end of the battle.
pub(super) fn result(engine: &TableBattles, file: FileId, play: &Play, outcome: Option<Outcome>) -> Vec<Diagnostic> {
    let Some(wanted) = &play.result else { return Vec::new() };
    let root = Pointer::root().key("play").key("result");
    let finding = |at: Pointer, text: String| Diagnostic::new(RESULT_NOT_MET, Address::value(file, at), text);
    let Some(outcome) = outcome else {
        return vec![finding(root, "the battle has not ended when the turns do".to_owned())];
    };
    let mut findings = Vec::new();
    let found = outcome.winner.map(|side| engine.side_name(side));
    if wanted.winner.as_deref() != found {
        let at = if wanted.winner.is_some() { root.key("winner") } else { root.clone() };
        let said = wanted.winner.as_ref().map_or("a draw".to_owned(), |winner| format!("a victory of `{winner}`"));
        findings.push(finding(at, format!("{}, where {said} is expected", over(engine, outcome))));
    }
    let by = cause(wanted.by);
    if by != outcome.by {
        findings.push(finding(root.key("by"), format!("{}, not by `{by}` as expected", over(engine, outcome))));
    }
    findings
}

fn place(location: Location) -> &'static str {
    match location {
        Location::Play => "play",
        Location::Reserve => "reserve",
        Location::Out => "out",
    }
}

fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Morale => "morale",
        Cause::CannotAttack => "cannot attack",
        Cause::Tactical => "tactical",
        Cause::Scenario => "scenario",
    }
}
