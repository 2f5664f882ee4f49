//! A game that is only checked yet goes through the commands that look at documents; those that play and print say that
//! this cannot be done yet.

use std::fs;

use super::command::told;
use crate::cli::folder;

const BATTLE: &str = "\
system: roster
battle: {name: The Ford, points: 10, rosters: [north.yaml, south.yaml]}
";
const NORTH: &str = "system: roster\ntroops: [{name: Pikes, points: 4}, {name: Horse, points: 6}]\n";

#[test]
fn its_documents_are_checked_and_explained() {
    let folder = folder("roster-checked");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a place to write");
    write("ford.yaml", BATTLE);
    write("north.yaml", NORTH);
    write("south.yaml", &NORTH.replace("6}", "7}"));
    let found = told(&folder, &["check", "--output-format", "concise"], 1);
    let place = "south.yaml:2:9: error[RO101] these troops cost `11` points; at most `10` are agreed on";
    assert!(found.contains(place), "{found}");
    write("south.yaml", NORTH);
    assert_eq!(told(&folder, &["check"], 0), "All 3 files pass muster\n");
    write("south.yaml", &NORTH.replace("points: 4", "point: 4"));
    assert!(told(&folder, &["check"], 1).contains("point"), "the schema finds it");

    assert!(told(&folder, &["explain", "RO101"], 0).starts_with("# too-dear (RO101)"));
    assert!(told(&folder, &["explain", "rosters"], 0).contains("The files with the troops of each side."));
    assert!(told(&folder, &["schema", "roster"], 0).contains("\"$id\": \"urn:muster:roster\""));
    assert_eq!(told(&folder, &["new", "roster", "At the Mill"], 0), "at-the-mill.yaml\n");
    assert_eq!(told(&folder, &["check", "at-the-mill.yaml", "--fail-on", "info"], 0), "The file passes muster\n");
    let completions = told(&folder, &["completions", "bash"], 0);
    assert!(completions.contains("roster") && completions.contains("too-dear"));
}

#[test]
fn what_cannot_be_done_with_it_yet_is_said() {
    let folder = folder("roster-refused");
    fs::write(folder.join("ford.yaml"), BATTLE.replace(", rosters: [north.yaml, south.yaml]", "")).expect("a file");
    let said = |arguments: &[&str]| told(&folder, arguments, 2);
    for command in ["smoke", "balance"] {
        let text = said(&[command, "ford.yaml"]);
        assert!(text.contains("`ford.yaml`: battles of Roster cannot be played yet, only checked"), "{text}");
    }
    assert!(said(&["replay", "ford.yaml"]).contains("battles of Roster cannot be played yet, only checked"));
    for print in [&["-o", "cards.pdf"][..], &["--preview", "cards.png"]] {
        let text = said(&[&["print", "ford.yaml"], print].concat());
        assert!(text.contains("cards of Roster cannot be printed yet, only checked"), "{text}");
    }
    assert!(!folder.join("cards.pdf").exists() && !folder.join("cards.png").exists());
    assert!(said(&["explain", "ford.yaml"]).contains("Roster has no odds to tell"));
}
