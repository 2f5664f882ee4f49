//! `muster replay --forum`: turns as texts to post.

use muster_core::diag::escape::{Syntax, line};
use muster_systems::Replayed;
use muster_systems::english::count_of;

use crate::cli::Trouble;
use crate::cli::output::{self, Artifact};
use crate::cli::report::{OutputFile, Report};
use crate::project::Project;
use crate::review::{Review, Unit};

/// The argument that asks for turns as texts.
#[derive(Debug, clap::Args)]
pub(super) struct ForumArgs {
    /// Write each turn of the play, or only TURN (counted from 1), as text for the game's forum.
    #[arg(
        long,
        value_name = "TURN",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        value_parser = turns,
        conflicts_with_all = ["picture", "template", "look", "size", "low_ink"]
    )]
    forum: Option<Turns>,
}

/// The turns that are to be posted.
#[derive(Debug, Clone, Copy)]
enum Turns {
    All,
    /// One, from 1.
    One(usize),
}

fn turns(text: &str) -> Result<Turns, String> {
    match text.parse() {
        Ok(turn) if turn > 0 => Ok(Turns::One(turn)),
        _ if text == "all" => Ok(Turns::All),
        _ => Err("expected a turn, counted from 1, such as `--forum=5`".to_owned()),
    }
}

impl ForumArgs {
    /// Returns true if texts are asked for.
    pub(super) fn is_given(&self) -> bool {
        self.forum.is_some()
    }

    /// Refuses what cannot be written, whatever is in the plays.
    pub(super) fn check(
        &self,
        plays: &[&Unit],
        review: &Review,
        project: &Project,
        report: &Report,
        output: &OutputFile,
    ) -> Result<(), Trouble> {
        if matches!(self.forum, Some(Turns::One(_))) && plays.len() > 1 {
            return Err(Trouble("--forum=TURN posts one play: name one file".to_owned()));
        }
        report.check_outputs(output.output_file.iter().map(|file| (file, Artifact::Text)), review, project)
    }

    /// Returns the texts that are asked for, among those of the turns of a play. A play that is not legal may end before the
    /// turn that is asked for, which is no error here: why it ends is among its findings.
    pub(super) fn choose_texts(&self, texts: Vec<String>, replayed: &Replayed) -> Result<Vec<String>, Trouble> {
        let Some(Turns::One(turn)) = self.forum else { return Ok(texts) };
        let count = texts.len();
        match texts.into_iter().nth(turn - 1) {
            None if replayed.is_legal() => Err(Trouble(format!("the play has {}", count_of(count, replayed.noun)))),
            text => Ok(text.into_iter().collect()),
        }
    }
}

/// Writes texts with an empty line between two of them, into the file that is named or to standard output. Returns the line
/// that tells of it.
pub(super) fn write(texts: &[String], report: &Report, output: &OutputFile) -> Result<String, Trouble> {
    if texts.is_empty() {
        return Ok(String::new());
    }
    let lines: Vec<String> = texts.iter().map(|text| format!("{text}\n")).collect();
    let text = Syntax::Text.escape(&lines.join("\n"));
    match &output.output_file {
        Some(to) => {
            report.overwrite.write(to, Artifact::Text, text.bytes())?;
            Ok(format!("{}: {}\n", line(to.as_str()), count_of(texts.len(), "turn")))
        }
        None => output::to_stdout(&text).map(|()| String::new()),
    }
}
