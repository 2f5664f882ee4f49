//! Faults of plays, in the words of the game.

use muster_core::play::replay::{Decision, PlayMistake};
use muster_core::play::{Engine, Outcome};
use muster_core::source::Pointer;
use muster_systems::flow;
use muster_systems::notation::{FaultOf, describe_outcome as over_of};

use super::cards::match_cards;
use super::options::option;
use super::refusals::refusal;
use crate::engine::{Move, State, TableBattles};
use crate::model::{Act, Play, PlayTurn};

/// Returns the fault and its place; `None` for one that is said of every game.
pub(super) fn wrong(engine: &TableBattles, play: &Play, fault: &FaultOf<TableBattles>) -> Option<(Pointer, String)> {
    let turn = &play.turns[fault.turn];
    let at = fault.tag.clone();
    Some(match &fault.wrong {
        PlayMistake::Missing { decision, .. } => match uncalled_shift(turn, *decision) {
            true => (at.key("shift"), NO_SHIFTS.to_owned()),
            false => (at, missing(engine, *decision)),
        },
        PlayMistake::Uncalled { kind, chosen, .. } => (at, explain_uncalled(engine, &fault.state, turn, kind, *chosen)),
        PlayMistake::Draws { drawn, written, .. } => match engine.outcome(&fault.state) {
            Some(outcome) => (at, format!("no dice are rolled: {}", describe_outcome(engine, outcome))),
            None => (at, format!("{} in the pool, but {} written", dice(*drawn), dice(*written))),
        },
        PlayMistake::Player { player } => {
            let text = format!("it is not the turn of `{}`, but of `{}`", turn.side, engine.side_name(*player));
            (at.key("side"), text)
        }
        PlayMistake::Illegal { .. } | PlayMistake::Over { .. } | PlayMistake::Engine(_) => return None,
    })
}

const NO_SHIFTS: &str = "the scenario does not use the rule `shift`";

/// Returns true if a turn sends sticks in a scenario without shifts: then that is what is wrong with a missing action.
fn uncalled_shift(turn: &PlayTurn, decision: Decision) -> bool {
    turn.shift.is_some() && turn.act.is_none() && decision.kind == "act"
}

fn missing(engine: &TableBattles, decision: Decision) -> String {
    let side = engine.side_name(decision.player);
    match decision.kind {
        "react" => format!("missing `react`: `{side}` can react to this attack"),
        _ => format!("missing `act`: `{side}` has an action phase"),
    }
}

fn explain_uncalled(engine: &TableBattles, state: &State, turn: &PlayTurn, kind: &str, chosen: Move) -> String {
    let option = flow::line(&option(engine, chosen));
    match kind {
        "shift" => NO_SHIFTS.to_owned(),
        "act" => {
            // Where nothing was rolled the turn is already the opponent's.
            let mover = engine.mover(state);
            let side = if engine.side_name(mover) == turn.side { mover } else { 1 - mover };
            format!("`{option}` is illegal: {}", skip_reason(engine, state, side))
        }
        "react" => {
            let why = no_reaction(engine, turn).map(str::to_owned).or_else(|| why_not(engine, state, chosen));
            format!("`{option}` is illegal: {}", why.unwrap_or_else(|| "nobody can react".to_owned()))
        }
        _ => {
            let why = match engine.outcome(state) {
                Some(outcome) => describe_outcome(engine, outcome),
                None => why_not(engine, state, chosen).unwrap_or_else(|| "no more dice can be placed".to_owned()),
            };
            format!("`{option}` is illegal: {why}")
        }
    }
}

/// Returns in words what forbids a move, were it asked for.
fn why_not(engine: &TableBattles, state: &State, chosen: Move) -> Option<String> {
    engine.why_not(state, chosen).map(|why| refusal(engine, state, why))
}

/// Returns the reason a side has no action phase in this turn.
fn skip_reason(engine: &TableBattles, state: &State, side: usize) -> &'static str {
    if engine.has_shifted(state, side) {
        "there is no action phase, because sticks were shifted in this turn"
    } else {
        "there is no action phase, because this side reacted in the opponent's turn"
    }
}

/// Returns the reason nobody can react to an action; `None` if it is an attack.
fn unanswerable(engine: &TableBattles, card: u8, action: u8) -> Option<&'static str> {
    match engine.action_word(card, action) {
        "attack" => None,
        "bombard" => Some("nobody can react to a bombardment"),
        _ => Some("nobody can react to a command"),
    }
}

/// Returns the reason a turn has nothing to react to; `None` if it has an attack.
fn no_reaction(engine: &TableBattles, turn: &PlayTurn) -> Option<&'static str> {
    match turn.act.as_ref() {
        None => Some("there is no action in this turn"),
        Some(Act::Word(_)) => Some("nobody can react to a pass"),
        Some(Act::Retire(_)) => Some("nobody can react to a retirement"),
        Some(Act::Card(act)) if act.null => Some("nobody can react to a null action"),
        Some(Act::Card(act)) => {
            let cards = (0..engine.formations() as u8).map(|card| (engine.id(card), engine.name(card)));
            match_cards(&act.card, cards).one().and_then(|card| unanswerable(engine, card, act.action - 1))
        }
    }
}

fn describe_outcome(engine: &TableBattles, outcome: Outcome) -> String {
    over_of(outcome, |side| engine.side_name(side))
}

fn dice(n: usize) -> String {
    match n {
        0 => "no dice are".to_owned(),
        1 => "one die is".to_owned(),
        n => format!("{n} dice are"),
    }
}
