//! Findings in the cells of a spreadsheet: how their place is shown.

use super::Diagnostic;
use crate::source::{Address, CellPlace, Sources};

/// Returns the place of a finding in a spreadsheet, with the line of the document that it belongs to:
/// `cards.xlsx:Cards!D7 (line 41 of battle.yaml)`. `None` if it is in none.
pub fn describe_cell(finding: &Diagnostic, sources: &Sources) -> Option<String> {
    let cell = cell(&finding.at, sources)?;
    let is_written = |at: &&Address| sources.get(at.file).path() != cell.book;
    let related = finding.related.iter().map(|related| &related.at);
    let line = std::iter::once(&finding.at).chain(related).find(is_written).map(|at| {
        let file = sources.get(at.file);
        format!(" (line {} of {})", file.position(sources.span(at).start).line, file.path())
    });
    Some(format!("{cell}{}", line.unwrap_or_default()))
}

/// Returns the cell that a place comes from.
pub(super) fn cell<'a>(at: &Address, sources: &'a Sources) -> Option<&'a CellPlace> {
    sources.get(at.file).cell(sources.span(at).start)
}

/// Returns the message of a finding, after its place in a spreadsheet where it has one: for formats that know only lines of
/// files.
pub(super) fn message_in_cell(finding: &Diagnostic, sources: &Sources) -> String {
    match describe_cell(finding, sources) {
        Some(place) => super::plain(&format!("{place}: {}", finding.message)),
        None => finding.message.clone(),
    }
}
