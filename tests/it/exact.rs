//! Exact values of small battles: `muster balance --exact`.

use std::fs;
use std::path::Path;

use muster_core::play::bots::Bot;
use muster_games::table_battles::TableBattles;
use muster_systems::Played as _;
use muster_systems::balance::BotDistance;
use serde_json::Value;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// Returns a duel of one formation a side: their strengths, and which of them have a mandatory screen.
fn duel(strengths: [u8; 2], screens: [bool; 2]) -> String {
    let formation = |card: &str, name: &str, wing: &str, target: &str, side: usize| {
        let screen = if screens[side] { ", {type: screen, targets: any, requires: pair}" } else { "" };
        let strength = strengths[side];
        format!(
            "  - {{card: {card}, name: {name}, wing: {wing}, strength: {strength}, dice: 6, \
             actions: [{{type: attack, targets: [{target}], hits: 1 per die, self: 1}}{screen}]}}\n"
        )
    };
    format!(
        "system: table-battles\nscenario:\n  name: Duel\n  sides:\n\
         \x20   - {{name: North, first: true, morale: 1, cards: [1A]}}\n\
         \x20   - {{name: South, morale: 1, cards: [11A]}}\nformations:\n{}{}",
        formation("1A", "Foot", "red", "Horse", 0),
        formation("11A", "Horse", "blue", "Foot", 1)
    )
}

/// Returns what `balance` says of a battle's exact value.
fn exact(folder: &Path, battle: &str, options: &[&str]) -> Value {
    fs::write(folder.join("duel.yaml"), battle).unwrap();
    let balance = ["balance", "duel.yaml", "--games", "2", "--comparisons", "0", "--output-format", "json"];
    let output = muster(folder, &[&balance, options].concat());
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    document["scenarios"][0]["exact"].clone()
}

/// The values are those of `tests/oracles/duels.py`, which follows the clauses TB-5 to TB-11 in another language.
#[test]
fn duels_are_worth_what_another_solver_finds() {
    let folder = folder("exact-duels");
    let none = [false, false];
    let duels = [
        ([2, 2], none, [0.617_474, 0.382_526]),
        ([3, 3], none, [0.581_024, 0.418_976]),
        ([4, 4], none, [0.561_609, 0.438_391]),
        ([3, 4], none, [0.353_454, 0.646_546]),
        ([4, 4], [false, true], [0.705_881, 0.294_119]),
        ([4, 4], [true, true], [0.456_259, 0.325_603]),
    ];
    for (strengths, screens, shares) in duels {
        let exact = exact(&folder, &duel(strengths, screens), &[]);
        let share = |side: &str| exact["shares"][side].as_f64().unwrap();
        let found = [share("North"), share("South")];
        let near = found.iter().zip(shares).all(|(found, wanted)| (found - wanted).abs() < 2e-6);
        assert!(near, "{strengths:?} {screens:?}: {found:?}, not {shares:?}");
        let rest = exact["unfinished"].as_f64().unwrap();
        assert!((rest - (1.0 - found[0] - found[1])).abs() < 2e-6, "{rest}");
        assert!(exact["states"].as_u64().unwrap() > 100);
    }
}

#[test]
fn a_battle_that_can_be_held_open_has_a_rest_for_neither_side() {
    let exact = exact(&folder("exact-rest"), &duel([4, 4], [true, true]), &[]);
    assert!(exact["unfinished"].as_f64().unwrap() > 0.2, "{exact}");
}

#[test]
fn a_battle_that_is_too_large_says_so_only_where_it_was_asked() {
    let balance = ["balance", WHITE_MOUNTAIN, "--games", "2", "--comparisons", "0", "--output-format", "json"];
    let output = muster(root(), &balance);
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(document["scenarios"][0].get("exact"), None);
}

#[test]
fn a_game_whose_positions_cannot_be_listed_says_so() {
    let duel = "scenarios/tabletop/corn-monday.yaml";
    let balance = ["balance", duel, "--games", "2", "--comparisons", "0", "--bots", "random", "--exact"];
    let output = muster(root(), &balance);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("no value: exact values need two sides that see everything"));
}

/// North has one stick and two morale: its attack routs it, and South, whose turn begins, has nothing left to attack (TB-11.2).
/// The exact share is 74.9 %; two bots that never try it come to some 10 %.
#[test]
fn a_search_gives_its_last_stick_where_that_wins() {
    let folder = folder("exact-last-stick");
    let battle = fs::read_to_string(root().join("tests/oracles/small/last-stick-one.yaml")).unwrap();
    fs::write(folder.join("battle.yaml"), battle).unwrap();
    let balance = ["balance", "battle.yaml", "--games", "100", "--comparisons", "0", "--output-format", "json"];
    for bots in ["mcts:20", "mcts:100"] {
        let output = muster(&folder, &[&balance[..], &["--bots", bots]].concat());
        assert_exit(&output, 0);
        let document: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        let share = document["scenarios"][0]["wins"][0]["share"].as_f64().unwrap();
        assert!((0.6..0.9).contains(&share), "{bots}: {share}");
    }
}

/// A bot that plays otherwise than when the table was made is not as far off as reports say: here the default one.
#[test]
fn greedy_bots_are_as_far_from_best_play_as_reports_say() {
    const GAMES: &str = "500";
    /// Chance, of 24 shares that are known to about 2 points each.
    const CHANCE: f64 = 2.0;
    let folder = root().join("tests/oracles/small");
    let names = folder.read_dir().unwrap().map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    let names: Vec<String> = names.filter(|name| name.ends_with(".yaml")).collect();
    let battles: Vec<&str> = names.iter().map(String::as_str).collect();
    let known = TableBattles::DISTANCES.iter().find(|known| known.bot == Bot::Greedy).unwrap();
    let balance = ["balance", "--games", GAMES, "--comparisons", "0", "--exact", "--output-format", "json"];
    let output = muster(root(), &[&balance[..], &["--bots", "greedy"], &battles].concat());
    let document: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    let battles = document["scenarios"].as_array().unwrap();
    let distance = |battle: &Value| {
        let won = &battle["wins"][0];
        let exact = battle["exact"]["shares"][won["side"].as_str().unwrap()].as_f64().unwrap();
        (won["share"].as_f64().unwrap() - exact).abs() * 100.0
    };
    let mean = battles.iter().map(distance).sum::<f64>() / battles.len() as f64;
    assert!(battles.len() == 24 && (mean - known.mean).abs() < CHANCE, "{mean:.1}, not {}", known.mean);
}

#[test]
fn the_distances_that_reports_name_are_those_of_the_table() {
    let page = fs::read_to_string(root().join("docs/balance.md")).unwrap();
    let cells = |head: &str| -> Vec<String> {
        let row = page.lines().find(|line| line.starts_with(&format!("| {head} |"))).expect("a row of the table");
        row.split('|').map(|cell| cell.trim().to_owned()).skip(3).filter(|cell| !cell.is_empty()).collect()
    };
    let known = TableBattles::DISTANCES;
    let of =
        |what: fn(&BotDistance) -> f64| known.iter().map(|known| format!("{:.1}", what(known))).collect::<Vec<_>>();
    assert_eq!(cells("battle"), known.iter().map(|known| known.bot.to_string()).collect::<Vec<_>>());
    assert_eq!(cells("*mean distance*"), of(|known| known.mean));
    assert_eq!(cells("*greatest distance*"), of(|known| known.greatest));
}
