//! Spreadsheets that take part in a review: each stands for the document that it was exported from.

use camino::Utf8PathBuf;

use muster_core::diag::Diagnostic;
use muster_core::diag::escape::line;
use muster_core::source::{Address, FileId};
use muster_systems::System;

use crate::cli::Trouble;
use crate::project::files::read_named;
use crate::review::{Review, same_file};
use crate::sheet::book::{Book, PageView};
use crate::sheet::document::{SheetDocument, Unshown};
use crate::sheet::files;
use crate::sheet::import::{Import, ImportOptions, import};
use crate::sheet::record;

/// Spreadsheets and what they change.
#[derive(Default)]
pub(in crate::cli) struct PulledSheets(Vec<(Book, Import)>);

impl PulledSheets {
    /// Takes one spreadsheet and what it changes.
    pub(super) fn one(book: Book, import: Import) -> PulledSheets {
        PulledSheets(vec![(book, import)])
    }

    /// Takes the spreadsheets out of some files, and puts the documents in that they were exported from, with the changes.
    pub(in crate::cli) fn pull(
        inputs: &mut Vec<(Utf8PathBuf, Vec<u8>)>,
        systems: &'static [&'static System],
    ) -> Result<PulledSheets, Trouble> {
        let mut pulled = PulledSheets::default();
        let (books, mut others): (Vec<_>, Vec<_>) =
            std::mem::take(inputs).into_iter().partition(|(path, _)| files::is_spreadsheet(path));
        for (path, bytes) in books {
            let shown = line(path.as_str()).into_owned();
            let refuse = |why: &str| Trouble(format!("cannot check `{shown}`: {}", line(why)));
            let book = files::read(&path, &bytes).map_err(|why| refuse(&why))?;
            let recorded = record::read(&book).and_then(|record| super::path_beside(&path, &record.file));
            let document = recorded.ok_or_else(|| {
                refuse("it does not say which document it was exported from; run `muster sheet import` with both files")
            })?;
            let bytes = match others.iter().find(|(other, _)| same_file(other) == same_file(&document)) {
                Some((_, bytes)) => bytes.clone(),
                None => read_named(&document).map_err(|error| {
                    refuse(&format!("cannot read `{document}`: {}", muster_core::diag::describe(&error)))
                })?,
            };
            others.retain(|(other, _)| same_file(other) != same_file(&document));
            if pulled.0.iter().any(|(_, known)| same_file(known.document.path()) == same_file(&document)) {
                return Err(refuse(&format!(
                    "another spreadsheet of `{document}` is checked too; check one at a time"
                )));
            }
            match SheetDocument::read(document.clone(), &bytes, systems) {
                Ok(read) => {
                    let import = import(&book, read, ImportOptions::default()).map_err(|why| refuse(&why))?;
                    let text = import.text.as_ref().map_or(bytes, |text| text.clone().into_bytes());
                    others.push((document, text));
                    pulled.0.push((book, import));
                }
                // What is wrong with it is found in the document itself.
                Err(Unshown::Broken(..)) => others.push((document, bytes)),
                Err(Unshown::Reason(why)) => return Err(refuse(&why)),
            }
        }
        *inputs = others;
        Ok(pulled)
    }

    /// Adds the findings in the spreadsheets to a review of the documents, and says of its parts which cells they come from.
    pub(in crate::cli) fn add_to(self, review: &mut Review) {
        for (book, import) in self.0 {
            let path = import.document.path();
            let found = review.sources.iter().find(|(_, file)| file.path() == path).map(|(file, _)| file);
            let Some(document) = found else { continue };
            review.sources.keep_cells(document, import.cells(&book));
            // They would change a text that no file has.
            review.findings.iter_mut().filter(|found| found.at.file == document).for_each(|found| found.fix = None);
            let views: Vec<FileId> =
                book.pages.iter().map(|page| PageView::add(&book, page, &mut review.sources).file).collect();
            // The document came first there, then the pages.
            let file = |file: FileId| match file.number().checked_sub(1) {
                Some(page) => views.get(page as usize).copied().unwrap_or(document),
                None => document,
            };
            let moved = |at: Address| Address { file: file(at.file), ..at };
            review.findings.extend(import.findings.into_iter().map(|mut finding: Diagnostic| {
                finding.at = moved(finding.at);
                for related in &mut finding.related {
                    related.at = moved(related.at.clone());
                }
                finding
            }));
        }
    }
}
