//! The list of checks and their pages: each example that should fire fires exactly where it is marked, and nothing
//! fires in the others.

use std::collections::BTreeSet;

use muster::check::allow;
use muster::review::templates;
use muster::systems::table_battles::checks::CHECKS;
use muster::{load, schema};

use crate::marked::{Upto, assert_marked, assert_marked_upto, marks};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/systems/table_battles/checks");

/// The part of a page under a heading.
pub(crate) fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no `## {heading}`"));
    rest.split("\n## ").next().unwrap_or(rest)
}

/// The examples of a section: parts under subheadings, or the whole of it.
fn examples(section: &str) -> Vec<Vec<&str>> {
    section.split("\n### ").map(blocks).filter(|blocks| !blocks.is_empty()).collect()
}

/// The YAML blocks of an example: a scenario and its decks.
pub(crate) fn blocks(section: &str) -> Vec<&str> {
    section.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect()
}

#[test]
fn every_page_fires_where_it_is_marked_and_is_silent_elsewhere() {
    for check in CHECKS {
        let (name, page) = (check.code.name, check.code.page);
        let (fires, silent) = (examples(section(page, "Fires")), examples(section(page, "Silent")));
        assert!(!fires.is_empty() && !silent.is_empty(), "{name}: no examples");
        for example in fires {
            let marked: Vec<_> = example.iter().flat_map(|text| marks(0, text)).collect();
            assert!(!marked.is_empty(), "{name}: nothing is marked");
            assert!(marked.iter().all(|mark| mark.4 == check.code.id), "{name}: marks of other checks");
            assert_marked(name, &example);
        }
        silent.iter().for_each(|example| assert_marked(name, example));
    }
}

/// Findings that no mark can show: the file is empty, too large or not text. The reader's tests show them.
const NOT_SHOWN: [&str; 5] = ["MU002", "MU003", "MU004", "MU005", "MU012"];

#[test]
fn pages_of_reading_and_form_fire_where_they_are_marked() {
    let reading = load::CODES.iter().chain(allow::CODES).map(|code| (code, Upto::Reading));
    for (code, upto) in reading.chain(schema::CODES.iter().map(|code| (code, Upto::Form))) {
        let (fires, silent) = (blocks(section(code.page, "Fires")), blocks(section(code.page, "Silent")));
        let marked: Vec<_> = fires.iter().flat_map(|text| marks(0, text)).collect();
        assert_eq!(marked.is_empty(), NOT_SHOWN.contains(&code.id), "{}: nothing is marked", code.name);
        assert!(marked.iter().all(|mark| mark.4 == code.id), "{}: marks of others", code.name);
        for text in fires.iter().chain(&silent) {
            assert_marked_upto(upto, code.name, &[text]);
        }
    }
}

#[test]
fn every_page_opens_with_its_name_a_sentence_and_why() {
    let checks = CHECKS.iter().map(|check| check.code);
    for code in
        checks.chain(load::CODES.iter().copied()).chain([schema::CODES, allow::CODES, templates::CODES].concat())
    {
        let (name, id) = (code.name, code.id);
        let mut parts = code.page.split("\n\n");
        assert_eq!(parts.next(), Some(format!("# {name} ({id})").as_str()));
        let sentence = parts.next().expect("a sentence");
        assert!(sentence.ends_with('.') && !sentence.contains('\n') && sentence.len() > 20, "{name}: {sentence}");
        let why = parts.next().expect("why it matters");
        assert!(!why.starts_with('#'), "{name}: does not say why it matters");
    }
}

#[test]
fn the_list_is_sorted_and_nothing_is_twice() {
    let ids: Vec<_> = CHECKS.iter().map(|check| check.code.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    let names: BTreeSet<_> = CHECKS.iter().map(|check| check.code.name).collect();
    assert_eq!(names.len(), CHECKS.len());
    for name in names {
        assert!(name.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())), "{name}");
    }
}

#[test]
fn every_file_of_the_folder_is_in_the_list() {
    let entries = std::fs::read_dir(FOLDER).expect("the folder of the checks");
    let files: BTreeSet<String> =
        entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name")).collect();
    let names = || CHECKS.iter().map(|check| check.code.name.replace('-', "_"));
    let pages: BTreeSet<String> = names().map(|name| format!("{name}.md")).collect();
    // The checks of names that mean nothing are rows of one table.
    let row = |name: &str| name.starts_with("unknown_") && name != "unknown_action";
    let code = names().map(|name| if row(&name) { "unknown.rs".to_owned() } else { format!("{name}.rs") });
    assert_eq!(files, pages.into_iter().chain(code).collect());
}
