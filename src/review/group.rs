//! Fourth step: which files belong together. A battle is a main document with the parts that it names; a record belongs to the
//! battle that it records.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use muster_core::diag::Diagnostic;
use muster_core::source::{Address, FileId};
use muster_systems::{NamedFile, Opaque, Role};

use super::codes::WRONG_DOCUMENT;
use super::discover::Known;
use super::read::{Document, Guess, Reading, SetAside};

/// All documents, grouped.
pub(super) struct Groups {
    /// In the order of the files.
    pub(super) members: Vec<Member>,
    /// The given files that are no documents as they stand.
    pub(super) unread: Vec<FileId>,
    /// Whether every file is a document.
    pub(super) complete: bool,
}

/// A document, and what belongs to it.
pub(super) struct Member {
    pub(super) file: FileId,
    pub(super) given: bool,
    pub(super) document: Document,
    /// Its file and those that it names, directly or as a record through its main document.
    pub(super) files: Vec<FileId>,
    pub(super) place: Place,
    /// The faults of the files that it names.
    pub(super) findings: Vec<Diagnostic>,
}

/// The role of a document in a battle.
pub(super) enum Place {
    /// It begins one: a main document, or a part that nobody names. With the documents that are resolved together; `None` if one
    /// of them is missing.
    Battle(Option<Vec<Opaque>>),
    /// Others name it.
    Part,
    /// It records the battle that begins in this file; `None` if there is no such battle.
    Record(Option<FileId>),
}

/// Groups documents. Of a file that is not what is meant where it is named, nothing is found but that; the findings of the
/// others are added to `findings`.
pub(super) fn group(
    mut readings: Vec<Reading>,
    templates: &[SetAside],
    known: &Known,
    findings: &mut Vec<Diagnostic>,
) -> Groups {
    let meant = files_meant(&readings, templates, known, findings);
    for reading in &mut readings {
        let found = std::mem::take(&mut reading.findings);
        if meant.contains(&reading.file) {
            findings.extend(found);
        } else {
            reading.document = None;
        }
    }
    let complete = readings.iter().all(|reading| reading.document.is_some());
    let unread = readings.iter().filter(|reading| reading.given && reading.document.is_none());
    let unread = unread.map(|reading| reading.file).collect();
    let documents = Documents {
        by_file: readings.iter().filter_map(|reading| Some((reading.file, reading.document.as_ref()?))).collect(),
        known,
    };
    let places = documents.places();
    let document = |reading: Reading| Some((reading.file, reading.given, reading.document?));
    let members = readings.into_iter().filter_map(document).zip(places);
    let members = members.map(|((file, given, document), (files, place, findings))| Member {
        file,
        given,
        document,
        files,
        place,
        findings,
    });
    Groups { members: members.collect(), unread, complete }
}

/// Returns the files that are given, and those that are named where they are meant; and finds the others.
fn files_meant(
    readings: &[Reading],
    templates: &[SetAside],
    known: &Known,
    findings: &mut Vec<Diagnostic>,
) -> HashSet<FileId> {
    let templates: BTreeMap<FileId, Guess> = templates.iter().map(|template| (template.file, template.guess)).collect();
    let by_file: BTreeMap<FileId, &Reading> = readings.iter().map(|reading| (reading.file, reading)).collect();
    let mut naming: Vec<FileId> = readings.iter().filter(|reading| reading.given).map(|reading| reading.file).collect();
    let mut meant: HashSet<FileId> = naming.iter().copied().collect();
    while let Some(by) = naming.pop() {
        let Some(document) = by_file.get(&by).and_then(|reading| reading.document.as_ref()) else { continue };
        for (named, path) in document.outline.files.iter().zip(&document.paths) {
            let Some(file) = known.get(path).filter(|file| !meant.contains(file)) else { continue };
            let guess = by_file.get(file).map(|reading| reading.guess).or_else(|| templates.get(file).copied());
            match misfit(guess.flatten(), document, named) {
                Some(why) => findings.push(wrong_document(by, named, &why)),
                None => {
                    meant.insert(*file);
                    naming.push(*file);
                }
            }
        }
    }
    meant
}

/// The documents by their files.
struct Documents<'a> {
    by_file: BTreeMap<FileId, &'a Document>,
    known: &'a Known,
}

impl Documents<'_> {
    /// Returns for each document the files that belong to it, its place, and the faults of the files that it names.
    fn places(&self) -> Vec<(Vec<FileId>, Place, Vec<Diagnostic>)> {
        let named: BTreeSet<FileId> = self.by_file.values().flat_map(|document| self.named_files(document)).collect();
        let begins = |file: &FileId| match self.by_file.get(file).map(|document| document.outline.kind.role) {
            Some(Role::Main | Role::Stock) => true,
            Some(Role::Part) => !named.contains(file),
            Some(Role::Record) | None => false,
        };
        let place = |(file, document): (&FileId, &&Document)| {
            let mut findings = Vec::new();
            let place = match document.outline.kind.role {
                Role::Record => {
                    let main = self.named_files(document).next().filter(begins);
                    findings.extend(if main.is_none() { self.wrong_main(*file, document) } else { None });
                    Place::Record(main)
                }
                Role::Main | Role::Part | Role::Stock if begins(file) => {
                    Place::Battle(self.battle(*file, document, &mut findings))
                }
                Role::Main | Role::Part | Role::Stock => Place::Part,
            };
            (self.files(*file, document), place, findings)
        };
        self.by_file.iter().map(place).collect()
    }

    /// Returns the loaded files that a document names.
    fn named_files(&self, document: &Document) -> impl Iterator<Item = FileId> {
        document.paths.iter().filter_map(|path| self.known.get(path).copied())
    }

    /// Returns a document's file and those that it names, directly or as a record through its main document.
    fn files(&self, file: FileId, document: &Document) -> Vec<FileId> {
        let mut files = vec![file];
        let mut naming = VecDeque::from([document]);
        while let Some(document) = naming.pop_front() {
            for named in self.named_files(document).filter(|named| !files.contains(named)).collect::<Vec<_>>() {
                files.push(named);
                let part = self.by_file.get(&named).copied();
                // What a record's main document names, and what a part does.
                let goes_on = |part: &&Document| {
                    document.outline.kind.role == Role::Record || part.outline.kind.role == Role::Part
                };
                naming.extend(part.filter(goes_on));
            }
        }
        files
    }

    /// Returns the documents that are resolved together; `None` if one is missing.
    fn battle(&self, file: FileId, document: &Document, findings: &mut Vec<Diagnostic>) -> Option<Vec<Opaque>> {
        let mut docs = vec![document.doc.clone()];
        let mut complete = true;
        let mut seen = BTreeSet::from([file]);
        let mut naming = VecDeque::from([(file, document)]);
        while let Some((by, document)) = naming.pop_front() {
            for (named, path) in document.outline.files.iter().zip(&document.paths) {
                let part = self.known.get(path).copied();
                if let Some(repeated) = part.filter(|part| !seen.insert(*part)) {
                    let why = if repeated == by { "is this file itself" } else { "is already listed" };
                    findings.push(wrong_document(by, named, why));
                    continue;
                }
                let part = part.and_then(|part| Some((part, *self.by_file.get(&part)?)));
                let found = part.map(|(_, part)| (part.system.id(), part.outline.kind));
                let why = found.and_then(|found| misfit(Some(found), document, named));
                match part {
                    Some((part_file, part)) if why.is_none() => {
                        docs.push(part.doc.clone());
                        // A part may name parts of its own: a map the file that it was drawn in.
                        if part.outline.kind.role == Role::Part {
                            naming.push_back((part_file, part));
                        }
                    }
                    _ => complete = false,
                }
                findings.extend(why.map(|why| wrong_document(by, named, &why)));
            }
        }
        // What a missing deck would have defined cannot be judged: its own finding says what is wrong.
        complete.then_some(docs)
    }

    /// Returns a record whose main document was read but is none.
    fn wrong_main(&self, file: FileId, record: &Document) -> Option<Diagnostic> {
        let named = record.outline.files.first()?;
        let main = self.by_file.get(self.known.get(record.paths.first()?)?)?;
        let why = misfit(Some((main.system.id(), main.outline.kind)), record, named)?;
        Some(wrong_document(file, named, &why))
    }
}

/// Returns a file that is not what is meant where it is named.
fn wrong_document(by: FileId, named: &NamedFile, why: &str) -> Diagnostic {
    Diagnostic::new(WRONG_DOCUMENT, Address::value(by, named.at.clone()), format!("`{}` {why}", named.path))
}

/// Returns the reason a file is not what is meant where a document names it; `None` if it is.
fn misfit(found: Guess, naming: &Document, named: &NamedFile) -> Option<String> {
    let (system, meant) = (naming.system.id(), named.kind);
    let Some((id, kind)) = found else {
        return Some(format!("is not a {meant}: it has none of the keys of a {meant}"));
    };
    let fits = match meant.role {
        // A battle's own cards may serve another one.
        Role::Part => kind.role != Role::Record,
        Role::Main | Role::Record | Role::Stock => kind == meant,
    };
    if id != system {
        Some(format!("is a document of `{id}`, not of `{system}`"))
    } else {
        (!fits).then(|| format!("is a {kind}; expected a {meant}"))
    }
}
