//! Names over all documents: every place that means a thing, and the edits that give it another name.

mod record;
mod written;

use std::collections::{BTreeMap, HashMap};

use camino::Utf8PathBuf;

use muster_core::diag::Severity;
use muster_core::source::{Address, FileId};
use muster_systems::names::{NameTable, NameUse, NamedThing};
use muster_systems::notated::NumberRange;

pub use self::record::{RecordWord, words_of};
use self::written::{list_edit, name_edit};
use super::Project;
use crate::review::{Review, Unit};

/// A named thing, and every place that means it.
pub struct Uses {
    /// The thing.
    pub thing: NamedThing,
    /// The places that use its name.
    pub by_name: Vec<Address>,
    /// The places that use its number.
    pub by_number: Vec<Address>,
    /// The places that list its number, alone or in a range.
    pub ranges: Vec<(Address, NumberRange)>,
    /// The places of records that name it or something else of the same name or number.
    pub unclear: Vec<Address>,
}

/// Edits by file: bytes, and what is put in their place.
pub type RenameEdits = BTreeMap<FileId, BTreeMap<(usize, usize), String>>;

/// Returns the documents whose battles a file belongs to.
pub fn battles_of(review: &Review, file: FileId) -> impl Iterator<Item = &Unit> {
    review.units.iter().filter(move |unit| unit.battle.is_some() && unit.files.contains(&file))
}

/// Returns every place that means a thing, in the order of the files.
pub fn uses(review: &Review, thing: NamedThing) -> Uses {
    let (mut by_name, mut by_number, mut unclear) = (Vec::new(), Vec::new(), Vec::new());
    let mut ranges: Vec<(Address, NumberRange)> = Vec::new();
    for unit in battles_of(review, thing.at.file) {
        let Some(table) = table(unit) else { continue };
        let Some(means) = table.names.iter().position(|other| other.at == thing.at && other.kind == thing.kind) else {
            continue;
        };
        for one in table.uses.iter().filter(|one| one.means == Some(means)) {
            if one.text == thing.name { by_name.push(one.at.clone()) } else { by_number.push(one.at.clone()) }
        }
        let number = thing.number.as_ref().map_or("", |(number, _)| number);
        let lists =
            |(at, range): &(Address, NumberRange)| range.holds(number) && ranges.iter().all(|(known, _)| known != at);
        let listing: Vec<_> = table.ranges.iter().filter(|range| lists(range)).cloned().collect();
        ranges.extend(listing);
        let source = review.sources.get(unit.file);
        for word in words_of(source, unit) {
            match word.meaning(&table, source) {
                Some((means_it, false)) if means_it == means => by_name.push(word.at),
                Some((means_it, true)) if means_it == means => by_number.push(word.at),
                None if thing.is_called(&word.text) => unclear.push(word.at),
                _ => {}
            }
        }
    }
    for places in [&mut by_name, &mut by_number] {
        places.sort();
        places.dedup();
    }
    Uses { thing, by_name, by_number, ranges, unclear }
}

/// Returns the names of the battle of a document.
pub fn table(unit: &Unit) -> Option<NameTable> {
    Some(unit.system.names(unit.battle.as_ref()?))
}

/// Returns the meanings of a record's words, one after the other.
fn meanings_of_record(review: &Review, unit: &Unit, table: &NameTable) -> Vec<Option<usize>> {
    let source = review.sources.get(unit.file);
    words_of(source, unit).map(|word| word.meaning(table, source).map(|(means, _)| means)).collect()
}

/// Returns the edits that give a thing another name, or another number.
///
/// # Errors
///
/// Says why the name cannot be one, or which use of the old one may mean something else.
pub fn rename_edits(review: &Review, uses: &Uses, is_number: bool, new: &str) -> Result<RenameEdits, String> {
    if new.trim().is_empty() || new.trim() != new || new.chars().any(char::is_control) {
        return Err("a name must be a line of text that does not begin or end with a space".to_owned());
    }
    let sources = &review.sources;
    if let Some(at) = uses.unclear.first() {
        let file = sources.get(at.file);
        let line = file.position(sources.span(at).start).line;
        return Err(format!("`{}:{line}` could mean this or something else with the same name", file.path()));
    }
    let (given, used) = match (&uses.thing.number, is_number) {
        (Some((_, at)), true) => (at, &uses.by_number),
        _ => (&uses.thing.at, &uses.by_name),
    };
    let mut edits = RenameEdits::new();
    for at in std::iter::once(given).chain(used) {
        let (span, written) = name_edit(sources, at, new);
        edits.entry(at.file).or_default().insert((span.start, span.end), written);
    }
    if let (Some((old, _)), true) = (&uses.thing.number, is_number) {
        for (at, range) in &uses.ranges {
            if let Some((span, written)) = range.renumbered(old, new).and_then(|all| list_edit(sources, at, &all)) {
                edits.entry(at.file).or_default().insert((span.start, span.end), written);
            }
        }
    }
    Ok(edits)
}

/// Returns the texts of files with edits made; `None` if two of them overlap.
pub fn apply_edits(review: &Review, edits: &RenameEdits) -> Option<Vec<(FileId, String)>> {
    let edited = |(file, edits): (&FileId, &BTreeMap<(usize, usize), String>)| {
        let source = review.sources.get(*file).text();
        let (mut text, mut done) = (String::new(), 0);
        for ((start, end), new) in edits {
            text.push_str(source.get(done..*start)?);
            text.push_str(new);
            done = *end;
        }
        text.push_str(source.get(done..).unwrap_or_default());
        Some((*file, text))
    };
    edits.iter().map(edited).collect()
}

impl Project {
    /// Takes edited texts for those of their files, and checks that they change nothing but names: everything must mean what it
    /// meant, and nothing new be wrong. `given` are the files of the review.
    ///
    /// # Errors
    ///
    /// Says what would not mean the same, or why a file cannot be read.
    pub fn verify_renamed(
        &mut self,
        review: &Review,
        given: &[Utf8PathBuf],
        edits: &RenameEdits,
    ) -> Result<(), String> {
        for (file, text) in apply_edits(review, edits).ok_or("two of its uses overlap")? {
            self.open(review.sources.get(file).path(), text);
        }
        let read = |path: &Utf8PathBuf| self.read_named(path).map(|bytes| (path.clone(), bytes));
        let files: Vec<_> = given.iter().map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
        let renamed = self.review(&files);
        if let Some(why) = new_error(review, &renamed) {
            return Err(format!("the file would change its meaning: {why}"));
        }
        if meanings(review) != meanings(&renamed) {
            return Err(
                "the file would change its meaning: the new name is already in use, or some uses cannot be renamed"
                    .to_owned(),
            );
        }
        Ok(())
    }
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

/// Returns what every use of a name means, battle by battle and in the order of the text: as a number by when it is first meant,
/// since some names are kept in their own order. In records every word is checked: none comes to mean something, or something else.
fn meanings(review: &Review) -> Vec<Vec<(FileId, Option<usize>)>> {
    let of_unit = |unit: &Unit| {
        let table = table(unit).unwrap_or_default();
        let of_record = meanings_of_record(review, unit, &table).into_iter().map(|means| (unit.file, means));
        let mut uses: Vec<&NameUse> = table.uses.iter().collect();
        uses.sort_by_key(|one| (one.at.file, review.sources.span(&one.at).start));
        let mut met = HashMap::new();
        let mut in_order = |means: usize| {
            let next = met.len();
            *met.entry(means).or_insert(next)
        };
        let all = uses.into_iter().map(|one| (one.at.file, one.means)).chain(of_record);
        all.map(|(file, means)| (file, means.map(&mut in_order))).collect()
    };
    review.units.iter().map(of_unit).collect()
}
