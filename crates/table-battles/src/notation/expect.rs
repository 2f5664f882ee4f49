//! Expectations of a play.

use serde_json::{Value, json};

use muster_core::source::Pointer;
use muster_systems::notation::{Expectation, Expected, ExpectedResult};

use super::cards::match_cards;
use crate::engine::DiceWord;
use crate::model::{Cause, Play, PlayTurn};
use crate::resolve::Battle;

/// Returns a turn's expectations of the state after it.
pub(super) fn turn(number: usize, turn: &PlayTurn, battle: &Battle) -> Vec<Expected> {
    let Some(expect) = &turn.expect else { return Vec::new() };
    let root = Pointer::root().key("play").key("turns").index(number).key("expect");
    let mut expected = Vec::new();
    let mut push = |at: Pointer, shown_at: Pointer, what: String, wanted: Value| {
        expected.push(Expected { at, shown_at, what, wanted: Expectation::Equal(wanted) });
    };
    let shown = Pointer::root();
    if let Some(wanted) = &expect.turn {
        push(root.key("turn"), shown.key("turn"), "the side to move next is".to_owned(), json!(wanted));
    }
    for (name, wanted) in &expect.morale {
        let at = |root: &Pointer| root.key("morale").key(name);
        push(at(&root), at(&shown), format!("the morale of `{name}` is"), json!(wanted));
    }
    for (name, wanted) in &expect.pool {
        let at = |root: &Pointer| root.key("pool").key(name);
        push(at(&root), at(&shown), format!("the unplaced dice of `{name}` are"), json!(wanted));
    }
    let cards: Vec<usize> = battle.engine_order().collect();
    let card = |text: &str, what: &str| {
        let known = cards.iter().map(|card| (battle.cards[*card].id, battle.formation(*card).name.as_str()));
        let meant = match_cards(text, known).one();
        let id = meant.map_or_else(|| text.to_owned(), |card| battle.cards[cards[usize::from(card)]].id.to_string());
        shown.key("formations").key(&id).key(what)
    };
    for (id, wanted) in &expect.sticks {
        let what = format!("the sticks of `{id}` are");
        push(root.key("sticks").key(id), card(id, "sticks"), what, json!(wanted));
    }
    for (id, wanted) in &expect.cubes {
        push(root.key("cubes").key(id), card(id, "cubes"), format!("the cubes on `{id}` are"), json!(wanted));
    }
    for (id, wanted) in &expect.dice {
        let Some(wanted) = DiceWord::from_faces(wanted.iter().map(|die| die.0)) else { continue };
        let wanted = json!(wanted.faces().collect::<Vec<_>>());
        push(root.key("dice").key(id), card(id, "dice"), format!("the dice on `{id}` are"), wanted);
    }
    for (id, wanted) in &expect.location {
        push(root.key("where").key(id), card(id, "where"), format!("`{id}` is"), json!(wanted));
    }
    expected
}

/// Returns a play's expectation of the end of the battle.
pub(super) fn result(play: &Play) -> Option<ExpectedResult> {
    let wanted = play.result.as_ref()?;
    let by = match wanted.by {
        Cause::Morale => "morale",
        Cause::CannotAttack => "cannot attack",
        Cause::Tactical => "tactical",
        Cause::Scenario => "scenario",
    };
    let at = Pointer::root().key("play").key("result");
    Some(ExpectedResult { at, winner: wanted.winner.clone(), by: by.to_owned() })
}
