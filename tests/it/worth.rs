//! The worth of lines: `muster balance` takes each out of the file and plays what is left.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use camino::Utf8PathBuf;
use muster::review::fix::replacements;
use muster::review::{Review, review};
use muster_core::diag::Fix;
use muster_games::SYSTEMS;
use serde_json::Value;

use crate::cli::{assert_exit, folder, muster, root, text};

/// A battle of small formations, a form of card in each.
struct Form {
    name: &'static str,
    rules: &'static str,
    morale: [u8; 2],
    cards: [&'static str; 2],
    formations: &'static str,
}

const FOOT: &str = "  - {card: 1A, name: Foot, wing: red, strength: 2, dice: 6, actions: [{type: attack, targets: [Horse], hits: 1 per die, self: 1}]}\n";

const FORMS: [Form; 10] = [
    Form {
        name: "last-stick",
        rules: "",
        morale: [2, 1],
        cards: ["1A-2A", "11A"],
        formations: "  - {card: 2A, name: Forlorn Hope, wing: pink, strength: 1, dice: 5, actions: [{type: attack, targets: [Horse], hits: 1 per die, self: 1}]}
  - {card: 11A, name: Horse, wing: blue, strength: 3, dice: 6, actions: [{type: attack, targets: [Foot, Forlorn Hope], hits: 1 per die, self: 1}]}",
    },
    Form {
        name: "reserve",
        rules: "",
        morale: [1, 2],
        cards: ["1A", "11A-12A"],
        formations: "  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1, self: 1}]}
  - {card: 12A, name: Guard, wing: dkblue, strength: 2, dice: 5, reserve: {behind: Horse}, actions: [{type: attack, targets: [Foot], hits: 1 per die}]}",
    },
    Form {
        name: "screen",
        rules: "",
        morale: [1, 1],
        cards: ["1A", "11A-12A"],
        formations: "  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1 per die}]}
  - {card: 12A, name: Screen, wing: dkblue, strength: 1, dice: 5, actions: [{type: screen, targets: any, voluntary: true}]}",
    },
    Form {
        name: "counterattack",
        rules: "",
        morale: [1, 1],
        cards: ["1A", "11A"],
        formations: "  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1}, {type: counterattack, targets: any, hits: 1, takes_less: 1, voluntary: true}]}",
    },
    Form {
        name: "absorb",
        rules: "",
        morale: [1, 2],
        cards: ["1A", "11A-12A"],
        formations: "  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1}]}
  - {card: 12A, name: Shield, wing: dkblue, strength: 2, dice: 5, actions: [{type: absorb, targets: [Horse], takes: all, voluntary: true}]}",
    },
    Form {
        name: "link",
        rules: "links",
        morale: [1, 1],
        cards: ["1A", "11A-12A"],
        formations: "  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, link: right, actions: [{type: attack, targets: [Foot], hits: 1}]}
  - {card: 12A, name: Post, wing: dkblue, strength: 1, dice: 5, link: left, actions: [{type: attack, targets: [Foot], hits: 1}]}",
    },
    Form {
        name: "star",
        rules: "",
        morale: [2, 2],
        cards: ["1A-2A", "11A"],
        formations: "  - {card: 2A, name: Marshal, wing: pink, strength: 1, star: true, dice: 5, actions: [{type: attack, targets: [Horse], hits: 1}]}
  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, star: true, actions: [{type: attack, targets: [Marshal, Foot], hits: 1}]}",
    },
    Form {
        name: "special",
        rules: "",
        morale: [1, 1],
        cards: ["1A-2A", "11A"],
        formations: "  - {card: 2A, name: General, wing: pink, strength: 1, dice: none, special: [{rule: hits, on: [Foot], change: -1}]}
  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1 per die}]}",
    },
    Form {
        name: "wing",
        rules: "",
        morale: [2, 1],
        cards: ["1A-2A", "11A"],
        formations: "  - {card: 2A, name: Pikes, wing: red, strength: 1, dice: 5, actions: [{type: attack, targets: [Horse], hits: 1}]}
  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot, Pikes], hits: 1}]}",
    },
    Form {
        name: "bombard",
        rules: "",
        morale: [1, 2],
        cards: ["1A-2A", "11A"],
        formations: "  - {card: 2A, name: Guns, wing: pink, strength: I, dice: Doubles, actions: [{type: bombard}]}
  - {card: 11A, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1}]}",
    },
];

impl Form {
    fn battle(&self) -> String {
        let Form { name, rules, morale: [north, south], cards: [of_north, of_south], formations } = self;
        format!(
            "system: table-battles\nscenario:\n  name: {name}\n  rules: [{rules}]\n  sides:\n\
             \x20   - {{name: North, first: true, morale: {north}, cards: {of_north}}}\n\
             \x20   - {{name: South, morale: {south}, cards: {of_south}}}\nformations:\n{FOOT}{formations}\n"
        )
    }
}

/// Returns the report of `balance` on a battle.
fn report(folder: &Path, battle: &str, options: &[&str]) -> Value {
    fs::write(folder.join("a.yaml"), battle).unwrap();
    let output = muster(folder, &[&["balance", "a.yaml", "--output-format", "json"], options].concat());
    assert_exit(&output, 0);
    serde_json::from_slice(&output.stdout).unwrap()
}

fn worths(document: &Value) -> Vec<Value> {
    document["scenarios"][0]["worth"].as_array().unwrap().clone()
}

fn worth_at(document: &Value, pointer: &str) -> Value {
    worths(document).into_iter().find(|worth| worth["pointer"] == pointer).unwrap_or_else(|| panic!("no {pointer}"))
}

fn sign(points: &Value) -> i8 {
    let at = |key: &str| points[key].as_f64().unwrap();
    i8::from(at("low") > 0.0) - i8::from(at("high") < 0.0)
}

/// The fifth duel of `tests/oracles/duels.py`: a mandatory screen takes the dice and the next action (TB-7.5).
const DUEL: &str = "\
system: table-battles
scenario:
  name: Duel
  sides:
    - {name: North, first: true, morale: 1, cards: [1A]}
    - {name: South, morale: 1, cards: [11A]}
formations:
  - {card: 1A, name: Foot, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Horse], hits: 1 per die, self: 1}]}
  - card: 11A
    name: Horse
    wing: blue
    strength: 4
    dice: 6
    actions:
      - {type: attack, targets: [Foot], hits: 1 per die, self: 1}
      - {type: screen, targets: any, requires: pair}
";

#[test]
fn a_mandatory_screen_costs_its_side_what_both_exact_values_say() {
    let document = report(&folder("worth-duel"), DUEL, &["--games", "40", "--comparisons", "40"]);
    let screen = worth_at(&document, "/formations/1/actions/1");
    assert_eq!(screen["exact"], -14.4, "70.59 with it, 56.16 without: {screen}");
    assert_eq!(
        (&screen["side"], &screen["what"], &screen["words"]),
        (&"South".into(), &"action".into(), &"2 screen".into())
    );
    assert_eq!(screen["unused"], Value::Null, "it is mandatory");
    let sizes: Vec<f64> = worths(&document).iter().filter_map(|worth| Some(worth["exact"].as_f64()?.abs())).collect();
    assert!(sizes.len() >= 3 && sizes.is_sorted_by(|one, next| one >= next), "the largest comes first: {sizes:?}");
    let horse = worth_at(&document, "/formations/1");
    assert_eq!(horse["removed"], Value::Null);
    assert_eq!(horse["refused"], "attack 1 of `Foot` has no other target");
}

#[test]
fn no_worth_is_surely_of_the_wrong_sign() {
    let folder = folder("worth-forms");
    let mut solved = 0;
    for form in &FORMS {
        let document = report(&folder, &form.battle(), &["--games", "24", "--comparisons", "48"]);
        for worth in worths(&document) {
            let Some(exact) = worth["exact"].as_f64() else { continue };
            let bots = worth["removed"]["bots"].as_array().unwrap();
            let signs: Vec<i8> = bots.iter().map(sign).collect();
            let said = if signs.iter().all(|sign| *sign == signs[0]) { signs[0] } else { 0 };
            if exact.abs() >= 5.0 {
                solved += 1;
                assert!(f64::from(said) * exact >= 0.0, "{}: {worth}", form.name);
            }
            let sure = worth["removed"]["sure"].as_bool().unwrap();
            assert!(!sure || f64::from(said) * exact > 0.0, "{}: {worth}", form.name);
        }
    }
    assert!(solved >= 20, "{solved} lines are worth 5 points or more");
}

#[test]
fn what_waits_behind_a_card_that_is_taken_out_starts_in_play() {
    // Without Horse its attackers have Guard to attack, who was behind it.
    let battle = FORMS[1].battle().replace("targets: [Horse]", "targets: [Horse, Guard]");
    let document = report(&folder("worth-behind"), &battle, &["--games", "40", "--comparisons", "40"]);
    let (horse, reserve) = (worth_at(&document, "/formations/1"), worth_at(&document, "/formations/2/reserve"));
    assert_eq!((horse.get("refused"), &horse["what"]), (None, &"card".into()));
    assert!(horse["exact"].is_number() && reserve["exact"].is_number(), "{horse} {reserve}");
    let alone = battle.replace("cards: 11A-12A", "cards: 12A").replace("reserve: {behind: Horse}, ", "");
    let alone = alone.replace("targets: [Horse, Guard]", "targets: [Guard]");
    let alone: String =
        alone.lines().filter(|line| !line.contains("name: Horse")).map(|line| format!("{line}\n")).collect();
    // What neither side can make its own counts half.
    let south = |document: &Value| {
        let exact = &document["scenarios"][0]["exact"];
        (exact["shares"]["South"].as_f64().unwrap() + exact["unfinished"].as_f64().unwrap() / 2.0) * 100.0
    };
    let alone = report(&folder("worth-alone"), &alone, &["--games", "2", "--comparisons", "0"]);
    assert!((south(&document) - south(&alone) - horse["exact"].as_f64().unwrap()).abs() < 0.11, "{horse}");
}

#[test]
fn a_special_rule_has_a_worth_of_its_own() {
    let document = report(&folder("worth-special"), &FORMS[7].battle(), &["--games", "40", "--comparisons", "200"]);
    let rule = worth_at(&document, "/formations/1/special/0");
    let general = worth_at(&document, "/formations/1");
    assert_eq!((&rule["what"], &rule["words"]), (&"special".into(), &"hits".into()));
    assert!(rule["exact"].as_f64().unwrap() > 10.0 && general["exact"].as_f64().unwrap() > 10.0, "{rule} {general}");
    let greedy = rule["removed"]["bots"].as_array().unwrap().iter().find(|bot| bot["bot"] == "greedy").unwrap().clone();
    assert!(greedy["low"].as_f64().unwrap() > 0.0, "{greedy}");
}

#[test]
fn parts_of_a_run_add_up_to_its_worths() {
    let folder = folder("worth-parts");
    fs::write(folder.join("a.yaml"), FORMS[0].battle()).unwrap();
    let balance = ["balance", "a.yaml", "--games", "40", "--comparisons", "40"];
    for part in ["1/2", "2/2"] {
        let file = format!("{}.json", &part[..1]);
        assert_exit(&muster(&folder, &[&balance[..], &["--shard", part, "-o", &file]].concat()), 0);
    }
    let merged = muster(&folder, &["merge", "1.json", "2.json", "--output-format", "json"]);
    let whole = muster(&folder, &[&balance[..], &["--output-format", "json"]].concat());
    assert_exit(&merged, 0);
    assert_eq!(text(&merged.stdout), text(&whole.stdout));
}

#[test]
fn what_a_side_does_better_without_is_a_finding() {
    let battle = FORMS[1].battle().replace("targets: [Horse]", "targets: [Horse, Guard]");
    let document = report(&folder("worth-harmful"), &battle, &["--games", "4", "--comparisons", "4"]);
    let findings: Vec<_> =
        document["findings"].as_array().unwrap().iter().filter(|one| one["code"] == "MU307").collect();
    for pointer in ["/formations/2", "/formations/1/actions/0/self", "/formations/0/actions/0/self"] {
        let worth = worth_at(&document, pointer)["exact"].as_f64().unwrap();
        let harms = if pointer.ends_with("self") { worth >= 0.5 } else { worth <= -0.5 };
        let pointer = if pointer.ends_with("self") { pointer.to_owned() } else { format!("{pointer}/name") };
        assert_eq!(
            findings.iter().any(|finding| finding["pointer"] == pointer),
            harms,
            "{pointer}: {worth} {findings:?}"
        );
    }
    // Horse in front keeps Guard out of the battle.
    assert!(findings.iter().any(|finding| finding["pointer"] == "/formations/1/name"));
}

#[test]
fn unfinished_battles_stand_beside_every_share() {
    let folder = folder("worth-unfinished");
    let few = ["--games", "40", "--comparisons", "8", "--turn-limit", "4"];
    let document = report(&folder, DUEL, &few);
    let scenario = &document["scenarios"][0];
    let shares = |key: &str| scenario[key].as_array().unwrap().clone();
    let equal = shares("equal_bots").into_iter().flat_map(|equal| equal["wins"].as_array().unwrap().clone());
    let all = [shares("wins"), shares("other_first"), shares("skill"), shares("without"), equal.collect()].concat();
    assert!(all.iter().all(|share| share["unfinished"].is_u64()), "{all:?}");
    assert!(all.iter().any(|share| share["unfinished"].as_u64() > Some(0)), "{all:?}");
    let open = document["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == "MU302").unwrap();
    let message = open["message"].as_str().unwrap();
    assert!(message.contains("; also ") && message.contains("mcts:100 against mcts:100"), "{message}");
    let output = muster(&folder, &[&["balance", "a.yaml"], &few[..]].concat());
    assert!(text(&output.stdout).contains(" unfinished"), "{}", text(&output.stdout));
}

/// The shipped scenarios, and all that they name.
fn shipped(game: &str) -> Review {
    let folder = root().join("scenarios").join(game);
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = Utf8PathBuf::from_path_buf(entry.unwrap().path()).unwrap();
        if path.extension() == Some("yaml") {
            let bytes = fs::read(&path).unwrap();
            files.push((path, bytes));
        }
    }
    files.sort();
    review(&files, &|path| fs::read(path), SYSTEMS)
}

#[test]
fn lines_of_every_game_can_be_taken_out() {
    let kinds = [
        (
            "table-battles",
            vec!["card", "action", "self", "special", "link", "reserve", "star", "retire", "pursuit", "wing"],
        ),
        ("states-of-battle", vec!["unit", "card"]),
        ("tabletop", vec!["card", "ability", "set-up"]),
        ("pub-battles", vec!["command", "block", "order"]),
    ];
    for (game, kinds) in kinds {
        let review = shipped(game);
        let (mut taken, mut written) = (BTreeSet::new(), 0);
        for unit in review.units.iter().filter(|unit| unit.given && unit.sound) {
            let Some(battle) = &unit.battle else { continue };
            // A line of each kind, so that it is not long: the first that can be.
            let mut seen = BTreeSet::new();
            for removal in unit.system.removals(battle, &review.sources) {
                let what = removal.line.what;
                if seen.contains(what) {
                    continue;
                }
                match unit.system.without(battle, &review.sources, &removal) {
                    Ok(rest) => {
                        seen.insert(what);
                        assert_eq!(rest.sides().len(), unit.system.compile(battle).unwrap().sides().len());
                        let fix = Fix { safe: true, edits: removal.edits() };
                        written += usize::from(replacements(&review.sources, &fix).is_some());
                    }
                    Err(why) => assert!(!why.is_empty() && !why.contains('\n'), "{what}: {why}"),
                }
            }
            taken.extend(seen);
        }
        let missing: Vec<_> = kinds.iter().filter(|kind| !taken.contains(*kind)).collect();
        assert!(missing.is_empty(), "{game}: {missing:?}");
        assert!(written >= 2, "{game}: {written} can be written into the text");
    }
}

#[test]
fn a_line_of_a_deck_is_named_by_its_file() {
    let folder = folder("worth-deck");
    let foot = FOOT.replace("targets: [Horse]", "targets: [Horse, Reserve]");
    let sides = "  sides:\n    - {name: North, first: true, morale: 1, cards: 1A}\n    - {name: South, morale: 1, cards: [1B, 2B]}\n";
    let battle =
        format!("system: table-battles\nscenario:\n  name: The Ford\n{sides}decks: [deck.yaml]\nformations:\n{foot}");
    let deck = "system: table-battles
formations:
  - {card: 1B, name: Horse, wing: blue, strength: 2, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1 per die, self: 1}]}
  - {card: 2B, name: Reserve, wing: dkblue, strength: 1, dice: 6, actions: [{type: attack, targets: [Foot], hits: 1}]}
";
    fs::write(folder.join("battle.yaml"), battle).expect("a scenario");
    fs::write(folder.join("deck.yaml"), deck).expect("a deck");
    let run = ["balance", "battle.yaml", "--games", "10", "--comparisons", "4", "--output-format", "json"];
    let document: Value = serde_json::from_str(&text(&muster(&folder, &run).stdout)).expect("JSON");
    let rows = document["scenarios"][0]["worth"].as_array().expect("rows");
    let files: BTreeSet<(&str, &str)> =
        rows.iter().map(|row| (row["path"].as_str().expect("a path"), row["name"].as_str().expect("a name"))).collect();
    assert!(files.contains(&("battle.yaml", "Foot")) && files.contains(&("deck.yaml", "Horse")), "{files:?}");
    assert!(files.iter().all(|(file, name)| (*file == "battle.yaml") == (*name == "Foot")), "{files:?}");
}
