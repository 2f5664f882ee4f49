//! Battles that begin from a position of a play.

use std::ops::ControlFlow;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::describe;
use muster_core::diag::escape::line;
use muster_systems::{Compiled, Role, System};

use super::battles::GivenFiles;
use super::help::whole;
use super::replay::plays;
use super::report::{Extra, OutputFile, Report};
use super::{Exit, Trouble};
use crate::project::verdict::Purpose;
use crate::review::same_file;

/// The most turns that a play is asked for.
const MOST_TURNS: usize = 1_000_000;

/// The position of a play that battles begin from.
#[derive(Debug, clap::Args)]
pub(super) struct FromPlay {
    /// Begin every battle from a position in this recorded battle (a play of the same scenario) instead of from the set-up.
    /// Turns are counted from the beginning of the battle, so the recorded turns count towards the turn limit.
    #[arg(long, value_name = "PLAY", conflicts_with = "shard")]
    from: Option<Utf8PathBuf>,

    /// Begin after turn N of the play, counting turns as `muster replay` does (0 is the set-up); without this option, begin
    /// after the play's last turn.
    #[arg(long, value_name = "N", requires = "from", value_parser = whole(0..=MOST_TURNS))]
    turn: Option<usize>,
}

impl FromPlay {
    /// Returns true if battles begin from the position of a play.
    pub(super) fn is_given(&self) -> bool {
        self.from.is_some()
    }

    /// Lets battles begin from the position, if there is one: there must be one scenario, which must be that of the play. If the play
    /// has errors, they are reported instead.
    pub(super) fn begin(
        &self,
        battles: Vec<Box<dyn Compiled>>,
        given: &GivenFiles,
        turn_limit: u32,
        reporting: (&Report, &OutputFile),
    ) -> Result<ControlFlow<Exit, Vec<Box<dyn Compiled>>>, Trouble> {
        match &self.from {
            Some(play) => {
                Ok(self.find(play, battles, given, turn_limit, reporting)?.map_continue(|battle| vec![battle]))
            }
            None => Ok(ControlFlow::Continue(battles)),
        }
    }

    fn find(
        &self,
        play: &Utf8Path,
        mut battles: Vec<Box<dyn Compiled>>,
        given: &GivenFiles,
        turn_limit: u32,
        (report, output): (&Report, &OutputFile),
    ) -> Result<ControlFlow<Exit, Box<dyn Compiled>>, Trouble> {
        let about = |why: &str| Trouble(format!("`--from {}`: {why}", line(play.as_str())));
        let (Some(battle), Some((scenario, _)), []) = (battles.pop(), given.battles().next(), &*battles) else {
            let count = given.battles().count();
            return Err(about(&format!("name the scenario of the play alone; {count} of these can be played")));
        };
        let bytes = given.project.read_named(play).map_err(|error| about(&describe(&error)))?;
        let files = [(play.to_owned(), bytes)];
        let mut review = given.project.review_to_play(&files)?;
        let unit = plays(&review, System::unplayed_reason).map_err(|_| about("it is no play"))?.into_iter().next();
        let sound = unit.filter(|unit| unit.sound && unit.battle.is_some());
        if let Some(unit) = sound {
            let path = given.review.sources.get(scenario.file).path();
            let own = same_file(path);
            let is_its = unit.files.iter().any(|file| same_file(review.sources.get(*file).path()) == own);
            if !is_its || unit.system.id() != scenario.system.id() {
                return Err(about(&format!("it is a play of another scenario, not of `{}`", line(path.as_str()))));
            }
            let replayed = battle.replay(&unit.doc, None);
            if replayed.is_legal() {
                let at = (play.as_str(), self.turn);
                return battle
                    .begin_from(&unit.doc, &replayed, at, turn_limit)
                    .map(ControlFlow::Continue)
                    .map_err(|why| about(&why));
            }
            review.findings.extend(replayed.findings);
        }
        let purpose = Purpose { done: Some(("played", &[Role::Record])), leaves_checking: true };
        let extra = Extra { purpose, ..Extra::default() };
        report.emit(review, &given.project, &extra, output.output_file.as_ref()).map(ControlFlow::Break)
    }
}
