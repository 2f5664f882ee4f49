//! The names that can be meant at a place, as the game itself says it: the document is looked at with a word of our own at
//! the cursor, and the set of names that the game looks that word up in is what is legal there.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use regex::Regex;

use super::context::{Cursor, MARK};
use crate::config::absolute;
use crate::lsp::analysis::project;
use crate::lsp::documents::OpenDocument;
use crate::lsp::navigation::table;
use crate::lsp::schema::Forms;
use crate::lsp::view::View;
use crate::source::tree::{Node, Value};
use crate::source::{Part, Pointer};
use crate::systems::names::NameTable;
use crate::systems::{Outline, Role, System};

/// A name that is legal somewhere.
pub(super) struct LegalName {
    pub(super) text: String,
    /// The kind of the thing it names, and its number.
    pub(super) detail: String,
}

/// Returns the names that are legal at the cursor and not listed beside it.
pub(super) fn legal(view: View<'_>, document: &OpenDocument, cursor: &Cursor) -> Vec<LegalName> {
    let mut tables = tables(view, document);
    let mut found = Vec::new();
    let marked = with_mark(view, document, cursor);
    for (table, _) in &marked {
        let here = |at: &crate::source::Address| match at.part {
            Part::Key => cursor.is_key && at.pointer == cursor.place.key(MARK),
            _ => !cursor.is_key && at.pointer == cursor.place,
        };
        let sets = table.uses.iter().filter(|one| one.text == MARK && here(&one.at)).map(|one| one.set);
        for set in sets.collect::<BTreeSet<_>>() {
            named(table, table.sets[set].iter().copied(), &mut found);
        }
    }
    // A record may never have been whole before.
    if !tables.iter().any(|(_, is_record)| *is_record) {
        tables.extend(marked.into_iter().filter(|(_, is_record)| *is_record));
    }
    if found.is_empty() {
        tables.iter().for_each(|(table, _)| of_same_shape(table, cursor, &mut found));
    }
    if found.is_empty() && tables.iter().any(|(_, is_record)| *is_record) {
        tables.iter().for_each(|(table, _)| of_record(table, cursor, &mut found));
    }
    if found.is_empty() && !cursor.is_key {
        numbers(view, cursor, &tables, &mut found);
    }
    let listed = beside(cursor);
    found.retain(|name| !listed.contains(&name.text));
    found
}

/// Returns the names of the battles of a document when they were last known, and whether it records them.
fn tables(view: View<'_>, document: &OpenDocument) -> Vec<(NameTable, bool)> {
    let Some(known) = view.known(document) else { return Vec::new() };
    let of_unit = |unit: &crate::review::Unit| {
        Some((table(unit)?, unit.file == known.file && unit.outline.kind.role == Role::Record))
    };
    let all: Vec<_> = known.analysis.battles_of(known.file).filter_map(of_unit).collect();
    let own = all.iter().any(|(_, is_record)| *is_record);
    all.into_iter().filter(|(_, is_record)| *is_record || !own).collect()
}

/// Returns the names of the battles of a document with the word at the cursor in it, and whether it records them.
fn with_mark(view: View<'_>, document: &OpenDocument, cursor: &Cursor) -> Vec<(NameTable, bool)> {
    let Ok((mut project, _)) = project(view.systems, view.documents) else { return Vec::new() };
    project.open(document.path(), cursor.text().to_owned());
    let mut paths = BTreeSet::from([document.path().to_owned()]);
    if let Some(known) = view.known(document) {
        let sources = &known.analysis.review.sources;
        let mains = known.analysis.battles_of(known.file).filter(|unit| unit.outline.kind.role == Role::Main);
        paths.extend(mains.map(|unit| sources.get(unit.file).path().to_owned()));
    }
    let read = |path: Utf8PathBuf| project.read_named(&path).ok().map(|bytes| (path, bytes));
    let files: Vec<_> = paths.into_iter().filter_map(read).collect();
    let review = project.review(&files);
    let is_record = |unit: &crate::review::Unit| unit.given && unit.outline.kind.role == Role::Record;
    review.units.iter().filter_map(|unit| Some((table(unit)?, is_record(unit)))).collect()
}

fn named(table: &NameTable, things: impl IntoIterator<Item = usize>, found: &mut Vec<LegalName>) {
    for thing in things.into_iter().filter_map(|thing| table.names.get(thing)) {
        let number = thing.number.as_ref().map(|(number, _)| format!(" {number}")).unwrap_or_default();
        found.push(LegalName { text: thing.name.clone(), detail: format!("{}{number}", thing.kind) });
    }
}

/// Returns the keys on the way to a place; items are all the same.
fn shape(place: &Pointer) -> Vec<String> {
    let any = |step: String| if step.bytes().all(|b| b.is_ascii_digit()) { "*".to_owned() } else { step };
    place.steps().map(any).collect()
}

/// Adds the names that the game takes in other such places, of the same entry if it has some.
fn of_same_shape(table: &NameTable, cursor: &Cursor, found: &mut Vec<LegalName>) {
    let wanted = shape(&cursor.place);
    let alike: Vec<_> = table.uses.iter().filter(|one| shape(&one.at.pointer) == wanted && !cursor.is_key).collect();
    let entry = |place: &Pointer| place.steps().take(2).collect::<Vec<_>>();
    let same_entry = alike.iter().filter(|one| entry(&one.at.pointer) == entry(&cursor.place));
    let mut sets: BTreeSet<usize> = same_entry.map(|one| one.set).collect();
    if sets.is_empty() {
        sets = alike.iter().map(|one| one.set).collect();
    }
    for set in sets {
        named(table, table.sets[set].iter().copied(), found);
    }
}

/// Adds the names that a record takes in other such places: things of the same kind, by name or by number.
fn of_record(table: &NameTable, cursor: &Cursor, found: &mut Vec<LegalName>) {
    let wanted = shape(&cursor.place);
    let mut kinds = BTreeSet::new();
    let mut waiting: Vec<(Pointer, &Node)> = vec![(Pointer::root(), cursor.tree().root())];
    while let Some((at, node)) = waiting.pop() {
        match &node.value {
            Value::Str(text) if !cursor.is_key && shape(&at) == wanted => {
                for thing in &table.names {
                    let by_number = thing.number.as_ref().is_some_and(|(number, _)| **number == **text);
                    kinds.extend((by_number || thing.name == **text).then_some((thing.kind, by_number)));
                }
            }
            Value::Seq(items) => {
                waiting.extend(items.iter().enumerate().map(|(i, id)| (at.index(i), cursor.tree().node(*id))));
            }
            Value::Map(entries) => {
                let is_here = cursor.is_key && shape(&at) == wanted;
                let keys = entries.iter().filter(|_| is_here).map(|entry| &*entry.key);
                for thing in keys.filter_map(|key| table.names.iter().find(|thing| thing.name == key)) {
                    kinds.insert((thing.kind, false));
                }
                waiting.extend(entries.iter().map(|entry| (at.key(&entry.key), cursor.tree().node(entry.value))));
            }
            _ => {}
        }
    }
    for thing in &table.names {
        if let Some((number, _)) = thing.number.as_ref().filter(|_| kinds.contains(&(thing.kind, true))) {
            found.push(LegalName { text: number.clone(), detail: format!("{} {}", thing.kind, thing.name) });
        } else if kinds.contains(&(thing.kind, false)) {
            found.push(LegalName { text: thing.name.clone(), detail: thing.kind.to_owned() });
        }
    }
}

/// Adds the numbers that are written as the place wants it.
fn numbers(view: View<'_>, cursor: &Cursor, tables: &[(NameTable, bool)], found: &mut Vec<LegalName>) {
    let tree = cursor.tree();
    let Some(Value::Str(id)) = tree.member(tree.root(), "system").map(|node| &node.value) else { return };
    let Some(system) = view.systems.iter().find(|system| system.id() == &**id) else { return };
    let schema = system.schema();
    let forms = Forms::new(schema.json());
    let patterns = forms.at(tree, &cursor.place);
    let patterns: Vec<Regex> =
        patterns.iter().filter_map(|said| Regex::new(said.form["pattern"].as_str()?).ok()).collect();
    // The place where a thing gets its number wants another one.
    let gives = |at: &Pointer| shape(at) == shape(&cursor.place);
    for (table, _) in tables {
        let numbered = table.names.iter().filter_map(|thing| Some((thing, thing.number.as_ref()?)));
        let numbered: Vec<_> = numbered.filter(|(_, (_, at))| !gives(&at.pointer)).collect();
        let is_wanted = |text: &str| patterns.iter().any(|pattern| pattern.is_match(text) && !pattern.is_match(""));
        for (thing, (number, _)) in numbered.iter().filter(|(_, (number, _))| is_wanted(number)) {
            found.push(LegalName { text: number.clone(), detail: format!("{} {}", thing.kind, thing.name) });
        }
    }
}

/// Returns the texts in the same list.
fn beside(cursor: &Cursor) -> BTreeSet<String> {
    let list = cursor.place.parent().and_then(|place| cursor.tree().get(&place));
    let Some(Value::Seq(items)) = list.map(|node| &node.value) else { return BTreeSet::new() };
    let text = |node: &Node| match &node.value {
        Value::Str(text) => Some(text.to_string()),
        _ => None,
    };
    items.iter().filter_map(|id| text(cursor.tree().node(*id))).collect()
}

/// Returns the files of the project that may be named at the cursor, from the document's folder.
pub(super) fn files(view: View<'_>, document: &OpenDocument, cursor: &Cursor, system: &'static System) -> Vec<String> {
    if cursor.is_key {
        return Vec::new();
    }
    let outline = Outline::read(cursor.tree(), system.kinds());
    let Some(named) = outline.files.iter().find(|named| named.at == cursor.place) else { return Vec::new() };
    let review = &view.now.review;
    let is_meant = |unit: &&crate::review::Unit| unit.system.id() == system.id() && unit.outline.kind == named.kind;
    let paths = review.units.iter().filter(is_meant).map(|unit| absolute(review.sources.get(unit.file).path()));
    let own = absolute(document.path());
    paths.filter(|path| *path != own).filter_map(|path| from(own.parent()?, &path)).collect()
}

/// Returns the way from a folder to a file, with `/`.
fn from(folder: &Utf8Path, file: &Utf8Path) -> Option<String> {
    let (up, common) = folder.ancestors().enumerate().find(|(_, above)| file.starts_with(above))?;
    let down = file.strip_prefix(common).ok()?;
    let steps = std::iter::repeat_n("..", up).chain(down.components().map(|step| step.as_str()));
    Some(steps.collect::<Vec<_>>().join("/"))
}
