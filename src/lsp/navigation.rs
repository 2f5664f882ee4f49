//! Definitions and references of names: over a battle's documents, the decks that battles share, and records.

use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, Location, Position, Range, ReferenceParams};

use muster_core::config::absolute;
use muster_core::diag::uri::file_uri;
use muster_core::source::{Address, FileId, Pointer, Sources, is_elsewhere};
use muster_systems::names::NameTable;

use super::documents::OpenDocument;
use super::refusal::Refusal;
use super::view::{Known, View};
use crate::project::naming::{self, RecordWord, Uses, table, words_of};
use crate::review::Unit;

/// A named thing with every place that means it, and the place that was asked about.
pub(super) struct Meant {
    /// The thing and its places.
    pub(super) named: Uses,
    /// The place that was asked about, and whether it is that of the number.
    pub(super) asked: (Address, bool),
}

/// Returns the place where the name at a place is given; of a file's name, the file.
pub(super) fn definition(
    view: View<'_>,
    params: &GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>, Refusal> {
    let at = &params.text_document_position_params;
    let document = view.document(&at.text_document.uri)?;
    let Some(known) = view.known_battles(document) else { return Ok(None) };
    let Some(offset) = known.then(view.offset(document, at.position)) else { return Ok(None) };
    if let Some(file) = named_file(&known, offset) {
        return Ok(Some(GotoDefinitionResponse::Scalar(file)));
    }
    let meant = thing_at(&known, offset);
    Ok(meant.and_then(|meant| known.location(&meant.named.thing.at)).map(GotoDefinitionResponse::Scalar))
}

/// Returns where what is meant at a place is used, and given.
pub(super) fn references(view: View<'_>, params: &ReferenceParams) -> Result<Option<Vec<Location>>, Refusal> {
    let at = &params.text_document_position;
    let document = view.document(&at.text_document.uri)?;
    let found = find_thing(view, document, at.position);
    let Some((known, meant)) = found else { return Ok(None) };
    let given = params.context.include_declaration.then_some(&meant.named.thing.at);
    let places = given.into_iter().chain(&meant.named.by_name).chain(&meant.named.by_number);
    Ok(Some(places.filter_map(|at| known.location(at)).collect()))
}

/// Returns the thing meant at a position of an open text.
pub(super) fn find_thing<'s>(
    view: View<'s>,
    document: &OpenDocument,
    position: Position,
) -> Option<(Known<'s>, Meant)> {
    let known = view.known_battles(document)?;
    let meant = thing_at(&known, known.then(view.offset(document, position))?)?;
    Some((known, meant))
}

/// Returns the file that is named at a byte.
fn named_file(known: &Known<'_>, offset: usize) -> Option<Location> {
    let sources = &known.analysis.review.sources;
    let unit = known.analysis.review.units.iter().find(|unit| unit.file == known.file)?;
    let is_here = |at: &Pointer| {
        let span = sources.span(&Address::value(known.file, at.clone()));
        span.start <= offset && offset <= span.end
    };
    let named = unit.outline.files.iter().find(|named| is_here(&named.at) && !is_elsewhere(&named.path))?;
    let folder = sources.get(known.file).path().parent()?;
    let uri = file_uri(&absolute(&folder.join(&named.path))).parse().ok()?;
    let start = Position { line: 0, character: 0 };
    Some(Location { uri, range: Range { start, end: start } })
}

/// Returns the thing meant at a byte of a file.
pub(super) fn thing_at(known: &Known<'_>, offset: usize) -> Option<Meant> {
    let review = &known.analysis.review;
    let is_here = |at: &Address| {
        let span = review.sources.span(at);
        at.file == known.file && span.start <= offset && offset <= span.end
    };
    for unit in known.analysis.battles_of(known.file) {
        let Some(table) = table(unit) else { continue };
        let of_name = table.names.iter().find(|thing| is_here(&thing.at));
        let of_number = || table.names.iter().find(|thing| thing.number.as_ref().is_some_and(|(_, at)| is_here(at)));
        let of_use = || {
            let means = |at: &Address| table.uses.iter().find(|one| is_here(&one.at) && one.at == *at);
            let here = table.uses.iter().filter(|one| is_here(&one.at)).min_by_key(|one| {
                let span = review.sources.span(&one.at);
                span.end - span.start
            })?;
            Some((means(&here.at)?.means?, here.text.clone(), here.at.clone()))
        };
        let (thing, asked) = if let Some(thing) = of_name {
            (thing.clone(), (thing.at.clone(), false))
        } else if let Some(thing) = of_number() {
            let (_, at) = thing.number.clone()?;
            (thing.clone(), (at, true))
        } else if let Some((means, text, at)) = of_use() {
            let thing = table.names.get(means)?;
            (thing.clone(), (at, text != thing.name))
        } else {
            let of_record = || record_thing(&review.sources, known.file, unit, &table, offset);
            let Some((means, at, number)) = of_record() else { continue };
            (table.names.get(means)?.clone(), (at, number))
        };
        return Some(Meant { named: naming::uses(review, thing), asked });
    }
    None
}

/// Returns what a text or key of a record means, by its place in the table, its address, and whether it is a number.
fn record_thing(
    sources: &Sources,
    file: FileId,
    unit: &Unit,
    table: &NameTable,
    offset: usize,
) -> Option<(usize, Address, bool)> {
    let source = sources.get(file);
    let is_here = |word: &RecordWord| {
        let span = sources.span(&word.at);
        span.start <= offset && offset <= span.end
    };
    let word = words_of(source, unit).filter(|_| unit.file == file).find(is_here)?;
    let (means, number) = word.meaning(table, source)?;
    Some((means, word.at, number))
}
