//! `explain` of a scenario: exact odds of a card against a card, and of cards in a hex against cards (TT-5.2, TT-5.6).

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::{assert_exit, folder, muster, text};

const SCENARIO: &str = "\
system: tabletop
scenario:
  name: The Ford
  turns: 9
  factions:
    - {name: North, initiative: 2, cards: N1-N5, setup: [{card: N1, at: 0101}]}
    - {name: South, initiative: 1, cards: S1-S3, setup: [{card: S1, at: 0301}]}
cards:
  - {card: N1, name: Axes, type: Axes, cost: 1, might: 3, speed: 2, abilities: [{name: First Blow, while: {in_combat: true}, do: [{change: {might: 1}}]}]}
  - {card: N2, name: Scouts, type: Scouts, cost: 1, might: 3, speed: 2, traits: [hiding]}
  - {card: N3, name: Wall, type: Pikes, cost: 1, might: 3, speed: 2, abilities: [{name: Dig In, while: {fortified: true}, do: [{change: {might: 5}}]}]}
  - {card: N4, name: Priest, type: Staff, cost: 1, might: 1, speed: 2, abilities: [{name: Prayer, do: [{change: {might: 2, to: friends}}]}]}
  - {card: N5, name: Bows, type: Bows, cost: 1, might: 1, speed: 2, abilities: [{name: Volley, active: {}, do: [{strike: {kind: ranged, might: 2, range: 2}}]}]}
  - {card: S1, name: Riders, type: Horse, cost: 1, might: 3, speed: 2}
  - {card: S2, name: Ogre, type: Beast, cost: 1, might: 4, speed: 2}
  - {card: S3, name: Dread, type: Beast, cost: 1, might: 5, speed: 2, abilities: [{name: Fear, do: [{change: {might: -1, to: enemies}}]}]}
map:
  name: Field
  hexes: |
    . . .
    . . .
";

fn files(name: &str) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("a.yaml"), SCENARIO).expect("a file");
    folder
}

fn odds(folder: &std::path::Path, line: &str) -> String {
    let line = SCENARIO.lines().position(|written| written.contains(line)).expect("the card") + 1;
    let output = muster(folder, &["explain", &format!("a.yaml:{line}")]);
    assert_exit(&output, 0);
    text(&output.stdout)
}

#[test]
fn odds_count_what_always_holds_in_combat_and_nobody_who_hides() {
    let folder = files("tabletop-odds-one");
    let axes = odds(&folder, "card: N1, name");
    assert!(axes.contains("Against S1, 4 against 3: it is destroyed with 9/16, the enemy with 3/4."), "{axes}");
    assert!(axes.contains("Against S2, 4 against 4: it is destroyed with 1, the enemy with 1."), "{axes}");
    assert!(axes.contains("Against S3, 3 against 5: it is destroyed with 3/5, the enemy with 9/25."), "{axes}");
    assert!(axes.contains("Not included are experience, morale, fortification"), "{axes}");
    let riders = odds(&folder, "card: S1, name");
    assert!(riders.contains("Against N1, 3 against 4: it is destroyed with 3/4"), "{riders}");
    assert!(!riders.contains("Against N2"), "who hides meets nobody: {riders}");
    assert!(riders.contains("Against N3, 3 against 3:"), "who is not fortified: {riders}");
    assert!(riders.contains("Against N4, 3 against 3:"), "a priest counts himself: {riders}");
    let scouts = odds(&folder, "card: N2, name");
    assert!(scouts.contains("It meets no card in combat") && !scouts.contains("Against"), "{scouts}");
    let bows = odds(&folder, "card: N5, name");
    assert!(bows.contains("Volley destroys S1 (Riders) with 2/3."), "{bows}");
}

#[test]
fn odds_of_a_hex_against_a_hex() {
    let folder = files("tabletop-odds-hex");
    let told = |sides: &[&str]| -> Value {
        let output = muster(&folder, &[&["explain", "a.yaml", "--json", "--combat"], sides].concat());
        assert_exit(&output, 0);
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")["combat"]["sides"].clone()
    };
    let falls = |sides: &[&str]| {
        let sides = told(sides);
        let side = |side: &Value| json!([side["might"], side["falls"]]);
        sides.as_array().expect("sides").iter().map(side).collect::<Vec<_>>()
    };
    // The worked example: three of 3 against two of 4.
    assert_eq!(falls(&["3 N3", "2 S2"]), [json!([9, "64/81"]), json!([8, "8/9"])]);
    // A priest gives each friend 2, himself counted, however many priests there are; experience is one each.
    assert_eq!(falls(&["Axes, 2xN4, N3+1", "S1"])[0][0], 6 + 2 * 3 + 6);
    // Who hides does not count; three factions fight the sum of the others.
    assert_eq!(falls(&["N2, N3", "S1", "S2"]), [json!([3, "3/7"]), json!([3, "3/7"]), json!([4, "2/3"])]);
    let output = text(&muster(&folder, &["explain", "a.yaml", "--combat", "N2, N3", "S1"]).stdout);
    assert!(output.contains("N2 hides and joins no combat."), "{output}");
    for (wrong, why) in [("N9", "`N9` is not a card of a faction"), ("0 N1", "`0 N1` is not a card")] {
        let output = muster(&folder, &["explain", "a.yaml", "--combat", wrong, "S1"]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(why), "{}", text(&output.stderr));
    }
}

#[test]
fn the_text_edition_says_what_is_equal_for_both_factions() {
    let folder = folder("tabletop-text");
    let scenario = SCENARIO
        .replace("initiative: 2,", "initiative: 2, resources: 14, income: 2,")
        .replace("initiative: 1,", "initiative: 1, resources: 14, income: 2,");
    fs::write(folder.join("a.yaml"), scenario).expect("a file");
    let print = ["print", "a.yaml", "--format", "text", "--with", "setup", "-o", "a.txt"];
    muster(&folder, &print);
    let text = fs::read_to_string(folder.join("a.txt")).expect("a text");
    assert_eq!(text.matches("14 resources").count(), 2, "{text}");
    assert_eq!(text.matches("ncome\u{a0}2").count(), 2, "{text}");
}

#[test]
fn values_of_a_document_of_no_known_system_are_not_quoted() {
    let folder = folder("tabletop-octal");
    let octal = |scenario: &str| {
        fs::write(folder.join("a.yaml"), scenario).expect("a file");
        text(&muster(&folder, &["check", "a.yaml"]).stdout)
    };
    let unknown = octal(&SCENARIO.replace("system: tabletop", "system: table-top"));
    assert!(unknown.contains("unknown system `table-top`") && !unknown.contains("MU015"), "{unknown}");
    let broken = octal(&SCENARIO.replace("map:", "map: {"));
    assert!(broken.contains("MU001") && !broken.contains("MU015"), "{broken}");
    // In a known one, what is no hex number is still told.
    let known = octal(&SCENARIO.replace("name: Field", "name: 012"));
    assert!(known.contains("MU015"), "{known}");
}
