//! `muster smoke` and `muster balance` from a position of a play.

use std::fs;

use serde_json::Value;

use crate::cli::{assert_exit, folder, muster, root, text};

const ABRAHAM: &str = "scenarios/table-battles/plains-of-abraham.yaml";
const FRENCH: &str = "scenarios/table-battles/plays/plains-of-abraham-french-win.yaml";

/// Returns what a command prints at the root of the repository.
#[track_caller]
fn said(arguments: &[&str], code: i32) -> String {
    let output = muster(root(), arguments);
    assert_exit(&output, code);
    text(if code == 2 { &output.stderr } else { &output.stdout })
}

#[track_caller]
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(&[arguments, &["--output-format", "json"]].concat(), 0)).unwrap()
}

/// Returns a report without the lines that say from which position it begins.
fn without_from(report: &str) -> String {
    report.lines().filter(|line| !line.starts_with("  from ")).map(|line| format!("{line}\n")).collect()
}

/// Returns the share of a side in the decided battles of a smoke test.
fn share(scenario: &Value, side: &str) -> f64 {
    let wins = scenario["wins"].as_object().unwrap();
    let all: f64 = wins.values().map(|n| n.as_f64().unwrap()).sum();
    100.0 * wins[side].as_f64().unwrap() / all
}

#[test]
fn from_the_start_of_a_play_everything_is_as_without_it() {
    let smoke = ["smoke", ABRAHAM, "--games", "50"];
    let balance = ["balance", ABRAHAM, "--games", "20", "--comparisons", "8"];
    for command in [&smoke[..], &balance[..]] {
        let whole = said(command, 0);
        let from = said(&[command, &["--from", FRENCH, "--turn", "0"]].concat(), 0);
        assert!(from.contains(&format!("the start of {FRENCH}")), "{from}");
        assert_eq!(without_from(&from), whole);
    }
}

#[test]
fn a_battle_one_attack_from_its_end_is_won() {
    let from = ["--from", FRENCH, "--turn", "9", "--bots", "mcts:50", "--games", "40"];
    let report = json(&[&["smoke", ABRAHAM], &from[..]].concat());
    let scenario = &report["scenarios"][0];
    assert_eq!(scenario["from"], serde_json::json!({"play": FRENCH, "turn": 9}));
    assert_eq!((scenario["wins"]["French"].as_u64(), scenario["wins"]["British"].as_u64()), (Some(40), Some(0)));
    assert_eq!(report["findings"], serde_json::json!([]), "a lost position is no fault of the scenario");
    // The clock goes on: the battle has lasted nine turns already, and a limit counts them.
    assert!(scenario["turns"]["mean"].as_f64().unwrap() >= 10.0, "{scenario}");
    let limited = json(&["smoke", ABRAHAM, "--from", FRENCH, "--turn", "9", "--turn-limit", "10", "--games", "5"]);
    let limited = &limited["scenarios"][0];
    assert!(limited["turns"]["max"].as_u64().unwrap() <= 10 && limited["games"] == 5, "{limited}");
}

#[test]
fn shares_from_a_position_are_those_of_a_review() {
    let review = json(&["review", FRENCH, "--games", "50"]);
    let after = |turn: u64| {
        let moves = review["plays"][0]["moves"].as_array().unwrap();
        let last = moves.iter().rfind(|of| of["turn"] == turn).unwrap();
        let share = last["share_after"].as_f64().unwrap();
        if last["side"] == "French" { share } else { 100.0 - share }
    };
    for turn in [1, 4] {
        let turns = turn.to_string();
        let from = ["--from", FRENCH, "--turn", &turns, "--bots", "greedy", "--games", "400"];
        let smoke = json(&[&["smoke", ABRAHAM], &from[..]].concat());
        // 400 battles against 400: 95 of 100 such differences are smaller than 7 points.
        let (played, judged) = (share(&smoke["scenarios"][0], "French"), after(turn));
        assert!((played - judged).abs() < 8.0, "after turn {turn}: {played}, and the review says {judged}");
    }
}

#[test]
fn a_balance_from_a_position_says_what_it_leaves_out() {
    let command = ["balance", ABRAHAM, "--from", FRENCH, "--turn", "2", "--games", "20", "--comparisons", "8"];
    let report = said(&command, 0);
    for wanted in ["from         the position after turn 2 of", "omitted      Not measured", "equal bots", "skill"] {
        assert!(report.contains(wanted), "{wanted}: {report}");
    }
    assert!(!report.contains("other first") && !report.contains("  worth"), "{report}");
    let value = json(&command);
    let scenario = &value["scenarios"][0];
    assert_eq!((&scenario["worth"], &scenario["without"]), (&serde_json::json!([]), &serde_json::json!([])));
    let folder = folder("from-play-page");
    let page = folder.join("page.html");
    said(&[&command[..], &["--html", page.to_str().unwrap()]].concat(), 0);
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("The battles begin from the position after turn 2 of"), "{page}");
    // Precision and luck go with any position.
    let until = ["--from", FRENCH, "--turn", "2", "--until", "10", "--comparisons", "0", "--adjust-luck"];
    let said = said(&[&["balance", ABRAHAM], &until[..]].concat(), 0);
    assert!(said.contains("wider than Wilson"), "{said}");
}

#[test]
fn every_game_is_played_from_a_position() {
    let games = [
        ("states-of-battle/bridge-at-ambershaw", "bridge-at-ambershaw-counters", "0"),
        ("tabletop/corn-monday", "corn-monday-keys", "1"),
        ("pub-battles/orrin-heath", "orrin-heath-day-held", "1"),
        ("table-battles/hastings", "hastings-morale", "3"),
    ];
    for (scenario, play, turn) in games {
        let game = scenario.split_once('/').unwrap().0;
        let (scenario, play) = (format!("scenarios/{scenario}.yaml"), format!("scenarios/{game}/plays/{play}.yaml"));
        let from = ["--from", &play, "--turn", turn];
        let report = json(&[&["smoke", &scenario, "--games", "4"], &from[..]].concat());
        let played = &report["scenarios"][0];
        assert_eq!((&played["games"], played["from"]["turn"].to_string().as_str()), (&4.into(), turn), "{report}");
        json(&[&["balance", &scenario, "--games", "2", "--comparisons", "0", "--bots", "random"], &from[..]].concat());
    }
}

#[test]
fn what_is_no_position_of_the_scenario_is_refused() {
    let refused = |more: &[&str], why: &str| {
        let said = said(&[&["smoke", ABRAHAM, "--games", "5"], more].concat(), 2);
        assert!(said.contains(why), "{said}");
    };
    refused(&["--from", FRENCH], "the battle is over after turn 10");
    refused(&["--from", FRENCH, "--turn", "11"], "it has 10 turns, and turn 11 is not among them");
    refused(&["--from", FRENCH, "--turn", "9", "--turn-limit", "9"], "past `--turn-limit 9` already");
    refused(&["--from", ABRAHAM], "it is no play");
    refused(&["--from", "nowhere.yaml"], "`--from nowhere.yaml`");
    let other = "scenarios/table-battles/plays/hastings-morale.yaml";
    refused(&["--from", other, "--turn", "1"], "it is a play of another scenario");
    refused(&["scenarios/table-battles/hastings.yaml", "--from", FRENCH], "name the scenario of the play alone");
    refused(&["--from", FRENCH, "--turn", "1", "--exhaustive"], "cannot be used with");
    refused(&["--from", FRENCH, "--turn", "1", "--shard", "1/2"], "cannot be used with");
    refused(&["--turn", "1"], "--from");
    let saved = ["balance", ABRAHAM, "--from", FRENCH, "--turn", "1", "--save-baseline", "shares.json"];
    assert!(said(&saved, 2).contains("`--save-baseline` is for battles from their set-up"));
}

#[test]
fn mistakes_of_the_play_are_its_findings() {
    let folder = folder("from-play-wrong");
    let play = fs::read_to_string(root().join(FRENCH)).unwrap();
    let scenario = root().join(ABRAHAM);
    let wrong = play.replace("../plains-of-abraham.yaml", scenario.to_str().unwrap()).replacen(
        "roll: [",
        "roll: [1, 1, 1, 1, 1, 1, ",
        1,
    );
    fs::write(folder.join("play.yaml"), wrong).unwrap();
    let output = muster(&folder, &["smoke", scenario.to_str().unwrap(), "--from", "play.yaml", "--turn", "1"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("play.yaml:"), "{}", text(&output.stdout));
}
