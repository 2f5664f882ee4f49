//! `muster sweep plan`: a sweep as it is written becomes a folder that any machine can play from.

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::describe;
use muster_core::diag::{self, Diagnostic, Format, ReportStyle, Severity, Sink};
use muster_core::load;
use muster_core::source::{FileId, Sources, is_elsewhere};
use muster_systems::System;
use muster_systems::english::count_of;

use super::folder::{PLAN, PLAN_KIND, SweepFolder};
use super::numbers::thousands;
use crate::cli::help::whole;
use crate::cli::output::{make_folder, replace, text_to_stdout, to_stdout, unwritten};
use crate::cli::settings::SettingsArgs;
use crate::cli::{Exit, Outcome, Trouble};
use crate::project::files::{read_file, read_named, read_text};
use crate::project::known::KnownFindings;
use crate::project::policy::Policy;
use crate::sweep::{MOST_PARTS, Plan, SweepDocument, Unplanned, gather, schema, seal};

/// Read a sweep and write its plan to a folder.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file of the sweep.
    #[arg(value_name = "FILE")]
    file: Utf8PathBuf,

    /// Write the plan and the parts to DIR, which is created if needed.
    #[arg(short, long, value_name = "DIR")]
    output_dir: Utf8PathBuf,

    /// Divide the battles into N parts (at most 100000).
    #[arg(long, value_name = "N", value_parser = whole(1..=MOST_PARTS))]
    parts: u64,

    /// Play each combination until the win share is known to ± PERCENT (0.1 to 50) with 95 % confidence, instead of `until` in the file.
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent)]
    until: Option<f64>,

    /// Replace another plan in the folder. Its parts stay there and are ignored.
    #[arg(long)]
    force: bool,

    /// Print errors only.
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    settings: SettingsArgs,
}

/// A sweep, or what is wrong in it.
type ReadSweep = Result<SweepDocument, Vec<Diagnostic>>;

fn parse_percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.1..=50.0).contains(number));
    number.ok_or_else(|| "expected a percentage from 0.1 to 50".to_owned())
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let (sources, file, document) = self.document()?;
        let mut document = match document {
            Ok(document) => document,
            Err(findings) => return show_findings(&sources, &findings),
        };
        document.sweep.until = self.until.or(document.sweep.until);
        let folder = self.file.parent().unwrap_or(Utf8Path::new(""));
        let read = |path: &Utf8Path| read_named(&folder.join(path));
        let project = self.settings.project(Policy::default(), systems)?;
        let named = document.sweep.scenarios.iter().filter(|path| !is_elsewhere(path));
        let scenarios = named.map(|path| folder.join(path));
        let scenarios = scenarios.filter_map(|path| Some((read_named(&path).ok()?, path)));
        let scenarios: Vec<(Utf8PathBuf, Vec<u8>)> = scenarios.map(|(bytes, path)| (path, bytes)).collect();
        let known = KnownFindings::new(&project, &scenarios, &project.review(&scenarios))?.relative_to(folder);
        let plan = match gather((&sources, file), &document.sweep, self.parts, &read, &known, systems) {
            Ok(plan) => plan,
            Err(Unplanned { unsound: Some(review), .. }) => {
                let errors = review.findings.iter().filter(|finding| finding.severity == Severity::Error);
                return show_findings(&review.sources, &errors.cloned().collect::<Vec<_>>());
            }
            Err(Unplanned { findings, unsound: None }) => return show_findings(&sources, &findings),
        };
        let summary = write(&plan, &self.output_dir, self.force)?;
        if !self.quiet {
            text_to_stdout(&summary)?;
        }
        Ok(Exit::Clean)
    }

    /// Reads the file: the sweep, or what is wrong in it.
    fn document(&self) -> Result<(Sources, FileId, ReadSweep), Trouble> {
        let file = &self.file;
        let bytes = read_file(file).map_err(|error| Trouble(format!("cannot read `{file}`: {}", describe(&error))))?;
        let (mut sources, mut sink) = (Sources::default(), Sink::default());
        let id = load::read(&mut sources, file.clone(), &bytes, &mut sink);
        let document = schema().read::<SweepDocument>(&sources, id, &mut sink);
        let findings = sink.into_findings();
        let is_wrong = findings.iter().any(|finding| finding.severity == Severity::Error);
        let document = document.filter(|_| !is_wrong).ok_or(findings);
        Ok((sources, id, document))
    }
}

/// Writes a plan into a folder. Returns what was planned, in words. Another plan in it is replaced only by `force`.
pub(in crate::cli) fn write(plan: &Plan, folder: &Utf8Path, force: bool) -> Result<String, Trouble> {
    let (text, digest) = seal(PLAN_KIND, plan)?;
    let file = folder.join(PLAN);
    match read_text(&file) {
        Ok(there) if there == text => {}
        Ok(_) if !force => {
            let how = "name another folder, or use `--force` to replace the plan";
            return Err(Trouble(format!("`{file}` already exists and is another plan: {how}")));
        }
        _ => {
            make_folder(folder)?;
            replace(&file, text.as_bytes()).map_err(|error| unwritten(&file, &error))?;
            // What cannot be read again would be seen by every task.
            SweepFolder::open(folder)?;
        }
    }
    Ok(summary(plan, &digest, folder))
}

/// Shows what keeps a sweep from being planned.
fn show_findings(sources: &Sources, findings: &[Diagnostic]) -> Outcome {
    let findings = &diag::finish(findings.to_vec(), sources);
    let files = sources.iter().count();
    let report = diag::Report { sources, findings, files, hidden: Default::default(), extra: None };
    to_stdout(&Format::Full.render(&report, &ReportStyle::default())?)?;
    Ok(Exit::Findings)
}

/// Returns what was planned, in words.
fn summary(plan: &Plan, digest: &str, folder: &Utf8Path) -> String {
    let what = if plan.tune.is_some() { "candidate" } else { "combination" };
    let points = count_of(plan.points.len(), what);
    let mut text = format!(
        "Sweep {digest}: {points} of {} battles, {} in all, in {}\n",
        thousands(plan.games),
        thousands(plan.battles()),
        count_of(plan.parts, "part"),
    );
    if let Some(until) = plan.until {
        text += &format!("  at most: each combination stops when its share is known to ± {until} %, all in one part\n");
    }
    if !plan.illegal.is_empty() {
        let left_out = count_of(plan.illegal.len(), what);
        text += &format!("  skipped: {left_out}, because `muster check` reports something new in them\n");
    }
    text + &format!("  to play it here, run: muster sweep run {folder} --task auto\n")
}
