//! Recorded battles: read for a battle, replayed by the engine, reported as JSON and as findings.

mod expect;
mod faults;
pub mod options;
mod read;
mod refusals;
mod write;

use serde_json::{Value, json};

pub use read::record;
pub use refusals::refusal;
pub(super) use write::flow;
pub use write::write;

use super::engine::{Move, TableBattles};
use super::model::Document;
use super::resolve::Battle;
use crate::diag::{Code, Diagnostic, Severity};
use crate::play::Outcome;
use crate::play::replay::{Turn, Wrong, replay as run};
use crate::systems::{Doc, Recorded, Replayed};

/// A turn that cannot have been played so.
pub const ILLEGAL_MOVE: Code =
    Code { id: "TB401", name: "illegal-move", severity: Severity::Error, page: include_str!("plays/illegal_move.md") };

/// A state that is not as the play says.
pub const EXPECTATION_NOT_MET: Code = Code {
    id: "TB402",
    name: "expectation-not-met",
    severity: Severity::Error,
    page: include_str!("plays/expectation_not_met.md"),
};

/// A battle that did not end as the play says.
pub const RESULT_NOT_MET: Code = Code {
    id: "TB403",
    name: "result-not-met",
    severity: Severity::Error,
    page: include_str!("plays/result_not_met.md"),
};

/// A side, card or action in a play that its scenario does not have.
pub const UNKNOWN_IN_PLAY: Code = Code {
    id: "TB404",
    name: "unknown-in-play",
    severity: Severity::Error,
    page: include_str!("plays/unknown_in_play.md"),
};

/// What replaying can find, by code.
pub const CODES: &[Code] = &[ILLEGAL_MOVE, EXPECTATION_NOT_MET, RESULT_NOT_MET, UNKNOWN_IN_PLAY];

impl Recorded for TableBattles {
    fn check_play(play: &Doc<Document>, battle: &Battle) -> Vec<Diagnostic> {
        record(play, battle).err().unwrap_or_default()
    }

    fn replay(play: &Doc<Document>, battle: &Battle, engine: &TableBattles) -> Replayed {
        replay(play, battle, engine)
    }

    fn write(engine: &TableBattles, scenario: &str, turns: &[Turn<Move, ()>], outcome: Option<Outcome>) -> String {
        write(engine, scenario, turns, outcome, None)
    }
}

/// Replays a play of a battle. Unknown names in it are findings, and nothing is played then.
fn replay(play: &Doc<Document>, battle: &Battle, engine: &TableBattles) -> Replayed {
    let mut replayed = Replayed { steps: Vec::new(), states: Vec::new(), result: Value::Null, findings: Vec::new() };
    let turns = match record(play, battle) {
        Ok(turns) => turns,
        Err(findings) => {
            replayed.findings = findings;
            return replayed;
        }
    };
    let Some(written) = &play.model.play else { return replayed };
    let played = run(engine, &turns, &options::unsaid, None);
    for step in &played.steps {
        replayed.steps.push(json!({
            "turn": step.decision.turn,
            "side": engine.side_name(step.decision.player),
            "decision": step.decision.kind,
            "legal": options::sorted(engine, &step.legal),
            "chosen": options::option(engine, step.chosen),
        }));
    }
    replayed.states = played.states.iter().map(|state| options::state(engine, state)).collect();
    if let Some(outcome) = played.outcome {
        replayed.result = json!({"winner": outcome.winner.map(|side| engine.side_name(side)), "by": outcome.by});
    }
    for (number, (turn, state)) in written.turns.iter().zip(&played.states).enumerate() {
        replayed.findings.extend(expect::turn(engine, play.file, number, turn, state));
    }
    match &played.fault {
        Some(fault) => {
            replayed.findings.push(faults::finding(engine, play.file, written, fault));
            // The battle is over where more turns are written: then the result can still be judged.
            if matches!(fault.wrong, Wrong::Over { .. }) {
                replayed.findings.extend(expect::result(engine, play.file, written, played.outcome));
            }
        }
        None => replayed.findings.extend(expect::result(engine, play.file, written, played.outcome)),
    }
    replayed
}
