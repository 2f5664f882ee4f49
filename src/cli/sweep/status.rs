//! `muster sweep status`: which parts are there, and which are missing, as a queue takes them.

use camino::Utf8PathBuf;
use clap::ValueEnum;
use serde_json::json;

use muster_core::diag::escape::{Syntax, line};
use muster_systems::english::count_of;

use super::folder::{PartState, SweepFolder};
use super::numbers::{array, thousands};
use crate::cli::output::{text_to_stdout, to_stdout};
use crate::cli::{Exit, Outcome};

/// Most broken parts that are listed one by one.
const LISTED: usize = 10;

/// List the parts of a sweep that are missing, such as `--array=3,7-9`.
///
/// Exit codes: 0 all parts are there; 1 parts are missing or broken.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The folder written by `muster sweep plan`.
    #[arg(value_name = "DIR")]
    folder: Utf8PathBuf,

    /// Choose the output format.
    #[arg(long, value_name = "FORMAT", default_value = "full", ignore_case = true)]
    output_format: StatusFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StatusFormat {
    Full,
    Json,
}

/// The progress of a sweep.
#[derive(Default)]
pub(super) struct Status {
    /// Number of parts that are whole.
    whole: u64,
    /// The parts that are not.
    pub(super) left: Vec<u64>,
    /// Of these, what was begun: part, battles, of how many.
    begun: Vec<(u64, u64, u64)>,
    /// Of these, those with a file that is none: part and why.
    broken: Vec<(u64, String)>,
}

impl Status {
    /// Looks at all parts.
    pub(super) fn read(folder: &SweepFolder) -> Status {
        let mut status = Status::default();
        for part in 1..=folder.plan.parts {
            match folder.state(part) {
                PartState::Whole(_) => {
                    status.whole += 1;
                    continue;
                }
                PartState::Missing(begun) => status.begun.extend(begun.map(|(done, all)| (part, done, all))),
                PartState::Broken(why) => status.broken.push((part, why)),
            }
            status.left.push(part);
        }
        status
    }
}

impl Args {
    pub(super) fn run(self) -> Outcome {
        let folder = SweepFolder::open(&self.folder)?;
        let status = Status::read(&folder);
        match self.output_format {
            StatusFormat::Full => text_to_stdout(&text(&folder, &status))?,
            StatusFormat::Json => {
                let text = json(&folder, &status).to_string() + "\n";
                to_stdout(&Syntax::Json.escape(&text))?;
            }
        }
        Ok(if status.left.is_empty() { Exit::Clean } else { Exit::Findings })
    }
}

fn text(folder: &SweepFolder, status: &Status) -> String {
    let plan = &folder.plan;
    let points = count_of(plan.points.len(), "combination");
    let (games, parts) = (thousands(plan.games), count_of(plan.parts, "part"));
    let mut text = format!("Sweep {}: {points} of {games} battles, in {parts}\n", folder.digest);
    text += &format!("  done     {}\n", status.whole);
    text += &format!("  missing  {}\n", status.left.len() - status.broken.len());
    if !status.begun.is_empty() {
        let (done, all) = status.begun.iter().fold((0, 0), |(done, all), (_, more, of)| (done + more, all + of));
        let (count, done, all) = (status.begun.len(), thousands(done), thousands(all));
        text += &format!("  started  {count} of these: {done} of {all} battles\n");
    }
    text += &format!("  broken   {}\n", status.broken.len());
    for (part, why) in status.broken.iter().take(LISTED) {
        text += &format!("    part {part}: {}\n", line(why));
    }
    if !status.left.is_empty() {
        text += &format!("  to play  {}: --array={}\n", count_of(status.left.len(), "part"), array(&status.left));
    }
    text
}

fn json(folder: &SweepFolder, status: &Status) -> serde_json::Value {
    let begun = status.begun.iter().map(|(part, done, of)| json!({"part": part, "done": done, "battles": of}));
    let broken = status.broken.iter().map(|(part, why)| json!({"part": part, "why": why}));
    json!({
        "version": 1,
        "plan": folder.digest,
        "parts": folder.plan.parts,
        "done": status.whole,
        "missing": status.left,
        "array": array(&status.left),
        "begun": begun.collect::<Vec<_>>(),
        "broken": broken.collect::<Vec<_>>(),
    })
}
