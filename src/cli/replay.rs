//! `muster replay`: plays recorded plays, move by move.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::inputs::{Files, Inputs};
use super::output::counted;
use super::report::{Extra, OutputFile, Report};
use super::{Outcome, Trouble};
use crate::diag::Severity;
use crate::diag::escape::line;
use crate::project::verdict::Purpose;
use crate::review::Unit;
use crate::systems::{Role, System, flow};

/// Plays recorded plays move by move; an illegal move is a finding on its line.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Draw by chance what a turn does not write, and print it: a half-written turn is judged and goes on
    #[arg(long, value_name = "SEED")]
    draw: Option<u64>,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    output: OutputFile,
}

impl Args {
    pub(super) fn run(self, systems: &'static [System]) -> Outcome {
        let Files { files, unreadable, project } = self.inputs.read(&self.report.policy, systems)?;
        let mut review = project.review(&files);
        project.tolerate(&mut review, &files, &project.reader(), true)?;
        let is_play = |unit: &&Unit| unit.given && unit.outline.kind.role == Role::Record;
        let plays: Vec<&Unit> = review.units.iter().filter(is_play).collect();
        if plays.is_empty() && review.units.len() == review.sources.iter().count() {
            return Err(Trouble("there is no play among the files to replay".to_owned()));
        }
        let purpose = Purpose { done: Some(("played", &[Role::Record])), leaves_checking: true };
        let mut extra = Extra { unreadable, purpose, ..Extra::default() };
        let mut replayed = Vec::new();
        for unit in plays {
            let (Some(battle), true) = (&unit.battle, unit.sound) else { continue };
            let replay = unit.system.compile(battle)?.replay(&unit.doc, self.draw);
            let path = review.sources.get(unit.file).path().as_str();
            let ok = replay.findings.iter().all(|finding| finding.severity < Severity::Error);
            let verdict = match (ok, replay.result.is_null()) {
                (false, _) => "not legal",
                (true, true) => "legal, not ended",
                (true, false) => "legal",
            };
            let _ = writeln!(extra.text, "{}: {verdict}, {}", line(path), counted(replay.states.len(), "turn"));
            for (turn, written) in &replay.drawn {
                let _ = writeln!(extra.text, "  turn {turn} draws {}", line(&flow::line(written)));
            }
            let scenario = unit.outline.files.first().map(|file| file.path.as_str());
            let mut played = json!({
                "path": path, "scenario": scenario, "ok": ok, "steps": replay.steps, "states": replay.states,
                "result": replay.result,
            });
            if self.draw.is_some() {
                let drawn = replay.drawn.iter().map(|(turn, written)| json!({"turn": turn, "written": written}));
                played["drawn"] = drawn.collect();
            }
            replayed.push(played);
            review.findings.extend(replay.findings);
        }
        extra.json = Some(("plays", Value::Array(replayed)));
        self.report.emit(review, &project, &extra, self.output.output_file.as_ref())
    }
}
