//! `muster sheet export`: a document as a workbook, or one sheet of it as CSV.

use std::collections::{BTreeSet, HashMap};

use camino::Utf8PathBuf;

use muster_core::diag::escape::{Escaped, line};
use muster_core::diag::or_nearest;
use muster_core::source::Pointer;
use muster_systems::System;

use super::read_document;
use crate::cli::output::{Artifact, Overwrite, to_stdout};
use crate::cli::settings::SettingsArgs;
use crate::cli::{Exit, Outcome, Trouble};
use crate::project::naming::table;
use crate::project::policy::Policy;
use crate::review::Review;
use crate::sheet::columns::fold;
use crate::sheet::document::{SheetDocument, Unshown};
use crate::sheet::files::{write_csv, write_workbook};
use crate::sheet::record;
use crate::sheet::table::{Sheet, sheets};

/// Write a scenario, deck or map as a workbook (.xlsx), or one sheet of it as CSV.
///
/// The workbook has a sheet for each kind of rows and one, Head, for what a document has once. It remembers the document, so
/// that `muster sheet import` can merge changes on both sides.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    /// The document to export.
    file: Utf8PathBuf,

    /// Write to FILE, a workbook (.xlsx) or a CSV file (.csv); `-` is standard output, as CSV.
    #[arg(short, long, value_name = "FILE")]
    output: Utf8PathBuf,

    /// Choose the sheet that is written as CSV; by default the first one with cards.
    #[arg(long, value_name = "SHEET")]
    kind: Option<String>,

    #[command(flatten)]
    overwrite: Overwrite,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl Args {
    pub(super) fn run(self, systems: &'static [&'static System]) -> Outcome {
        let project = self.settings.project(Policy::default(), systems)?;
        let bytes = read_document(&self.file)?;
        let document = SheetDocument::read(self.file.clone(), &bytes, systems).map_err(|why| match why {
            Unshown::Broken(..) => {
                Trouble(format!("`{0}` cannot be read; run `muster check {0}`", line(self.file.as_str())))
            }
            Unshown::Reason(why) => Trouble(why),
        })?;
        let review = project.review(&[(self.file.clone(), bytes)]);
        if self.output != "-" {
            let read = review.sources.iter().map(|(_, file)| file.path());
            self.overwrite.check_all([(&*self.output, Artifact::Spreadsheet)], read)?;
        }
        let all = sheets(&document);
        let extension = self.output.extension().map(str::to_lowercase);
        match extension.as_deref() {
            Some("xlsx") if self.kind.is_some() => {
                return Err(Trouble("`--kind` is for CSV: a workbook has all sheets".to_owned()));
            }
            Some("xlsx") => {
                let names = LegalNames::new(&review);
                let of_column = |sheet: &Sheet, column: usize| names.column_names(sheet, column);
                let bytes = write_workbook(&all, &record::rows(&document), &of_column).map_err(Trouble)?;
                self.overwrite.write(&self.output, Artifact::Spreadsheet, &bytes)?;
            }
            Some("csv") => self.overwrite.write(&self.output, Artifact::Spreadsheet, &self.csv(&all)?)?,
            _ if self.output == "-" => to_stdout(&Escaped::document(self.csv(&all)?))?,
            _ => {
                return Err(Trouble(format!(
                    "cannot write `{}`: expected a name in .xlsx or .csv",
                    line(self.output.as_str())
                )));
            }
        }
        Ok(Exit::Clean)
    }

    /// Returns a sheet as CSV.
    fn csv(&self, all: &[Sheet]) -> Result<Vec<u8>, Trouble> {
        let names = || all.iter().map(|sheet| sheet.name);
        let sheet = match &self.kind {
            Some(kind) => all.iter().find(|sheet| fold(sheet.name) == fold(kind)).ok_or_else(|| {
                let near = or_nearest(kind, names());
                Trouble(format!(
                    "there is no sheet `{kind}`; expected one of {}{near}",
                    names().collect::<Vec<_>>().join(", ")
                ))
            })?,
            None => all
                .iter()
                .find(|sheet| sheet.kind.is_some() && !sheet.rows.is_empty())
                .or(all.first())
                .ok_or("the document has no sheets")?,
        };
        let headings = sheet.columns.iter().map(|column| column.heading.clone()).collect();
        let rows = sheet.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect());
        Ok(write_csv(std::iter::once(headings).chain(rows)))
    }
}

/// The names that are legal at places of a document.
#[derive(Default)]
struct LegalNames {
    sets: Vec<Vec<String>>,
    /// The set of each place.
    at: HashMap<Pointer, usize>,
}

impl LegalNames {
    fn new(review: &Review) -> LegalNames {
        let mut legal = LegalNames::default();
        for unit in review.units.iter().filter(|unit| unit.given) {
            let Some(table) = table(unit) else { continue };
            let first = legal.sets.len();
            let name = |thing: &usize| Some(table.names.get(*thing)?.name.clone());
            legal.sets.extend(table.sets.iter().map(|set| set.iter().filter_map(name).collect()));
            let used = table.uses.iter().filter(|used| used.at.file == unit.file);
            legal.at.extend(used.map(|used| (used.at.pointer.clone(), first + used.set)));
        }
        legal
    }

    /// Returns the names that are legal in a column: those of all its cells that hold one name each.
    fn column_names(&self, sheet: &Sheet, column: usize) -> BTreeSet<String> {
        if sheet.kind.is_none() {
            return BTreeSet::new();
        }
        let sets = sheet.rows.iter().filter_map(|row| self.at.get(row.cells[column].at.as_ref()?));
        let sets: BTreeSet<usize> = sets.copied().collect();
        sets.into_iter().filter_map(|set| self.sets.get(set)).flatten().cloned().collect()
    }
}
