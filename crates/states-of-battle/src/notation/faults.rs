//! Faults of plays, in the keys that plays have.

use muster_core::play::chance::DrawLabel;
use muster_core::play::replay::{Decision, PlayMistake, TurnEntry};
use muster_core::play::{Engine, Next};
use muster_core::source::Pointer;
use muster_systems::flow;
use muster_systems::notation::{FaultOf, describe_outcome};

use super::options::option;
use crate::StatesOfBattle;
use crate::engine::{DICE, EVENTS, GENERALSHIP, LOTS, ORDERS, PlayerChoice, StatesEngine};
use crate::model::DeckKind;
use crate::state::{FieldState, Task, count};

/// Returns the fault and its place; `None` for one that is said of every game.
pub(super) fn wrong(engine: &StatesEngine, fault: &FaultOf<StatesOfBattle>) -> Option<(Pointer, String)> {
    let state = &fault.state;
    let text = match &fault.wrong {
        PlayMistake::Missing { decision, .. } => {
            if let Some((at, text)) = surplus(engine, fault, *decision) {
                return Some((at, text));
            }
            missing(decision.kind, side(engine, decision.player))?
        }
        PlayMistake::Uncalled { chosen, instead: None, .. } => {
            let written = flow::line(&option(engine, *chosen));
            format!("`{written}` is illegal here: {}", explain_uncalled(engine, fault, *chosen))
        }
        PlayMistake::Draws { label, drawn, written, impossible, .. } => {
            let impossible = impossible.map(|number| impossible_draw(engine, state, *label, number));
            impossible.or_else(|| draws(engine, state, *label, *drawn, *written))?
        }
        _ => return None,
    };
    Some((fault.tag.clone(), text))
}

fn side(engine: &StatesEngine, side: usize) -> &str {
    &engine.rules.sides[side].name
}

/// Returns a move that stands where another must be written: the one too many, where a play of cards is to follow. Else the
/// decision is missing.
fn surplus(engine: &StatesEngine, fault: &FaultOf<StatesOfBattle>, decision: Decision) -> Option<(Pointer, String)> {
    let Some(TurnEntry::Chosen { kind, chosen, tag }) = &fault.next else { return None };
    if decision.kind != "play" || *kind == "play" {
        return None;
    }
    let (written, side) = (flow::line(&option(engine, *chosen)), side(engine, decision.player));
    let why = match chosen {
        PlayerChoice::Unit(_) | PlayerChoice::Go(..) | PlayerChoice::Charge(_) => "no card lets a unit move now",
        PlayerChoice::Rally(_) => "no card lets a unit rally now",
        PlayerChoice::Lose(_) => "no card makes anybody lose Orders now",
        PlayerChoice::Bolt(..) | PlayerChoice::Ward(..) => "no card lets wizards cast now",
        _ => "nothing requires it",
    };
    Some((tag.clone(), format!("`{written}` is illegal here: {why}; `{side}` plays its next card")))
}

/// Returns why a choice is not asked for.
fn explain_uncalled(engine: &StatesEngine, fault: &FaultOf<StatesOfBattle>, chosen: PlayerChoice) -> String {
    if let Some(outcome) = engine.outcome(&fault.state) {
        return describe_outcome(outcome, |winner| side(engine, winner));
    }
    match chosen {
        PlayerChoice::Mark(unit) => {
            let row = engine.rules.unit(unit);
            if let Some((most, share, units)) = engine.marks(&fault.state, row.side) {
                let name = side(engine, row.side.into());
                return format!(
                    "`{name}` can mark at most {most}: {share} % of {units}, rounded down, at least 1 (SB-7.2)"
                );
            }
        }
        PlayerChoice::Pick(_) => {
            return "only the winner of a throw by more than five may pick a card (SB-5.3)".to_owned();
        }
        _ => {}
    }
    if (engine.clock(&fault.state).turn as usize) == fault.turn + 1 {
        "it is not needed before the next throw or draw".to_owned()
    } else {
        "it is not needed in the rest of the round".to_owned()
    }
}

/// Returns that a decision is not written, by the key that it is written with; `None` if that is the name of its kind.
fn missing(kind: &str, side: &str) -> Option<String> {
    Some(match kind {
        "leave" => format!("`leave_out` is missing: `{side}` must leave an Orders card out of its deck"),
        "play" => format!("no card is played, but `{side}` still has cards in hand"),
        "go" => format!("`to` or `charge` is missing: `{side}` must say where the unit goes"),
        "lose" => format!("`lose` is missing: `{side}` must say which Orders card it loses"),
        "rally" => format!("`rally` is missing: `{side}` must say which fleeing unit tries to rally"),
        _ => return None,
    })
}

/// Returns the purpose of draws, as plays write it.
fn what(engine: &StatesEngine, label: DrawLabel) -> String {
    match label == DICE {
        true => format!("`{}`", label.kind),
        false => format!("`{}` of `{}`", label.kind, side(engine, label.piece as usize)),
    }
}

/// Returns why a number that is written cannot be drawn.
fn impossible_draw(engine: &StatesEngine, state: &FieldState, label: DrawLabel, number: u32) -> String {
    let what = what(engine, label);
    let deck = match label.kind {
        ORDERS => DeckKind::Orders,
        EVENTS => DeckKind::Events,
        GENERALSHIP | LOTS => {
            let (name, die) = (side(engine, label.piece as usize), engine.die(state, label.piece as u8));
            return format!("{what} shows {}, but `{name}` rolls a d{die}", number + 1);
        }
        _ => return format!("no die rolled here shows {}", number + 1),
    };
    let owner = label.piece as u8;
    let name = &engine.rules.card(deck, number as u8).name;
    let pile = if deck == DeckKind::Orders {
        state.cards[usize::from(owner)].pile
    } else {
        state.cards[usize::from(owner)].event_pile
    };
    let left = pile[number as usize];
    let copies = if left == 1 { "copy is" } else { "copies are" };
    match left {
        0 => format!("{what} has a `{name}`, but none is left to draw"),
        left => format!("{what} has more of `{name}` than can be drawn: {left} {copies} left"),
    }
}

/// Returns what is wrong with draws: none is written, none is made, or they are more or fewer.
fn draws(engine: &StatesEngine, state: &FieldState, label: DrawLabel, drawn: usize, written: usize) -> Option<String> {
    let what = what(engine, label);
    // Whoever forgets the set-up writes the first throw too early.
    if drawn == 0
        && let Next::Decide { player, kind } = engine.next(state)
        && let Some(first) = set_up(kind)
    {
        return Some(format!("{what} comes too early: `{}` {first}", side(engine, player)));
    }
    let is_card = label.kind == ORDERS || label.kind == EVENTS;
    if is_card && drawn == 0 && state.stack.top() == (Task::First { side: state.active }) {
        let hand = &state.cards[label.piece as usize];
        let held = count(if label.kind == ORDERS { &hand.orders } else { &hand.events });
        return Some(format!("{what}: {held} are drawn in this round, and this is one too many"));
    }
    let done = if is_card { "drawn" } else { "thrown" };
    let number = |n: usize, done: &str| if n == 1 { format!("one is {done}") } else { format!("{n} are {done}") };
    Some(match (drawn, written) {
        (1, 1) => return None,
        (drawn, 0) => format!("missing {what}: {}", number(drawn, done)),
        (0, written) => format!("{what} needs nothing {done}, but {}", number(written, "written")),
        (drawn, written) => format!("{what} needs {}, but {}", number(drawn, done), number(written, "written")),
    })
}

/// Returns what a side does first, of the decisions before the first round.
fn set_up(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "leave" => "first leaves an Orders card out of its deck (`setup`, `leave_out`)",
        "conceal" => "first puts a unit under a tray (`setup`, `conceal`)",
        "deploys" => "first says who places a unit (`setup`, `deploys`)",
        "place" => "first places a unit (`setup`, `place`)",
        _ => return None,
    })
}
