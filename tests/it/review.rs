//! `muster review`: battles whose worth is known, the shape of its report, and plays that are not legal.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::cli::{assert_exit, folder, muster, root, text};
use crate::toy::command::told;

const MORALE: &str = "scenarios/table-battles/plays/white-mountain-morale.yaml";
const CANNOT_ATTACK: &str = "scenarios/table-battles/plays/white-mountain-cannot-attack.yaml";

/// Fighters of one strength each. A strike hits on 4 or more, and on 6 alone where the foe has just rested. Where both move at random,
/// who moves wins with 3/5, and with 1/2 against a foe who rested. So to strike is worth 1/2 + 1/2 · 2/5 = 7/10 and to rest 1/2;
/// against a foe who rested to strike is worth 1/6 + 5/6 · 2/5 = 1/2, and to rest 1/2 too.
const DUEL: &str = "\
system: duel
duel:
  name: At Dawn
  fighters:
    - {name: Anna, strength: 1, foe: Boris}
    - {name: Boris, strength: 1, foe: Anna}
";

/// Returns a folder with the duel and a play of these turns.
fn dueled(name: &str, turns: &str) -> PathBuf {
    let folder = folder(&format!("review-{name}"));
    fs::write(folder.join("duel.yaml"), DUEL).unwrap();
    fs::write(folder.join("play.yaml"), format!("system: duel\nplay:\n  scenario: duel.yaml\n  turns:\n{turns}"))
        .unwrap();
    folder
}

/// Returns the first play of a review of a duel in which both sides play on at random.
fn reviewed(name: &str, turns: &str) -> Value {
    let review = ["review", "play.yaml", "--bots", "random", "--games", "1000", "--output-format", "json"];
    let document: Value = serde_json::from_str(&told(&dueled(name, turns), &review, 0)).unwrap();
    document["plays"][0].clone()
}

#[track_caller]
fn assert_near(found: &Value, wanted: f64) {
    // Of 8000 battles that both sides win as often, 95 of 100 such samples are off by 1.1 points at most.
    let found = found.as_f64().unwrap();
    assert!((found - wanted).abs() < 3.0, "{found}, not {wanted}");
}

/// The first share of each side, its luck and all choices lead to its last share.
#[track_caller]
fn assert_adds_up(play: &Value) {
    let figure = |of: &Value, key: &str| of[key].as_f64().unwrap_or_else(|| panic!("no {key}: {of}"));
    for side in play["sides"].as_array().unwrap() {
        let end = figure(side, "share_first") + figure(side, "luck") + figure(side, "choices");
        assert!((end - figure(side, "share_last")).abs() < 0.05, "{side}");
    }
    let moves = play["moves"].as_array().unwrap();
    for of in moves {
        let end = figure(of, "share_before") + figure(of, "gain") + figure(of, "luck");
        assert!((end - figure(of, "share_after")).abs() < 0.05 && figure(of, "cost") >= 0.0, "{of}");
    }
    for (of, next) in moves.iter().zip(&moves[1..]).filter(|(of, next)| of["side"] == next["side"]) {
        assert_eq!(of["share_after"], next["share_before"], "{of}");
    }
}

#[test]
fn a_blunder_costs_what_it_is_worth() {
    let play = reviewed("blunder", "    - {act: rest}\n    - {act: strike, roll: 6}\n");
    let [rest, strike] = &play["moves"].as_array().unwrap()[..] else { panic!("{play}") };
    assert_eq!(
        (&rest["turn"], &rest["side"], &rest["chosen"], &rest["best"]),
        (&json!(1), &json!("Anna"), &json!("rest"), &json!("strike"))
    );
    assert_near(&rest["cost"], 20.0);
    assert_eq!((rest["luck"].as_f64(), rest["luck_error"].as_f64()), (Some(0.0), Some(0.0)), "nothing is drawn");
    assert_near(&rest["share_before"], 60.0);
    assert_near(&rest["share_after"], 50.0);
    // Against one who rested both moves are as good, and what came of it was luck.
    assert_eq!((&strike["turn"], &strike["side"], &strike["chosen"]), (&json!(2), &json!("Boris"), &json!("strike")));
    assert_near(&strike["cost"], 0.0);
    assert_eq!((rest["legal"].as_u64(), rest["tried"].as_u64()), (Some(2), Some(2)));
    assert_near(&strike["luck"], 50.0);
    assert_eq!(strike["share_after"], json!(100.0));
    assert_eq!((&play["turning"]["turn"], &play["turning"]["side"]), (&json!(1), &json!("Anna")));
    let [anna, boris] = &play["sides"].as_array().unwrap()[..] else { panic!("{play}") };
    assert_near(&anna["cost"], 20.0);
    assert_near(&anna["luck"], -50.0);
    assert_near(&boris["luck"], 50.0);
    assert_adds_up(&play);
}

#[test]
fn what_turned_a_battle_is_a_mistake_of_the_side_that_lost() {
    let turns = "    - {act: strike, roll: 3}\n    - {act: rest}\n    - {act: strike, roll: 6}\n";
    let play = reviewed("turning", turns);
    let moves = play["moves"].as_array().unwrap();
    assert_eq!(moves[0]["best"], "strike");
    assert_eq!(moves[0]["cost"].as_f64(), Some(0.0));
    assert_near(&moves[0]["luck"], -30.0);
    assert_near(&moves[0]["share_after"], 40.0);
    assert_near(&moves[1]["cost"], 20.0);
    assert_eq!((&play["turning"]["turn"], &play["turning"]["side"]), (&json!(2), &json!("Boris")));
    assert_near(&play["sides"][0]["luck"], 20.0);
    assert_adds_up(&play);
    // A play that stops before the end is worth what bots make of it.
    let open = reviewed("open", "    - {act: strike, roll: 3}\n");
    assert_near(&open["sides"][0]["share_last"], 40.0);
    assert_eq!(open["turning"], Value::Null, "the one decision was right: {open}");
    assert_adds_up(&open);
}

fn json_of(arguments: &[&str]) -> Value {
    let output = muster(root(), &[arguments, &["--output-format", "json"]].concat());
    assert_exit(&output, 0);
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn its_moves_are_the_decisions_of_the_play() {
    let document = json_of(&["review", MORALE, "--games", "2"]);
    assert_eq!(document["version"], 1);
    let play = &document["plays"][0];
    assert_eq!(play["path"], MORALE);
    let replayed = json_of(&["replay", MORALE]);
    let steps: Vec<[&Value; 3]> = replayed["plays"][0]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| ["turn", "side", "chosen"].map(|key| &step[key]))
        .collect();
    let moves = play["moves"].as_array().unwrap();
    let decided = moves.iter().filter(|of| !of["chosen"].is_null());
    let decided: Vec<[&Value; 3]> = decided.map(|of| ["turn", "side", "chosen"].map(|key| &of[key])).collect();
    assert_eq!(decided, steps);
    for of in moves.iter().filter(|of| of["chosen"].is_null()) {
        assert_eq!((&of["best"], of["cost"].as_f64()), (&Value::Null, Some(0.0)), "{of}");
    }
    let luck = |side: usize| play["sides"][side]["luck"].as_f64().unwrap();
    assert!((luck(0) + luck(1)).abs() < 0.05, "one side's luck is the other's bad luck");
    let last: Vec<&Value> = play["sides"].as_array().unwrap().iter().map(|side| &side["share_last"]).collect();
    assert_eq!(last, [&json!(0.0), &json!(100.0)]);
    assert_adds_up(play);
}

#[test]
fn the_same_bytes_are_written_by_any_number_of_threads() {
    for format in ["full", "json"] {
        let review = |jobs| {
            let arguments =
                ["review", MORALE, "--games", "3", "--seed", "5", "--jobs", jobs, "--output-format", format];
            let output = muster(root(), &arguments);
            assert_exit(&output, 0);
            output.stdout
        };
        assert!(review("1") == review("2"), "{format}");
    }
}

#[test]
fn recorded_battles_are_counted_by_scenario() {
    let arguments = ["review", MORALE, CANNOT_ATTACK, "--games", "1"];
    let ledger = json_of(&arguments)["ledger"].clone();
    let replayed = json_of(&["replay", MORALE, CANNOT_ATTACK]);
    let winners = replayed["plays"].as_array().unwrap().iter().map(|play| &play["result"]["winner"]);
    let of = |side: &str| winners.clone().filter(|winner| *winner == side).count();
    let (north, south) = ("The Bohemian Revolt", "Imperials & Catholic League");
    let wins = json!({north: of(north), south: of(south)});
    let scenario = "scenarios/table-battles/white-mountain.yaml";
    assert_eq!(ledger, json!([{"scenario": scenario, "battles": 2, "wins": wins, "draws": 0, "unfinished": 0}]));
    let output = muster(root(), &arguments);
    let said = text(&output.stdout);
    assert!(said.contains(&format!("({scenario}): 2 recorded battles\n")), "{said}");
    assert!(!text(&muster(root(), &["review", MORALE, "--games", "1"]).stdout).contains("recorded battle"));
}

#[test]
fn a_play_that_is_not_legal_has_findings_and_no_figures() {
    let folder = dueled("bad", "    - {act: strike}\n");
    fs::write(
        folder.join("sound.yaml"),
        "system: duel\nplay:\n  scenario: duel.yaml\n  turns:\n    - {act: strike, roll: 6}\n",
    )
    .unwrap();
    let arguments = ["review", ".", "--games", "1"];
    let said = told(&folder, &arguments, 1);
    assert!(said.contains("play.yaml:5:") && said.contains("sound.yaml: 1 turn, Anna won by strength\n"), "{said}");
    let document: Value =
        serde_json::from_str(&told(&folder, &[&arguments[..], &["--output-format", "json"]].concat(), 1)).unwrap();
    let plays = document["plays"].as_array().unwrap();
    assert_eq!(plays.iter().map(|play| &play["path"]).collect::<Vec<_>>(), ["sound.yaml"]);
    assert_eq!((&document["ledger"][0]["battles"], &document["findings"][0]["path"]), (&json!(1), &json!("play.yaml")));
    let none = muster(root(), &["review", "scenarios/table-battles/white-mountain.yaml"]);
    assert_exit(&none, 2);
    assert!(text(&none.stderr).contains("none of the files is a play"), "{}", text(&none.stderr));
}

#[test]
fn a_play_by_rules_that_bots_do_not_know_is_not_judged() {
    let folder = folder("review-stated");
    let clause = include_str!("states_of_battle/clauses/3.7-stated-battles.yaml");
    let documents: Vec<&str> = clause.split("\n---\n").collect();
    fs::write(folder.join("a.yaml"), documents[0]).unwrap();
    // Its last round has a mistake.
    fs::write(folder.join("play.yaml"), documents[1].split("    - round: 2").next().unwrap()).unwrap();
    let named = muster(&folder, &["review", "play.yaml", "--games", "1"]);
    assert_exit(&named, 2);
    assert!(text(&named.stderr).contains("`play.yaml`: it states what was played by other rules"));
    let among_others = muster(&folder, &["review", ".", "--games", "1", "--output-format", "json"]);
    assert_exit(&among_others, 0);
    assert!(text(&among_others.stderr).contains("`play.yaml` ignored: it states what was played by other rules"));
    let document: Value = serde_json::from_slice(&among_others.stdout).unwrap();
    assert_eq!((&document["plays"], &document["ledger"][0]["battles"]), (&json!([]), &json!(1)));
}

#[test]
fn a_review_is_a_page_with_a_curve_that_needs_no_colours() {
    let folder = dueled("page", "    - {act: rest}\n    - {act: strike, roll: 6}\n");
    let page = ["review", "play.yaml", "--bots", "random", "--games", "200", "--html", "review.html"];
    let said = told(&folder, &page, 0);
    let html = fs::read_to_string(folder.join("review.html")).unwrap();
    for line in
        ["class=\"side0\"", "class=\"side1\"", "stroke-dasharray", "role=\"img\"", "<td>Rest</td><td>Strike</td>"]
    {
        assert!(html.contains(line), "{line}: {html}");
    }
    let label = html.split("aria-label=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(label.starts_with("Anna: ") && label.contains("; Boris: ") && label.contains("100 % at last"), "{label}");
    assert!(!html.contains("<script") && html.contains("Boris won by strength."), "{html}");
    // What the page says of the turning move is what the terminal says.
    let turned = said.split("turned").nth(1).unwrap().lines().next().unwrap().trim();
    let in_words = turned.replace("`rest`", "“Rest”").replace("`strike`", "“Strike”");
    assert!(in_words != turned && html.contains(&format!("Turned {in_words}.")), "{turned}: {html}");
    assert!(told(&folder, &page, 0) == said, "a page of one's own is written again");
    fs::write(folder.join("review.html"), "mine").unwrap();
    told(&folder, &page, 2);
}
