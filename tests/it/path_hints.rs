//! MU201 says what is wrong with a path, where that can be told.

use std::fs;

use crate::cli::{assert_exit, folder, muster, text};

/// Checks a deck whose only card names a picture, with `art/1A Ridge.jpg` beside it; returns what is found.
fn found(name: &str, art: &str) -> String {
    let folder = folder(&format!("path-hints-{name}"));
    fs::create_dir(folder.join("art")).unwrap();
    fs::write(folder.join("art/1A Ridge.jpg"), "").unwrap();
    fs::write(folder.join("muster.toml"), "").unwrap();
    let card = "card: 1A, name: Foot, wing: red, strength: 4, dice: 6, actions: [{type: bombard}]";
    let card = format!("{{{card}, art: {art}}}");
    fs::write(folder.join("deck.yaml"), format!("system: table-battles\nformations:\n  - {card}\n")).unwrap();
    let output = muster(&folder, &["check", "deck.yaml", "--output-format", "json"]);
    assert_exit(&output, 1);
    text(&output.stdout)
}

#[test]
fn a_path_as_windows_writes_it() {
    assert!(
        found("backslash", r#""art\\1A Ridge.jpg""#).contains("write `/` instead of a backslash: `art/1A Ridge.jpg`")
    );
    assert!(found("drive", r#"'C:\art\1A.jpg'"#).contains("a path relative to this file"));
}

#[test]
fn capitals_and_escapes() {
    let capitals = found("capitals", "Art/1a ridge.JPG");
    assert!(capitals.contains("did you mean `art/1A Ridge.jpg`? File names are case-sensitive"), "{capitals}");
    let escape = found("escape", "art/1A%20Ridge.jpg");
    assert!(escape.contains("did you mean `art/1A Ridge.jpg`?"), "{escape}");
    let blank = found("blank", "\"art/1A\u{a0}Ridge.jpg\"");
    assert!(blank.contains("non-breaking space"), "{blank}");
    let slip = found("slip", "arts/1A Rigde.jpg");
    assert!(slip.contains("did you mean `art/1A Ridge.jpg`?"), "{slip}");
}

#[test]
fn an_address_of_the_network() {
    let found = found("address", "https://example.com/1A.jpg");
    assert!(found.contains("Muster does not load files from the network"), "{found}");
}
