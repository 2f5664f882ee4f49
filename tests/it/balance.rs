//! `muster balance` and runs in parts, as people run them.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// A quick run over White Mountain.
const QUICK: [&str; 8] = ["balance", WHITE_MOUNTAIN, "--games", "60", "--comparisons", "4", "--bots", "greedy"];

fn quick(more: &[&str]) -> String {
    let output = muster(root(), &[&QUICK, more].concat());
    assert_exit(&output, 0);
    text(&output.stdout)
}

fn scenario(more: &[&str]) -> Value {
    let document: Value = serde_json::from_str(&quick(&[more, &["--output-format", "json"]].concat())).expect("JSON");
    assert_eq!(document["version"], 1);
    document["scenarios"][0].clone()
}

#[test]
fn the_plain_sentence_comes_first() {
    let text = quick(&[]);
    let sentence = text.lines().skip(1).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    assert!(sentence.contains(" % of the decided battles (greedy against greedy)"), "{sentence}");
    assert!(sentence.contains("60 battles cannot tell 38 from 62"), "{sentence}");
}

#[test]
fn its_figures_agree_with_each_other() {
    let scenario = scenario(&[]);
    let wins = scenario["wins"].as_array().expect("wins");
    let won: u64 = wins.iter().map(|win| win["won"].as_u64().expect("a number")).sum();
    assert_eq!(
        won + scenario["draws"].as_u64().expect("draws") + scenario["unfinished"].as_u64().expect("a number"),
        60
    );
    for win in wins {
        let [low, share, high] = ["low", "share", "high"].map(|key| win[key].as_f64().expect("a share"));
        assert!(low <= share && share <= high && high - low < 0.26, "{win}");
    }
    let sum =
        |values: &Value| values.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number")).sum::<u64>();
    assert_eq!(sum(&scenario["decided"]), won);
    let histogram = scenario["turns"]["histogram"].as_array().expect("bars");
    assert_eq!(histogram.iter().map(|bar| bar[2].as_u64().expect("a number")).sum::<u64>(), 60);
    let formations = scenario["formations"].as_array().expect("formations");
    assert_eq!(formations.len(), 10);
    for formation in formations {
        let figure = |key: &str| formation[key].as_u64().expect("a figure");
        let times = |reaction: bool| -> u64 {
            let kind = |action: &&Value| {
                matches!(action["type"].as_str(), Some("screen" | "counterattack" | "absorb")) == reaction
            };
            let actions = formation["actions"].as_array().expect("actions").iter();
            actions.filter(kind).map(|action| action["times"].as_u64().expect("a number")).sum()
        };
        assert_eq!((figure("acted"), figure("reacted")), (times(false), times(true)), "{formation}");
        assert!(figure("dice") >= figure("placed"));
        assert!(figure("entered") == 0 || formation["entered_in_turn"].as_f64().expect("a turn") > 1.0);
    }
    // Whole cards, and the actions of those that have several.
    let whole = scenario["without"].as_array().expect("cards").iter().filter(|worth| worth["action"].is_null());
    assert_eq!(whole.count(), 10);
}

#[test]
fn why_a_side_loses_is_read_from_its_battles() {
    let balance = ["balance", WHITE_MOUNTAIN, "--games", "300", "--comparisons", "0", "--output-format", "json"];
    let document: Value = serde_json::from_slice(&muster(root(), &balance).stdout).expect("JSON");
    let scenario = &document["scenarios"][0];
    let wins = scenario["wins"].as_array().expect("wins");
    // A loss parts the battles: in both parts together a side wins what it wins.
    let losses = scenario["why"]["losses"].as_array().expect("losses");
    assert!(!losses.is_empty());
    for loss in losses {
        let win = wins.iter().find(|win| win["side"] == loss["side"]).expect("its side");
        for key in ["won", "of"] {
            let [lost, kept, all] =
                [&loss["lost"], &loss["kept"], win].map(|share| share[key].as_u64().expect("a number"));
            assert_eq!(lost + kept, all, "{loss}");
        }
    }
    assert!(
        scenario["why"]["sentences"].as_array().is_some_and(|sentences| sentences.len() > 3),
        "{}",
        scenario["why"]
    );
}

#[test]
fn what_is_never_used_is_never_used() {
    // Without the only formation that can win for it, a side does not win: Hohenlohe and Thurn attack whom nobody else does.
    let folder = folder("balance-restricted");
    let file = "lonely.yaml";
    let card = |number: u8, name: &str, foe: &str| {
        format!(
            "  - {{card: {number}A, name: {name}, wing: red, strength: 4, dice: 4-6, \
             actions: [{{type: attack, targets: [{foe}], hits: 1 per die}}]}}\n"
        )
    };
    let sides = "    - {name: North, first: true, morale: 1, cards: 1A}\n    - {name: South, morale: 1, cards: 2A}\n";
    let yaml = format!(
        "system: table-battles\nscenario:\n  name: Lonely\n  sides:\n{sides}formations:\n{}{}",
        card(1, "Foot", "Horse"),
        card(2, "Horse", "Foot")
    );
    fs::write(folder.join(file), yaml).expect("a file");
    let output = muster(
        &folder,
        &["balance", file, "--games", "40", "--comparisons", "40", "--output-format", "json", "--exit-zero"],
    );
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    for worth in document["scenarios"][0]["without"].as_array().expect("cards") {
        assert_eq!((worth["won"].as_u64(), worth["sure"].as_bool()), (Some(0), Some(true)), "{worth}");
    }
}

/// The guards' attack waits for five dice; their screen is against scouts who never enter.
const GUARDS: &str = "\
system: table-battles
scenario:
  name: Guards
  sides:
    - {name: North, first: true, morale: 1, cards: [1A, 2A]}
    - {name: South, morale: 1, cards: 11A-13A}
formations:
  - {card: 1A, name: Foot, wing: red, strength: 5, dice: 4-6, actions: [{type: attack, targets: [Horse], hits: 1 per die}]}
  - {card: 2A, name: Guards, wing: blue, strength: 5, dice: Any, actions: [{type: attack, targets: [Horse], requires: five dice, hits: 2}, {type: screen, targets: [Scouts]}]}
  - {card: 11A, name: Horse, wing: red, strength: 6, dice: 4-6, actions: [{type: attack, targets: [Foot], hits: 1 per die}]}
  - {card: 12A, name: Lancers, wing: blue, strength: 5, dice: (1), actions: [{type: attack, targets: [Guards], hits: 1}]}
  - {card: 13A, name: Scouts, wing: red, strength: 5, dice: (1), reserve: {behind: Horse}, actions: [{type: attack, targets: [Guards], hits: 1}]}
";

/// The report on a scenario that is written into a folder of this name.
fn balanced(name: &str, yaml: &str, more: &[&str]) -> Value {
    let folder = folder(name);
    fs::write(folder.join("a.yaml"), yaml).expect("a file");
    let arguments = ["balance", "a.yaml", "--output-format", "json", "--exit-zero"];
    let output = muster(&folder, &[&arguments, more].concat());
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    document["scenarios"][0].clone()
}

#[test]
fn an_action_that_is_never_used_is_not_prepared_either() {
    let scenario = balanced("balance-unprepared", GUARDS, &["--games", "200", "--comparisons", "100"]);
    let worth = |action: Value| {
        let without = scenario["without"].as_array().expect("cards");
        let found = without.iter().find(|worth| worth["card"] == "2A" && worth["action"] == action);
        found.expect("a worth")["worth"].as_f64().expect("a number")
    };
    // Dice for an attack that is never made would lie on the guards for ever.
    let (card, attack) = (worth(Value::Null), worth(1.into()));
    assert!((card - attack).abs() < 0.1, "the card is worth {card}, its attack {attack}");
}

#[test]
fn the_sentence_says_what_going_first_is_worth_where_that_is_much() {
    let duel = "\
system: table-battles
scenario:
  name: First
  sides: [{name: North, first: true, morale: 1, cards: 1A}, {name: South, morale: 1, cards: 2A}]
formations:
  - {card: 1A, name: Foot, wing: red, strength: 2, dice: Any, actions: [{type: attack, targets: [Horse], hits: 2}]}
  - {card: 2A, name: Horse, wing: red, strength: 2, dice: Any, actions: [{type: attack, targets: [Foot], hits: 2}]}
";
    let scenario = balanced("balance-first", duel, &["--games", "100", "--comparisons", "0"]);
    let share = |wins: &Value| wins[0]["share"].as_f64().expect("a share");
    let worth = ((share(&scenario["wins"]) - share(&scenario["other_first"])) * 100.0).round();
    let sentence = scenario["sentence"].as_str().expect("a sentence");
    assert!(worth > 50.0 && sentence.ends_with(&format!(" Going first is worth {worth} points.")), "{sentence}");
    let sentence = &self::scenario(&[])["sentence"];
    assert!(!sentence.as_str().expect("a sentence").contains("Going first"), "{sentence}");
}

#[test]
fn without_comparisons_the_other_side_still_goes_first() {
    let scenario = balanced("balance-alone", GUARDS, &["--games", "60", "--comparisons", "0"]);
    let other = scenario["other_first"].as_array().expect("both sides");
    assert_eq!(other.iter().map(|win| win["won"].as_u64().expect("a number")).sum::<u64>(), 60);
    for comparison in ["skill", "equal_bots", "without"] {
        assert_eq!(scenario[comparison], serde_json::json!([]), "{comparison}");
    }
}

#[test]
fn another_bot_on_both_sides_is_compared() {
    let bots = |bots: &str| -> Vec<String> {
        let scenario = balanced("balance-equal", GUARDS, &["--games", "20", "--comparisons", "4", "--bots", bots]);
        let equal = scenario["equal_bots"].as_array().expect("bots").iter();
        equal.map(|one| one["bot"].as_str().expect("a bot").to_owned()).collect()
    };
    assert_eq!(bots("greedy"), ["mcts:100"]);
    assert_eq!(bots("mcts:100"), ["greedy"]);
    assert_eq!(bots("random,greedy"), ["greedy", "mcts:100"]);
}

#[test]
fn a_share_outside_the_range_fails_on_the_line_of_its_side() {
    let run = |more: &[&str]| muster(root(), &[&QUICK[..4], &["--comparisons", "0"], more].concat());
    assert_exit(&run(&["--fail-outside", "30..70"]), 0);
    let outside = run(&["--fail-outside", "0..20", "--output-format", "concise"]);
    assert_exit(&outside, 1);
    let said = text(&outside.stdout);
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("MU306")).collect();
    assert_eq!(lines.len(), 2, "{said}");
    let written = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    for (line, side) in lines.iter().zip(["The Bohemian Revolt", "Imperials & Catholic League"]) {
        let at = 1 + written.lines().position(|line| line.contains(&format!("name: {side}"))).expect("a side");
        let message = format!("`{side}` wins ");
        assert!(line.starts_with(&format!("{WHITE_MOUNTAIN}:{at}:")) && line.contains(&message), "{line}");
        assert!(line.contains("% of the decided battles; allowed: 0 to 20 %"), "{line}");
    }
    assert_exit(&run(&["--fail-outside", "0%..20%", "-A", "MU306"]), 0);
    for range in ["70..30", "30-70", "30", "x..70", "-1..70", "30..101", "nan..70", ""] {
        let output = run(&[&format!("--fail-outside={range}")]);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains("such as `30..70`"), "{range}: {}", text(&output.stderr));
    }
}

#[test]
fn it_is_the_same_on_any_number_of_threads() {
    assert_eq!(quick(&["--jobs", "1"]), quick(&["--jobs", "3"]));
    assert_ne!(quick(&["--seed", "1"]), quick(&["--seed", "2"]));
}

#[test]
fn a_budget_longer_than_any_run_is_refused() {
    for time in ["18446744073709551615s", "60001m", "1001h"] {
        let refused = muster(root(), &["balance", WHITE_MOUNTAIN, "--budget", time]);
        assert_exit(&refused, 2);
        assert!(text(&refused.stderr).contains("expected at most 1000h"), "{}", text(&refused.stderr));
    }
}

#[test]
fn parts_merge_to_the_exact_shares_of_one_machine() {
    let folder = folder("balance-exact-parts");
    let run = ["balance", "tests/oracles/small/mixture-special.yaml", "--exact", "--games", "4", "--comparisons", "0"];
    let part = |k: &str| {
        let (file, shard) = (folder.join(format!("{k}.json")).to_str().expect("UTF-8").to_owned(), format!("{k}/2"));
        assert_exit(&muster(root(), &[&run[..], &["--shard", &shard, "-o", &file]].concat()), 0);
        file
    };
    let (whole, merged) = (muster(root(), &run), muster(root(), &["merge", &part("1"), &part("2")]));
    assert!(text(&whole.stdout).contains("Under best play of both sides"), "{}", text(&whole.stdout));
    assert_eq!(text(&merged.stdout), text(&whole.stdout));
}

#[test]
fn parts_merge_to_what_one_machine_says() {
    let folder = folder("balance-parts");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let smoke = ["smoke", WHITE_MOUNTAIN, "--games", "100", "--bots", "random"];
    for arguments in [&QUICK[..], &smoke] {
        let files: Vec<String> = (1..=3)
            .map(|k| {
                let (file, shard) = (path(&format!("{}-{k}.json", arguments[0])), format!("{k}/3"));
                assert_exit(&muster(root(), &[arguments, &["--shard", &shard, "-o", &file]].concat()), 0);
                file
            })
            .collect();
        let files: Vec<&str> = files.iter().rev().map(String::as_str).collect();
        for format in ["full", "json"] {
            let format = ["--output-format", format];
            let whole = muster(root(), &[arguments, &format[..]].concat());
            let merged = muster(root(), &[&["merge"][..], &files, &format].concat());
            assert_eq!((text(&merged.stdout), merged.status.code()), (text(&whole.stdout), whole.status.code()));
        }
        // The range is judged where the whole is known: not in a part, and not of a smoke test.
        let gate = ["--fail-outside", "0..20"];
        assert_exit(&muster(root(), &[arguments, &["--shard", "1/3"], &gate].concat()), 2);
        let merged = muster(root(), &[&["merge"][..], &files, &gate].concat());
        if arguments == smoke {
            assert_exit(&merged, 2);
        } else {
            let whole = muster(root(), &[arguments, &gate].concat());
            assert_exit(&merged, 1);
            assert_eq!((text(&merged.stdout), merged.status.code()), (text(&whole.stdout), whole.status.code()));
        }
        let missing = muster(root(), &["merge", files[0], files[1]]);
        assert_exit(&missing, 2);
        assert!(text(&missing.stderr).contains("of 3 parts, one is missing: 1"), "{}", text(&missing.stderr));
        assert_exit(&muster(root(), &["merge", files[0], files[0], files[1]]), 2);
    }
    let strangers = [path("balance-1.json"), path("smoke-2.json"), path("balance-3.json")];
    let mixed = muster(root(), &["merge", &strangers[0], &strangers[1], &strangers[2]]);
    assert!(text(&mixed.stderr).contains("belongs to another run"), "{}", text(&mixed.stderr));
}

#[test]
fn parts_of_files_that_have_changed_are_refused() {
    let folder = folder("balance-changed");
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), &scenario).expect("a file");
    assert_exit(&muster(&folder, &["smoke", "a.yaml", "--games", "9", "--shard", "1/1", "-o", "part.json"]), 0);
    assert_exit(&muster(&folder, &["merge", "part.json"]), 0);
    fs::write(folder.join("a.yaml"), scenario.replace("morale: 2", "morale: 3")).expect("a file");
    let output = muster(&folder, &["merge", "part.json"]);
    assert_exit(&output, 2);
    assert!(
        text(&output.stderr).contains("the files have changed since the parts were played"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn until_plays_on_until_the_share_is_known() {
    let output =
        muster(root(), &["balance", WHITE_MOUNTAIN, "--until", "5%", "--comparisons", "0", "--output-format", "json"]);
    assert_exit(&output, 0);
    let document: Value = serde_json::from_str(&text(&output.stdout)).expect("JSON");
    let win = &document["scenarios"][0]["wins"][0];
    let half = (win["high"].as_f64().expect("a share") - win["low"].as_f64().expect("a share")) / 2.0;
    assert!((0.03..=0.05).contains(&half), "{win}");
}

#[test]
fn a_budget_says_what_it_managed() {
    let output = muster(root(), &["balance", WHITE_MOUNTAIN, "--budget", "1s", "--games", "100000000"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("  Only "), "{}", text(&output.stdout));
    let bad = muster(root(), &["balance", WHITE_MOUNTAIN, "--budget", "soon"]);
    assert_exit(&bad, 2);
}

#[test]
fn a_baseline_fails_only_when_the_share_has_left_it() {
    let folder = folder("balance-baseline");
    let run = |seed: &str, more: &[&str]| {
        let arguments = ["balance", "a.yaml", "--games", "150", "--comparisons", "0", "--seed", seed];
        muster(&folder, &[&arguments, more].concat())
    };
    let scenario = fs::read_to_string(root().join(WHITE_MOUNTAIN)).expect("a scenario");
    fs::write(folder.join("a.yaml"), &scenario).expect("a file");
    assert_exit(&run("0", &["--save-baseline", "kept.json"]), 0);
    for seed in ["0", "1", "2", "3", "4", "5"] {
        assert_exit(&run(seed, &["--baseline", "kept.json"]), 0);
    }
    fs::write(folder.join("a.yaml"), scenario.replace("morale: 4", "morale: 1")).expect("a file");
    let output = run("0", &["--baseline", "kept.json"]);
    assert_exit(&output, 1);
    let said = text(&output.stdout);
    assert!(said.contains("MU305") && said.contains("the share of `The Bohemian Revolt`"), "{said}");
    let other = run("0", &["--baseline", "kept.json", "--bots", "random"]);
    assert_exit(&other, 2);
}

#[test]
fn a_baseline_compares_the_same_file_however_its_path_is_written_and_says_what_it_lacks() {
    let folder = folder("balance-baseline-paths");
    let battle = fs::read_to_string(root().join("tests/oracles/small/self-hits-flat.yaml")).expect("a scenario");
    fs::write(folder.join("a.yaml"), &battle).expect("a file");
    fs::write(folder.join("b.yaml"), &battle).expect("a file");
    let run = |paths: &[&str], more: &[&str]| {
        let arguments = ["balance", "--games", "60", "--comparisons", "0", "--bots", "random"];
        muster(&folder, &[&arguments, paths, more].concat())
    };
    assert_exit(&run(&["a.yaml"], &["--save-baseline", "kept.json"]), 0);
    fs::write(folder.join("a.yaml"), battle.replacen("strength: 3", "strength: 9", 1)).expect("a file");
    let absolute = folder.join("a.yaml");
    for path in ["a.yaml", "./a.yaml", ".//./a.yaml", absolute.to_str().expect("UTF-8")] {
        let output = run(&[path], &["--baseline", "kept.json"]);
        assert!(text(&output.stdout).contains("MU305"), "{path}: {}", text(&output.stdout));
    }
    let both = run(&["a.yaml", "b.yaml"], &["--baseline", "kept.json"]);
    assert!(text(&both.stdout).contains("it has no shares of this scenario"), "{}", text(&both.stdout));
    let neither = run(&["b.yaml"], &["--baseline", "kept.json"]);
    assert_exit(&neither, 2);
    assert!(text(&neither.stderr).contains("the baseline has no shares of `b.yaml`"), "{}", text(&neither.stderr));
}

#[test]
fn shares_of_battles_that_nobody_wins_are_a_dash_and_no_baseline() {
    let folder = folder("balance-undecided");
    let balance = ["balance", WHITE_MOUNTAIN, "--games", "20", "--comparisons", "2", "--turn-limit", "1"];
    let said = text(&muster(root(), &balance).stdout);
    assert!(said.contains("skill        greedy against random: no battle was decided · 2 unfinished"), "{said}");
    assert!(
        said.contains("won          The Bohemian Revolt – · Imperials & Catholic League – · 20 unfinished"),
        "{said}"
    );
    let kept = folder.join("kept.json");
    let saved = muster(root(), &[&balance[..], &["--save-baseline", kept.to_str().expect("UTF-8")]].concat());
    assert_exit(&saved, 2);
    assert!(text(&saved.stderr).contains("was decided") && !kept.exists(), "{}", text(&saved.stderr));
}

#[test]
fn the_page_is_complete_in_one_file() {
    let folder = folder("balance-page");
    let page = folder.join("balance.html");
    quick(&["--html", page.to_str().expect("UTF-8")]);
    let html = fs::read_to_string(Path::new(&page)).expect("a page");
    assert!(
        html.starts_with("<!doctype html>") && html.contains("<svg") && html.contains("prefers-color-scheme: dark")
    );
    assert!(html.contains("Imperials &amp; Catholic League") && html.contains("Tiefenbach"));
    for outside in ["http://", "https://", "<script", "src=", "@import"] {
        assert!(!html.contains(outside), "{outside}");
    }
    // Every element that is opened is closed.
    for tag in ["svg", "section", "table", "tr", "td", "text", "p", "h3"] {
        let opened = html.matches(&format!("<{tag}>")).count() + html.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "<{tag}>");
    }
}

/// The rows of a smoke test and of balance of a scenario: the same, as far as they name pieces.
fn rows(scenario: &str, names: &[&str]) -> Vec<Vec<Value>> {
    let report = |command: &[&str]| -> Value {
        let output = muster(root(), &[command, &[scenario, "--output-format", "json"]].concat());
        assert_exit(&output, 0);
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")["scenarios"][0].clone()
    };
    let smoke = report(&["smoke", "--games", "4", "--exit-zero"]);
    let balance = report(&["balance", "--games", "4", "--comparisons", "0", "--bots", "random", "--exit-zero"]);
    let table = |name: &&str| {
        let rows = smoke[*name].as_array().unwrap_or_else(|| panic!("`{name}` of {scenario}")).clone();
        let weighed = balance[*name].as_array().unwrap_or_else(|| panic!("`{name}` of {scenario}"));
        let titles = |rows: &[Value]| rows.iter().map(|row| row["name"].clone()).collect::<Vec<_>>();
        assert_eq!(titles(&rows), titles(weighed));
        rows
    };
    names.iter().map(table).collect()
}

#[test]
fn rows_are_called_what_the_game_calls_its_pieces() {
    let two = rows("scenarios/states-of-battle/field-of-two-larks.yaml", &["units", "cards"]);
    assert!(two[0].iter().any(|unit| unit["moved"].as_u64() > Some(0)), "{:?}", two[0]);
    assert!(two[1].iter().any(|card| card["played"].as_u64() > Some(0)), "{:?}", two[1]);
    rows("scenarios/tabletop/corn-monday.yaml", &["cards"]);
    let two = rows("scenarios/pub-battles/weirs-of-ansholm.yaml", &["blocks", "commands"]);
    for command in &two[1] {
        let name = format!("{}/", command["name"].as_str().expect("a name"));
        let blocks = two[0].iter().filter(|block| block["name"].as_str().is_some_and(|block| block.starts_with(&name)));
        let moved = blocks.map(|block| block["moved"].as_u64().expect("a figure")).sum::<u64>();
        assert_eq!(command["moved"], moved, "{command}");
    }
}
