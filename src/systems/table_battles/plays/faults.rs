//! What is wrong in a record, as a finding on its line: why, and what was legal.

use super::refusals::refusal;
use super::{ILLEGAL_MOVE, options, write};
use crate::diag::Diagnostic;
use crate::play::replay::{Decision, Fault, Wrong};
use crate::play::{Engine, Outcome};
use crate::source::{Address, FileId, Pointer};
use crate::systems::smoke::BROKEN_BATTLE;
use crate::systems::table_battles::engine::{Illegal, Move, State, TableBattles};
use crate::systems::table_battles::model::{Act, Play, PlayTurn};

/// The finding of a fault.
pub(super) fn finding(
    engine: &TableBattles,
    file: FileId,
    play: &Play,
    fault: &Fault<State, Move, Illegal, Pointer>,
) -> Diagnostic {
    let turn = &play.turns[fault.turn];
    let at = |pointer: &Pointer| Address::value(file, pointer.clone());
    let illegal = |at: Address, text: String| Diagnostic::new(ILLEGAL_MOVE, at, text);
    match &fault.wrong {
        Wrong::Illegal { chosen, why, legal, .. } => {
            let why = refusal(engine, &fault.state, *why);
            illegal(at(&fault.tag), format!("`{}` is not legal: {why}", written(engine, *chosen)))
                .help(allowed(engine, legal))
        }
        Wrong::Missing { decision, legal } => match uncalled_shift(turn, *decision) {
            true => illegal(at(&fault.tag.key("shift")), NO_SHIFTS.to_owned()),
            false => illegal(at(&fault.tag), missing(engine, *decision)).help(allowed(engine, legal)),
        },
        Wrong::Uncalled { kind, chosen, .. } => illegal(at(&fault.tag), uncalled(engine, fault, turn, kind, *chosen)),
        Wrong::Draws { drawn: rolled, written, .. } => {
            let text = match engine.outcome(&fault.state) {
                Some(outcome) => format!("no dice are rolled: {}", over(engine, outcome)),
                None => format!("{} in the pool, but {} written", dice(*rolled), dice(*written)),
            };
            illegal(at(&fault.tag), text)
        }
        Wrong::Player { player } => {
            let text = format!("it is not the turn of `{}`, but of `{}`", turn.side, engine.side_name(*player));
            illegal(at(&fault.tag.key("side")), text)
        }
        Wrong::Engine(broken) => {
            let text = format!("internal error: the engine failed: {broken}");
            Diagnostic::new(BROKEN_BATTLE, at(&fault.tag), text)
        }
        Wrong::Over { outcome } => illegal(at(&fault.tag), format!("no turn follows: {}", over(engine, *outcome))),
    }
}

const NO_SHIFTS: &str = "the scenario has no rule `shift`";

/// Whether a turn sends sticks in a scenario without shifts: then that is what is wrong with a missing action.
fn uncalled_shift(turn: &PlayTurn, decision: Decision) -> bool {
    turn.shift.is_some() && turn.act.is_none() && decision.kind == "act"
}

fn missing(engine: &TableBattles, decision: Decision) -> String {
    let side = engine.side_name(decision.player);
    match decision.kind {
        "react" => format!("`react` is missing: `{side}` can react to this attack"),
        _ => format!("`act` is missing: the action phase of `{side}` is not skipped"),
    }
}

fn uncalled(
    engine: &TableBattles,
    fault: &Fault<State, Move, Illegal, Pointer>,
    turn: &PlayTurn,
    kind: &str,
    chosen: Move,
) -> String {
    let state = &fault.state;
    let option = written(engine, chosen);
    match kind {
        "shift" => NO_SHIFTS.to_owned(),
        "act" => {
            // Where nothing was rolled the turn is already the opponent's.
            let mover = engine.mover(state);
            let side = if engine.side_name(mover) == turn.side { mover } else { 1 - mover };
            format!("`{option}` is not legal: {}", skipped(engine, state, side))
        }
        "react" => {
            let why = no_reaction(engine, turn).map(str::to_owned).or_else(|| why_not(engine, state, chosen));
            format!("`{option}` is not legal: {}", why.unwrap_or_else(|| "nobody can react".to_owned()))
        }
        _ => {
            let why = match engine.outcome(state) {
                Some(outcome) => over(engine, outcome),
                None => why_not(engine, state, chosen).unwrap_or_else(|| "no more dice can be placed".to_owned()),
            };
            format!("`{option}` is not legal: {why}")
        }
    }
}

/// What forbids a move, were it asked for, in words.
fn why_not(engine: &TableBattles, state: &State, chosen: Move) -> Option<String> {
    engine.why_not(state, chosen).map(|why| refusal(engine, state, why))
}

/// Why a side has no action phase in this turn.
fn skipped(engine: &TableBattles, state: &State, side: usize) -> &'static str {
    if engine.shifted(state, side) {
        "the action phase is skipped: sticks were shifted in this turn"
    } else {
        "the action phase is skipped: this side reacted in the opponent's turn"
    }
}

/// Why nobody can react to an action; none when it is an attack.
fn unanswerable(engine: &TableBattles, card: u8, action: u8) -> Option<&'static str> {
    match engine.action_word(card, action) {
        "attack" => None,
        "bombard" => Some("nobody reacts to a bombardment"),
        _ => Some("nobody reacts to a command"),
    }
}

/// Why a turn has nothing to react to; none when it has an attack.
fn no_reaction(engine: &TableBattles, turn: &PlayTurn) -> Option<&'static str> {
    match turn.act.as_ref() {
        None => Some("there is no action in this turn"),
        Some(Act::Word(_)) => Some("nobody reacts to a pass"),
        Some(Act::Retire(_)) => Some("nobody reacts to a retirement"),
        Some(Act::Card(act)) if act.null => Some("nobody reacts to a null action"),
        Some(Act::Card(act)) => engine.find(act.card).and_then(|card| unanswerable(engine, card, act.action - 1)),
    }
}

/// How a battle ended, in words.
pub(super) fn over(engine: &TableBattles, outcome: Outcome) -> String {
    match outcome.winner {
        Some(winner) => format!("the battle is over, `{}` won by `{}`", engine.side_name(winner), outcome.by),
        None => format!("the battle is over, drawn by `{}`", outcome.by),
    }
}

fn dice(n: usize) -> String {
    match n {
        0 => "no dice are".to_owned(),
        1 => "one die is".to_owned(),
        n => format!("{n} dice are"),
    }
}

fn written(engine: &TableBattles, chosen: Move) -> String {
    write::flow(&options::option(engine, chosen))
}

fn allowed(engine: &TableBattles, legal: &[Move]) -> String {
    let options: Vec<String> =
        options::sorted(engine, legal).iter().map(|option| format!("`{}`", write::flow(option))).collect();
    format!("legal here: {}", options.join(", "))
}
