//! A game that is only checked yet goes through the commands that look at documents; those that play and print say that
//! this cannot be done yet.

use std::fs;

use super::DUEL;
use super::command::{muster, told};
use crate::cli::{folder, text};

const BATTLE: &str = "\
system: roster
battle: {name: The Ford, points: 10, rosters: [north.yaml, south.yaml]}
";
const NORTH: &str = "system: roster\ntroops: [{name: Pikes, points: 4}, {name: Horse, points: 6}]\n";
const FORD_IS_PASSED_OVER: &str = "muster: `ford.yaml` ignored: battles of Roster cannot be played yet, only checked\n";

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
    assert_eq!(told(&folder, &["check"], 0), "3 files OK\n");
    write("south.yaml", &NORTH.replace("points: 4", "point: 4"));
    assert!(told(&folder, &["check"], 1).contains("point"), "the schema finds it");

    assert!(told(&folder, &["explain", "RO101"], 0).starts_with("# too-dear (RO101)"));
    assert!(told(&folder, &["explain", "rosters"], 0).contains("The files with the troops of each side."));
    assert!(told(&folder, &["schema", "roster"], 0).contains("\"$id\": \"urn:muster:roster\""));
    assert_eq!(told(&folder, &["new", "roster", "At the Mill"], 0), "at-the-mill.yaml\n");
    assert_eq!(told(&folder, &["check", "at-the-mill.yaml", "--fail-on", "info"], 0), "1 file OK\n");
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
    assert!(said(&["explain", "ford.yaml"]).contains("Roster has no odds"));
}

#[test]
fn in_a_folder_it_is_passed_over_and_the_rest_is_played_and_printed() {
    let folder = folder("roster-passed-over");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a place to write");
    write("dawn.yaml", DUEL);
    write("north.yaml", NORTH);
    write("ford.yaml", &BATTLE.replace(", south.yaml", ""));
    let run = |arguments: &[&str]| {
        let output = muster(&folder, arguments);
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    for command in [&["smoke"][..], &["balance", "--comparisons", "0"]] {
        let (said, beside, code) = run(&[command, &["--games", "20", "."]].concat());
        assert_eq!((beside.as_str(), code), (FORD_IS_PASSED_OVER, Some(0)), "{said}");
        assert!(said.contains("At Dawn (dawn.yaml)"), "{said}");
    }
    let (said, beside, code) = run(&["print", "-o", "cards.pdf", "*.yaml"]);
    let passed_over = "muster: 2 files ignored: cards of Roster cannot be printed yet, only checked\n";
    assert_eq!((beside.as_str(), code), (passed_over, Some(0)), "{said}");
    assert!(said.starts_with("cards.pdf: 2 cards on "), "{said}");

    for named in [&["smoke", ".", "ford.yaml"][..], &["print", "-o", "cards.pdf", ".", "./ford.yaml"]] {
        assert!(told(&folder, named, 2).contains("yet, only checked"), "a file that is named is not passed over");
    }
    fs::remove_file(folder.join("dawn.yaml")).expect("a file");
    let (_, beside, code) = run(&["smoke"]);
    let nothing = "muster: none of the files is a scenario that can be played\n";
    assert_eq!((beside, code), (format!("{FORD_IS_PASSED_OVER}{nothing}"), Some(2)));
}

#[test]
fn a_run_in_parts_passes_it_over_when_it_is_merged() {
    let folder = folder("roster-merged");
    fs::write(folder.join("dawn.yaml"), DUEL).expect("a place to write");
    fs::write(folder.join("ford.yaml"), BATTLE.replace("north.yaml, south.yaml", "")).expect("a place to write");
    for part in ["1/2", "2/2"] {
        let file = format!("part-{}.json", &part[..1]);
        told(&folder, &["smoke", "--games", "20", "--shard", part, "-o", &file], 0);
    }
    let output = muster(&folder, &["merge", "part-1.json", "part-2.json"]);
    assert_eq!((text(&output.stderr).as_str(), output.status.code()), (FORD_IS_PASSED_OVER, Some(0)));
    assert_eq!(text(&output.stdout), told(&folder, &["smoke", "--games", "20"], 0));
}
