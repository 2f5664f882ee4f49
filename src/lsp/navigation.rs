//! Definitions and references of names: over a battle's documents, the decks that battles share, and records.

use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, Location, Position, Range, ReferenceParams};

use super::documents::OpenDocument;
use super::refusal::Refusal;
use super::uri::reference_of;
use super::view::{Known, View};
use crate::config::absolute;
use crate::review::{Review, Unit};
use crate::source::tree::{Node, Tree, Value};
use crate::source::{Address, FileId, Part, Pointer, is_elsewhere};
use crate::systems::Role;
use crate::systems::names::{NameTable, NamedThing};

/// A named thing, and every place that means it.
pub(super) struct Meant {
    pub(super) thing: NamedThing,
    /// The places that use its name.
    pub(super) by_name: Vec<Address>,
    /// The places that use its number.
    pub(super) by_number: Vec<Address>,
    /// The places of records that name it or something else of the same name or number.
    pub(super) unclear: Vec<Address>,
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
    let Some(known) = view.known(document) else { return Ok(None) };
    let Some(offset) = known.then(view.offset(document, at.position)) else { return Ok(None) };
    if let Some(file) = named_file(&known, offset) {
        return Ok(Some(GotoDefinitionResponse::Scalar(file)));
    }
    let meant = meant(&known, offset);
    Ok(meant.and_then(|meant| known.location(&meant.thing.at)).map(GotoDefinitionResponse::Scalar))
}

/// Returns where what is meant at a place is used, and given.
pub(super) fn references(view: View<'_>, params: &ReferenceParams) -> Result<Option<Vec<Location>>, Refusal> {
    let at = &params.text_document_position;
    let document = view.document(&at.text_document.uri)?;
    let found = found(view, document, at.position);
    let Some((known, meant)) = found else { return Ok(None) };
    let given = params.context.include_declaration.then_some(&meant.thing.at);
    let places = given.into_iter().chain(&meant.by_name).chain(&meant.by_number);
    Ok(Some(places.filter_map(|at| known.location(at)).collect()))
}

/// Returns the thing meant at a position of an open text.
pub(super) fn found<'s>(view: View<'s>, document: &OpenDocument, position: Position) -> Option<(Known<'s>, Meant)> {
    let known = view.known(document)?;
    let meant = meant(&known, known.then(view.offset(document, position))?)?;
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
    let uri = reference_of(&absolute(&folder.join(&named.path))).parse().ok()?;
    let start = Position { line: 0, character: 0 };
    Some(Location { uri, range: Range { start, end: start } })
}

/// Returns the thing meant at a byte of a file.
pub(super) fn meant(known: &Known<'_>, offset: usize) -> Option<Meant> {
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
            let of_record = || in_record(review.sources.get(known.file).tree()?, known.file, unit, &table, offset);
            let Some((means, at, number)) = of_record() else { continue };
            (table.names.get(means)?.clone(), (at, number))
        };
        return Some(everywhere(known, thing, asked));
    }
    None
}

/// Returns every place that means a thing, in the order of the files.
fn everywhere(known: &Known<'_>, thing: NamedThing, asked: (Address, bool)) -> Meant {
    let review = &known.analysis.review;
    let (mut by_name, mut by_number, mut unclear) = (Vec::new(), Vec::new(), Vec::new());
    for unit in known.analysis.battles_of(thing.at.file) {
        let Some(table) = table(unit) else { continue };
        let Some(means) = table.names.iter().position(|other| other.at == thing.at && other.kind == thing.kind) else {
            continue;
        };
        for one in table.uses.iter().filter(|one| one.means == Some(means)) {
            if one.text == thing.name { by_name.push(one.at.clone()) } else { by_number.push(one.at.clone()) }
        }
        if unit.outline.kind.role == Role::Record
            && let Some(tree) = review.sources.get(unit.file).tree()
        {
            for (text, at) in texts(tree, unit.file, unit) {
                match spoken(&table, &text) {
                    Some((means_it, false)) if means_it == means => by_name.push(at),
                    Some((means_it, true)) if means_it == means => by_number.push(at),
                    None if thing.is_called(&text) => unclear.push(at),
                    _ => {}
                }
            }
        }
    }
    for places in [&mut by_name, &mut by_number] {
        places.sort();
        places.dedup();
    }
    Meant { thing, by_name, by_number, unclear, asked }
}

/// Returns the names of the battle of a document.
pub(super) fn table(unit: &Unit) -> Option<NameTable> {
    Some(unit.system.names(unit.battle.as_ref()?))
}

/// Returns what a text or key of a record means, by its place in the table, its address, and whether it is a number.
fn in_record(
    tree: &Tree,
    file: FileId,
    unit: &Unit,
    table: &NameTable,
    offset: usize,
) -> Option<(usize, Address, bool)> {
    if unit.outline.kind.role != Role::Record || unit.file != file {
        return None;
    }
    let is_here = |at: &Address| {
        let span = if at.part == Part::Key { tree.key_span(&at.pointer) } else { tree.span(&at.pointer) };
        span.start <= offset && offset <= span.end
    };
    let (text, at) = texts(tree, file, unit).into_iter().find(|(_, at)| is_here(at))?;
    let (means, number) = spoken(table, &text)?;
    Some((means, at, number))
}

/// Returns the meanings of a record's words, one after the other.
pub(super) fn meanings_of_record(review: &Review, unit: &Unit, table: &NameTable) -> Vec<Option<usize>> {
    let tree = review.sources.get(unit.file).tree().filter(|_| unit.outline.kind.role == Role::Record);
    let texts = tree.map(|tree| texts(tree, unit.file, unit)).unwrap_or_default();
    texts.iter().map(|(text, _)| spoken(table, text).map(|(means, _)| means)).collect()
}

/// Returns the meaning of a record's word: the one thing of that name or number.
fn spoken(table: &NameTable, word: &str) -> Option<(usize, bool)> {
    let only = |is_meant: &dyn Fn(&NamedThing) -> bool| {
        let mut meant = table.names.iter().enumerate().filter(|(_, thing)| is_meant(thing));
        meant.next().filter(|_| meant.next().is_none()).map(|(i, _)| i)
    };
    let by_name = only(&|thing| thing.name == word).map(|i| (i, false));
    by_name
        .or_else(|| only(&|thing| thing.number.as_ref().is_some_and(|(number, _)| number == word)).map(|i| (i, true)))
}

/// Returns the texts and keys of a record, but for the file that it names. Of a text that is made of several names, `A/B` and
/// `A#1`, each part.
fn texts(tree: &Tree, file: FileId, unit: &Unit) -> Vec<(String, Address)> {
    let mut found = Vec::new();
    let named: Vec<&Pointer> = unit.outline.files.iter().map(|named| &named.at).collect();
    let mut waiting: Vec<(Pointer, &Node)> = vec![(Pointer::root(), tree.root())];
    while let Some((at, node)) = waiting.pop() {
        match &node.value {
            Value::Str(text) if !named.contains(&&at) => {
                let address = Address::value(file, at);
                for part in text.split(['/', '#']).filter(|part| part.len() < text.len()) {
                    found.push((part.to_owned(), address.clone().words(part)));
                }
                found.push((text.to_string(), address));
            }
            Value::Seq(items) => {
                waiting.extend(items.iter().enumerate().map(|(i, id)| (at.index(i), tree.node(*id))));
            }
            Value::Map(entries) => {
                for entry in entries {
                    let below = at.key(&entry.key);
                    found.push((entry.key.to_string(), Address::key(file, below.clone())));
                    waiting.push((below, tree.node(entry.value)));
                }
            }
            _ => {}
        }
    }
    found
}
