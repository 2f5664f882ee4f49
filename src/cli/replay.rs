//! `muster replay`: plays recorded plays, move by move.

use std::fmt::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use super::inputs::{Files, Inputs};
use super::look::LookArgs;
use super::output::{Artifact, Overwrite, counted};
use super::report::{Extra, OutputFile, Report};
use super::{Outcome, Trouble};
use crate::diag::escape::line;
use crate::diag::{Severity, Sink};
use crate::print::Size;
use crate::print::frame::Rect;
use crate::print::image::{dots, paint, png};
use crate::project::verdict::Purpose;
use crate::review::Unit;
use crate::source::Sources;
use crate::systems::position::TablePicture;
use crate::systems::{Role, System, flow};

/// Plays recorded plays move by move; an illegal move is a finding on its line.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Draw by chance what a turn does not write, and print it: a half-written turn is judged and goes on
    #[arg(long, value_name = "SEED")]
    draw: Option<u64>,
    /// Draws the position after this turn, 0 for the start, as a picture; without FILE it is named after the play
    #[arg(long, value_name = "TURN[=FILE]", value_parser = picture)]
    picture: Option<Picture>,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    output: OutputFile,
}

/// A position that is to be drawn.
#[derive(Debug, Clone)]
struct Picture {
    turn: usize,
    file: Option<Utf8PathBuf>,
}

fn picture(text: &str) -> Result<Picture, String> {
    let (turn, file) = text.split_once('=').map_or((text, None), |(turn, file)| (turn, Some(file.into())));
    let turn = turn.parse().map_err(|_| "expected a turn, as in `5` or `5=position.png`".to_owned())?;
    Ok(Picture { turn, file })
}

/// Dots per inch of a picture.
const DPI: f64 = 150.0;

impl Picture {
    /// Returns the file of the picture: the one that is named, or one in the current folder, named after the play and the turn.
    fn path(&self, play: &Utf8Path) -> Utf8PathBuf {
        let named = || format!("{}-turn-{}.png", play.file_stem().unwrap_or("play"), self.turn).into();
        self.file.clone().unwrap_or_else(named)
    }

    /// Draws a position, and writes it. Returns the line that tells of it.
    fn write(&self, file: &Utf8Path, position: &TablePicture, overwrite: Overwrite) -> Result<String, Trouble> {
        let Size { width, height } = position.size;
        let area = Rect::new(0.0, 0.0, width, height);
        let picture = paint(&position.frame, area, dots(width, DPI), dots(height, DPI));
        let picture = picture.ok_or("the position is too large for a picture")?;
        overwrite.write(file, Artifact::Png, &png(&picture, DPI))?;
        Ok(format!("{}: the position after turn {}\n", line(file.as_str()), self.turn))
    }
}

impl Args {
    pub(super) fn run(self, systems: &'static [System]) -> Outcome {
        let Files { files, unreadable, project } = self.inputs.read(&self.report.policy, systems)?;
        let mut review = project.review(&files);
        project.tolerate(&mut review, &files, &project.reader(), true)?;
        let is_play = |unit: &&Unit| unit.given && unit.outline.kind.role == Role::Record;
        let plays: Vec<&Unit> = review.units.iter().filter(is_play).collect();
        if plays.is_empty() && review.units.len() == review.sources.iter().count() {
            let unplayed = review.units.iter().find_map(|unit| unit.system.unplayed());
            return Err(Trouble(unplayed.unwrap_or_else(|| "there is no play among the files to replay".to_owned())));
        }
        if self.picture.is_some() && plays.len() > 1 {
            return Err(Trouble("--picture draws a position of one play: name one file".to_owned()));
        }
        let file = |play: &Unit| Some(self.picture.as_ref()?.path(review.sources.get(play.file).path()));
        let pictured: Option<Utf8PathBuf> = plays.first().and_then(|play| file(play));
        if let Some(file) = &pictured {
            self.report.check_outputs([(file, Artifact::Png)], &review, &project)?;
            self.report.overwrite.check(file, Artifact::Png)?;
        }
        let mut sink = Sink::default();
        let looks = match self.picture {
            Some(_) => Some(project.looks(&self.look.look(), &mut Sources::default(), &mut sink)?),
            None => None,
        };
        if sink.into_findings().iter().any(|finding| finding.severity == Severity::Error) {
            return Err(Trouble("the templates have errors: `muster check` shows them".to_owned()));
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
            if let (Some(picture), Some(file), Some(looks)) = (&self.picture, &pictured, &looks) {
                let position = unit.system.position(&unit.doc, battle, picture.turn, looks.of(unit.system))?;
                extra.text += &picture.write(file, &position, self.report.overwrite)?;
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
