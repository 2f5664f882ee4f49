//! `muster tune`: what it finds, that it says so in the same words for any number of threads, and what it writes.

mod parts;

use std::fs;
use std::path::Path;

use serde_json::Value;

#[cfg(target_os = "linux")]
use crate::cli::command;
use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// The answer as JSON.
#[track_caller]
fn tuned(folder: &Path, file: &str, more: &[&str]) -> Value {
    let output = muster(folder, &[&["tune", file, "--output-format", "json"], more].concat());
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    assert_eq!(document["version"], 1);
    document
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

/// White Mountain in a folder of its own, with some of its text replaced.
fn white_mountain(name: &str, replaced: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = folder(name);
    let mut text = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("the scenario");
    for (from, to) in replaced {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    fs::write(folder.join("battle.yaml"), text).expect("a file");
    folder
}

const HOHENLOHE: &str = "name: Hohenlohe\n    wing: blue\n    strength: 6";

#[test]
fn a_planted_imbalance_is_undone() {
    const SEARCH: [&str; 8] = ["--games", "300", "--edits", "1", "--finalists", "0", "--bots", "random"];
    let balanced = white_mountain("tune-balanced", &[]);
    let seen = tuned(&balanced, "battle.yaml", &SEARCH);
    let share = number(&seen["unchanged"]["shares"]["The Bohemian Revolt"]["share"]);
    let planted = white_mountain("tune-planted", &[(HOHENLOHE, "name: Hohenlohe\n    wing: blue\n    strength: 4")]);
    let share = format!("{:.2}", share * 100.0);
    let found = tuned(&planted, "battle.yaml", &[&SEARCH[..], &["--share", &share, "--answers", "20"]].concat());
    assert!(number(&found["unchanged"]["distance"]["beyond"]) > 5.0, "{}", found["unchanged"]);
    let measures = |change: &Value| {
        let distance = number(&change["distance"]["points"]);
        (list(&change["edits"]).len(), number(&change["size"]), distance)
    };
    let answers = list(&found["changes"]);
    let is_undoing = |change: &&Value| {
        let edits = list(&change["edits"]);
        edits.len() == 1 && edits[0]["pointer"] == "/formations/2/strength" && edits[0]["to"] == 6
    };
    let undoing = answers.iter().find(is_undoing).expect("its undoing is listed");
    assert_eq!(undoing["edits"][0]["from"], 4);
    assert_eq!(undoing["print_again"][0], "9A");
    let (edits, size, distance) = measures(undoing);
    assert!(distance < 0.02 && undoing["reaches"] == true, "{undoing}");
    for other in answers {
        let (e, s, d) = measures(other);
        assert!(
            e > edits || s >= size && (s > size || d >= distance) || d > distance,
            "{other} is better in every respect"
        );
    }
}

#[test]
fn the_settings_of_a_project_say_which_changes_are_legal() {
    let folder = white_mountain("tune-settings", &[]);
    let tried = |settings: &str, vary: &str| {
        fs::write(folder.join("muster.toml"), settings).expect("settings");
        let found = tuned(&folder, "battle.yaml", &["--vary", vary, "--games", "4", "--finalists", "0"]);
        let single = &list(&found["tried"])[0];
        let count = |key: &str| single[key].as_u64().expect("a number");
        assert_eq!(list(&found["changes"]).len() as u64, count("played"), "all that is legal is shown");
        (count("played"), count("illegal"))
    };
    // A strength of 9 is a warning, and from 7 on there are more sticks than in the box: an info.
    let strengths = "/formations/0/strength=5,8,9";
    assert_eq!(tried("", strengths), (2, 1));
    assert_eq!(tried("[levels]\nTB158 = \"allow\"\n", strengths), (3, 0));
    assert_eq!(tried("[levels]\nTB133 = \"warning\"\n", strengths), (1, 2));
    assert_eq!(tried("fail-on = \"info\"\n", strengths), (1, 2));
    let all = "[[per-path]]\npaths = [\"battle.yaml\"]\nlevels = {TB158 = \"info\"}\n";
    assert_eq!(tried(all, strengths), (3, 0));
    // More cubes than in the box are an error.
    let morale = "/scenario/sides/0/morale=3,9";
    assert_eq!(tried("", morale), (1, 1));
    assert_eq!(tried("[levels]\nTB130 = \"allow\"\n", morale), (2, 0));
}

#[test]
fn what_is_known_is_known_where_something_is_left_out_before_it() {
    let folder = folder("tune-known");
    copy(&root().join("scenarios/tabletop"), &folder);
    let file = folder.join("corn-monday.yaml");
    let text = fs::read_to_string(&file).expect("the scenario");
    // Both factions on one hex: an error that somebody lets pass.
    let together = text.replace("{card: Royal Pontoniers, at: 1209}", "{card: Royal Pontoniers, at: 0404}");
    assert_ne!(text, together);
    fs::write(&file, together).expect("a file");
    fs::write(folder.join("muster.toml"), "[levels]\nTT141 = \"warning\"\n").expect("settings");
    let search = ["--games", "1", "--edits", "1", "--finalists", "0", "--answers", "1000"];
    let found = tuned(&folder, "corn-monday.yaml", &search);
    let without = |change: &Value| list(&change["edits"])[0]["pointer"] == "/scenario/factions/1/setup/1";
    assert!(list(&found["changes"]).iter().any(without), "the hussars stay away, and the rest is as it was");
}

#[test]
fn the_answer_does_not_depend_on_the_threads_and_has_what_the_contract_says() {
    let run = |jobs| {
        let more = [
            "--vary",
            "/formations/0/strength=5..7",
            "--vary",
            "/scenario/sides/0/morale=3,5",
            "--vary",
            "/formations/0/dice=5/6,6",
            "--games",
            "40",
            "--confirm",
            "2",
            "--finalists",
            "2",
            "--jobs",
            jobs,
        ];
        tuned(root(), WHITE_MOUNTAIN, &more)
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!((&one["path"], &one["name"]), (&WHITE_MOUNTAIN.into(), &"White Mountain".into()));
    assert_eq!((&one["games"], &one["seed"], &one["bots"][0]), (&40.into(), &0.into(), &"greedy".into()));
    // Five singles, and the pairs of values of different places.
    let tried: Vec<_> = list(&one["tried"]).iter().map(|tried| tried["played"].as_u64().expect("a number")).collect();
    assert_eq!(tried, [5, 8], "{}", one["tried"]);
    for (i, candidate) in [&one["unchanged"]].into_iter().chain(list(&one["changes"])).enumerate() {
        let share = &candidate["shares"]["The Bohemian Revolt"];
        assert!(number(&share["low"]) <= number(&share["share"]) && number(&share["share"]) <= number(&share["high"]));
        assert!(number(&candidate["turns"]["mean"]) > 1.0);
        assert_eq!(
            candidate.get("confirmed").is_some(),
            i < 3,
            "the battle as it is and two finalists are played anew"
        );
    }
    for change in &list(&one["changes"])[..2] {
        let off = |shares: &Value| (number(&shares["shares"]["The Bohemian Revolt"]["share"]) - 0.5).abs();
        let bias = off(&change["confirmed"]["greedy"]) - off(change);
        assert!((number(&change["selection_bias"]) - bias).abs() < 2e-4, "{change}");
    }
    assert!(one["changes"][2].get("selection_bias").is_none() && one["unchanged"].get("selection_bias").is_none());
    let confirmed = one["changes"][0]["confirmed"].as_object().expect("bots");
    assert_eq!(confirmed.keys().collect::<Vec<_>>(), ["random", "greedy", "mcts:100", "mcts:400"]);
    assert_ne!(confirmed["greedy"]["shares"], one["changes"][0]["shares"], "the seeds are fresh");
    assert_eq!(list(&one["changes"][0]["worths"]).len(), 10);
    let plain = muster(root(), &["tune", WHITE_MOUNTAIN, "--games", "4", "--edits", "1", "--finalists", "0"]);
    let said = text(&plain.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("are selected") && said.contains("nothing here measures fun"), "{said}");
}

#[test]
fn an_answer_is_made_in_the_file_and_nothing_else() {
    let folder = white_mountain(
        "tune-applied",
        &[(HOHENLOHE, "name: Hohenlohe   # whoever he was\n    wing: blue\n    strength: 6   # as printed")],
    );
    let search = [
        "tune",
        "battle.yaml",
        "--vary",
        "/formations/2/strength=7",
        "--vary",
        "/scenario/sides/1/first=true",
        "--keep",
        "/scenario",
        "--games",
        "4",
    ];
    let before = fs::read_to_string(folder.join("battle.yaml")).expect("a file");
    let refused = muster(&folder, &search);
    assert_exit(&refused, 2);
    assert!(text(&refused.stderr).contains("there is nothing at `/scenario/sides/1/first`"));
    let search = ["tune", "battle.yaml", "--vary", "/formations/2/strength=7", "--games", "4"];
    let shown = muster(&folder, &[&search[..], &["--diff", "1"]].concat());
    assert_exit(&shown, 0);
    let diff = text(&shown.stdout);
    assert!(diff.contains("-    strength: 6   # as printed\n+    strength: 7   # as printed\n"), "{diff}");
    assert_eq!(fs::read_to_string(folder.join("battle.yaml")).expect("a file"), before, "a diff writes nothing");
    let missing = muster(&folder, &[&search[..], &["--apply", "2"]].concat());
    assert_exit(&missing, 2);
    assert!(text(&missing.stderr).contains("there is no change number 2; there are 1"));
    let made = muster(&folder, &[&search[..], &["--apply", "1"]].concat());
    assert_exit(&made, 0);
    assert_eq!(text(&made.stdout), "Changed battle.yaml\n  strength of `Hohenlohe`: 6 → 7\n");
    let after = fs::read_to_string(folder.join("battle.yaml")).expect("a file");
    assert_eq!(after, before.replace("strength: 6   # as printed", "strength: 7   # as printed"));
    assert_exit(&muster(&folder, &["check", "battle.yaml", "--fail-on", "warning"]), 0);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 1, "no other file is left");
}

#[test]
fn who_goes_first_may_change_and_what_is_kept_does_not() {
    let search = ["--games", "2", "--edits", "1", "--finalists", "0", "--answers", "1000"];
    let all = tuned(root(), WHITE_MOUNTAIN, &search);
    let edits =
        |found: &Value| list(&found["changes"]).iter().map(|change| change["edits"].clone()).collect::<Vec<_>>();
    let first = serde_json::json!([
        {"pointer": "/scenario/sides/0/first", "from": true, "to": false},
        {"pointer": "/scenario/sides/1/first", "from": null, "to": true},
    ]);
    assert!(edits(&all).contains(&first));
    let kept =
        tuned(root(), WHITE_MOUNTAIN, &[&search[..], &["--keep", "/scenario", "--keep", "/formations/1"]].concat());
    let places: Vec<String> =
        edits(&kept).iter().flat_map(list).map(|edit| edit["pointer"].as_str().expect("a place").to_owned()).collect();
    assert!(places.len() > 50, "{places:?}");
    assert!(
        !places.iter().any(|place| place.starts_with("/scenario/") || place.starts_with("/formations/1/")),
        "{places:?}"
    );
    assert!(places.iter().any(|place| place.starts_with("/formations/0/")));
}

#[test]
fn every_part_of_a_target_counts() {
    let run = |wanted: &[&str]| {
        let search = ["--vary", "/formations/0/strength=5..7", "--games", "60", "--confirm", "6", "--finalists", "0"];
        tuned(root(), WHITE_MOUNTAIN, &[&search[..], wanted].concat())
    };
    let distance = |found: &Value| number(&found["unchanged"]["distance"]["points"]);
    let plain = run(&[]);
    let share = number(&plain["unchanged"]["shares"]["The Bohemian Revolt"]["share"]) * 100.0;
    assert!((distance(&plain) - (share - 50.0).abs()).abs() < 0.02);
    let other = run(&["--share", "Imperials & Catholic League=90"]);
    assert!((distance(&other) - (share - 10.0).abs()).abs() < 0.02);
    assert_eq!(other["target"]["side"], "Imperials & Catholic League");
    let turns = number(&plain["unchanged"]["turns"]["mean"]);
    let longer = run(&["--turns", &format!("{}..{}", turns * 2.0, turns * 3.0)]);
    assert!((distance(&longer) - distance(&plain) - 50.0).abs() < 0.1, "{}", distance(&longer));
    let skill = run(&["--skill=100"]);
    let greedy = number(&skill["unchanged"]["skill"]["share"]) * 100.0;
    assert!((distance(&skill) - distance(&plain) - (100.0 - greedy)).abs() < 0.02);
    assert_eq!(run(&["--skill"])["target"]["skill"], 0.6);
    let first = run(&["--first", "0"]);
    let worth = number(&first["unchanged"]["going_first"]["share"]) * 100.0;
    assert!((distance(&first) - distance(&plain) - worth.abs()).abs() < 0.02);
    let harmless = run(&["--harmless"]);
    let worst = number(&harmless["unchanged"]["worst_card"]["share"]) * 100.0;
    assert!((distance(&harmless) - distance(&plain) - (-worst).max(0.0)).abs() < 0.02);
}

#[test]
fn every_game_is_tuned() {
    let files = [
        ("scenarios/states-of-battle/bridge-at-ambershaw.yaml", "1"),
        ("scenarios/tabletop/corn-monday.yaml", "1"),
        ("scenarios/pub-battles/weirs-of-ansholm.yaml", "1"),
        ("scenarios/table-battles/hastings.yaml", "1"),
    ];
    for (file, edits) in files {
        let found = tuned(root(), file, &["--games", "2", "--edits", edits, "--finalists", "0"]);
        assert!(list(&found["tried"])[0]["played"].as_u64() >= Some(20), "{file}: {}", found["tried"]);
        assert!(list(&found["changes"]).len() >= 10, "{file}");
    }
}

#[test]
fn pairs_and_more_are_chosen_by_a_forecast_where_not_all_are_played() {
    let vary = ["--vary", "/scenario/sides/0/counters/add=1..14", "--vary", "/scenario/sides/1/counters/exactly=1..14"];
    let file = "scenarios/states-of-battle/bridge-at-ambershaw.yaml";
    let found = tuned(root(), file, &[&vary[..], &["--games", "4", "--finalists", "0"]].concat());
    let pairs = &list(&found["tried"])[1];
    let count = |key: &str| pairs[key].as_u64().expect("a number");
    assert!(count("possible") > count("chosen") && count("chosen") == 128, "{pairs}");
    assert!((16..=32).contains(&count("played")), "halved twice: {pairs}");
    let vary = [
        "--vary",
        "/formations/0/strength=5,7",
        "--vary",
        "/formations/2/strength=5",
        "--vary",
        "/formations/6/strength=5",
    ];
    let three =
        tuned(root(), WHITE_MOUNTAIN, &[&vary[..], &["--edits", "3", "--games", "4", "--finalists", "0"]].concat());
    assert_eq!(list(&three["tried"])[2]["possible"], 2, "{}", three["tried"]);
}

#[test]
fn what_cannot_be_tuned_is_refused() {
    for (arguments, said) in [
        (&["tune", "scenarios/table-battles"][..], "takes one scenario at a time"),
        (&["tune", WHITE_MOUNTAIN, "--share", "Nobody=50"], "unknown side `Nobody`"),
        (&["tune", WHITE_MOUNTAIN, "--share", "120"], "from 0 to 100"),
        (&["tune", WHITE_MOUNTAIN, "--turns", "40..20"], "the lower one first"),
        (&["tune", WHITE_MOUNTAIN, "--vary", "/scenario=1..2"], "is not a single value"),
        (&["tune", WHITE_MOUNTAIN, "--keep", "/scenari"], "there is nothing at `/scenari`"),
        (&["tune", WHITE_MOUNTAIN, "--keep", "/scenario", "--keep", "/formations"], "`--keep` keeps every value"),
        (&["tune", WHITE_MOUNTAIN, "--vary", "/formations/0/strength=6"], "only the values that are written already"),
        (&["tune", WHITE_MOUNTAIN, "--vary", "Thorn.strength=5"], "did you mean `Thurn`?"),
        (&["tune", WHITE_MOUNTAIN, "--vary", "7A/strenght=5"], "`7A` has nothing at `strenght`"),
        (&["tune", WHITE_MOUNTAIN, "--between", "greedy=50"], "expected one bot for each of the 2 sides"),
        (&["tune", "scenarios/tabletop/three-heirs.yaml", "--skill", "--games", "1"], "more than two sides"),
    ] {
        let output = muster(root(), arguments);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
    let folder = white_mountain("tune-unsound", &[("dice: Straight 4", "dice: Straight 9")]);
    let output = muster(&folder, &["tune", "battle.yaml"]);
    assert_exit(&output, 1);
    assert!(text(&output.stdout).contains("Straight 9"), "its findings are shown instead");
}

#[test]
fn values_that_check_refuses_are_told() {
    let search = ["--vary", "7A/strength=4,400,4000", "--games", "4", "--edits", "1", "--finalists", "0"];
    let found = tuned(root(), WHITE_MOUNTAIN, &search);
    let refused: Vec<&str> = list(&found["refused"]).iter().filter_map(Value::as_str).collect();
    assert!(refused.len() == 2 && refused[0].ends_with("→ 400") && refused[1].ends_with("→ 4000"), "{refused:?}");
    let said = muster(root(), &[&["tune", WHITE_MOUNTAIN], &search[..]].concat());
    let said = text(&said.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("Not tried, since `muster check` or the rules refuse them: ") && said.contains("→ 4000."),
        "{said}"
    );
}

#[test]
fn every_alternative_of_the_shipped_battles_can_be_written() {
    let folder = root().join("scenarios/table-battles");
    let mut files: Vec<camino::Utf8PathBuf> = fs::read_dir(&folder)
        .expect("a folder")
        .filter_map(|entry| camino::Utf8PathBuf::from_path_buf(entry.expect("an entry").path()).ok())
        .filter(|path| path.extension() == Some("yaml"))
        .collect();
    files.sort();
    let mut made = 0;
    for file in files {
        let inputs = [(file.clone(), fs::read(&file).expect("a file"))];
        let review = muster::review::review(&inputs, &|path| fs::read(path), muster_games::SYSTEMS);
        let unit = review.units.iter().find(|unit| unit.given).expect("a scenario");
        let declared = unit.system.alternatives(unit.battle.as_ref().expect("a battle"));
        let here = declared.iter().filter(|other| other.at.file == unit.file);
        let changes = muster::tune::changes(&review, unit, &muster::tune::Narrowing::default()).expect("changes");
        for other in here {
            let change = changes.iter().find(|change| change.at == other.at && change.to == other.to);
            let change = change.unwrap_or_else(|| panic!("{file}: {} to {} cannot be written", other.what, other.to));
            assert!(change.size >= 1 && change.edits.iter().all(|edit| edit.from != edit.to), "{file}: {change:?}");
            made += 1;
        }
    }
    assert!(made > 300, "{made}");
}

#[test]
fn a_place_is_named_by_its_card_too() {
    let search = ["--games", "4", "--finalists", "0", "--edits", "1"];
    let found = |place: &str| tuned(root(), WHITE_MOUNTAIN, &[&["--vary", place], &search[..]].concat());
    let by_pointer = found("/formations/0/strength=5,7");
    for place in ["7A/strength=5,7", "\"Thurn\".strength=5,7", "Thurn.strength=5,7"] {
        assert_eq!(found(place), by_pointer, "{place}");
    }
    // Items of lists count from 1, as everywhere that people read.
    let second = found("7A.actions.1.self=2");
    assert_eq!(list(&second["changes"])[0]["edits"][0]["pointer"], "/formations/0/actions/0/self");
    let kept = |place: &str| {
        let more = ["--keep", place, "--games", "1", "--finalists", "0", "--edits", "1", "--answers", "1000"];
        tuned(root(), WHITE_MOUNTAIN, &[&more[..], &["--bots", "random"]].concat())
    };
    assert_eq!(kept("Thurn"), kept("/formations/0"));
}

#[test]
fn an_answer_that_a_run_showed_is_made_without_playing() {
    let folder = white_mountain("tune-shown", &[]);
    let search = ["tune", "battle.yaml", "--vary", "7A/strength=5,7", "--games", "4", "--state", "kept.json"];
    let run = |more: &[&str]| muster(&folder, &[&search[..], more].concat());
    let state = || fs::read_to_string(folder.join("kept.json")).expect("what was kept");
    assert_exit(&run(&["--finalists", "0", "--budget", "1h"]), 0);
    // Counts that would be seen in any new answer.
    let kept: Value = serde_json::from_str(&state()).expect("JSON");
    let shown = list(&kept["shown"]).clone();
    assert_eq!(shown.len(), 2, "{shown:?}");
    let turned =
        state().replace(&Value::from(shown.clone()).to_string(), &serde_json::json!([shown[1], shown[0]]).to_string());
    assert_ne!(turned, state());
    fs::write(folder.join("kept.json"), &turned).expect("a file");
    let diff = text(&run(&["--diff", "1", "--budget", "0s"]).stdout);
    let second = if shown[1] == serde_json::json!([0]) { "5" } else { "7" };
    assert!(diff.contains(&format!("-    strength: 6\n+    strength: {second}\n")), "{diff}");
    assert_exit(&run(&["--apply", "3"]), 2);
    fs::write(folder.join("kept.json"), turned.replace("\"shown\":[[", "\"shown\":[[77,")).expect("a file");
    let forged = run(&["--apply", "1"]);
    assert_exit(&forged, 2);
    assert!(text(&forged.stderr).contains("cannot be applied"), "{}", text(&forged.stderr));
    fs::write(folder.join("kept.json"), &turned).expect("a file");
    assert_exit(&run(&["--apply", "1"]), 0);
    assert!(fs::read_to_string(folder.join("battle.yaml")).expect("a file").contains(&format!("strength: {second}")));
}

#[test]
fn the_first_sentence_says_only_what_holds_on_fresh_seeds() {
    let said = |more: &[&str]| {
        let search = ["tune", WHITE_MOUNTAIN, "--vary", "7A/strength=5,7", "--games", "40", "--confirm", "2"];
        let output = muster(root(), &[&search[..], more].concat());
        assert_exit(&output, 0);
        text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let search = ["--vary", "7A/strength=5,7", "--games", "40", "--confirm", "2", "--finalists", "1"];
    let seen = tuned(root(), WHITE_MOUNTAIN, &search);
    let fresh = number(&seen["unchanged"]["confirmed"]["greedy"]["shares"]["The Bohemian Revolt"]["share"]);
    let reached = said(&["--finalists", "1", "--share", &format!("{:.0}", fresh * 100.0)]);
    assert!(reached.contains("The battle already reaches the target: The Bohemian Revolt win "), "{reached}");
    assert!(reached.contains("on new seeds (greedy against greedy)."), "{reached}");
    let unreached = said(&["--finalists", "1", "--share", "1"]);
    assert!(unreached.contains("Replayed on new seeds, no change reaches the target"), "{unreached}");
    let filtered = said(&["--finalists", "0", "--share", "1", "--bots", "random"]);
    assert!(filtered.contains("Random bots played the search only to filter changes"), "{filtered}");
    let unproven = said(&["--share", "1", "--finalists", "0"]);
    assert!(!unproven.contains("holds on new seeds"), "{unproven}");
}

#[test]
fn a_target_may_be_a_matrix_of_bots() {
    let search = ["--vary", "7A/strength=5,7", "--games", "20", "--confirm", "20", "--finalists", "0", "--edits", "1"];
    let wanted = ["--between", "greedy,random=60..90", "--between", "random,greedy=0..20"];
    let found = tuned(root(), WHITE_MOUNTAIN, &[&search[..], &wanted].concat());
    let plain = tuned(root(), WHITE_MOUNTAIN, &search);
    let missed = |share: &Value, least: f64, most: f64| (least - number(share)).max(number(share) - most).max(0.0);
    let between = list(&found["unchanged"]["between"]);
    assert!(number(&between[0]["share"]) > number(&between[1]["share"]), "the better bot wins more: {between:?}");
    let off = missed(&between[0]["share"], 0.6, 0.9) + missed(&between[1]["share"], 0.0, 0.2);
    let distance = |found: &Value| number(&found["unchanged"]["distance"]["points"]);
    assert!((distance(&found) - distance(&plain) - off * 100.0).abs() < 0.02, "{found}");
    assert_eq!(found["target"]["between"][1]["bots"], serde_json::json!(["random", "greedy"]));
}

#[test]
fn a_search_that_was_stopped_goes_on_from_its_state() {
    let folder = white_mountain("tune-state", &[]);
    let vary = ["--vary", "/formations/0/strength=5,7", "--vary", "/formations/2/strength=4..8"];
    let search = [&vary[..], &["--games", "40", "--finalists", "0"]].concat();
    let run = |more: &[&str]| tuned(&folder, "battle.yaml", &[&search, more].concat());
    let whole = run(&[]);
    let stopped = run(&["--state", "kept.json", "--budget", "0s"]);
    assert_eq!((&stopped["stopped"], list(&stopped["changes"]).len()), (&true.into(), 0));
    let singles = run(&["--state", "kept.json", "--edits", "1"]);
    assert_eq!(list(&singles["tried"]).len(), 1);
    let state = || fs::read_to_string(folder.join("kept.json")).expect("what was kept");
    let kept: Value = serde_json::from_str(&state()).expect("JSON");
    assert_eq!(list(&kept["tuned"]).len(), 7, "the battle as it is and single changes");
    let cut = [&["tune", "battle.yaml", "--state", "kept.json", "--budget", "0s"], &search[..]].concat();
    let cut = text(&muster(&folder, &cut).stdout);
    assert!(cut.contains("0 of 6 single changes before time ran out"), "{cut}");
    assert_eq!(run(&["--state", "kept.json"]), whole, "as if it had not been stopped");
    let all = state();
    assert_eq!(run(&["--state", "kept.json", "--budget", "1h"]), whole);
    assert_eq!(state(), all, "nothing was played again");
    for (from, to, said) in [
        ("\"games\":40", "\"games\":99999", "do not match any battles"),
        ("\"wins\":[", "\"wins\":[18446744073709551615,", "do not match any battles"),
        ("\"digest\":\"", "\"digest\":\"0", "belongs to another search"),
        ("\"tuned\":[", "\"tuned\":[7,", "was not written by `--state`"),
    ] {
        assert!(all.contains(from), "{from}");
        fs::write(folder.join("kept.json"), all.replacen(from, to, 1)).expect("a file");
        let output = muster(&folder, &[&["tune", "battle.yaml", "--state", "kept.json"], &search[..]].concat());
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains(said), "{said}: {}", text(&output.stderr));
    }
    let foreign = muster(&folder, &[&["tune", "battle.yaml", "--state", "battle.yaml"], &search[..]].concat());
    assert_exit(&foreign, 2);
    fs::write(folder.join("notes.txt"), "mine").expect("a file");
    let foreign = muster(&folder, &[&["tune", "battle.yaml", "--state", "notes.txt"], &search[..]].concat());
    assert_exit(&foreign, 2);
    assert_eq!(fs::read_to_string(folder.join("notes.txt")).expect("a file"), "mine");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminated_search_keeps_what_it_counted() {
    let folder = white_mountain("tune-terminated", &[]);
    let search =
        ["tune", "battle.yaml", "--games", "1000000", "--bots", "mcts:10", "--state", "kept.json", "--jobs", "1"];
    let mut run = command(&folder, &search);
    let child = run.stderr(std::process::Stdio::piped()).spawn().expect("the program");
    crate::sweep::terminate(&child);
    let output = child.wait_with_output().expect("an end");
    assert_exit(&output, 75);
    assert!(text(&output.stderr).contains("run the same command to continue"), "{}", text(&output.stderr));
    let kept: Value = serde_json::from_slice(&fs::read(folder.join("kept.json")).expect("a file")).expect("JSON");
    let done = |kept: &Value| kept["tuned"][0]["done"].as_u64().expect("a number");
    assert!(done(&kept) > 0, "{kept}");
    let again = muster(&folder, &[&search[..], &["--budget", "0s"]].concat());
    assert_exit(&again, 0);
    let again: Value = serde_json::from_slice(&fs::read(folder.join("kept.json")).expect("a file")).expect("JSON");
    assert_eq!(again, kept, "without any time nothing more is played");
}

#[test]
fn what_skill_and_cards_are_counted_by_is_kept_too() {
    let folder = white_mountain("tune-state-costly", &[]);
    let search = ["--vary", "/formations/0/strength=5,7", "--games", "20", "--confirm", "4", "--finalists", "0"];
    let run = |more: &[&str]| tuned(&folder, "battle.yaml", &[&search, more].concat());
    let wanted = ["--skill=90", "--harmless"];
    let whole = run(&wanted);
    let state = || fs::read_to_string(folder.join("kept.json")).expect("what was kept");
    let kept = [&wanted[..], &["--state", "kept.json"]].concat();
    assert_eq!(run(&kept), whole);
    let all = state();
    let document: Value = serde_json::from_str(&all).expect("JSON");
    let compared = list(&document["tuned"]).iter().filter(|counted| counted.get("compared").is_some()).count();
    assert_eq!(compared, 3, "the battle as it is and two changes");
    assert_eq!(run(&kept), whole);
    assert_eq!(state(), all, "nothing was compared again");
    // Less is asked for: the battles still count, and these comparisons do not.
    assert_eq!(run(&["--skill=90", "--state", "kept.json"]), run(&["--skill=90"]));
    fs::write(folder.join("kept.json"), all.replacen("\"with\":[", "\"with\":[99999,", 1)).expect("a file");
    assert_exit(&muster(&folder, &[&["tune", "battle.yaml"], &search[..], &kept].concat()), 2);
}

#[test]
fn a_budget_ends_the_finalists_too() {
    let folder = white_mountain("tune-budget", &[]);
    let search = ["tune", "battle.yaml", "--vary", "/formations/0/strength=5,7", "--games", "20"];
    let state = [&search[..], &["--state", "kept.json", "--finalists", "0"]].concat();
    assert_exit(&muster(&folder, &state), 0);
    // The battle as written is not done: nothing is claimed of it.
    let none = muster(&folder, &["tune", "battle.yaml", "--games", "1000000", "--budget", "0s"]);
    assert_exit(&none, 0);
    let said = text(&none.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("of 1000000 battles as written, too few to search for changes."), "{said}");
    assert!(said.contains("tried no change yet, greedy"), "{said}");
    // A search without any time begins with the first batch all the same, and no finalist is played.
    let ended =
        muster(&folder, &[&search[..], &["--finalists", "2", "--confirm", "1000000", "--budget", "0s"]].concat());
    assert_exit(&ended, 0);
    assert!(!text(&ended.stdout).contains("  replayed on new seeds:"), "{}", text(&ended.stdout));
    let more = ["--state", "kept.json", "--finalists", "2", "--confirm", "1000000", "--budget", "4s"];
    let ended = muster(&folder, &[&search[..], &more].concat());
    assert_exit(&ended, 0);
    assert!(text(&ended.stdout).contains("before 2 answers could be replayed on new seeds"), "{}", text(&ended.stdout));
}

/// The review of White Mountain.
fn reviewed() -> muster::review::Review {
    let path = camino::Utf8PathBuf::from_path_buf(root().join(WHITE_MOUNTAIN)).expect("UTF-8");
    let inputs = [(path.clone(), fs::read(&path).expect("a file"))];
    muster::review::review(&inputs, &|path| fs::read(path), muster_games::SYSTEMS)
}

#[test]
fn a_proof_that_was_stopped_goes_on_from_what_it_counted() {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    use muster::tune::{ProofCount, ProofOptions, ProofOversight, prove};
    use muster_core::play::bots::Bot;

    let review = reviewed();
    let unit = review.units.iter().find(|unit| unit.given).expect("a scenario");
    let compiled = unit.system.compile(unit.battle.as_ref().expect("a battle")).expect("a sound battle");
    let bots = vec![(Bot::Random, 90), (Bot::Greedy, 6), (Bot::Mcts(20), 6)];
    let options = ProofOptions { bots, confirm: 6, seed: 3, turn_limit: 200 };
    let proof = |before: Option<&ProofCount>, end: u64| {
        let (played, kept) = (AtomicU64::new(0), Mutex::new(ProofCount::default()));
        let oversight = ProofOversight {
            played: &|games| {
                played.fetch_add(games, SeqCst);
            },
            go_on: &|| played.load(SeqCst) < end,
            before,
            keep: &|count| kept.lock().expect("a count").clone_from(count),
        };
        let proof = prove(&*compiled, &options, &oversight).map(|proof| format!("{proof:?}"));
        (proof, played.into_inner(), kept.into_inner().expect("a count"))
    };
    let (whole, all, count) = proof(None, u64::MAX);
    assert!(whole.is_some() && all == options.battles() && count.is_possible(&options, 2), "{all}");
    let mut stopped = 0;
    for end in (1..all).step_by(23) {
        let (none, _, begun) = proof(None, end);
        if none.is_none() {
            stopped += 1;
            assert!(begun.is_possible(&options, 2));
            let (after, battles, _) = proof(Some(&begun), u64::MAX);
            assert_eq!((after, battles), (whole.clone(), all), "stopped after {end} battles");
        }
    }
    assert!(stopped > 3, "{stopped}");
}

#[test]
fn finalists_are_kept_too() {
    let folder = white_mountain("tune-state-finalists", &[]);
    let search = ["--vary", "/formations/0/strength=5,7", "--games", "20", "--confirm", "4", "--finalists", "1"];
    let run = |more: &[&str]| tuned(&folder, "battle.yaml", &[&search, more].concat());
    let whole = run(&[]);
    assert_eq!(run(&["--state", "kept.json"]), whole);
    let state = || fs::read_to_string(folder.join("kept.json")).expect("what was kept");
    let all = state();
    let document: Value = serde_json::from_str(&all).expect("JSON");
    assert_eq!(list(&document["proofs"]).len(), 2, "the battle as it is and a finalist");
    assert_eq!(run(&["--state", "kept.json"]), whole);
    assert_eq!(state(), all, "nothing was played again");
    // With other comparisons the finalists are played again; what was kept stays.
    let other = ["--confirm", "6", "--state", "kept.json"];
    let other = muster(&folder, &[&["tune", "battle.yaml"], &search[..4], &search[6..], &other].concat());
    assert_exit(&other, 0);
    let document: Value = serde_json::from_str(&state()).expect("JSON");
    assert_eq!(list(&document["proofs"]).len(), 4);
    fs::write(folder.join("kept.json"), all.replacen("\"contests\":2", "\"contests\":99", 1)).expect("a file");
    let forged = [&["tune", "battle.yaml", "--state", "kept.json"], &search[..]].concat();
    assert_exit(&muster(&folder, &forged), 2);
}

#[test]
fn a_budget_ends_the_comparisons_of_a_candidate() {
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    use muster::tune::{Narrowing, Oversight, ShareTarget, Subject, Target, TuneOptions, Vary};
    use muster_core::play::bots::Bot;
    use muster_core::source::Pointer;

    let review = reviewed();
    let unit = review.units.iter().find(|unit| unit.given).expect("a scenario");
    let compiled = unit.system.compile(unit.battle.as_ref().expect("a battle")).expect("a sound battle");
    let subject = Subject::new(&review, unit, None).expect("all of its documents");
    let strength = Pointer::root().key("formations").index(0).key("strength");
    let vary = vec![Vary { spot: strength.into(), values: vec!["5".to_owned(), "7".to_owned()] }];
    let changes = muster::tune::changes(&review, unit, &Narrowing { vary, keep: Vec::new() }).expect("changes");
    let share = ShareTarget { side: 0, share: 0.5 };
    let target = Target {
        share,
        turns: None,
        skill: Some(0.9),
        first: None,
        harmless: true,
        pairings: Vec::new(),
        measures: Vec::new(),
    };
    let bots = vec![Bot::Random; 2];
    let options =
        TuneOptions { target, games: 20, comparisons: 200, edits: 1, seed: 1, bots, turn_limit: 200, playouts: 20 };
    let search = |end: u64| {
        let played = AtomicU64::new(0);
        let oversight = Oversight {
            planned: &|_| (),
            played: &|games| {
                played.fetch_add(games, SeqCst);
            },
            go_on: &|| played.load(SeqCst) < end,
            before: &muster::tune::CountedBefore::default(),
            keep: &|_| (),
            keep_compared: &|_, _| (),
        };
        (muster::tune::search(&subject, &*compiled, &changes, &options, &oversight), played.load(SeqCst))
    };
    // The battle as it is and two others are played, then they are compared.
    let (played, compared) = (20 + 2 * 20, 200);
    let (whole, all) = search(u64::MAX);
    assert_eq!((whole.stopped, whole.costly, all), (false, Some(2), played + 3 * compared));
    // Not even the battle as it is was compared, of which then nothing is said.
    let (ended, _) = search(played + 1);
    assert!(ended.stopped && ended.candidates.is_empty() && ended.unchanged.measured.skill.is_none());
    assert!(
        !options.target.is_counted(&ended.unchanged.measured) && options.target.is_counted(&whole.unchanged.measured)
    );
    let (ended, some) = search(played + 2 * compared + 1);
    assert!(ended.stopped && some < all, "it ended in the middle of the last candidate: {some}");
    let counted: Vec<_> = ended.candidates.iter().map(|candidate| (&candidate.changes, &candidate.measured)).collect();
    let first = &whole.candidates[0];
    assert_eq!((ended.costly, counted), (Some(1), vec![(&first.changes, &first.measured)]));
}

#[test]
fn stars_wings_and_requirements_may_change_and_pieces_stay_away() {
    let search = ["--games", "1", "--edits", "1", "--finalists", "0", "--answers", "1000"];
    let words = |files: &[&str]| {
        let output = muster(root(), &[&["tune", "--output-format", "json"], files, &search[..]].concat());
        assert_exit(&output, 0);
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let what = |change: &Value| change["what"][0].as_str().expect("words").to_owned();
        list(&found["changes"]).iter().map(what).collect::<Vec<String>>()
    };
    let has = |all: &[String], begins: &str, ends: &str| {
        assert!(all.iter().any(|what| what.starts_with(begins) && what.ends_with(ends)), "{begins} {ends}: {all:#?}");
    };
    let cards = words(&[WHITE_MOUNTAIN]);
    has(&cards, "star of `", ": no → yes");
    has(&cards, "wing of `", "");
    has(&cards, "requirement of attack ", ": nothing → pair");
    let units = "scenarios/states-of-battle/units/salt-dukes-host.yaml";
    has(
        &words(&["scenarios/states-of-battle/bridge-at-ambershaw.yaml", units]),
        "`",
        "`The Salt Duke's Host`: in play → removed",
    );
    has(&words(&["scenarios/pub-battles/weirs-of-ansholm.yaml"]), "`", ": in play → removed");
}

#[test]
fn the_page_is_complete_in_one_file() {
    let folder = white_mountain("tune-page", &[("name: White Mountain", "name: White <b>& Mountain")]);
    let search = ["tune", "battle.yaml", "--vary", "/formations/0/strength=4..8", "--games", "20", "--confirm", "1"];
    let written = muster(&folder, &[&search[..], &["--finalists", "1", "--html", "tune.html"]].concat());
    assert_exit(&written, 0);
    let page = fs::read_to_string(folder.join("tune.html")).expect("a page");
    assert!(page.contains("White &lt;b&gt;&amp; Mountain") && !page.contains("<b>&"), "{page}");
    assert!(page.contains("strength of Thurn: 6 → 5"), "{page}");
    assert_eq!(page.matches("<details>").count(), 5, "the battle as it is and four answers");
    assert_eq!(page.matches("Replayed").count(), 2, "of the battle as it is, and of one change");
    assert!(page.contains("<p class=\"sentence\">"), "{page}");
    assert_eq!(page.matches("Cards to reprint: 7A").count(), 4);
    assert!(page.contains("<th>as written</th><th>change 1</th>") && !page.contains('`'), "{page}");
    assert!(page.contains("<svg") && page.contains("name=\"viewport\"") && page.contains("are selected"));
    assert!(!page.contains("http") && !page.contains("<script") && !page.contains("url("), "nothing from outside");
    let again = muster(&folder, &[&search[..], &["--finalists", "0", "--html", "tune.html"]].concat());
    assert_exit(&again, 0);
}

#[test]
fn factions_may_change_who_acts_first() {
    let search = ["--games", "1", "--edits", "1", "--finalists", "0", "--answers", "1000"];
    let found = tuned(root(), "scenarios/tabletop/corn-monday.yaml", &search);
    let words: Vec<&str> =
        list(&found["changes"]).iter().map(|change| change["what"][0].as_str().expect("words")).collect();
    assert!(words.iter().any(|what| what.starts_with("who acts first: ")), "{words:?}");
    assert!(words.iter().any(|what| what.ends_with(" at the start: in play → removed")), "{words:?}");
}

#[test]
fn an_answer_of_every_game_leaves_check_and_smoke_as_they_were() {
    for (game, file) in [
        ("table-battles", "rocroi.yaml"),
        ("table-battles", "bosworth-field.yaml"),
        ("states-of-battle", "bridge-at-ambershaw.yaml"),
        ("tabletop", "corn-monday.yaml"),
        ("pub-battles", "weirs-of-ansholm.yaml"),
    ] {
        let folder = folder(&format!("tune-made-{file}"));
        copy(&root().join("scenarios").join(game), &folder);
        let worst = |folder: &Path| {
            let output = muster(folder, &["check", file, "--output-format", "json"]);
            let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
            (document["summary"]["errors"].clone(), document["summary"]["warnings"].clone())
        };
        let before = (worst(&folder), fs::read_to_string(folder.join(file)).expect("a file"));
        let search = ["tune", file, "--games", "2", "--edits", "1", "--apply", "1"];
        let made = muster(&folder, &search);
        assert_exit(&made, 0);
        assert!(text(&made.stdout).starts_with(&format!("Changed {file}\n  ")), "{}", text(&made.stdout));
        let after = fs::read_to_string(folder.join(file)).expect("a file");
        let comments = |text: &str| text.lines().filter(|line| line.trim_start().starts_with('#')).count();
        let differing = before.1.lines().zip(after.lines()).filter(|(old, new)| old != new).count();
        assert!((1..=2).contains(&differing) && comments(&before.1) == comments(&after), "{file}: {differing} lines");
        assert_eq!(worst(&folder), before.0, "{file}");
        assert_exit(&muster(&folder, &["smoke", file, "--games", "2", "-q"]), 0);
    }
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).expect("an entry");
        if path.is_dir() {
            fs::create_dir_all(to.join(&name)).expect("a folder");
            copy(&path, &to.join(&name));
        } else {
            fs::copy(&path, to.join(&name)).expect("a copy");
        }
    }
}
