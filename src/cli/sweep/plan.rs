//! `muster sweep plan`: a sweep as it is written becomes a folder that any machine can play from.

use camino::{Utf8Path, Utf8PathBuf};

use super::folder::{PLAN, PLAN_KIND, SweepFolder};
use super::numbers::thousands;
use crate::cli::output::{counted, make_folder, replace, text_to_stdout, to_stdout};
use crate::cli::{Exit, Outcome, Trouble};
use crate::diag::{self, Diagnostic, Format, ReportStyle, Severity, Sink};
use crate::load;
use crate::project::files::{read_file, read_named, read_text};
use crate::source::tree::Value;
use crate::source::{Pointer, Sources};
use crate::sweep::{MOST_PARTS, Plan, SweepDocument, gather, schema, seal};
use crate::systems::System;

/// Reads a sweep and writes its plan, complete in one file, into a folder.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file of the sweep.
    #[arg(value_name = "FILE")]
    file: Utf8PathBuf,

    /// The folder for the plan and the parts; it is made where it is not there.
    #[arg(short, long, value_name = "DIR")]
    output_dir: Utf8PathBuf,

    /// Into how many parts the battles are cut, up to 100000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_PARTS))]
    parts: u64,

    /// Takes the place of another plan in the folder. Its parts stay, and count for nothing.
    #[arg(long)]
    force: bool,
}

impl Args {
    pub(super) fn run(self, systems: &'static [System]) -> Outcome {
        let (terms, places) = match self.document()? {
            Ok(document) => document,
            Err((sources, findings)) => return found(&sources, &findings),
        };
        let folder = self.file.parent().unwrap_or(Utf8Path::new(""));
        let read = |path: &Utf8Path| read_named(&folder.join(path));
        let plan = match gather(&terms.sweep, places, self.parts, &read, systems).map_err(Trouble)? {
            Ok(plan) => plan,
            Err(review) => {
                let errors = review.findings.iter().filter(|finding| finding.severity == Severity::Error);
                return found(&review.sources, &errors.cloned().collect::<Vec<_>>());
            }
        };
        let (text, digest) = seal(PLAN_KIND, &plan)?;
        let file = self.output_dir.join(PLAN);
        match read_text(&file) {
            Ok(there) if there == text => {}
            Ok(_) if !self.force => {
                let how = "name another folder, or let this plan take its place with `--force`";
                return Err(Trouble(format!("`{file}` is there already, and is another plan: {how}")));
            }
            _ => {
                make_folder(&self.output_dir)?;
                replace(&file, text.as_bytes())
                    .map_err(|error| Trouble(format!("`{file}` cannot be written: {error}")))?;
                // What cannot be read again would be seen by every task.
                SweepFolder::open(&self.output_dir)?;
            }
        }
        text_to_stdout(&summary(&plan, &digest, &self.output_dir))?;
        Ok(Exit::Clean)
    }

    /// Reads the file: the sweep, and its places in the order in which they are written; or what is wrong in it.
    #[allow(clippy::type_complexity, reason = "either what was read or what was found")]
    fn document(&self) -> Result<Result<(SweepDocument, Vec<String>), (Sources, Vec<Diagnostic>)>, Trouble> {
        let file = &self.file;
        let bytes = read_file(file).map_err(|error| Trouble(format!("`{file}` cannot be read: {error}")))?;
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let id = load::read(&mut sources, file.clone(), &bytes, &mut sink);
        let document = schema().read::<SweepDocument>(&sources, id, &mut sink);
        let findings = sink.into_findings();
        let tree = sources.get(id).tree();
        let vary = tree.and_then(|tree| tree.get(&Pointer::root().key("sweep").key("vary"))).map(|node| &node.value);
        let places = match vary {
            Some(Value::Map(entries)) => entries.iter().map(|entry| entry.key.to_string()).collect(),
            _ => Vec::new(),
        };
        match document {
            Some(document) if !findings.iter().any(|finding| finding.severity == Severity::Error) => {
                Ok(Ok((document, places)))
            }
            _ => Ok(Err((sources, findings))),
        }
    }
}

/// Shows what keeps a sweep from being planned.
fn found(sources: &Sources, findings: &[Diagnostic]) -> Outcome {
    let files = sources.iter().count();
    let report = diag::Report { sources, findings, files, hidden: Default::default(), extra: None };
    to_stdout(&Format::Full.escaped(&report, &ReportStyle::default())?)?;
    Ok(Exit::Findings)
}

/// Returns a summary of the plan.
fn summary(plan: &Plan, digest: &str, folder: &Utf8Path) -> String {
    let points = counted(plan.points.len(), "combination");
    let mut text = format!(
        "Sweep {digest}: {points} of {} battles, {} in all, in {}\n",
        thousands(plan.games),
        thousands(plan.battles()),
        counted(plan.parts as usize, "part"),
    );
    if !plan.illegal.is_empty() {
        let left_out = counted(plan.illegal.len(), "combination");
        text += &format!("  left out: {left_out}, in which `muster check` finds something new\n");
    }
    text + &format!("  to play it here: muster sweep run {folder} --task auto\n")
}
