//! Measures in reports, as people and programs read them.

use serde_json::Value;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, muster, root, text};

fn report(arguments: &[&str]) -> Value {
    let output = muster(root(), &[arguments, &["--output-format", "json", "--exit-zero"]].concat());
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    document["scenarios"][0].clone()
}

/// A measure of a side, or of the whole battle: how many of how many.
fn measure(scenario: &Value, name: &str, side: Option<&str>) -> (u64, u64) {
    let all = scenario["measures"].as_array().expect("measures");
    let found = all.iter().find(|measure| measure["name"] == name && measure["side"].as_str() == side);
    let number = |key: &str| found.unwrap_or_else(|| panic!("no {name} of {side:?}"))[key].as_u64().expect("a number");
    (number("counted"), number("of"))
}

#[test]
fn smoke_and_balance_show_them_as_text_and_json() {
    let scenario = report(&["smoke", WHITE_MOUNTAIN, "--games", "40"]);
    let side = Some("The Bohemian Revolt");
    let (idle, rolls) = measure(&scenario, "idle rolls", side);
    assert!(idle > 0 && idle < rolls);
    let (lost, turns) = measure(&scenario, "turns lost to reactions", side);
    assert!(lost < turns && rolls <= turns);
    assert_eq!(measure(&scenario, "slugfests", None).1, 40);
    let longest = scenario["measures"].as_array().expect("measures").iter().find(|of| of["longest"].is_object());
    assert!(longest.expect("runs")["longest"]["p95"].as_u64() <= longest.expect("runs")["longest"]["max"].as_u64());
    let output = muster(root(), &["smoke", WHITE_MOUNTAIN, "--games", "40"]);
    let text = text(&output.stdout);
    let share = format!("The Bohemian Revolt {:.1} %", idle as f64 * 100.0 / rolls as f64);
    let line = text.lines().find(|line| line.trim_start().starts_with("idle rolls")).expect("a line of idle rolls");
    assert!(line.contains(&share) && line.ends_with("of rolls"), "{line}");
    // The same battles give the same numbers.
    let balance = ["balance", WHITE_MOUNTAIN, "--games", "40", "--comparisons", "0", "--bots", "random"];
    assert_eq!(report(&balance)["measures"], scenario["measures"]);
}

/// In one battle, those of a side of which all these figures are 0 are those that a measure counts.
fn are_unmet(scenario: &str, pieces: &str, name: &str, figures: &[&str], is_counted: impl Fn(&Value) -> bool) {
    let mut seen = 0;
    for seed in ["1", "2", "3"] {
        let one = report(&["smoke", scenario, "--games", "1", "--seed", seed, "--turn-limit", "5000"]);
        let sides: Vec<String> = one["wins"].as_object().expect("sides").keys().cloned().collect();
        for side in sides {
            let of_side = one[pieces].as_array().expect("pieces").iter().filter(|piece| piece["side"] == *side);
            let unmet = of_side.filter(|piece| is_counted(piece) && figures.iter().all(|figure| piece[*figure] == 0));
            let (counted, of) = measure(&one, name, Some(&side));
            assert_eq!(unmet.count() as u64, counted, "{side}, seed {seed}");
            assert!(counted <= of && of > 0);
            seen += of;
        }
    }
    assert!(seen > 3, "{seen} pieces");
}

#[test]
fn blocks_that_never_met_the_enemy_are_those_whose_figures_are_0() {
    let figures = ["rounds", "bombarded", "spent", "retreated", "eliminated"];
    let is_counted = |block: &Value| !block["name"].as_str().expect("a name").contains("rain");
    are_unmet(
        "scenarios/pub-battles/weirs-of-ansholm.yaml",
        "blocks",
        "blocks that never met the enemy",
        &figures,
        is_counted,
    );
}

#[test]
fn units_that_did_nothing_are_those_whose_figures_are_0() {
    let figures = ["moved", "charged", "shot", "killed", "broke", "rallied", "lost"];
    are_unmet(
        "scenarios/states-of-battle/field-of-two-larks.yaml",
        "units",
        "units that did nothing",
        &figures,
        // Characters who ride with a unit are not counted.
        |unit| !["V1", "V11", "T1", "T11"].contains(&unit["card"].as_str().expect("a number")),
    );
}

#[test]
fn orders_cards_without_effect_are_those_played_and_not_used() {
    let one = report(&["smoke", "scenarios/states-of-battle/field-of-two-larks.yaml", "--games", "20"]);
    for side in one["wins"].as_object().expect("sides").keys() {
        let cards = one["cards"].as_array().expect("cards").iter().filter(|card| card["side"] == *side);
        let sum = |key: &str| cards.clone().map(|card| card[key].as_u64().expect("a figure")).sum::<u64>();
        assert_eq!(
            measure(&one, "Orders cards without effect", Some(side)),
            (sum("played") - sum("used"), sum("played"))
        );
    }
}

#[test]
fn battles_that_end_by_the_last_turn_are_those_ended_by_turns_or_by_might_then() {
    let one = report(&["smoke", "scenarios/tabletop/corn-monday.yaml", "--games", "20"]);
    let by = |cause: &str| one["by"][cause].as_u64().unwrap_or(0);
    let late = by("turns") + by("most-might");
    assert!(late > 0, "{one}");
    assert_eq!(measure(&one, "ended by the last turn", None), (late, 20));
}
