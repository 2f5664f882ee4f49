//! The names that can be meant at a place, as the game itself says it: the document is checked with a word of our own at
//! the cursor, and the set of names that the game looks that word up in is what is legal there.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use regex::Regex;

use muster_core::config::absolute;
use muster_core::source::tree::{Node, Value};
use muster_core::source::{Part, Pointer, is_elsewhere};
use muster_systems::names::{NameTable, NamedThing};
use muster_systems::notated::{NumberRange, split_number};
use muster_systems::{Outline, Role, System};

use super::context::{Cursor, MARK};
use crate::lsp::analysis::project;
use crate::lsp::documents::OpenDocument;
use crate::lsp::schema::Forms;
use crate::lsp::view::View;
use crate::project::naming::table;

/// The place of the winner in a record, and the places where games write who fights.
const WINNER: &str = "/play/result/winner";
const SIDES: [&str; 2] = ["/scenario/sides/", "/scenario/factions/"];

/// A text that no notation is written like: a pattern that takes it takes any text.
const ANY_TEXT: &str = "any words, whatever they are";

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
        let here = |at: &muster_core::source::Address| match at.part {
            Part::Key => cursor.is_key && at.pointer == cursor.place.key(MARK),
            _ => !cursor.is_key && at.pointer == cursor.place,
        };
        let sets = table.uses.iter().filter(|one| one.text == MARK && here(&one.at)).map(|one| one.set);
        for set in sets.collect::<BTreeSet<_>>() {
            push_names(table, table.sets[set].iter().copied(), &mut found);
        }
    }
    // A record may never have been whole before.
    if !tables.iter().any(|(_, is_record)| *is_record) {
        tables.extend(marked.into_iter().filter(|(_, is_record)| *is_record));
    }
    if found.is_empty() {
        tables.iter().for_each(|(table, _)| push_same_shape(table, cursor, &mut found));
    }
    tables.iter().filter(|(_, is_record)| *is_record).for_each(|(table, _)| winners(table, cursor, &mut found));
    tables.iter().filter(|(_, is_record)| *is_record).for_each(|(table, _)| push_spoken(table, cursor, &mut found));
    if found.is_empty() && tables.iter().any(|(_, is_record)| *is_record) {
        tables.iter().for_each(|(table, _)| push_record_names(table, cursor, &mut found));
    }
    if found.is_empty() && !cursor.is_key {
        numbers(view, document, cursor, &tables, &mut found);
    }
    let listed = texts_beside(cursor);
    found.retain(|name| !listed.contains(&name.text));
    found
}

/// Returns the names of the battles of a document when they were last known, and whether it records them.
fn tables(view: View<'_>, document: &OpenDocument) -> Vec<(NameTable, bool)> {
    let Some(known) = view.known_battles(document) else { return Vec::new() };
    let of_unit = |unit: &crate::review::Unit| {
        Some((table(unit)?, unit.file == known.file && unit.outline.kind.role == Role::Record))
    };
    let all: Vec<_> = known.analysis.battles_of(known.file).filter_map(of_unit).collect();
    let own = all.iter().any(|(_, is_record)| *is_record);
    all.into_iter().filter(|(_, is_record)| *is_record || !own).collect()
}

/// Returns the names of the battles of a document with the word at the cursor in it, and whether it records them. Those of a record
/// that cannot be read with it are those of its scenario.
fn with_mark(view: View<'_>, document: &OpenDocument, cursor: &Cursor) -> Vec<(NameTable, bool)> {
    let Ok((mut project, _)) = project(view.systems, view.documents) else { return Vec::new() };
    project.open(document.path(), cursor.text().to_owned());
    let mut paths = BTreeSet::from([document.path().to_owned()]);
    if let Some(known) = view.known_battles(document) {
        let sources = &known.analysis.review.sources;
        let mains = known.analysis.battles_of(known.file).filter(|unit| unit.outline.kind.role == Role::Main);
        paths.extend(mains.map(|unit| sources.get(unit.file).path().to_owned()));
    }
    let recorded = system(view, cursor).map(|system| Outline::read(cursor.tree(), system.kinds()));
    let recorded = recorded.filter(|outline| outline.kind.role == Role::Record);
    let folder = document.path().parent().unwrap_or(Utf8Path::new(""));
    let named = recorded.iter().flat_map(|outline| &outline.files).filter(|named| !is_elsewhere(&named.path));
    paths.extend(named.map(|named| folder.join(&named.path)));
    let read = |path: Utf8PathBuf| project.read_named(&path).ok().map(|bytes| (path, bytes));
    let files: Vec<_> = paths.into_iter().filter_map(read).collect();
    let review = project.review(&files);
    let given = || review.units.iter().filter(|unit| unit.given);
    let is_record = |unit: &crate::review::Unit| unit.outline.kind.role == Role::Record;
    let stands_in = recorded.is_some() && !given().any(is_record);
    given().filter_map(|unit| Some((table(unit)?, is_record(unit) || stands_in))).collect()
}

/// Returns the game of the document at the cursor.
fn system(view: View<'_>, cursor: &Cursor) -> Option<&'static System> {
    let tree = cursor.tree();
    let Some(Value::Str(id)) = tree.member(tree.root(), "system").map(|node| &node.value) else { return None };
    view.systems.iter().copied().find(|system| system.id() == &**id)
}

fn push_names(table: &NameTable, things: impl IntoIterator<Item = usize>, found: &mut Vec<LegalName>) {
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
fn push_same_shape(table: &NameTable, cursor: &Cursor, found: &mut Vec<LegalName>) {
    let wanted = shape(&cursor.place);
    let alike: Vec<_> = table.uses.iter().filter(|one| shape(&one.at.pointer) == wanted && !cursor.is_key).collect();
    let entry = |place: &Pointer| place.steps().take(2).collect::<Vec<_>>();
    let same_entry = alike.iter().filter(|one| entry(&one.at.pointer) == entry(&cursor.place));
    let mut sets: BTreeSet<usize> = same_entry.map(|one| one.set).collect();
    if sets.is_empty() {
        sets = alike.iter().map(|one| one.set).collect();
    }
    for set in sets {
        push_names(table, table.sets[set].iter().copied(), found);
    }
}

/// Adds the names that a record takes in other such places: things of the same kind, by name or by number.
fn push_record_names(table: &NameTable, cursor: &Cursor, found: &mut Vec<LegalName>) {
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

/// Adds the sides of a recorded battle where its winner is written.
fn winners(table: &NameTable, cursor: &Cursor, found: &mut Vec<LegalName>) {
    if cursor.is_key || cursor.place.as_str() != WINNER {
        return;
    }
    let is_side = |at: &Pointer| SIDES.iter().any(|sides| at.as_str().starts_with(sides));
    for side in table.names.iter().filter(|thing| is_side(&thing.at.pointer)) {
        found.push(LegalName { text: side.name.clone(), detail: side.kind.to_owned() });
    }
}

/// Adds the words that records say at the cursor.
fn push_spoken(table: &NameTable, cursor: &Cursor, found: &mut Vec<LegalName>) {
    let steps: Vec<String> = shape(&cursor.place).into_iter().filter(|step| step != "*").collect();
    let here = format!("/{}", steps.join("/"));
    let is_here = |end: &str| here.strip_suffix(end).is_some_and(|before| before.ends_with('/'));
    let said =
        table.spoken.iter().filter(|said| said.are_keys == cursor.is_key && said.places.iter().any(|end| is_here(end)));
    for (word, meaning) in said.flat_map(|said| &said.words) {
        if !found.iter().any(|known| known.text == *word) {
            found.push(LegalName { text: word.clone(), detail: meaning.clone() });
        }
    }
}

/// Adds the numbers, and the ranges of numbers, that are written as the place wants it.
fn numbers(
    view: View<'_>,
    document: &OpenDocument,
    cursor: &Cursor,
    tables: &[(NameTable, bool)],
    found: &mut Vec<LegalName>,
) {
    let tree = cursor.tree();
    let Some(system) = system(view, cursor) else { return };
    let schema = system.schema();
    let forms = Forms::new(schema.json());
    let patterns = forms.list_at(tree, &cursor.place);
    let patterns: Vec<Regex> =
        patterns.iter().filter_map(|said| Regex::new(said.form["pattern"].as_str()?).ok()).collect();
    let is_wanted = |text: &str| patterns.iter().any(|pattern| pattern.is_match(text) && !pattern.is_match(ANY_TEXT));
    // The place where a thing gets its number wants another one.
    let gives = |at: &Pointer| shape(at) == shape(&cursor.place);
    let numbered = tables.iter().flat_map(|(table, _)| &table.names);
    let numbered = numbered.filter_map(|thing| Some((thing, thing.number.as_ref()?)));
    let numbered = numbered.filter(|(_, (number, at))| !gives(&at.pointer) && is_wanted(number));
    let numbered: Vec<NumberedThing<'_>> = numbered.map(|(thing, (number, _))| (thing, &**number)).collect();
    let takes_ranges = numbered.iter().any(|(_, number)| is_wanted(&format!("{number}-{number}")));
    let written = if takes_ranges { elsewhere(cursor) } else { Vec::new() };
    let typed = &document.text.text()[cursor.span.start..cursor.span.end];
    if takes_ranges {
        ranges(&numbered, &written, typed, found);
    }
    let is_free = |number: &str| !written.iter().any(|range| range.holds(number));
    let (free, others): (Vec<_>, Vec<_>) = numbered.into_iter().partition(|(_, number)| is_free(number));
    for (thing, number) in free.into_iter().chain(others) {
        found.push(LegalName { text: number.to_owned(), detail: format!("{} {}", thing.kind, thing.name) });
    }
}

/// A thing and its number.
type NumberedThing<'t> = (&'t NamedThing, &'t str);

/// Adds the ranges of the numbers that are in none yet, and behind the first number of a range those that begin with it.
fn ranges(numbered: &[NumberedThing<'_>], written: &[NumberRange], typed: &str, found: &mut Vec<LegalName>) {
    let mut by_series: BTreeMap<(&str, &str), BTreeMap<u16, &NumberedThing<'_>>> = BTreeMap::new();
    for entry in numbered {
        if let Some((before, count, behind)) = split_number(entry.1) {
            by_series.entry((before, behind)).or_default().insert(count, entry);
        }
    }
    let mut offer = |from: &NumberedThing<'_>, to: &NumberedThing<'_>| {
        let detail = format!("{} to {}", from.0.name, to.0.name);
        found.push(LegalName { text: format!("{}-{}", from.1, to.1), detail });
    };
    let begun = typed.trim_matches(['"', '\'']).split_once('-').map(|(first, _)| first);
    for series in by_series.values() {
        for run in runs(series.iter().map(|(count, entry)| (*count, *entry))) {
            let first = run.iter().position(|(_, number)| begun == Some(*number));
            if let Some((from, rest)) = first.and_then(|first| run[first..].split_first()) {
                rest.iter().for_each(|to| offer(from, to));
            }
        }
        let free = series.iter().filter(|(_, (_, number))| !written.iter().any(|range| range.holds(number)));
        for run in runs(free.map(|(count, entry)| (*count, *entry))) {
            if let [from, .., to] = run.as_slice() {
                offer(from, to);
            }
        }
    }
}

/// Returns the runs of what is numbered without a gap.
fn runs<'e, T>(entries: impl Iterator<Item = (u16, &'e T)>) -> Vec<Vec<&'e T>> {
    let (mut runs, mut previous): (Vec<Vec<&T>>, Option<u16>) = (Vec::new(), None);
    for (count, entry) in entries {
        match runs.last_mut() {
            Some(run) if previous.and_then(|previous| previous.checked_add(1)) == Some(count) => run.push(entry),
            _ => runs.push(vec![entry]),
        }
        previous = Some(count);
    }
    runs
}

/// Returns the numbers and ranges that are written in other such places of the document, alone or in lists.
fn elsewhere(cursor: &Cursor) -> Vec<NumberRange> {
    let key = |place: &Pointer| {
        let mut steps = shape(place);
        steps.truncate(steps.iter().rposition(|step| step != "*").map_or(0, |last| last + 1));
        steps
    };
    let wanted = key(&cursor.place);
    let mut found = Vec::new();
    let mut waiting: Vec<(Pointer, &Node)> = vec![(Pointer::root(), cursor.tree().root())];
    while let Some((at, node)) = waiting.pop() {
        match &node.value {
            Value::Str(text) if at != cursor.place && key(&at) == wanted => found.extend(NumberRange::parse(text)),
            Value::Seq(items) => {
                waiting.extend(items.iter().enumerate().map(|(i, id)| (at.index(i), cursor.tree().node(*id))));
            }
            Value::Map(entries) => {
                waiting.extend(entries.iter().map(|entry| (at.key(&entry.key), cursor.tree().node(entry.value))));
            }
            _ => {}
        }
    }
    found
}

/// Returns the texts in the same list.
fn texts_beside(cursor: &Cursor) -> BTreeSet<String> {
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
