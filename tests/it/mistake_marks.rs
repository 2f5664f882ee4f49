//! Reads documents whose mistakes are marked by comments under them, `#   ^^^^ TB101 message`, and compares the marks
//! with what is found. A `#` right before a caret counts as one, so that the beginning of a line can be marked.

use std::sync::Arc;

use camino::Utf8PathBuf;
use muster_core::check::allow::{self, Allows, Judged};
use muster_core::diag::Sink;
use muster_core::schema::Schema;
use muster_core::source::{FileId, Sources};
use muster_core::{check, load};
use muster_games::table_battles::TableBattles;
use muster_systems::{Doc, Game};

/// A finding as a mark shows it: file, line, column, length in characters, code, message.
pub(crate) type Mark = (usize, usize, usize, usize, String, String);

/// How far documents are taken before findings are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Upto {
    /// The schema.
    Form,
    /// The checks.
    Meaning,
}

/// The marks of a file.
pub(crate) fn marks(file: usize, text: &str) -> Vec<Mark> {
    let (mut marks, mut above) = (Vec::new(), 0);
    for (i, line) in text.lines().enumerate() {
        let Some(rest) = line.strip_prefix('#').filter(|rest| rest.trim_start().starts_with('^')) else {
            above = i + 1;
            continue;
        };
        let first = usize::from(rest.starts_with('^'));
        let column = line.find('^').expect("a caret") + 1 - first;
        let length = rest.trim_start().chars().take_while(|c| *c == '^').count() + first;
        let (code, message) = rest.trim_start_matches([' ', '^']).split_once(' ').unwrap_or((rest.trim(), ""));
        marks.push((file, above, column, length, code.trim_start_matches([' ', '^']).to_owned(), message.to_owned()));
    }
    marks
}

/// What reading, schema and checks find in a scenario and its decks, or in a deck alone.
pub(crate) fn findings(texts: &[&str]) -> Vec<Mark> {
    findings_upto(Upto::Meaning, texts)
}

/// What is found up to a stage.
pub(crate) fn findings_upto(upto: Upto, texts: &[&str]) -> Vec<Mark> {
    findings_of::<TableBattles>(upto, texts)
}

/// What is found in documents of a game up to a stage.
pub(crate) fn findings_of<G: Game>(upto: Upto, texts: &[&str]) -> Vec<Mark> {
    let schema = Schema::generate::<G::Model>(G::ID, G::TITLE);
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let read = |text: &&str| load::read(&mut sources, Utf8PathBuf::from("a.yaml"), text.as_bytes(), &mut sink);
    let files: Vec<FileId> = texts.iter().map(read).collect();
    let mut docs = Vec::new();
    for &file in &files {
        if let Some(model) = schema.read::<G::Model>(&sources, file, &mut sink) {
            docs.push(Arc::new(Doc { file, given: file == files[0], model }));
        }
    }
    if upto == Upto::Meaning && docs.len() == files.len() {
        let broken = check::run(G::CHECKS, &G::resolve(docs), &mut sink);
        assert!(broken.is_empty(), "checks that panicked: {broken:?}");
    }
    let codes = [load::CODES, allow::CODES].concat();
    let mut allows = Allows::read(&sources, &codes);
    let mut found = allows.apply(&sources, sink.into_findings());
    found.extend(allows.finish(&sources, |_, _| Judged::Surely));
    let mut found: Vec<Mark> = found
        .into_iter()
        .map(|finding| {
            let file = files.iter().position(|file| *file == finding.at.file).expect("a file of these");
            let (span, file_) = (sources.span(&finding.at), sources.get(finding.at.file));
            let (start, length) = (file_.position(span.start), file_.text()[span.start..span.end].chars().count());
            (file, start.line, start.column, length, finding.code.id.to_owned(), finding.message)
        })
        .collect();
    found.sort();
    found
}

/// Fails unless exactly the marked findings are found in these files.
pub(crate) fn assert_marked(what: &str, texts: &[&str]) {
    assert_marked_of::<TableBattles>(what, texts);
}

/// Fails unless exactly the marked findings are found in these files of a game.
pub(crate) fn assert_marked_of<G: Game>(what: &str, texts: &[&str]) {
    let mut expected: Vec<Mark> = texts.iter().enumerate().flat_map(|(i, text)| marks(i, text)).collect();
    expected.sort();
    assert_eq!(findings_of::<G>(Upto::Meaning, texts), expected, "{what}");
}
