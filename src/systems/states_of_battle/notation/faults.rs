//! Faults of plays, in the keys that plays have.

use super::options::option;
use crate::play::chance::DrawLabel;
use crate::play::replay::PlayMistake;
use crate::play::{Engine, Next};
use crate::source::Pointer;
use crate::systems::flow;
use crate::systems::notation::{FaultOf, over};
use crate::systems::states_of_battle::StatesOfBattle;
use crate::systems::states_of_battle::engine::{DICE, StatesEngine};
use crate::systems::states_of_battle::state::FieldState;

/// Returns the fault and its place; `None` for one that is said of every game.
pub(super) fn wrong(engine: &StatesEngine, fault: &FaultOf<StatesOfBattle>) -> Option<(Pointer, String)> {
    let state = &fault.state;
    let text = match &fault.wrong {
        PlayMistake::Missing { decision, .. } => missing(decision.kind, side(engine, decision.player))?,
        PlayMistake::Uncalled { chosen, instead: None, .. } => {
            let written = flow::line(&option(engine, *chosen));
            let why = match engine.outcome(state) {
                Some(outcome) => over(outcome, |winner| side(engine, winner)),
                None if (engine.clock(state).turn as usize) == fault.turn + 1 => {
                    "it is not asked for before the next throw or draw".to_owned()
                }
                None => "nothing in the rest of the round asks for it".to_owned(),
            };
            format!("`{written}` is not legal here: {why}")
        }
        PlayMistake::Draws { label, drawn, written } => draws(engine, state, *label, *drawn, *written)?,
        _ => return None,
    };
    Some((fault.tag.clone(), text))
}

fn side(engine: &StatesEngine, side: usize) -> &str {
    &engine.rules.sides[side].name
}

/// Returns that a decision is not written, by the key that it is written with; `None` if that is the name of its kind.
fn missing(kind: &str, side: &str) -> Option<String> {
    Some(match kind {
        "leave" => format!("`leave_out` is missing: `{side}` leaves an Orders card out of the deck"),
        "play" => format!("nothing is played: `{side}` still has cards in hand"),
        "go" => format!("`to` or `charge` is missing: `{side}` says where the unit goes"),
        _ => return None,
    })
}

/// Returns what is wrong with draws: none is written, none is made, or they are more or fewer.
fn draws(engine: &StatesEngine, state: &FieldState, label: DrawLabel, drawn: usize, written: usize) -> Option<String> {
    let what = match label == DICE {
        true => format!("`{}`", label.kind),
        false => format!("`{}` of `{}`", label.kind, side(engine, label.piece as usize)),
    };
    // Whoever forgets the set-up writes the first throw too early.
    if drawn == 0
        && let Next::Decide { player, kind } = engine.next(state)
        && let Some(first) = set_up(kind)
    {
        return Some(format!("{what} is written too early: `{}` {first}", side(engine, player)));
    }
    let done = if label.kind == "orders" || label.kind == "events" { "drawn" } else { "thrown" };
    let number = |n: usize, done: &str| if n == 1 { format!("one is {done}") } else { format!("{n} are {done}") };
    Some(match (drawn, written) {
        (1, 1) => return None,
        (drawn, 0) => format!("{what} is missing: {}", number(drawn, done)),
        (0, written) => format!("nothing is {done} for {what}, but {}", number(written, "written")),
        (drawn, written) => format!("{} for {what}, but {}", number(drawn, done), number(written, "written")),
    })
}

/// Returns what a side does first, of the decisions before the first round.
fn set_up(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "leave" => "leaves an Orders card out of the deck first (`setup`, `leave_out`)",
        "conceal" => "puts a unit under a tray first (`setup`, `conceal`)",
        "deploys" => "says first who places a unit (`setup`, `deploys`)",
        "place" => "places a unit first (`setup`, `place`)",
        _ => return None,
    })
}
