//! A battle as one document, to be made smaller: what its files have together, without what is only printed.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Map, Value};

use muster_core::diag::Sink;
use muster_core::source::{FileId, Part, Pointer, Sources};

use super::gone::{Linked, UseAt};
use super::places::{matches, places, remove};
use crate::notated::NumberRange;
use crate::{Doc, Notation, Outline};

/// Texts and pictures of every game that are printed and not played.
const UNPLAYED: [&str; 4] = ["/scenario/notes", "/scenario/rule_text", "/scenario/art", "/scenario/sides/*/art"];

/// A battle as one document.
pub(super) struct Whole<G: Notation> {
    /// The document, and what its parts mean to each other.
    pub(super) linked: Linked,
    /// The file that it stands for.
    file: FileId,
    /// The documents in formats of other tools, which stay in files of their own.
    foreign: Vec<Arc<Doc<G::Model>>>,
}

impl<G: Notation> Whole<G> {
    /// Puts the files of a battle into one document; `scenario` is the path of its first file from where that will be. `None`
    /// if they cannot stand in one.
    pub(super) fn new(battle: &G::Battle, sources: &Sources, scenario: &str) -> Option<Whole<G>> {
        let files = G::files(battle);
        let (mut document, foreign) = join_documents::<G>(&files, sources, scenario)?;
        for at in
            UNPLAYED.iter().chain(G::CUTS.unplayed).flat_map(|pattern| places(&document, pattern)).collect::<Vec<_>>()
        {
            remove(&mut document, &at);
        }
        let mut listed = Vec::new();
        for at in G::CUTS.listings.iter().flat_map(|pattern| places(&document, pattern)).collect::<Vec<_>>() {
            let list = document.pointer_mut(at.as_str())?;
            let numbers = numbers(list);
            *list = numbers.iter().map(String::as_str).collect();
            listed.extend(numbers.into_iter().enumerate().map(|(i, number)| (at.index(i), number)));
        }
        let mut numbered = HashMap::new();
        for (list, key) in G::NUMBERED {
            for (i, item) in document[list].as_array().into_iter().flatten().enumerate() {
                if let Some(number) = item[key].as_str() {
                    numbered.entry(number.to_owned()).or_insert(Pointer::root().key(list).index(i));
                }
            }
        }
        let parts = G::CUTS.parts.iter().map(|part| (*part).to_owned()).collect();
        let linked = Linked { document, numbered, listed, uses: Vec::new(), parts };
        let mut whole = Whole { linked, file: files[0], foreign };
        let names = G::names(&whole.resolve(muster_core::schema::read_json(&whole.linked.document).ok()?));
        let is_here = |file| file == whole.file;
        let uses = names.uses.into_iter().filter(|one| is_here(one.at.file));
        let uses = uses.filter_map(|one| {
            let meant = &names.names[one.means?].at;
            let is_key = one.at.part == Part::Key;
            is_here(meant.file).then(|| UseAt { at: one.at.pointer, is_key, meant: meant.pointer.clone() })
        });
        whole.linked.uses = uses.collect();
        Some(whole)
    }

    /// Returns the battle of a document that is this one or a smaller one.
    pub(super) fn resolve(&self, model: G::Model) -> G::Battle {
        let document = Arc::new(Doc { file: self.file, given: true, model });
        G::resolve(std::iter::once(document).chain(self.foreign.iter().cloned()).collect())
    }

    /// Returns a play of the battle as a document.
    pub(super) fn play(&self, model: G::Model) -> Doc<G::Model> {
        Doc { file: self.file, given: true, model }
    }
}

/// Documents as one, and those that stay in files of their own.
type Joined<M> = (Value, Vec<Arc<Doc<M>>>);

/// Returns the documents of files as one, and those in formats of other tools, which it names from where it will be.
fn join_documents<G: Notation>(files: &[FileId], sources: &Sources, scenario: &str) -> Option<Joined<G::Model>> {
    let trees = files.iter().map(|file| sources.get(*file).tree()).collect::<Option<Vec<_>>>()?;
    let outlines: Vec<Outline> = trees.iter().map(|tree| Outline::read(tree, G::KINDS)).collect();
    let mut documents: Vec<Value> = trees.iter().map(|tree| tree.to_json()).collect();
    let mut foreign = Vec::new();
    let mut kept = vec![true; files.len()];
    // The files follow in the order in which they are named.
    let (mut naming, mut named_files) = (VecDeque::from([0]), 1..files.len());
    while let Some(by) = naming.pop_front() {
        for named in &outlines[by].files {
            let part = named_files.next()?;
            naming.push_back(part);
            if outlines[part].kind.mark.is_some() {
                let model = G::import(trees[part], files[part], &mut Sink::default())?;
                foreign.push(Arc::new(Doc { file: files[part], given: false, model }));
                kept[part] = false;
                let there = sources.get(files[by]).path().parent().unwrap_or(Utf8Path::new("")).join(&named.path);
                let path = rebase_path(sources.get(files[0]).path(), &there, Utf8Path::new(scenario));
                *documents[by].pointer_mut(named.at.as_str())? = path.as_str().into();
                continue;
            }
            let numbers = numbers_in::<G>(&documents[part]);
            list(&mut documents[by], &named.at, G::CUTS.listings, numbers);
        }
        for named in outlines[by].files.iter().rev().filter(|named| named.kind.mark.is_none()) {
            forget(&mut documents[by], &named.at);
        }
    }
    let mut documents = documents.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(document, _)| document);
    let mut whole = documents.next()?;
    for document in documents {
        add(whole.as_object_mut()?, document)?;
    }
    Some((whole, foreign))
}

/// Adds what a part of a battle has to the document of the battle; `None` if that has something else in its place.
fn add(whole: &mut Map<String, Value>, part: Value) -> Option<()> {
    let Value::Object(members) = part else { return None };
    for (key, value) in members.into_iter().filter(|(key, _)| key != "system") {
        match (whole.get_mut(&key), value) {
            (None, value) => _ = whole.insert(key, value),
            (Some(Value::Array(items)), Value::Array(more)) => items.extend(more),
            (Some(_), _) => return None,
        }
    }
    Some(())
}

/// Removes the name of a file, and the list of names that has no other.
fn forget(document: &mut Value, at: &Pointer) {
    remove(document, at);
    if let Some(parent) = at.parent()
        && document.pointer(parent.as_str()).and_then(Value::as_array).is_some_and(Vec::is_empty)
    {
        remove(document, &parent);
    }
}

/// Lists numbers where a document lists them beside the place that names the file they are from, if it does.
fn list(document: &mut Value, named_at: &Pointer, listings: &[&str], numbers: Vec<String>) {
    let is_item = |at: &Pointer| document.pointer(at.as_str()).is_some_and(Value::is_array);
    let key = named_at.parent().filter(is_item).unwrap_or_else(|| named_at.clone());
    let Some(holder) = key.parent() else { return };
    let listing = listings.iter().filter_map(|listing| listing.rsplit_once('/'));
    let Some((_, key)) = listing.clone().find(|(pattern, _)| matches(pattern, &holder)) else { return };
    if let Some(Value::Object(members)) = document.pointer_mut(holder.as_str()) {
        let listed = members.get(key).map(self::numbers).unwrap_or_default();
        members.insert(key.to_owned(), listed.into_iter().chain(numbers).collect());
    }
}

/// Returns the numbers of the items of a document that have one.
fn numbers_in<G: Notation>(document: &Value) -> Vec<String> {
    let of_list = |(list, key): &(&str, &str)| {
        let items = document[list].as_array().into_iter().flatten();
        items.filter_map(|item| item[key].as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    G::NUMBERED.iter().flat_map(of_list).collect()
}

/// Returns the numbers of a list of numbers and ranges, or of one of either.
pub(crate) fn numbers(list: &Value) -> Vec<String> {
    match list {
        Value::String(text) => match NumberRange::parse(text) {
            Some(range) => range.numbers().collect(),
            None => vec![text.clone()],
        },
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

/// Returns the path of a file as a scenario in another folder names it; `scenario` is the path of the first one from there.
fn rebase_path(first: &Utf8Path, file: &Utf8Path, scenario: &Utf8Path) -> Utf8PathBuf {
    let folder: Vec<_> = first.parent().map(|folder| folder.components().collect()).unwrap_or_default();
    let there: Vec<_> = file.components().collect();
    let shared = folder.iter().zip(&there).take_while(|(a, b)| a == b).count();
    let start = scenario.parent().into_iter().flat_map(|folder| folder.components().map(|one| one.as_str().to_owned()));
    let up = folder[shared..].iter().map(|_| "..".to_owned());
    let down = there[shared..].iter().map(|one| one.as_str().to_owned());
    Utf8PathBuf::from(start.chain(up).chain(down).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ranges_are_numbers_one_by_one() {
        assert_eq!(numbers(&json!("7A-10A")), ["7A", "8A", "9A", "10A"]);
        assert_eq!(numbers(&json!(["U3-U2", "V7", "A1-B2"])), ["U2", "U3", "V7", "A1-B2"]);
    }

    #[test]
    fn files_are_named_from_where_the_smaller_scenario_is() {
        let named = |file: &str, scenario: &str| {
            rebase_path(Utf8Path::new("war/a.yaml"), Utf8Path::new(file), Utf8Path::new(scenario)).into_string()
        };
        assert_eq!(named("war/maps/m.geojson", "../war/a.yaml"), "../war/maps/m.geojson");
        assert_eq!(named("maps/m.geojson", "a.yaml"), "../maps/m.geojson");
    }
}
