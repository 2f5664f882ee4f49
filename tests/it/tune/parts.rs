//! `muster tune` whose battles are played in parts: the answer is that of one process.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{list, tuned, white_mountain};
use crate::cli::{assert_exit, muster, text};

const SEARCH: [&str; 12] = [
    "--vary",
    "/formations/0/strength=5..7",
    "--vary",
    "/scenario/sides/0/morale=3..5",
    "--first",
    "3",
    "--games",
    "40",
    "--confirm",
    "2",
    "--finalists",
    "1",
];

/// What `muster tune` says with more options.
fn tune(folder: &Path, more: &[&str], code: i32) -> String {
    let output = muster(folder, &[&["tune", "battle.yaml"], &SEARCH[..], more].concat());
    assert_exit(&output, code);
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn a_search_in_parts_answers_as_one_process_does() {
    let folder = white_mountain("tune-parts", &[]);
    let whole = tuned(&folder, "battle.yaml", &SEARCH);
    assert!(list(&whole["tried"]).len() == 2 && list(&whole["changes"]).len() >= 8, "{whole}");
    for parts in ["1", "7"] {
        let said = tune(&folder, &["--plan", parts, "--parts", parts], 0);
        assert!(said.contains("8 candidates of 40 battles, 320 in all"), "{said}");
        assert!(tune(&folder, &["--from", parts], 2).contains("part 1 is missing"));
        let run = muster(&folder, &["sweep", "run", parts, "--task", "auto"]);
        assert_exit(&run, 0);
        let from = tuned(&folder, "battle.yaml", &[&SEARCH[..], &["--from", parts]].concat());
        assert_eq!(from, whole, "{parts} parts");
    }
    // What it was played for decides whether it counts: a search of other battles is another one.
    let other = tune(&folder, &["--seed", "7", "--from", "7"], 2);
    assert!(other.contains("holds the plan of another search"), "{other}");
    let merged = muster(&folder, &["merge", "7"]);
    assert_exit(&merged, 2);
    assert!(text(&merged.stderr).contains("muster tune FILE --from 7"), "{}", text(&merged.stderr));
    // The plan holds the files: one that is changed meanwhile is another battle.
    let battle = fs::read_to_string(folder.join("battle.yaml")).expect("a file");
    fs::write(folder.join("battle.yaml"), battle.replace("morale: 4", "morale: 5")).expect("a file");
    tune(&folder, &["--from", "7"], 2);
}

#[test]
fn a_search_in_parts_goes_on_where_it_is_chosen_what_is_tried() {
    let folder = white_mountain("tune-parts-more", &[]);
    let vary = ["--vary", "/formations/2/strength=5,7", "--edits", "3", "--games", "8", "--finalists", "0"];
    let search = ["--vary", "/formations/0/strength=5,7", "--vary", "/scenario/sides/0/morale=3,5"];
    let search = [&search[..], &vary].concat();
    let whole = tuned(&folder, "battle.yaml", &search);
    assert_eq!(list(&whole["tried"]).len(), 3);
    assert_exit(&muster(&folder, &[&["tune", "battle.yaml", "--plan", "d", "--parts", "3"], &search[..]].concat()), 0);
    assert_exit(&muster(&folder, &["sweep", "run", "d", "--task", "auto"]), 0);
    let from: Value = tuned(&folder, "battle.yaml", &[&search[..], &["--from", "d"]].concat());
    assert_eq!(from, whole);
}
