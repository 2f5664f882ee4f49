//! `muster check`: every mistake at its place, and fixed where that can be done.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::config::FILE;
use muster_core::diag::Severity;
use muster_core::diag::escape::{Escaped, line};
use muster_core::source::FileId;
use muster_systems::System;
use muster_systems::english::count_of;

use super::fix::{self, Fixing};
use super::inputs::{Files, Inputs};
use super::look::LookArgs;
use super::output::{complain, text_to_stdout, to_stdout};
use super::report::{Extra, OutputFile, Report};
use super::sheet::PulledSheets;
use super::watch::watch;
use super::{Exit, Outcome, Trouble};
use crate::project::Project;
use crate::project::files::read_named;
use crate::project::looks::WantedLanguages;
use crate::project::watching::stamp;
use crate::review::{Reader, Review, review};
use crate::sheet::files::is_spreadsheet;

/// Check documents, or the cards in a spreadsheet: syntax, schema, rules, card layout.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    fixing: Fixing,

    /// Show the settings that apply, without checking.
    #[arg(long)]
    show_settings: bool,

    /// List the files that would be checked, without checking.
    #[arg(long)]
    show_files: bool,

    /// Check again whenever a file changes.
    #[arg(long, conflicts_with_all = ["fix", "diff", "write_baseline"])]
    watch: bool,

    /// Also check that the text fits on the cards when they are laid out in these languages, such as `de,fr`, or in `all`
    /// languages.
    #[arg(long, value_name = "LANG,...", value_delimiter = ',')]
    languages: Vec<String>,

    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    output: OutputFile,

    #[command(flatten)]
    inputs: Inputs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        if self.show_settings {
            let project = self.inputs.project(&self.report.policy, systems)?;
            let texts: Vec<String> = self.inputs.settings(&project)?.iter().map(|settings| settings.show()).collect();
            text_to_stdout(&texts.join("\n"))?;
            return Ok(Exit::Clean);
        }
        if self.show_files {
            let paths = self.inputs.find(&self.inputs.project(&self.report.policy, systems)?)?.files;
            text_to_stdout(&paths.iter().map(|path| line(path.as_str()) + "\n").collect::<String>())?;
            return Ok(Exit::Clean);
        }
        if self.watch {
            return self.watch(systems);
        }
        let read = self.inputs.read(&self.report.policy, systems)?;
        if self.fixing.is_wanted() {
            if let Some((path, _)) = read.files.iter().find(|(path, _)| is_spreadsheet(path)) {
                return Err(Trouble(format!(
                    "`{}` cannot be fixed; fix its document, or change the cells",
                    line(path.as_str())
                )));
            }
            return self.mend(read);
        }
        self.look(read, &read_named)
    }

    /// Checks files once.
    fn look(&self, read: Files, reader: &Reader<'_>) -> Outcome {
        let Files { mut files, unreadable, project } = read;
        let sheets = PulledSheets::pull(&mut files, project.systems)?;
        let mut review = review(&files, reader, project.systems);
        project.tolerate(&mut review, &files, reader, false)?;
        project.look_at_sweeps(&mut review, reader);
        self.measure(&project, &mut review, reader)?;
        sheets.add_to(&mut review);
        let extra = Extra { unreadable, again: self.watch, ..Extra::default() };
        self.report.emit(review, &project, &extra, self.output.output_file.as_ref())
    }

    /// Finds what does not fit, also in the languages that are asked for.
    fn measure(&self, project: &Project, review: &mut Review, read: &Reader<'_>) -> Result<(), Trouble> {
        let settings = project.settings.print(review.sources.iter().map(|(_, file)| file.path()))?;
        let look = self.look.look().or(&settings);
        project.measure(review, &look, read)?;
        let languages = if self.languages.is_empty() { &settings.languages } else { &self.languages };
        let Some(languages) = WantedLanguages::parse(languages) else { return Ok(()) };
        Ok(project.measure_languages(review, &look, &languages)?)
    }

    fn watch(&self, systems: &'static [&'static System]) -> Outcome {
        if self.inputs.stdin().is_some() {
            return Err(Trouble("`--watch` cannot be used with standard input".to_owned()));
        }
        let files = || self.files_of_a_check(systems);
        let look = |named: &mut BTreeMap<_, _>| {
            // Also files that could not be read: they may come back.
            let named = Mutex::new(named);
            let reader = |path: &Utf8Path| {
                named.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned(), stamp(path));
                read_named(path)
            };
            self.inputs.read(&self.report.policy, systems).and_then(|read| self.look(read, &reader)).map(|_| ())
        };
        watch(files, look)?;
        Ok(Exit::Clean)
    }

    /// Returns the files that a check reads now, without those that documents name: documents, settings, baselines and templates.
    /// Files that cannot be found out are left out.
    fn files_of_a_check(&self, systems: &'static [&'static System]) -> BTreeSet<Utf8PathBuf> {
        let mut all: BTreeSet<Utf8PathBuf> = [FILE.into()].into();
        let Ok(project) = self.inputs.project(&self.report.policy, systems) else { return all };
        let files = self.inputs.find(&project).unwrap_or_default().files;
        let settings = project.settings.print(files.iter().map(|path| &**path)).unwrap_or_default();
        all.extend(self.look.look().or(&settings).files().unwrap_or_default());
        all.extend(project.with_settings(files));
        all
    }

    fn mend(&self, read: Files) -> Outcome {
        let Files { files, unreadable, project } = read;
        let mut mended = self.fixing.mend(files, &project)?;
        project.tolerate(&mut mended.review, &mended.files, &read_named, false)?;
        self.measure(&project, &mut mended.review, &read_named)?;
        let (fixed, changed) = (mended.fixed, &mended.changed);
        let done = format!("{} in {}", count_of(fixed, "finding"), count_of(changed.len(), "file"));
        if self.fixing.diff() {
            text_to_stdout(&fix::unified_diff(&mended.changed))?;
            if !changed.is_empty() && !self.report.quiet() {
                complain(&format!("--fix would fix {done}"));
            }
            let is_stopped = self.report_stops(&mended.review, &project)?;
            return Ok(match changed.is_empty() && !is_stopped {
                _ if unreadable > 0 => Exit::Trouble,
                true => Exit::Clean,
                false => Exit::Findings,
            });
        }
        let mut extra = Extra { unreadable, ..Extra::default() };
        if fixed > 0 {
            extra.text = format!("Fixed {done}\n");
        }
        if let Some(stdin) = self.inputs.stdin() {
            // Its text is the output.
            mended.changed.retain(|(path, ..)| path != stdin);
            let text = mended.files.iter().find(|(path, _)| path == stdin).map(|(_, bytes)| bytes.clone());
            fix::write(&mended.changed)?;
            to_stdout(&Escaped::document(text.unwrap_or_default()))?;
            extra.aside = true;
        } else {
            fix::write(&mended.changed)?;
        }
        let file = self.output.output_file.as_ref();
        let exit = self.report.emit(mended.review, &project, &extra, file)?;
        Ok(self.fixing.exit(fixed, exit))
    }

    /// Shows, beside a difference, the errors that keep files from being checked to the end: without them `--fix` might change
    /// more. Returns true if one of them makes a command fail.
    fn report_stops(&self, review: &Review, project: &Project) -> Result<bool, Trouble> {
        let files: BTreeSet<FileId> = review.unjudged_files().flatten().copied().collect();
        let mut findings = project.judge(review)?.findings;
        findings.retain(|finding| files.contains(&finding.at.file) && finding.code.severity == Severity::Error);
        if findings.is_empty() {
            return Ok(false);
        }
        self.report.aside(&findings, review)?;
        if !self.report.quiet() {
            complain(
                "these errors stop the check of their files; fix them to see everything that `--fix` would change",
            );
        }
        Ok(project.fails(&findings, &review.sources)?)
    }
}
