//! Catalogues from text to words: those carried in the program, and the files of a project.

use std::sync::LazyLock;

use camino::Utf8PathBuf;
use serde_json::Value;

use muster_core::diag::{Code, Diagnostic, Severity, Sink};
use muster_core::load;
use muster_core::schema::Schema;
use muster_core::source::{Address, FileId, Pointer, Sources};
use muster_systems::System;
use muster_systems::catalogue::{Catalogue, CatalogueDocument, CatalogueFault, CatalogueMistake, Catalogues, WordList};

use super::UNKNOWN_SYSTEM;

/// Words that a catalogue lacks.
pub const MISSING_WORDS: Code =
    Code::new("MU812", "missing-words", Severity::Warning, include_str!("catalogues/missing_words.md"));
/// A word in a catalogue that the game does not have.
pub const UNKNOWN_WORD: Code =
    Code::new("MU813", "unknown-word", Severity::Warning, include_str!("catalogues/unknown_word.md"));
/// A text in a catalogue into which something else is put than it has places for.
pub const WRONG_PLACEHOLDER: Code =
    Code::new("MU814", "wrong-placeholder", Severity::Error, include_str!("catalogues/wrong_placeholder.md"));

/// The kinds of findings in catalogues.
pub const CODES: &[Code] = &[MISSING_WORDS, UNKNOWN_WORD, WRONG_PLACEHOLDER];

/// The key that tells that a file is a catalogue, before its language.
pub const KEY: &str = "catalogue";

/// Returns the schema of catalogues.
pub fn schema() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> =
        LazyLock::new(|| Schema::generate::<CatalogueDocument>("catalogue", "Muster translation"));
    &SCHEMA
}

/// Returns the catalogues that are carried in the program.
pub fn carried_catalogues(system: &System) -> Catalogues {
    let words = system.words();
    let mut texts = system.catalogues().iter();
    let english = texts.next();
    let mut catalogues = Catalogues::new(move || match english {
        Some(text) => read(words, text),
        None => Catalogue::read(&WordList::NOTHING, &Value::Null, None).0,
    });
    for text in texts {
        catalogues.add(tag(text), || read(words, text));
    }
    catalogues
}

/// Returns the document of the carried catalogue of a language, or of its tag before a region; the English one where there is none.
pub fn document(system: &System, language: Option<&str>) -> Value {
    let texts = system.catalogues();
    let of = |wanted: &str| texts.iter().find(|text| tag(text).eq_ignore_ascii_case(wanted));
    let found = language.and_then(|tag| of(tag).or_else(|| of(tag.split('-').next()?)));
    found.or(texts.first()).map_or(Value::Null, |text| parse(text))
}

/// Returns the tag of a carried catalogue's language.
fn tag(text: &'static str) -> &'static str {
    text.lines().find_map(|line| line.strip_prefix(KEY)?.strip_prefix(": ")).unwrap_or_default()
}

/// Reads a catalogue carried in the program.
fn read(words: &'static WordList, text: &str) -> Catalogue {
    Catalogue::read(words, &parse(text), None).0
}

fn parse(text: &str) -> Value {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, KEY.into(), text.as_bytes(), &mut sink);
    let tree = sources.get(file).tree().unwrap_or_else(|| panic!("internal error: a carried catalogue is no YAML"));
    tree.to_json()
}

/// Returns the catalogues in files and those that are carried; where both have a language, the file counts. What is wrong in
/// the files, which are added to the sources, goes to the sink.
pub fn with_files(
    system: &System,
    files: Vec<(Utf8PathBuf, Vec<u8>)>,
    sources: &mut Sources,
    sink: &mut Sink,
) -> Catalogues {
    let mut own = Vec::new();
    if !files.is_empty() && !system.words().entries.is_empty() {
        let (schema, english) = (schema(), carried_catalogues(system));
        for (path, bytes) in files {
            let file = load::read(sources, path, &bytes, sink);
            own.extend(read_catalogue(system, file, sources, schema, english.english(), sink));
        }
    }
    let mut catalogues = Catalogues::new({
        let english = own.iter().find(|(language, _)| language == "en").map(|(_, words)| words.clone());
        let system = *system;
        move || english.unwrap_or_else(|| carried_catalogues(&system).english().clone())
    });
    for (language, words) in own {
        catalogues.add(language, move || words);
    }
    let system = *system;
    for language in carried_catalogues(&system).languages().skip(1) {
        let wanted = language.to_owned();
        catalogues.add(language, move || {
            let carried = carried_catalogues(&system);
            carried.get(&wanted).unwrap_or(carried.english()).clone()
        });
    }
    catalogues
}

/// Returns the findings in a catalogue among the files of a review.
pub(super) fn check(system: &System, file: FileId, sources: &Sources, schema: &Schema, sink: &mut Sink) {
    read_catalogue(system, file, sources, schema, carried_catalogues(system).english(), sink);
}

/// Returns a file's catalogue with its language, when the schema accepts it.
fn read_catalogue(
    system: &System,
    file: FileId,
    sources: &Sources,
    schema: &Schema,
    english: &Catalogue,
    sink: &mut Sink,
) -> Option<(String, Catalogue)> {
    let tree = sources.get(file).tree()?;
    if tree.member(tree.root(), KEY).is_none() || !schema.validate(sources, file, sink) {
        return None;
    }
    let value = tree.to_json();
    if value["system"] != system.id() {
        return None;
    }
    if system.words().entries.is_empty() {
        let text = format!("cards of `{}` have no translations; they are printed in English", system.id());
        sink.push(Diagnostic::new(UNKNOWN_SYSTEM, Address::value(file, Pointer::parse("/system")), text));
        return None;
    }
    let (words, faults) = Catalogue::read(system.words(), &value, Some(english));
    faults.iter().for_each(|fault| sink.push(finding(file, fault, system.words())));
    Some((value[KEY].as_str()?.to_owned(), words))
}

fn finding(file: FileId, fault: &CatalogueFault, words: &WordList) -> Diagnostic {
    let pointer = Pointer::parse(&fault.pointer);
    let (code, at) = match fault.wrong {
        CatalogueMistake::Missing(_) => (MISSING_WORDS, Address::value(file, Pointer::parse("/catalogue"))),
        CatalogueMistake::Unknown(_) => (UNKNOWN_WORD, Address::key(file, pointer)),
        CatalogueMistake::Choice { .. } | CatalogueMistake::NoOther(_) => {
            (WRONG_PLACEHOLDER, Address::key(file, pointer))
        }
        CatalogueMistake::Placeholder { .. }
        | CatalogueMistake::Unused(_)
        | CatalogueMistake::Twice(_)
        | CatalogueMistake::Unclosed => (WRONG_PLACEHOLDER, Address::value(file, pointer)),
    };
    let finding = Diagnostic::new(code, at, fault.wrong.to_string());
    match &fault.wrong {
        CatalogueMistake::Unknown(key) => finding.nearest(key, words.entries.iter().map(|entry| entry.key)),
        _ => finding,
    }
}
