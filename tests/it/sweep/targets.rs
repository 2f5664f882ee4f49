//! What a sweep says of targets, and battles that are played until a share is known.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{merged, planned, status, sweep, swept};
use crate::cli::{assert_exit, folder, muster, root, text};

const WANTED: &str =
    "  targets: {share: 'Imperials & Catholic League=45', turns: 60..90, skill: 90, first: 1, harmless: true}
  comparisons: 6
";

/// The sweep of White Mountain with more lines.
fn with(name: &str, games: u64, lines: &str) -> PathBuf {
    let folder = swept(name, games);
    let text = fs::read_to_string(folder.join("sweep.yaml")).expect("a sweep");
    fs::write(folder.join("sweep.yaml"), text + lines).expect("a file");
    folder
}

fn points(json: &[u8]) -> Vec<Value> {
    let document: Value = serde_json::from_slice(json).expect("JSON");
    document["points"].as_array().expect("a list").clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("a number: {value}"))
}

#[track_caller]
fn played(folder: &Path, parts: u64) -> [Vec<u8>; 3] {
    planned(folder, parts);
    sweep(folder, &["run", "d", "--task", "auto"], 0);
    merged(folder)
}

#[test]
fn targets_and_until_are_the_same_for_any_number_of_parts() {
    for (lines, games) in [(WANTED.to_owned(), 250), (format!("{WANTED}  until: 8\n"), 500)] {
        let of = |parts: u64| played(&with(&format!("targets-{games}-{parts}"), games, &lines), parts);
        let one = of(1);
        for parts in [7, 1000] {
            assert!(of(parts) == one, "{parts} parts of {games} battles differ");
        }
        let points = points(&one[1]);
        assert!(points.iter().all(|point| point["games"].as_u64().expect("a number") <= games));
        if games == 250 {
            continue;
        }
        for point in points {
            let share = &point["shares"]["Imperials & Catholic League"];
            let half = (number(&share["high"]) - number(&share["low"])) / 2.0;
            let count = point["games"].as_u64().expect("a number");
            assert!(half <= 0.08 && count % 100 == 0 && count < games, "{point}");
        }
    }
}

#[test]
fn a_sweep_that_ends_when_it_knows_enough_has_parts_of_whole_combinations() {
    let folder = with("targets-until", 1000, "  until: 12\n");
    planned(&folder, 9);
    // Four combinations; the other parts have nothing to play, and are there as soon as they are asked for.
    for part in 1..=9 {
        sweep(&folder, &["run", "d", "--task", &part.to_string()], 0);
    }
    assert_eq!(status(&folder)["done"], 9);
    let [words, json, _] = merged(&folder);
    assert!(points(&json).iter().all(|point| point["games"] == 100), "± 12 % is known of 100 battles");
    assert!(text(&words).contains("battles until the share is known to ± 12 %"), "{}", text(&words));
    let other = with("targets-until-option", 1000, "  until: 0.1\n");
    sweep(&other, &["plan", "sweep.yaml", "-o", "d", "--parts", "1", "--until", "12"], 0);
    sweep(&other, &["run", "d", "--task", "auto"], 0);
    assert!(merged(&other)[1] == json, "the option takes the place of what the file says");
}

#[test]
fn rows_are_ranked_by_how_far_they_are_off_what_tune_wants_too() {
    let folder = with("targets-ranked", 120, WANTED);
    let [words, json, page] = played(&folder, 3);
    let mut points = points(&json);
    let tune = [
        "--share",
        "Imperials & Catholic League=45",
        "--turns",
        "60..90",
        "--skill=90",
        "--first",
        "1",
        "--harmless",
        "--confirm",
        "6",
        "--games",
        "120",
        "--edits",
        "1",
        "--finalists",
        "0",
        "--vary",
        "/formations/0/strength=5",
        // The battles of a sweep are of random bots, unless it says others.
        "--bots",
        "random",
    ];
    let tuned = muster(&folder, &[&["tune", "battle.yaml", "--output-format", "json"], &tune[..]].concat());
    assert_exit(&tuned, 0);
    let tuned: Value = serde_json::from_slice(&tuned.stdout).expect("JSON");
    let values = |strength: u64, morale: u64| {
        let wanted = serde_json::json!({"/formations/0/strength": strength, "/scenario/sides/0/morale": morale});
        points.iter().find(|point| point["values"] == wanted).expect("a combination")
    };
    for (point, answer) in [(values(6, 4), &tuned["unchanged"]), (values(5, 4), &tuned["changes"][0])] {
        for measure in ["points", "beyond"] {
            let (here, there) = (number(&point["distance"][measure]), number(&answer["distance"][measure]));
            assert!((here - there).abs() < 1e-3, "{measure}: {here} and {there}");
        }
        assert_eq!(point["reaches"], answer["reaches"]);
        let parts = point["targets"].as_object().expect("targets");
        assert_eq!(parts.keys().collect::<Vec<_>>(), ["share", "turns", "skill", "first", "harmless"]);
        let sum: f64 = parts.values().map(|part| number(&part["off"])).sum();
        assert!((sum - number(&point["distance"]["points"])).abs() < 1e-3, "{point}");
        let share = number(&point["shares"]["Imperials & Catholic League"]["share"]);
        assert!((number(&parts["share"]["off"]) - (share - 0.45).abs() * 100.0).abs() < 1e-3);
    }
    points.sort_by_key(|point| point["rank"].as_u64().expect("a rank"));
    let order = |point: &Value| (number(&point["distance"]["beyond"]), number(&point["distance"]["points"]));
    assert!(points.is_sorted_by(|a, b| order(a) <= order(b)), "{points:?}");
    let said = text(&words);
    let shown = |line: &str| line.split_once("random").map(|(_, rest)| rest.trim_start().to_owned());
    let lines: Vec<String> = said.lines().filter(|line| line.contains(" % (")).filter_map(shown).collect();
    assert_eq!(lines.len(), 4, "{said}");
    for (line, point) in lines.iter().zip(&points) {
        let share = number(&point["shares"]["Imperials & Catholic League"]["share"]) * 100.0;
        assert!(line.starts_with(&format!("{share:.1} % (")), "{line}: {point}");
    }
    assert!(said.contains(" off "), "{said}");
    assert!(said.contains("at least 90 %"), "{said}");
    let page = text(&page);
    let ranks: Vec<usize> = (1..=4).filter_map(|rank| page.find(&format!("<summary>{rank}. "))).collect();
    assert!(ranks.len() == 4 && ranks.is_sorted(), "{page}");
    assert_eq!(page.matches("<td>harmless</td>").count(), 4);
}

#[test]
fn what_is_reached_is_told() {
    let folder = with("targets-reached", 40, "  targets: {turns: 1..5000, share: 40}\n");
    let [words, json, page] = played(&folder, 2);
    let reached = points(&json).iter().filter(|point| point["reaches"] == true).count();
    assert!(reached > 0, "40 battles tell little");
    assert!(points(&json).iter().all(|point| point["targets"]["turns"]["reaches"] == true));
    let said = text(&words);
    assert!(said.contains(&match reached {
        1 => "1 combination reaches the target".to_owned(),
        n => format!("{n} combinations reach the target"),
    }));
    assert!(said.contains(" met "), "{said}");
    // In the sentence above, in a cell of the map, and in a row.
    assert_eq!(text(&page).matches('✓').count(), 1 + 2 * reached);
}

#[test]
fn what_the_rules_do_not_have_cannot_be_wanted() {
    let folder = folder("targets-refused");
    let battle = root().join("scenarios/tabletop/three-heirs.yaml");
    let plan = |lines: &str, said: &str| {
        let text_of = format!("sweep: {{scenarios: ['{}'], {lines}}}", battle.display());
        fs::write(folder.join("sweep.yaml"), text_of).expect("a file");
        let output = muster(&folder, &["sweep", "plan", "sweep.yaml", "-o", "d", "--parts", "1"]);
        let all = text(&output.stdout) + &text(&output.stderr);
        assert!(!output.status.success() && all.contains(said), "{all}");
        assert!(!folder.join("d").exists());
    };
    plan("targets: {skill: 60}", "more than two sides");
    plan("targets: {share: 'Nobody=40'}", "unknown side `Nobody`");
}
