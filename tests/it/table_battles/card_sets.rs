//! What files say together: the pages of those findings, each example a project of several files.

use std::io;

use camino::Utf8PathBuf;
use muster::review::review;
use muster::systems::SYSTEMS;
use muster::systems::table_battles::card_sets::CODES;

use crate::marked::marks;

/// The YAML files of a page's section, with their names.
fn files(page: &str, heading: &str) -> Vec<(Utf8PathBuf, Vec<u8>)> {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).expect("a section");
    let section = rest.split("\n## ").next().unwrap_or(rest);
    let file = |(i, rest): (usize, &str)| {
        let text = rest.split("```").next().unwrap_or(rest);
        (Utf8PathBuf::from(format!("{i}.yaml")), text.as_bytes().to_vec())
    };
    section.split("```yaml\n").skip(1).enumerate().map(file).collect()
}

/// What is found in the files of a section: file, line, column, code, message.
fn found(files: &[(Utf8PathBuf, Vec<u8>)]) -> Vec<(usize, usize, usize, String, String)> {
    let missing = |_: &camino::Utf8Path| Err(io::Error::from(io::ErrorKind::NotFound));
    let review = review(files, &missing, SYSTEMS);
    let place = |finding: &muster::diag::Diagnostic| {
        let written = review.sources.get(finding.at.file);
        let start = written.position(review.sources.span(&finding.at).start);
        let file = files.iter().position(|(path, _)| path == written.path()).expect("a file");
        (file, start.line, start.column, finding.code.id.to_owned(), finding.message.clone())
    };
    let mut found: Vec<_> = review.findings.iter().map(place).collect();
    found.sort();
    found
}

#[test]
fn pages_fire_where_they_are_marked_and_are_silent_elsewhere() {
    for code in CODES {
        let fires = files(code.page, "Fires");
        let marked =
            |(i, (_, text)): (usize, &(Utf8PathBuf, Vec<u8>))| marks(i, std::str::from_utf8(text).expect("text"));
        let mut expected: Vec<_> =
            fires.iter().enumerate().flat_map(marked).map(|m| (m.0, m.1, m.2, m.4, m.5)).collect();
        expected.sort();
        assert!(!expected.is_empty() && expected.iter().all(|mark| mark.3 == code.id), "{}: {expected:?}", code.name);
        assert_eq!(found(&fires), expected, "{}", code.name);
        assert_eq!(found(&files(code.page, "Silent")), [], "{}", code.name);
    }
}
