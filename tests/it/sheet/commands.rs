//! `muster sheet` and `muster check` as people run them.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::DECK;
use crate::cli::{assert_exit, folder, muster, text};

/// A folder with the deck and its workbook.
fn exported(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("battle.yaml"), DECK).unwrap();
    assert_exit(&muster(&folder, &["sheet", "export", "battle.yaml", "-o", "cards.xlsx"]), 0);
    folder
}

#[test]
fn an_export_and_an_import_of_it_change_nothing() {
    let folder = exported("sheet-nothing");
    let output = muster(&folder, &["sheet", "import", "cards.xlsx", "battle.yaml", "--write"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).starts_with("battle.yaml: nothing to change\n"), "{}", text(&output.stdout));
    assert_eq!(fs::read_to_string(folder.join("battle.yaml")).unwrap(), DECK);
}

#[test]
fn a_workbook_is_not_written_over_and_a_document_only_when_asked() {
    let folder = exported("sheet-over");
    let output = muster(&folder, &["sheet", "export", "battle.yaml", "-o", "cards.xlsx"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("may hold changes"), "{}", text(&output.stderr));
    fs::write(folder.join("cards.csv"), "card,strength\n1A,5\n2A,3\n11A,4\n").unwrap();
    let output = muster(&folder, &["sheet", "import", "cards.csv", "battle.yaml"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("-    strength: 4\n+    strength: 5\n"), "{}", text(&output.stdout));
    assert_eq!(fs::read_to_string(folder.join("battle.yaml")).unwrap(), DECK);
    assert_exit(&muster(&folder, &["sheet", "import", "cards.csv", "battle.yaml", "--write"]), 0);
    let now = fs::read_to_string(folder.join("battle.yaml")).unwrap();
    assert_eq!(now, DECK.replacen("strength: 4", "strength: 5", 1));
}

#[test]
fn a_wrong_value_is_reported_at_its_cell_and_nothing_is_written() {
    let folder = exported("sheet-wrong");
    fs::write(folder.join("cards.csv"), "card,strength\n1A,5\n2A,lots\n11A,4\n").unwrap();
    let output = muster(&folder, &["sheet", "import", "cards.csv", "battle.yaml", "--write"]);
    assert_exit(&output, 1);
    let told = text(&output.stdout);
    assert!(told.contains("Nothing written") && told.contains("cards.csv:B3 (line 20 of battle.yaml)"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("battle.yaml")).unwrap(), DECK);
}

#[test]
fn a_sign_that_no_font_has_is_found_before_anything_is_written() {
    let folder = exported("sheet-sign");
    fs::write(folder.join("cards.csv"), "card,lore\n1A,Fire \u{1f3b2}\n2A,\n11A,\n").unwrap();
    let output = muster(&folder, &["sheet", "import", "cards.csv", "battle.yaml", "--write"]);
    assert_exit(&output, 1);
    let told = text(&output.stdout);
    assert!(told.contains("Nothing written") && told.contains("MU801"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("battle.yaml")).unwrap(), DECK);
}

/// A workbook whose document is wrong since.
#[test]
fn every_format_names_the_cell() {
    let folder = exported("sheet-formats");
    let wrong = DECK.replace("dice: 4-6", "dice: 4-9");
    fs::write(folder.join("battle.yaml"), &wrong).unwrap();
    fs::remove_file(folder.join("cards.xlsx")).unwrap();
    assert_exit(&muster(&folder, &["sheet", "export", "battle.yaml", "-o", "cards.xlsx"]), 0);
    let place = "cards.xlsx:Formations!F4 (line 27 of battle.yaml)";
    for format in ["full", "concise", "sarif", "github", "gitlab", "junit"] {
        let output = muster(&folder, &["check", "cards.xlsx", "--output-format", format]);
        let told = text(&output.stdout);
        assert!(told.contains(place), "{format}: {told}\n{}", text(&output.stderr));
    }
    for format in ["json", "json-lines"] {
        let output = muster(&folder, &["check", "cards.xlsx", "--output-format", format]);
        assert!(
            text(&output.stdout).contains(r#""cell":{"path":"cards.xlsx","sheet":"Formations","cell":"F4"}"#),
            "{format}"
        );
    }
}

#[test]
fn a_check_of_a_workbook_says_what_its_import_would() {
    let folder = exported("sheet-check");
    let output = muster(&folder, &["check", "cards.xlsx", "--output-format", "json", "--exit-zero"]);
    assert_exit(&output, 0);
    let of_sheet: Value = serde_json::from_slice(&output.stdout).unwrap();
    let output = muster(&folder, &["check", "battle.yaml", "--output-format", "json", "--exit-zero"]);
    let of_file: Value = serde_json::from_slice(&output.stdout).unwrap();
    let codes = |report: &Value| -> Vec<String> {
        report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].to_string()).collect()
    };
    assert_eq!(codes(&of_sheet), codes(&of_file));
    fs::write(folder.join("cards.csv"), "card\n1A\n").unwrap();
    let output = muster(&folder, &["check", "cards.csv"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("muster sheet import"), "{}", text(&output.stderr));
}

#[test]
fn a_workbook_of_another_document_is_reported() {
    let folder = exported("sheet-other");
    fs::write(folder.join("renamed.yaml"), DECK).unwrap();
    let output = muster(&folder, &["sheet", "import", "cards.xlsx", "renamed.yaml", "--write"]);
    assert_exit(&output, 0);
    let told = text(&output.stdout);
    assert!(told.contains("was exported from `battle.yaml`, not from `renamed.yaml`"), "{told}");
    let other = DECK.replace("1A", "31A").replace("2A", "32A");
    fs::write(folder.join("other.yaml"), &other).unwrap();
    let output = muster(&folder, &["sheet", "import", "cards.xlsx", "other.yaml", "--write"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("Nothing written"), "{}", text(&output.stdout));
    assert_eq!(fs::read_to_string(folder.join("other.yaml")).unwrap(), other);
}

#[test]
fn no_fix_is_offered_for_a_workbook() {
    let folder = exported("sheet-no-fix");
    let wrong = DECK.replacen("strength: 4", "strenght: 4", 1);
    fs::write(folder.join("battle.yaml"), &wrong).unwrap();
    let output = muster(&folder, &["check", "battle.yaml"]);
    assert!(text(&output.stdout).contains("--fix"), "{}", text(&output.stdout));
    assert_exit(&muster(&folder, &["sheet", "export", "battle.yaml", "-o", "wrong.xlsx"]), 0);
    let output = muster(&folder, &["check", "wrong.xlsx"]);
    let told = text(&output.stdout);
    assert!(told.contains("`strenght`") && !told.contains("--fix"), "{told}");
}
