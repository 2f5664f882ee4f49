//! `muster sheet import`: the cells that changed, as edits of the document.

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};

use muster_core::diag::Severity;
use muster_core::diag::escape::line;
use muster_systems::System;
use muster_systems::english::count_of;

use super::pulled::PulledSheets;
use super::{read_book, read_document};
use crate::cli::fix;
use crate::cli::report::{Extra, Report};
use crate::cli::settings::SettingsArgs;
use crate::cli::{Exit, Outcome, Trouble};
use crate::project::Project;
use crate::project::files::read_named;
use crate::project::looks::WantedLook;
use crate::review::Review;
use crate::sheet::document::{SheetDocument, Unshown};
use crate::sheet::import::{ImportOptions, import};

/// Show what a spreadsheet changes in a document as a diff, and write it with `--write`.
///
/// Only values of changed cells change: comments, order and layout of the document stay. A new row is added at the end of its
/// list. If the document has changed since the export too, both changes are merged. Nothing is written if there is an error.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The spreadsheet (.xlsx, .ods, .csv or .tsv); `-` is standard input.
    #[arg(value_name = "SHEET")]
    book: Utf8PathBuf,

    /// The document to change.
    file: Utf8PathBuf,

    /// Write the changes to the document.
    #[arg(long)]
    write: bool,

    /// Remove rows from the document that the spreadsheet no longer has.
    #[arg(long)]
    delete: bool,

    /// Merge with the changes since FILE, the document as it was exported. An exported workbook remembers it itself.
    #[arg(long, value_name = "FILE")]
    base: Option<Utf8PathBuf>,

    /// Name the sheet that a CSV file holds, such as `cards`; by default its headings show it.
    #[arg(long, value_name = "SHEET")]
    kind: Option<String>,

    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let project = self.settings.project(self.report.policy.policy(), systems)?;
        let (book, bytes) = (read_book(&self.book)?, read_document(&self.file)?);
        let document = match SheetDocument::read(self.file.clone(), &bytes, systems) {
            Ok(document) => document,
            Err(Unshown::Reason(why)) => return Err(Trouble(why)),
            Err(Unshown::Broken(..)) => {
                let review = project.review(&[(self.file.clone(), bytes)]);
                return self.report.emit(review, &project, &Extra::default(), None);
            }
        };
        let base =
            self.base.as_ref().map(|path| match SheetDocument::read(path.clone(), &read_document(path)?, systems) {
                Ok(base) => Ok(base),
                Err(Unshown::Reason(why)) => Err(Trouble(why)),
                Err(Unshown::Broken(..)) => {
                    Err(Trouble(format!("`{0}` cannot be read; run `muster check {0}`", path_text(path))))
                }
            });
        let options = ImportOptions { base: base.transpose()?, delete: self.delete, kind: self.kind.as_deref() };
        let imported = import(&book, document, options).map_err(Trouble)?;
        let before = imported.document.text().to_owned();
        let now = imported.text.clone();
        let text = now.clone().unwrap_or_else(|| before.clone());
        let mut review = self.check(&project, text.clone().into_bytes())?;
        let is_worse = now.is_some() && text != before && has_more_errors(&self.check(&project, bytes)?, &review);
        PulledSheets::one(book, imported).add_to(&mut review);
        let changed = vec![(self.file.clone(), before, text)];
        let is_changed = changed[0].1 != changed[0].2;
        let mut extra = Extra::default();
        if !self.write {
            let diff = fix::unified_diff(&changed);
            extra.json = Some(("diff", diff.clone().into()));
            extra.text = diff;
        } else if now.is_none() || is_worse {
            extra.text = format!("Nothing written to {}: fix the errors first\n", path_text(&self.file));
        } else if is_changed {
            fix::write(&changed)?;
            extra.text = format!("{}: {}\n", path_text(&self.file), count_of(lines(&changed[0]), "line") + " changed");
        } else {
            extra.text = format!("{}: nothing to change\n", path_text(&self.file));
        }
        let is_refused = self.write && (now.is_none() || is_worse);
        let exit = self.report.emit(review, &project, &extra, None)?;
        Ok(if is_refused { exit.max(Exit::Findings) } else { exit })
    }

    /// Reviews a text of the document and measures its cards, as `muster check` does.
    fn check(&self, project: &Project, text: Vec<u8>) -> Result<Review, Trouble> {
        let files = [(self.file.clone(), text)];
        let mut review = project.review(&files);
        project.tolerate(&mut review, &files, &read_named, false)?;
        let settings = project.settings.print(review.sources.iter().map(|(_, file)| file.path()))?;
        project.measure(&mut review, &WantedLook::default().or(&settings), &read_named)?;
        Ok(review)
    }
}

fn path_text(path: &Utf8Path) -> String {
    line(path.as_str()).into_owned()
}

/// Returns the number of lines of a document that are new or others.
fn lines((_, before, now): &(Utf8PathBuf, String, String)) -> usize {
    let diff = similar::TextDiff::from_lines(before.as_str(), now.as_str());
    let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
    count(similar::ChangeTag::Insert).max(count(similar::ChangeTag::Delete))
}

/// Returns true if a code has more errors than before.
fn has_more_errors(before: &Review, now: &Review) -> bool {
    let count = |review: &Review| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in review.findings.iter().filter(|finding| finding.severity == Severity::Error) {
            *counts.entry(finding.code.id).or_default() += 1;
        }
        counts
    };
    let old = count(before);
    count(now).iter().any(|(code, count)| old.get(code).is_none_or(|old| old < count))
}
