//! The smallest play of a fault, as it is asked for on the command line: a battle that does not end, made small.

use std::fs;

use muster_core::play::Blind;
use muster_core::play::effort::Effort;
use muster_core::play::replay::Turn;
use muster_core::play::shrink::follow;
use muster_games::states_of_battle::StatesOfBattle;
use muster_systems::Played;
use muster_systems::notation::write;

use crate::cli::{assert_exit, folder, muster, root, text};

/// Each side can attack only a formation that waits behind one that nobody attacks: nobody can ever win. The guns have no
/// part in it.
pub(crate) const ENDLESS: &str = include_str!("for-ever.yaml");

#[test]
fn a_battle_that_cannot_end_is_written_as_the_way_to_where_it_cannot() {
    let folder = folder("smallest-endless");
    fs::write(folder.join("for ever.yaml"), ENDLESS).unwrap();
    let smoke = ["smoke", "for ever.yaml", "--games", "20", "--turn-limit", "200", "-A", "MU301"];
    let output = text(&muster(&folder, &smoke).stdout);
    assert!(output.contains("20 of 20 battles did not end within 200 turns"), "{output}");
    let once = ["smoke", "for ever.yaml", "--games", "1", "--turn-limit", "1"];
    let one = text(&muster(&folder, &once).stdout);
    assert!(one.contains("1 of 1 battle did not end within 1 turn"), "{one}");
    assert!(!one.contains("1 battles") && !one.contains("1 turns"), "{one}");
    let command = "muster smoke 'for ever.yaml' --seed 0 --games 1 --turn-limit 200 --write-plays plays";
    // Lines may end anywhere, within an option too.
    let letters = |text: &str| text.replace(|c: char| c.is_whitespace() || c == '│', "");
    assert!(letters(&output).contains(&letters(command)), "{output}");
    assert!(!folder.join("plays").exists(), "nothing is written unasked");

    let arguments = ["smoke", "for ever.yaml", "--games", "1", "--turn-limit", "200", "--write-plays", "plays"];
    let output = text(&muster(&folder, &arguments).stdout);
    let help =
        "`muster replay 'plays/for ever-endless.yaml'` shows the set-up, from which none of 128 random battles ended";
    assert!(letters(&output).contains(&letters(help)), "{output}");
    let play = fs::read_to_string(folder.join("plays/for ever-endless.yaml")).unwrap();
    assert!(play.contains("turns: []"), "{play}");
    let scenario = fs::read_to_string(folder.join("plays/for ever-endless.scenario.yaml")).unwrap();
    assert_eq!(scenario.matches("- {card: ").count(), 3, "those who attack, guard and wait: {scenario}");
    let replayed = muster(&folder, &["replay", "plays/for ever-endless.yaml"]);
    assert!(text(&replayed.stdout).contains("legal, but unfinished"), "{}", text(&replayed.stdout));
    let again = muster(&folder, &["smoke", "plays/for ever-endless.scenario.yaml", "--turn-limit", "200"]);
    assert!(text(&again.stdout).contains("1000 of 1000 battles did not end"), "{}", text(&again.stdout));
}

#[test]
fn the_attack_that_would_have_ended_the_real_battle_is_not_left_out() {
    // The guns can end it, until those of Blue silence them: from then on it is the battle that never ends.
    let folder = folder("smallest-same-fault");
    let armed = ENDLESS
        .replace("morale: 3, cards: 11A-13A", "morale: 1, cards: 11A-13A")
        .replace(
            "strength: 2, dice: (1), actions: [{type: screen, targets: any}]",
            "strength: 1, dice: 1-6, actions: [{type: attack, targets: [Blue Guard], hits: 4}]",
        )
        .replace(
            "strength: 2, dice: 1/2, actions: [{type: screen, targets: any}]",
            "strength: 1, dice: 1-6, actions: [{type: attack, targets: [Red Guns], hits: 1}]",
        );
    fs::write(folder.join("a.yaml"), armed).unwrap();
    let smoke = ["--games", "40", "--turn-limit", "200"];
    let played = text(&muster(&folder, &[&["smoke", "a.yaml"][..], &smoke].concat()).stdout);
    assert!(played.contains("battles did not end within 200 turns"), "{played}");
    assert!(!played.contains("40 of 40 battles did not end"), "some end: {played}");
    muster(&folder, &[&["smoke", "a.yaml", "--write-plays", "plays"][..], &smoke].concat());
    let play = fs::read_to_string(folder.join("plays/a-endless.yaml")).unwrap();
    assert!(play.contains("act: {card: 13A, action: 1}"), "the guns are silenced in it: {play}");
    let scenario = fs::read_to_string(folder.join("plays/a-endless.scenario.yaml")).unwrap();
    assert!(scenario.contains("targets: [Blue Guard], hits: 4"), "{scenario}");
    let again = text(&muster(&folder, &[&["smoke", "plays/a-endless.scenario.yaml"][..], &smoke].concat()).stdout);
    assert!(again.contains("battles did not end") && !again.contains("40 of 40 battles did not end"), "{again}");
}

#[test]
fn a_battle_that_is_only_long_is_told_from_one_that_cannot_end() {
    let folder = folder("smallest-long");
    let scenario = root().join(crate::cli::WHITE_MOUNTAIN);
    fs::copy(scenario, folder.join("a.yaml")).unwrap();
    let arguments = ["smoke", "a.yaml", "--games", "50", "--turn-limit", "9", "--write-plays", "plays"];
    let output = muster(&folder, &arguments);
    assert_exit(&output, 0);
    let words = text(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ").replace("│ ", "");
    assert!(
        words
            .contains("this is a long battle, not an endless one: in 128 of 128 random continuations the battle ended"),
        "{words}"
    );
    assert!(!folder.join("plays/a-endless.yaml").exists());
}

#[test]
fn where_a_play_says_nothing_nobody_throws_again_and_nothing_is_stopped() {
    let scenario = crate::states_of_battle::SMALL.replace("units: A1-A2", "units: A1-A2, starter: true");
    let battle = crate::states_of_battle::battle(&scenario.replace("units: B1-B2", "units: B1-B2, starter: true"));
    let engine = StatesOfBattle::compile(&battle).expect("a battle that can be played");
    let turns = vec![Turn { player: None, tag: (), entries: Vec::new() }; 3];
    let play = follow(&engine, &turns, &Effort::unbounded(), &mut Blind);
    assert_eq!((play.turns.len(), play.deeds), (3, 0));
    let sides = ["North".to_owned(), "South".to_owned()];
    let text = write::<StatesOfBattle>(&engine, &sides, "a.yaml", &play.turns, None);
    assert!(text.contains("gd: ") && !text.contains("reroll") && !text.contains("stop"), "{text}");
}

#[test]
fn plays_are_not_written_of_a_part_of_a_run() {
    let output = muster(root(), &["smoke", crate::cli::WHITE_MOUNTAIN, "--shard", "1/2", "--write-plays", "plays"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("cannot be used with"), "{}", text(&output.stderr));
}

/// The part of a JSON report about everything that is there to be used.
fn uses(folder: &std::path::Path, arguments: &[&str]) -> serde_json::Value {
    let output = muster(folder, &[&["smoke", "a.yaml", "--output-format", "json", "--exhaustive"], arguments].concat());
    assert_exit(&output, 0);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    report["scenarios"][0]["uses"].clone()
}

#[test]
fn everything_is_used_often_enough_by_battles_that_are_played_for_it() {
    let folder = folder("exhaustive");
    fs::copy(root().join("scenarios/table-battles/bosworth-field.yaml"), folder.join("a.yaml")).unwrap();
    let plain = muster(&folder, &["smoke", "a.yaml", "--games", "20"]);
    assert!(
        text(&plain.stdout).contains("the command of `Richmond` was never performed"),
        "random play does not do it"
    );
    let report = uses(&folder, &["--games", "20"]);
    assert_eq!(
        (report["wanted"].as_u64(), report["all"].as_u64(), report["left"].as_array().unwrap().len()),
        (Some(10), Some(21), 0)
    );
    let battles = report["battles"].as_u64().unwrap();
    assert!((1..20_000).contains(&battles) && battles.is_multiple_of(128), "it stops when all is used: {battles}");
    let shown = text(&muster(&folder, &["smoke", "a.yaml", "--games", "20", "--exhaustive"]).stdout);
    let line = format!("used   21 of 21 at least 10 times, after {battles} more battles played to use them");
    assert!(shown.contains(&line) && !shown.contains("TB302"), "{shown}");
    let often = uses(&folder, &["--games", "20", "--uses", "1000", "--tries", "256"]);
    assert_eq!(often["battles"].as_u64(), Some(256), "it stops when it has tried often enough");
    let left = often["left"].as_array().unwrap();
    assert!(left.iter().any(|one| one["what"] == "2 command" && one["times"].as_u64().unwrap() > 0), "{left:?}");
    for jobs in ["1", "2", "5"] {
        assert_eq!(uses(&folder, &["--games", "20", "--uses", "1000", "--tries", "256", "--jobs", jobs]), often);
    }
}

#[test]
fn what_is_proven_or_allowed_never_to_be_used_is_not_waited_for() {
    let folder = folder("exhaustive-left");
    fs::write(folder.join("a.yaml"), ENDLESS).unwrap();
    let quick = ["--games", "10", "--turn-limit", "50", "--tries", "500"];
    let report = uses(&folder, &quick);
    assert_eq!(report["battles"], 0, "all that is left is proven never to be used");
    let left = report["left"].as_array().unwrap();
    let proven = |card: &str, what: &str| {
        let one =
            left.iter().find(|one| one["card"] == card && one["what"] == what).unwrap_or_else(|| panic!("{left:?}"));
        one["proven"].as_str().unwrap_or("not proven").to_owned()
    };
    assert_eq!(proven("2A", "enters play"), "nothing can ever bring `Red Reserve` out of reserve");
    assert_eq!(proven("1A", "1 attack"), "none of its targets can ever be attacked");
    assert_eq!(proven("13A", "1 screen"), "no attack that it could answer can ever be made");

    // The reserve can enter by a command of a roll that hardly ever comes.
    let command = "dice: (1), actions: [{type: command, targets: [Red Reserve], requires: five dice}]}";
    let rare = ENDLESS.replace("dice: (1), actions: [{type: screen, targets: any}]}", command);
    fs::write(folder.join("a.yaml"), &rare).unwrap();
    let none = ["--games", "1", "--turn-limit", "9", "--tries", "0"];
    let find = |report: &serde_json::Value| {
        report["left"].as_array().unwrap().iter().find(|one| one["what"] == "1 command").cloned().unwrap()
    };
    let left = find(&uses(&folder, &none));
    assert_eq!(
        (&left["times"], &left["proven"], &left["declared"]),
        (&0.into(), &serde_json::Value::Null, &false.into())
    );
    let allowed = rare.replace(command, &format!("{command} # muster: allow(TB302) nobody waits for that"));
    fs::write(folder.join("a.yaml"), allowed).unwrap();
    assert_eq!(find(&uses(&folder, &none))["declared"], true);
}

#[test]
fn what_a_run_did_not_use_is_shown_to_be_rare_or_said_to_be_impossible() {
    let folder = folder("smallest-unused");
    fs::copy(root().join("scenarios/table-battles/bosworth-field.yaml"), folder.join("a.yaml")).unwrap();
    let arguments = ["smoke", "a.yaml", "--games", "20", "--write-plays", "plays", "--output-format", "json"];
    let output: serde_json::Value = serde_json::from_slice(&muster(&folder, &arguments).stdout).unwrap();
    let helps = |output: &serde_json::Value, code: &str| -> Vec<String> {
        let findings = output["findings"].as_array().unwrap().iter().filter(|finding| finding["code"] == code);
        findings.map(|finding| finding["help"].as_str().unwrap().to_owned()).collect()
    };
    let help = helps(&output, "TB302");
    assert!(help[0].starts_with("`muster replay plays/a-unused.yaml` makes it happen in "), "{help:?}");
    let play = fs::read_to_string(folder.join("plays/a-unused.yaml")).unwrap();
    assert!(
        play.contains("\n# King Richard III: 2 command\n") && play.contains("act: {card: 33A, action: 2}"),
        "{play}"
    );
    let replayed = muster(&folder, &["replay", "plays"]);
    assert_exit(&replayed, 0);
    fs::write(folder.join("a.yaml"), ENDLESS).unwrap();
    let output: serde_json::Value = serde_json::from_slice(&muster(&folder, &arguments).stdout).unwrap();
    let help = helps(&output, "TB303");
    assert_eq!(help[0], "it can never happen: nothing can ever bring `Red Reserve` out of reserve");
}

#[test]
fn a_battle_that_is_seen_again_makes_no_noise() {
    let folder = folder("smallest-again");
    fs::copy(root().join(crate::cli::WHITE_MOUNTAIN), folder.join("a.yaml")).unwrap();
    let smoke = |games: &str| {
        let arguments = ["smoke", "a.yaml", "--games", games, "--bots", "random,random", "--write-plays", "plays"];
        let output = muster(&folder, &[&arguments[..], &["--output-format", "json"]].concat());
        assert_exit(&output, 0);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        report["findings"].as_array().unwrap().len()
    };
    for games in ["1", "9"] {
        assert_eq!(smoke(games), 0, "that something is not used in {games} battles says nothing");
        assert!(!folder.join("plays").exists() || fs::read_dir(folder.join("plays")).unwrap().next().is_none());
    }
}
