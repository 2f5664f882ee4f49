//! `muster replay --picture`: the position after a turn of a play, written as a PNG file.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::escape::line;
use muster_core::diag::{Severity, Sink};
use muster_core::print::Size;
use muster_core::print::frame::Rect;
use muster_core::print::image::{dots, paint, png};
use muster_core::source::Sources;
use muster_systems::english::count_of;
use muster_systems::{Compiled, Replayed, System};

use crate::cli::Trouble;
use crate::cli::look::LookArgs;
use crate::cli::output::{Artifact, Overwrite};
use crate::cli::report::Report;
use crate::project::Project;
use crate::project::looks::Looks;
use crate::review::{Review, Unit};

/// Dots per inch.
const DPI: f64 = 150.0;

/// The arguments that ask for a picture.
#[derive(Debug, clap::Args)]
pub(super) struct PictureArgs {
    /// Draw the position after TURN of the play as a picture; 0 is the start. Without FILE the picture is named after the
    /// play.
    #[arg(long, value_name = "TURN[=FILE]", value_parser = turn_and_file)]
    picture: Option<TurnAndFile>,
    /// Draw only what this side sees.
    #[arg(long, value_name = "NAME", requires = "picture")]
    side: Option<String>,
    #[command(flatten)]
    look: LookArgs,
}

/// A position that is to be drawn.
#[derive(Debug, Clone)]
struct TurnAndFile {
    turn: usize,
    file: Option<Utf8PathBuf>,
}

fn turn_and_file(text: &str) -> Result<TurnAndFile, String> {
    let (turn, file) = text.split_once('=').map_or((text, None), |(turn, file)| (turn, Some(file.into())));
    let turn = turn.parse().map_err(|_| "expected a turn, such as `5` or `5=position.png`".to_owned())?;
    Ok(TurnAndFile { turn, file })
}

/// A picture that can be drawn: its file may be written, and its templates are in order.
pub(super) struct Picture {
    turn: usize,
    /// The side by which it is seen.
    side: Option<String>,
    file: Utf8PathBuf,
    looks: Looks,
    overwrite: Overwrite,
}

impl PictureArgs {
    /// Prepares the picture that is asked for, if any. The error says why it cannot be drawn, whatever is in the play.
    pub(super) fn prepare(
        &self,
        plays: &[&Unit],
        review: &Review,
        project: &Project,
        report: &Report,
    ) -> Result<Option<Picture>, Trouble> {
        let (Some(wanted), Some(play)) = (&self.picture, plays.first()) else { return Ok(None) };
        if plays.len() > 1 {
            return Err(Trouble("--picture draws a position of one play: name one file".to_owned()));
        }
        let file = wanted.path(review.sources.get(play.file).path());
        report.check_outputs([(&file, Artifact::Png)], review, project)?;
        let mut sink = Sink::default();
        let looks = project.looks(&self.look.look(), &mut Sources::default(), &mut sink)?;
        if sink.into_findings().iter().any(|finding| finding.severity == Severity::Error) {
            return Err(Trouble("the templates have errors: run `muster check` to see them".to_owned()));
        }
        let side = self.side.clone();
        Ok(Some(Picture { turn: wanted.turn, side, file, looks, overwrite: report.overwrite }))
    }
}

impl TurnAndFile {
    /// Returns the file of the picture: the one that is named, or one in the current folder, named after the play and the turn.
    fn path(&self, play: &Utf8Path) -> Utf8PathBuf {
        let named = || format!("{}-turn-{}.png", play.file_stem().unwrap_or("play"), self.turn).into();
        self.file.clone().unwrap_or_else(named)
    }
}

impl Picture {
    /// Returns the side by which the position is seen. The error names the sides where there is none of that name.
    fn seen_by(&self, sides: &[String]) -> Result<Option<usize>, Trouble> {
        let Some(name) = &self.side else { return Ok(None) };
        let found = sides.iter().position(|side| side == name);
        let known = || sides.iter().map(|side| format!("`{side}`")).collect::<Vec<_>>().join(", ");
        match found {
            Some(side) => Ok(Some(side)),
            None => Err(Trouble(format!("`{name}` is not a side of this battle; the sides are {}", line(&known())))),
        }
    }

    /// Draws the position of a replayed play, and writes it. Returns the line that tells of it; a play that is not legal
    /// may end before the position, which is no error here: why it ends is among its findings.
    pub(super) fn write(&self, system: &System, battle: &dyn Compiled, replayed: &Replayed) -> Result<String, Trouble> {
        let (file, turn) = (line(self.file.as_str()), self.turn);
        if turn > replayed.states.len() && !replayed.is_legal() {
            let played = count_of(replayed.states.len(), replayed.noun);
            return Ok(format!("{file}: not drawn; only {played} of the play can be played\n"));
        }
        let seen_by = self.seen_by(battle.sides())?;
        let (faces, words) = (self.looks.faces(system), self.looks.words(system));
        let position = system.position(battle, replayed, (turn, seen_by), faces, words)?;
        let Size { width, height } = position.size;
        let area = Rect::new(0.0, 0.0, width, height);
        let pixels = paint(&position.frame, area, dots(width, DPI), dots(height, DPI));
        let pixels = pixels.ok_or("the position is too large for a picture")?;
        self.overwrite.write(&self.file, Artifact::Png, &png(&pixels, DPI))?;
        Ok(match turn {
            0 => format!("{file}: the position at the start\n"),
            _ => format!("{file}: the position after {} {turn}\n", replayed.noun),
        })
    }
}
