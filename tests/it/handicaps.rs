//! `muster balance --handicaps`: what each level is worth, and the text for the set-up card.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::cli::{assert_exit, folder, muster, text};

/// A battle in which sticks and morale decide much.
const DUEL: &str = "\
system: table-battles
scenario:
  name: Duel
  sides:
    - {name: North, first: true, morale: 2, cards: [1A, 2A]}
    - {name: South, morale: 2, cards: [11A, 12A]}
formations:
  - {card: 1A, name: Foot, wing: red, strength: 5, dice: 4-6, actions: [{type: attack, targets: [Horse], hits: 1 per die}]}
  - {card: 2A, name: Guards, wing: pink, strength: 5, dice: 1-3, actions: [{type: attack, targets: [Lancers], hits: 1 per die}]}
  - {card: 11A, name: Horse, wing: blue, strength: 5, dice: 4-6, actions: [{type: attack, targets: [Foot], hits: 1 per die}]}
  - {card: 12A, name: Lancers, wing: dkblue, strength: 5, dice: 1-3, actions: [{type: attack, targets: [Guards], hits: 1 per die}]}
";

const LADDER: [&str; 10] =
    ["balance", "a.yaml", "--handicaps", "--games", "1200", "--comparisons", "0", "--bots", "random", "--exit-zero"];

/// The ladder of the duel, in its own folder.
fn ladder(name: &str) -> (PathBuf, Vec<Value>) {
    let folder = folder(name);
    fs::write(folder.join("a.yaml"), DUEL).expect("a file");
    let output = muster(&folder, &[&LADDER[..], &["--output-format", "json"]].concat());
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    let ladder = document["scenarios"][0]["handicaps"].as_array().expect("handicaps").clone();
    assert!(ladder.len() >= 4, "{ladder:?}");
    (folder, ladder)
}

/// The share of a side in many battles of a file, with seeds that the ladder did not use.
fn share(folder: &Path, file: &str, side: &str) -> f64 {
    let output = muster(
        folder,
        &[
            "smoke",
            file,
            "--games",
            "20000",
            "--seed",
            "77",
            "--bots",
            "random",
            "--output-format",
            "json",
            "--exit-zero",
        ],
    );
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    let wins = document["scenarios"][0]["wins"].as_object().expect("wins");
    let won = |count: &Value| count.as_u64().expect("a count") as f64;
    won(&wins[side]) / wins.values().map(won).sum::<f64>()
}

#[test]
fn a_level_is_worth_what_it_says() {
    let (folder, ladder) = ladder("handicaps-worth");
    let names = ["North", "South"];
    let base = names.map(|side| share(&folder, "a.yaml", side));
    for handicap in &ladder {
        let side = handicap["side"].as_str().expect("a side");
        let [pointer, from, to] = ["pointer", "from", "to"].map(|key| handicap[key].as_str().expect("a text"));
        let mut document: Value = serde_yaml::from_str(DUEL).expect("YAML");
        let value = document.pointer_mut(pointer).expect("a value");
        assert_eq!(value.to_string(), from);
        *value = to.parse::<u64>().expect("a number").into();
        fs::write(folder.join("b.yaml"), document.to_string()).expect("a file");
        let before = base[names.iter().position(|name| *name == side).expect("a side")];
        let gained = 100.0 * (share(&folder, "b.yaml", side) - before);
        let [low, high] = ["low", "high"].map(|key| handicap[key].as_f64().expect("points"));
        // Twice the width of the interval at 95 %: one level in a thousand or so would fail.
        let room = (high - low) / 2.0;
        assert!(low - room <= gained && gained <= high + room, "{gained} points: {handicap}");
    }
}

#[test]
fn the_levels_that_are_sure_are_a_note_for_the_set_up_card() {
    let (folder, ladder) = ladder("handicaps-note");
    let output = muster(&folder, &LADDER);
    let report = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, after) = report.split_once("`notes`: ").expect("a note");
    let (note, _) = after.split_once(" why ").expect("the next part");
    for handicap in ladder {
        let [what, from, to] = ["what", "from", "to"].map(|key| handicap[key].as_str().expect("a text"));
        let level = format!("({}) {}, {to} instead of {from}", handicap["level"], what.replace('`', ""));
        assert_eq!(note.contains(&level), handicap["sure"] == true, "{level}: {note}");
    }
    let noted = DUEL.replace("  name: Duel\n", &format!("  name: Duel\n  notes: {}\n", Value::from(note)));
    fs::write(folder.join("c.yaml"), noted).expect("a file");
    let output = muster(&folder, &["print", "c.yaml", "--format", "text"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("Handicaps. "), "{}", text(&output.stdout));
}
