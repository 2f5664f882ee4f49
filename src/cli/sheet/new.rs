//! `muster sheet new`: a document made of a designer's own table.

use camino::Utf8PathBuf;

use muster_core::diag::Diagnostic;
use muster_core::diag::escape::{Escaped, line};
use muster_core::source::{CellPlace, FileId, Pointer};
use muster_systems::System;

use super::{pair, read_book};
use crate::cli::output::{self, Artifact};
use crate::cli::report::{Extra, Report};
use crate::cli::settings::SettingsArgs;
use crate::cli::{Exit, Outcome, system_of};
use crate::project::Project;
use crate::review::Review;
use crate::sheet::own::{OwnOptions, new};

/// Write a deck from a table of your own, one card a row.
///
/// Headings are matched to keys: case and spaces do not matter, and usual words are known, such as Flavour for lore. Questions that
/// the table leaves open are listed together, each with the option that answers it.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The table (.csv, .tsv, .xlsx or .ods), with headings in its first row; `-` is standard input.
    #[arg(value_name = "SHEET")]
    book: Utf8PathBuf,

    /// The game (`table-battles`, `states-of-battle` or `tabletop`).
    #[arg(long, value_name = "SYSTEM")]
    system: String,

    /// Write to FILE; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Utf8PathBuf,

    /// Name the key of a column, as in `Flavour=lore` or `Damage=actions/hits`; `Notes=` ignores the column. Can be repeated.
    #[arg(long, value_name = "COLUMN=KEY", value_parser = pair)]
    map: Vec<(String, String)>,

    /// Give a key the same value in all rows that have none, as in `actions/type=attack`. Can be repeated.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,

    /// Choose what the rows are, such as `units`; by default the headings show it.
    #[arg(long, value_name = "SHEET")]
    kind: Option<String>,

    #[command(flatten)]
    report: Report,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let system = system_of(&self.system, systems)?;
        let project = self.settings.project(self.report.policy.policy(), systems)?;
        if self.output != "-" {
            let output = (self.output.as_path(), Artifact::Skeleton);
            self.report.overwrite.check_all([output], [self.book.as_path()])?;
        }
        let book = read_book(&self.book)?;
        let options = OwnOptions { map: &self.map, set: &self.set, kind: self.kind.as_deref() };
        let made = new(&book, system, options).map_err(crate::cli::Trouble)?;
        let Some(text) = made.text else {
            let mut review = project.review(&[]);
            review.sources = made.sources;
            review.findings = made.findings;
            let is_quiet = self.report.quiet();
            let exit = self.report.emit(review, &project, &Extra::default(), None)?;
            if !is_quiet {
                output::complain("nothing was written: answer the questions above and run the command again");
            }
            return Ok(exit.max(Exit::Findings));
        };
        if self.output == "-" {
            output::to_stdout(&Escaped::document(text.clone()))?;
        } else {
            self.report.overwrite.write(&self.output, Artifact::Skeleton, text.as_bytes())?;
            let schema = self.output.with_file_name(format!("{}.schema.json", system.id()));
            if !schema.exists() {
                self.report.overwrite.write(&schema, Artifact::Schema, system.schema().text().as_bytes())?;
                output::complain(&format!(
                    "also wrote `{schema}`, the schema that editors use to check and complete the file"
                ));
            }
        }
        let mut review = check_document(&project, &self.output, text, &made.cells);
        let first = review.sources.next_id();
        for page in book.pages.iter().filter(|page| !page.rows.is_empty()).take(1) {
            crate::sheet::book::PageView::add(&book, page, &mut review.sources);
        }
        review.findings.extend(made.findings.into_iter().map(|finding| move_to_page(finding, first)));
        let text = if self.output == "-" { String::new() } else { format!("{}\n", line(self.output.as_str())) };
        self.report.emit(review, &project, &Extra { text, aside: self.output == "-", ..Extra::default() }, None)
    }
}

/// Reviews the new document, whose parts come from cells.
fn check_document(project: &Project, path: &Utf8PathBuf, text: String, cells: &[(Pointer, CellPlace)]) -> Review {
    let mut review = project.review(&[(path.clone(), text.into_bytes())]);
    let Some((file, source)) = review.sources.iter().next() else { return review };
    let Some(tree) = source.tree() else { return review };
    let written = cells.iter().filter(|(at, _)| tree.get(at).is_some());
    let mut spans: Vec<_> = written.map(|(at, cell)| (tree.span(at), cell.clone())).collect();
    // A row as a whole is where its first cell is.
    let mut rows: Vec<Pointer> = Vec::new();
    for (at, cell) in cells {
        let row: Vec<String> = at.steps().take(2).collect();
        let row = row.iter().fold(Pointer::root(), |at, step| at.key(step));
        if rows.last() != Some(&row) {
            spans.push((tree.span(&row), cell.clone()));
            rows.push(row);
        }
    }
    review.sources.keep_cells(file, spans);
    review
}

/// Returns a finding on the page that was added to a review.
fn move_to_page(mut finding: Diagnostic, page: FileId) -> Diagnostic {
    finding.at.file = page;
    finding.related.iter_mut().for_each(|related| related.at.file = page);
    finding
}
