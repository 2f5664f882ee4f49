//! Checks across the files of a project: card numbers of one set, across its scenarios.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::source::{Address, FileId, Pointer};
use muster_systems::Doc;

use super::model::Document;
use super::values::CardId;

/// Two scenarios of one set have cards with the same number.
pub const NUMBER_TAKEN: Code =
    Code::new("TB168", "number-taken", Severity::Info, include_str!("card_sets/number_taken.md"));

/// A card has only one printed side, but other cards of its set have two (TB-1.3).
pub const LONE_SIDE: Code = Code::new("TB169", "lone-side", Severity::Info, include_str!("card_sets/lone_side.md"));

/// The kinds of findings across files.
pub const CODES: &[Code] = &[NUMBER_TAKEN, LONE_SIDE];

/// The place of a card number.
type Place = (FileId, Pointer);

/// Looks at all scenarios of each set; decks belong to no set of their own.
pub fn findings(docs: &[Arc<Doc<Document>>]) -> Vec<Diagnostic> {
    let mut sets: BTreeMap<String, (&str, Vec<&Doc<Document>>)> = BTreeMap::new();
    for doc in docs {
        let set = doc.model.scenario.as_ref().and_then(|scenario| scenario.set.as_deref());
        // A set is the same with other capitals or blanks.
        let same = |set: &str| set.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        set.into_iter().for_each(|set| sets.entry(same(set)).or_insert((set, Vec::new())).1.push(doc));
    }
    sets.into_values().flat_map(|(set, docs)| [find_taken_numbers(set, &docs), lone(set, &docs)].concat()).collect()
}

fn cards<'a>(doc: &'a Doc<Document>) -> impl Iterator<Item = (CardId, Place)> + 'a {
    let place = |i| (doc.file, Pointer::root().key("formations").index(i).key("card"));
    doc.model.formations.iter().enumerate().map(move |(i, formation)| (formation.card, place(i)))
}

fn address((file, pointer): &Place) -> Address {
    Address::value(*file, pointer.clone())
}

/// Numbers that an earlier file of the set has: one finding for each pair of files, at the first of them.
fn find_taken_numbers(set: &str, docs: &[&Doc<Document>]) -> Vec<Diagnostic> {
    let mut first: BTreeMap<CardId, Place> = BTreeMap::new();
    let mut found = Vec::new();
    for doc in docs {
        let mut with: BTreeMap<FileId, Vec<(CardId, Place, Place)>> = BTreeMap::new();
        for (id, place) in cards(doc) {
            match first.get(&id) {
                // Twice in one file is `duplicate-card`.
                Some(earlier) if earlier.0 == doc.file => {}
                Some(earlier) => with.entry(earlier.0).or_default().push((id, place, earlier.clone())),
                None => drop(first.insert(id, place)),
            }
        }
        for shared in with.into_values() {
            let (id, place, earlier) = &shared[0];
            let message = match shared.len() - 1 {
                0 => format!("card `{id}` is also in another scenario of `{set}`"),
                1 => format!("card `{id}` is also in another scenario of `{set}`; so is 1 more"),
                more => format!("card `{id}` is also in another scenario of `{set}`; so are {more} more"),
            };
            let finding = Diagnostic::new(NUMBER_TAKEN, address(place), message);
            found.push(finding.with_related(address(earlier), "the other card"));
        }
    }
    found
}

/// Returns the findings about cards of which only one side is there, in a set that has cards with two: one for each file, at the
/// first.
fn lone(set: &str, docs: &[&Doc<Document>]) -> Vec<Diagnostic> {
    let all: BTreeSet<CardId> = docs.iter().flat_map(|doc| cards(doc)).map(|(id, _)| id).collect();
    if !all.iter().any(|id| all.contains(&id.other_side())) {
        return Vec::new();
    }
    let single =
        |doc: &&Doc<Document>| cards(doc).filter(|(id, _)| !all.contains(&id.other_side())).collect::<Vec<_>>();
    let files = docs.iter().map(single).filter(|cards| !cards.is_empty());
    files
        .map(|cards| {
            let (id, place) = &cards[0];
            let others = match cards.len() - 1 {
                0 => String::new(),
                1 => "; nor does 1 more card of this file".to_owned(),
                more => format!("; nor do {more} more cards of this file"),
            };
            let message = format!("card `{id}` has no other side `{}` in `{set}`{others}", id.other_side());
            Diagnostic::new(LONE_SIDE, address(place), message).help("add its other side, or correct the number")
        })
        .collect()
}
