//! `muster replay`: plays recorded plays, move by move.

mod forum;
mod picture;

use std::fmt::Write as _;

use forum::ForumArgs;
use picture::PictureArgs;
use serde_json::{Value, json};

use muster_core::diag::escape::line;
use muster_systems::english::count_of;
use muster_systems::{Replayed, Role, System, flow};

use super::inputs::{Files, Inputs};
use super::passed_over::pass_over;
use super::report::{Extra, OutputFile, Report};
use super::{Outcome, Trouble};
use crate::project::verdict::Purpose;
use crate::review::{Review, Unit};

/// Replay recorded plays move by move and report illegal moves.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Draw what a turn omits at random, and print it, so that an incomplete turn can be replayed.
    #[arg(long, value_name = "SEED", value_parser = super::help::whole(0..=u64::MAX))]
    draw: Option<u64>,
    #[command(flatten)]
    forum: ForumArgs,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    inputs: Inputs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let Files { files, unreadable, project } = self.inputs.read(&self.report.policy, systems)?;
        let mut review = project.review_to_play(&files)?;
        let unable = if self.forum.is_given() { System::unreported_reason } else { System::unplayed_reason };
        pass_over(&review, &[Role::Record], unable, &|path| self.inputs.names(path))?;
        let plays = plays(&review, unable)?;
        if self.forum.is_given() {
            self.forum.check(&plays, &review, &project, &self.report, &self.output)?;
        }
        let picture = self.picture.prepare(&plays, &review, &project, &self.report)?;
        let purpose = Purpose { done: Some(("played", &[Role::Record])), leaves_checking: true };
        let mut extra = Extra { unreadable, purpose, ..Extra::default() };
        let (mut entries, mut findings, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        for unit in plays {
            let (Some(battle), true) = (&unit.battle, unit.sound) else { continue };
            let battle = unit.system.compile(battle)?;
            let replayed = battle.replay(&unit.doc, self.draw);
            let path = review.sources.get(unit.file).path().as_str();
            extra.text += &summary(path, &replayed);
            if let Some(picture) = &picture {
                extra.text += &picture.write(unit.system, &*battle, &replayed)?;
            }
            if self.forum.is_given() {
                texts.extend(self.forum.choose_texts(unit.system.report_turns(&*battle, &replayed), &replayed)?);
            }
            entries.push(self.entry(path, unit, &replayed));
            findings.extend(replayed.findings);
        }
        review.findings.extend(findings);
        extra.json = Some(("plays", Value::Array(entries)));
        if !self.forum.is_given() {
            return self.report.emit(review, &project, &extra, self.output.output_file.as_ref());
        }
        extra.text += &forum::write(&texts, &self.report, &self.output)?;
        extra.aside = self.output.output_file.is_none();
        let clean = project.errors(&review)?.is_empty();
        let exit = self.report.emit(review, &project, &extra, None)?;
        if clean && texts.is_empty() { Err(Trouble("there is no turn to post".to_owned())) } else { Ok(exit) }
    }

    /// Returns a play as the JSON output has it.
    fn entry(&self, path: &str, play: &Unit, replayed: &Replayed) -> Value {
        let scenario = play.outline.files.first().map(|file| file.path.as_str());
        let mut entry = json!({
            "path": path, "scenario": scenario, "ok": replayed.is_legal(), "steps": replayed.steps,
            "states": replayed.states, "result": replayed.result,
        });
        if self.draw.is_some() {
            let drawn = replayed.drawn.iter().map(|(turn, written)| json!({"turn": turn, "written": written}));
            entry["drawn"] = drawn.collect();
        }
        entry
    }
}

/// Returns the plays among the files that were named, but those for which `unable` says why their systems cannot do what is
/// asked. The error says why there is nothing to replay.
pub(super) fn plays(review: &Review, unable: fn(&System) -> Option<String>) -> Result<Vec<&Unit>, Trouble> {
    let is_play = |unit: &&Unit| unit.given && unit.outline.kind.role == Role::Record && unable(unit.system).is_none();
    let plays: Vec<&Unit> = review.units.iter().filter(is_play).collect();
    if plays.is_empty() && review.units.len() == review.sources.iter().count() {
        let unplayed = review.units.iter().find_map(|unit| unable(unit.system));
        return Err(Trouble(unplayed.unwrap_or_else(|| "none of the files is a play that can be replayed".to_owned())));
    }
    Ok(plays)
}

/// Returns the lines that tell of a play.
fn summary(path: &str, replayed: &Replayed) -> String {
    let verdict = match (replayed.is_legal(), replayed.result.is_null()) {
        (false, _) => "not legal",
        (true, true) => "legal, but unfinished",
        (true, false) => "legal",
    };
    let mut text = format!("{}: {verdict}, {}\n", line(path), count_of(replayed.states.len(), replayed.noun));
    for (turn, written) in &replayed.drawn {
        let _ = writeln!(text, "  {} {turn} draws {}", replayed.noun, line(&flow::line(written)));
    }
    text
}
