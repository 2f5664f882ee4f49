//! Rename of what has a name, over all documents that name it; refused with the reason where it would change anything else.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use lsp_server::ErrorCode;
use lsp_types::{PrepareRenameResponse, RenameParams, TextDocumentPositionParams, WorkspaceEdit};

use super::analysis::project;
use super::navigation::{Meant, found, meanings_of_record, table};
use super::refusal::Refusal;
use super::view::{Known, View};
use crate::diag::Severity;
use crate::review::{Review, Unit};
use crate::source::{FileId, Part, Span};
use crate::systems::scalar;

/// Edits by file: bytes, and what is put in their place.
type Edits = BTreeMap<FileId, BTreeMap<(usize, usize), String>>;

/// Returns the name at a place that can be renamed, and its range.
pub(super) fn prepare(
    view: View<'_>,
    params: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, Refusal> {
    let document = view.document(&params.text_document.uri)?;
    let Some((known, meant)) = found(view, document, params.position) else {
        return Err(refused("there is no name here that a document gives"));
    };
    whole(&known, view)?;
    let (at, number) = &meant.asked;
    let text = match (&meant.thing.number, number) {
        (Some((number, _)), true) => number.clone(),
        _ => meant.thing.name.clone(),
    };
    let range = known.location(at).map(|location| location.range);
    Ok(range.map(|range| PrepareRenameResponse::RangeWithPlaceholder { range, placeholder: text }))
}

/// Returns the edits that give something another name or number.
pub(super) fn rename(view: View<'_>, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Refusal> {
    let at = &params.text_document_position;
    let document = view.document(&at.text_document.uri)?;
    let Some((known, meant)) = found(view, document, at.position) else {
        return Err(refused("there is no name here that a document gives"));
    };
    whole(&known, view)?;
    let new = params.new_name.as_str();
    if new.trim().is_empty() || new.trim() != new || new.chars().any(char::is_control) {
        return Err(refused("a name is a line of text that neither begins nor ends with a blank"));
    }
    if let Some(at) = meant.unclear.first() {
        let sources = &known.analysis.review.sources;
        let file = sources.get(at.file);
        let line = file.position(sources.span(at).start).line;
        return Err(refused(format!("`{}:{line}` may mean this or something else of the same name", file.path())));
    }
    let edits = edits(&known, &meant, new);
    verify(view, &edits)?;
    let flat = edits
        .into_iter()
        .flat_map(|(file, edits)| edits.into_iter().map(move |((start, end), new)| (file, Span { start, end }, new)));
    Ok(Some(view.workspace_edit(flat)))
}

fn refused(why: impl Into<String>) -> Refusal {
    Refusal::new(ErrorCode::RequestFailed, why)
}

/// Refuses while a text is broken: nobody knows what else it names.
fn whole(known: &Known<'_>, view: View<'_>) -> Result<(), Refusal> {
    let broken = || refused("nothing is renamed while a document of this battle cannot be read");
    if std::ptr::eq(known.analysis, view.now) { Ok(()) } else { Err(broken()) }
}

/// Returns the edits that write a new name wherever the old one stands.
fn edits(known: &Known<'_>, meant: &Meant, new: &str) -> Edits {
    let sources = &known.analysis.review.sources;
    let (_, number) = meant.asked;
    let (given, used) = match (&meant.thing.number, number) {
        (Some((_, at)), true) => (at, &meant.by_number),
        _ => (&meant.thing.at, &meant.by_name),
    };
    let mut edits = Edits::new();
    for at in std::iter::once(given).chain(used) {
        let span = sources.span(at);
        // A part of a text stands in the quotes of the text.
        let written = if matches!(at.part, Part::Words(_)) { new.to_owned() } else { scalar(new) };
        edits.entry(at.file).or_default().insert((span.start, span.end), written);
    }
    edits
}

/// Refuses edits that change more than a name: after them everything must mean what it meant, and nothing new be wrong.
fn verify(view: View<'_>, edits: &Edits) -> Result<(), Refusal> {
    let trouble = |trouble: crate::project::Trouble| refused(trouble.to_string());
    let (mut project, _) = project(view.systems, view.documents).map_err(trouble)?;
    let sources = &view.now.review.sources;
    for (file, edits) in edits {
        let source = sources.get(*file);
        let (mut text, mut done) = (String::new(), 0);
        for ((start, end), new) in edits {
            let kept = source.text().get(done..*start).ok_or_else(|| refused("two of its places overlap"))?;
            text.push_str(kept);
            text.push_str(new);
            done = *end;
        }
        text.push_str(source.text().get(done..).unwrap_or_default());
        project.open(source.path(), text);
    }
    let read = |path: &Utf8PathBuf| project.read_named(path).map(|bytes| (path.clone(), bytes));
    let files: Result<Vec<_>, _> = view.now.given.iter().map(read).collect();
    let files = files.map_err(|error| refused(error.to_string()))?;
    let renamed = project.review(&files);
    if let Some(why) = new_error(&view.now.review, &renamed) {
        return Err(refused(format!("it would not mean the same: {why}")));
    }
    if meanings(&view.now.review) != meanings(&renamed) {
        return Err(refused("it would not mean the same: another name is the same, or a use of it cannot be renamed"));
    }
    Ok(())
}

/// Returns the message of a finding of a code of which there are more than before.
fn new_error(before: &Review, now: &Review) -> Option<String> {
    let count = |review: &Review| {
        let mut counts: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for finding in review.findings.iter().filter(|finding| finding.severity >= Severity::Warning) {
            let file = review.sources.iter().position(|(id, _)| id == finding.at.file).unwrap_or_default();
            *counts.entry((file, finding.code.id)).or_default() += 1;
        }
        counts
    };
    let (old, new) = (count(before), count(now));
    let (_, code) = new.iter().find(|(key, count)| old.get(*key).is_none_or(|old| old < count)).map(|(key, _)| *key)?;
    now.findings.iter().find(|finding| finding.code.id == code).map(|finding| finding.message.clone())
}

/// Returns what every use of a name means, battle by battle, without its place: a key that is a name is part of it. In
/// records every word is looked at: none comes to mean something, or something else.
fn meanings(review: &Review) -> Vec<Vec<(FileId, Option<usize>)>> {
    let of_unit = |unit: &Unit| {
        let table = table(unit).unwrap_or_default();
        let of_record = meanings_of_record(review, unit, &table).into_iter().map(|means| (unit.file, means));
        table.uses.iter().map(|one| (one.at.file, one.means)).chain(of_record).collect()
    };
    review.units.iter().map(of_unit).collect()
}
