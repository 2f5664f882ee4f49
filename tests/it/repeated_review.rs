//! A review that knows the last one finds what a new one finds, whatever has changed between the two.

use std::collections::BTreeMap;
use std::io::ErrorKind;

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::cache::ReviewCache;
use muster::review::{Review, Unit, review, review_again};
use muster_games::SYSTEMS;
use proptest::prelude::*;

use crate::cli::root;

/// A battle of each game, with what it names and the battles that were recorded of it.
const STEMS: [&str; 4] = ["white-mountain", "field-of-two-larks", "corn-monday", "weirs-of-ansholm"];

/// The texts of documents, by their paths.
fn documents() -> BTreeMap<Utf8PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root().join("scenarios")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_part = |path: &std::path::Path| {
                let path = path.to_string_lossy();
                !path.contains("plays") || STEMS.iter().any(|stem| path.contains(stem))
            };
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "yaml") && is_part(&path) {
                let text = std::fs::read_to_string(&path).expect("a text");
                found.insert(Utf8PathBuf::from_path_buf(path).expect("UTF-8"), text);
            }
        }
    }
    found
}

/// What a review found, and what it knows of each document.
fn said(review: &Review) -> (Vec<String>, Vec<String>) {
    let mut findings: Vec<String> = review.findings.iter().map(|finding| format!("{finding:?}")).collect();
    findings.sort();
    let unit = |unit: &Unit| format!("{:?} {:?} {} {}", unit.file, unit.files, unit.sound, unit.battle.is_some());
    (findings, review.units.iter().map(unit).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn a_review_that_knows_the_last_one_finds_what_a_new_one_finds(
        steps in proptest::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>(), "[0-9a-z\n:-]{0,2}", any::<u64>()),
            8,
        ),
    ) {
        let mut texts = documents();
        let mut cache = ReviewCache::default();
        for (which, place, written, left_out) in steps {
            let number = which.index(texts.len());
            let (path, text) = texts.iter_mut().nth(number).expect("a document");
            let at = place.index(text.len());
            if text.is_char_boundary(at) && text.is_char_boundary(at + 1) {
                text.replace_range(at..=at, &written);
            }
            let edited = path.clone();
            // Now and then a file is not there, or not given: then others have its number.
            let is_given = |(i, (path, _)): &(usize, (&Utf8PathBuf, &String))| {
                **path == edited || left_out % 3 == 0 || left_out >> (i % 60) & 7 != 0
            };
            let given: Vec<(Utf8PathBuf, Vec<u8>)> = texts
                .iter()
                .enumerate()
                .filter(is_given)
                .map(|(_, (path, text))| (path.clone(), text.as_bytes().to_vec()))
                .collect();
            let read = |path: &Utf8Path| match texts.get(path).filter(|_| left_out % 5 != 0) {
                Some(text) => Ok(text.as_bytes().to_vec()),
                None => Err(ErrorKind::NotFound.into()),
            };
            let again = review_again(&given, &read, SYSTEMS, &mut cache);
            prop_assert_eq!(said(&again), said(&review(&given, &read, SYSTEMS)), "{}", edited);
        }
    }
}
