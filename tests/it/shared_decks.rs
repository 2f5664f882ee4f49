//! Findings in a deck that two battles share, and what `replay` leaves to `check`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{assert_exit, folder, muster, root, text};

/// A battle of the deck's guard against one enemy.
fn battle(name: &str, enemy: &str) -> String {
    format!(
        "system: table-battles\nscenario:\n  name: {name}\n  sides:\n    \
        - {{name: North, first: true, morale: 1, cards: 1A}}\n    - {{name: South, morale: 1, cards: 2A}}\n\
        decks: [deck.yaml]\nformations:\n  - {{card: 2A, name: {enemy}, wing: red, strength: 4, dice: 6, \
        actions: [{{type: attack, targets: [Guard], hits: 1}}]}}\n"
    )
}

fn write(folder: &Path, enemies: [&str; 2], target: &str) {
    fs::write(folder.join("a.yaml"), battle("Ford", enemies[0])).expect("a file");
    fs::write(folder.join("b.yaml"), battle("Hill", enemies[1])).expect("a file");
    let guard = format!(
        "system: table-battles\nformations:\n  - {{card: 1A, name: Guard, wing: red, strength: 4, dice: 6, \
        actions: [{{type: attack, targets: [{target}], hits: 1}}]}}\n"
    );
    fs::write(folder.join("deck.yaml"), guard).expect("a file");
}

/// The findings in the deck.
fn found(folder: &Path) -> Vec<Value> {
    let output = muster(folder, &["check", "--output-format", "json"]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let findings = json["findings"].as_array().expect("findings").iter();
    findings.filter(|finding| finding["path"] == "deck.yaml").cloned().collect()
}

#[test]
fn what_is_wrong_in_one_of_two_battles_names_it() {
    let folder = folder("shared-deck");
    write(&folder, ["Horse", "House"], "Horse");
    let [finding] = &found(&folder)[..] else { panic!("one finding") };
    assert_eq!(finding["message"], "in `Hill`: the enemy has no formation named `Horse`; it has `House`");
    let related = &finding["related"][0];
    assert_eq!((&related["path"], &related["pointer"]), (&"b.yaml".into(), &"/scenario/name".into()));
    assert_eq!((&related["message"], &related["span"]["start"]["line"]), (&"in the battle `Hill`".into(), &3.into()));
    // What would fix it there would break it in the other.
    assert_eq!(finding["fix"]["safe"], false);
}

#[test]
fn what_is_wrong_in_both_is_said_once() {
    let folder = folder("shared-deck-both");
    write(&folder, ["Horse", "Horse"], "Hrose");
    let [finding] = &found(&folder)[..] else { panic!("one finding") };
    assert_eq!(finding["message"], "the enemy has no formation named `Hrose`; it has `Horse`");
    assert_eq!((&finding["related"], &finding["fix"]["safe"]), (&Value::Array(Vec::new()), &true.into()));
    // In other words: each battle has its own.
    write(&folder, ["Horse", "Foot"], "Hrose");
    let [finding] = &found(&folder)[..] else { panic!("one finding") };
    let messages: Vec<&str> =
        finding["related"].as_array().expect("a list").iter().filter_map(|r| r["message"].as_str()).collect();
    assert!(
        messages[0].starts_with("in the battle `Ford`: ") && messages[1].ends_with("; it has `Foot`"),
        "{messages:?}"
    );
    assert_eq!(finding["fix"], Value::Null);
}

#[test]
fn replay_leaves_to_check_what_stops_no_play() {
    let folder = folder("replay-leaves");
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/white-mountain.yaml")).expect("a scenario");
    let play = fs::read_to_string(root().join("scenarios/table-battles/plays/white-mountain-morale.yaml"));
    fs::create_dir(folder.join("plays")).expect("a folder");
    fs::write(folder.join("plays/play.yaml"), play.expect("a play")).expect("a file");
    let file = folder.join("white-mountain.yaml");
    let replay = || muster(&folder, &["replay", "plays/play.yaml", "--output-format", "concise"]);
    fs::write(&file, scenario.replacen("system:", "# muster: alow(TB101) x\nsystem:", 1)).expect("a file");
    assert!(text(&muster(&folder, &["check"]).stdout).contains("MU401"));
    let output = replay();
    assert_exit(&output, 0);
    let out = text(&output.stdout);
    assert!(!out.contains("MU401") && out.contains("(1 warning hidden; run `muster check` to see it)"), "{out}");
    fs::write(&file, scenario.replacen("[Schlick]", "[Schlik]", 1)).expect("a file");
    let output = replay();
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("error[TB101]"), "{}", text(&output.stdout));
}
