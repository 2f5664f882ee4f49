//! Numbers from outside have ranges: whatever stands in a template, a scenario, a part of a run or on the command line,
//! there is a finding or a usage error, never a panic, a hang or a page full of nothing.

use std::collections::BTreeSet;
use std::fs;

use camino::Utf8PathBuf;
use muster::review::{Review, review, templates};
use muster_core::source::Pointer;
use muster_games::SYSTEMS;
use serde_json::{Value, json};

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};

/// Numbers that no range of a template holds, as YAML.
const BEYOND: [&str; 8] =
    ["1e12", "1000000000000", "18446744073709551615", "-1e12", "-1000000000000", ".nan", ".inf", "-.inf"];

/// A template with every number that one may have.
fn template() -> Value {
    json!({
        "system": "table-battles", "template": "formation", "extends": "formation", "size": [63.5, 88.9],
        "styles": {
            "lore": {
                "size": 1.25, "leading": 1.5, "indent": 2.5, "before": 0.25,
                "above": {"width": 0.25, "length": 16.5, "space": 0.75}
            },
            "action": {
                "row": true, "label": {"size": 0.75, "width": 0.25, "radius": 0.5}, "aside": {"size": 0.75}
            }
        },
        "boxes": {
            "number": {"at": [3.25, 3.25, 12.5, 3.25], "size": [5.5, 6.5], "layer": 1, "lines": 1},
            "wing": {"size": 5.5},
            "rules": {"size": [6.5, 9.5], "gap": [1.25, 2.5], "foot": {"size": [6.5, 8.5], "spares": 6.75}},
            "edge": {
                "at": [3.25, 3.25, 9.5, 9.5], "shape": "rectangle", "stroke": "ink", "width": 0.25, "radius": 1.5,
                "dash": [0.5, 0.75]
            },
            "pattern": {"cell": 2.25}
        }
    })
}

/// The places of all numbers in a value, as JSON Pointers.
fn numbers(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(at),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| numbers(item, format!("{at}/{i}"), found)),
        Value::Object(members) => {
            members.iter().for_each(|(key, member)| numbers(member, format!("{at}/{key}"), found));
        }
        _ => {}
    }
}

/// A document as JSON, which is YAML, with what stands at a place replaced by a text as it is.
fn with(document: &Value, pointer: &str, written: &str) -> String {
    let mut document = document.clone();
    *document.pointer_mut(pointer).expect("a place of the document") = json!("HERE");
    document.to_string().replace("\"HERE\"", written)
}

fn reviewed(text: &str) -> Review {
    let file = (Utf8PathBuf::from("a.yaml"), text.as_bytes().to_vec());
    review(&[file], &|_| Err(std::io::ErrorKind::NotFound.into()), SYSTEMS)
}

#[test]
fn every_number_of_a_schema_has_a_least_and_a_most() {
    fn walk(schema: &Value, at: &str, bare: &mut Vec<String>) {
        match schema {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(i, item)| walk(item, &format!("{at}/{i}"), bare));
            }
            Value::Object(members) => {
                let number = ["number", "integer"].iter().any(|kind| members.get("type") == Some(&json!(kind)));
                if number && !(members.contains_key("minimum") && members.contains_key("maximum")) {
                    bare.push(at.to_owned());
                }
                members.iter().for_each(|(key, member)| walk(member, &format!("{at}/{key}"), bare));
            }
            _ => {}
        }
    }
    for name in ["template", "table-battles"] {
        let text = fs::read_to_string(root().join(format!("schema/{name}.schema.json"))).unwrap();
        let mut bare = Vec::new();
        walk(&serde_json::from_str(&text).unwrap(), "", &mut bare);
        assert_eq!(bare, [""; 0], "{name}");
    }
}

#[test]
fn no_number_of_a_template_is_taken_beyond_its_range() {
    let template = template();
    let sound = reviewed(&template.to_string());
    let errors: Vec<_> = sound.findings.iter().filter(|finding| finding.code.id < "MU605").collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut places = Vec::new();
    numbers(&template, String::new(), &mut places);
    // The template has every key that the schema gives a number.
    let keys: BTreeSet<&str> =
        places.iter().filter_map(|place| place.rsplit('/').find(|step| step.parse::<u8>().is_err())).collect();
    let all = "at before cell dash gap indent layer leading length lines radius size space spares width";
    assert_eq!(keys, all.split(' ').collect());
    for place in &places {
        for written in BEYOND {
            let text = with(&template, place, written);
            let found = reviewed(&text).findings;
            let here = found.iter().any(|finding| finding.at.pointer == Pointer::parse(place));
            assert!(here, "{written} at {place}: {found:?}");
        }
        let may_be_nothing = ["/gap", "/indent", "/before", "/radius", "/length", "/space", "/layer", "/at"];
        let nothing = !may_be_nothing.iter().any(|key| place.contains(key));
        let negative = !["/layer", "/at"].iter().any(|key| place.contains(key));
        for written in [("0", nothing), ("-1", negative)].into_iter().filter_map(|(text, bad)| bad.then_some(text)) {
            let found = reviewed(&with(&template, place, written)).findings;
            assert!(found.iter().any(|finding| finding.code.id == "MU106"), "{written} at {place}: {found:?}");
        }
    }
}

#[test]
fn the_extremes_of_a_template_are_printed_or_refused() {
    let folder = folder("extremes");
    let print = |template: &str, options: &[&str]| {
        fs::write(folder.join("formation.yaml"), template).unwrap();
        let look = folder.to_str().unwrap();
        let to = folder.join("out.pdf");
        let fixed = ["print", WHITE_MOUNTAIN, "--template", look, "--only", "1A", "-o", to.to_str().unwrap()];
        muster(root(), &[&fixed, options].concat())
    };
    let head = "system: table-battles\ntemplate: formation\nextends: formation\n";
    let all_sizes = "boxes: {rules: {size: [2, 144], foot: {size: [2, 144], spares: 2}}, name: {size: [2, 144]}}\n";
    assert_exit(&print(&format!("{head}{all_sizes}"), &[]), 0);
    let tall = format!("{head}size: [90, 200]\n");
    assert_exit(&print(&tall, &[]), 0);
    let output = print(&tall, &["--layout", "gutterfold"]);
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("larger than the paper allows"), "{}", text(&output.stderr));
    let large = format!("{head}size: [420, 420]\n");
    let output = print(&large, &[]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).contains("1 card on 7 pages"), "a plan and 3 × 2 tiles: {}", text(&output.stdout));
    assert_exit(&print(&large, &["--layout", "single"]), 0);
    let pictures = folder.join("faces");
    let look = folder.to_str().unwrap();
    let fixed = ["print", WHITE_MOUNTAIN, "--template", look, "--only", "1A", "--format", "png", "--dpi", "1200"];
    let output = muster(root(), &[&fixed[..], &["-o", pictures.to_str().unwrap()]].concat());
    assert_exit(&output, 2);
    assert!(text(&output.stderr).contains("at most 342 dpi"), "{}", text(&output.stderr));
    assert!(!pictures.exists());
}

#[test]
fn no_number_of_a_scenario_or_play_breaks_anything() {
    let scenario = json!({
        "system": "table-battles",
        "scenario": {
            "number": 1, "name": "Ford",
            "sides": [
                {"name": "North", "first": true, "morale": 2, "cards": "1A", "tactical": {"sticks": 4}},
                {"name": "South", "morale": 2, "cards": "2A"}
            ]
        },
        "formations": [
            {"card": "1A", "name": "Foot", "wing": "red", "strength": 4, "dice": 6, "copies": 1, "actions": [
                {"type": "attack", "targets": ["Horse"], "hits": 2, "self": 1},
                {"type": "counterattack", "targets": "any", "hits": 1, "takes_less": 1}
            ]},
            {"card": "2A", "name": "Horse", "wing": "blue", "strength": 3, "dice": 5, "actions": [
                {"type": "attack", "targets": ["Foot"], "hits": 1}
            ]}
        ]
    });
    let play = json!({
        "system": "table-battles",
        "play": {"scenario": "a.yaml", "turns": [{
            "side": "North", "shift": {"from": "1A", "to": "2A", "sticks": 1}, "act": {"card": "1A", "action": 1},
            "react": {"card": "2A", "action": 1}, "roll": [6, 5], "place": [{"card": "1A", "dice": [6]}],
            "expect": {"morale": {"North": 2}, "sticks": {"1A": 4}}
        }]}
    });
    for document in [scenario, play] {
        let mut places = Vec::new();
        numbers(&document, String::new(), &mut places);
        assert!(places.len() > 6, "{places:?}");
        for place in &places {
            for written in BEYOND {
                let found = reviewed(&with(&document, place, written)).findings;
                let at = |finding: &muster_core::diag::Diagnostic| finding.at.pointer == Pointer::parse(place);
                assert!(found.iter().any(at), "{written} at {place}: {found:?}");
            }
        }
    }
}

#[test]
fn no_number_on_the_command_line_is_taken_beyond_its_range() {
    let folder = folder("flags");
    let to = folder.join("out");
    let print = ["print", WHITE_MOUNTAIN, "-o", to.to_str().unwrap()];
    let numbers: [(&[&str], &str, &[&str]); 14] = [
        (&["smoke", WHITE_MOUNTAIN], "--games=", &["0", "-1", "nan", "1e12", "1000000001", "18446744073709551615"]),
        (&["smoke", WHITE_MOUNTAIN], "--turn-limit=", &["0", "-1", "1e12", "1000001", "18446744073709551615"]),
        (&["smoke", WHITE_MOUNTAIN], "--jobs=", &["-1", "8000", "1e12", "18446744073709551615"]),
        (&["smoke", WHITE_MOUNTAIN], "--seed=", &["-1", "nan", "1e12", "18446744073709551616"]),
        (&["smoke", WHITE_MOUNTAIN], "--shard=", &["0/1", "2/1", "-1/1", "1/0", "1/100001", "1/18446744073709551615"]),
        (&["smoke", WHITE_MOUNTAIN], "--bots=", &["mcts:0", "mcts:-1", "mcts:1e12", "mcts:18446744073709551615"]),
        (&["smoke", WHITE_MOUNTAIN, "--exhaustive"], "--uses=", &["0", "-1", "1e12", "18446744073709551615"]),
        (&["smoke", WHITE_MOUNTAIN, "--exhaustive"], "--tries=", &["-1", "1e12", "18446744073709551615"]),
        (&["balance", WHITE_MOUNTAIN], "--comparisons=", &["-1", "nan", "1e12", "18446744073709551615"]),
        (&["balance", WHITE_MOUNTAIN], "--until=", &["0", "-1", "nan", "inf", "1e12"]),
        (&["balance", WHITE_MOUNTAIN], "--budget=", &["-1s", "nans", "1e12s", "18446744073709551615h"]),
        (&[&print[..], &["--format", "png"]].concat(), "--dpi=", &["0", "-1", "nan", "1201", "18446744073709551615"]),
        (&print, "--bleed=", &["-1", "nan", "inf", "1e12"]),
        (&print, "--back-offset=", &["nan,0", "0,inf", "21,0", "0,-1e12"]),
    ];
    for (arguments, flag, values) in numbers {
        for value in values {
            let output = muster(root(), &[arguments, &[&format!("{flag}{value}")]].concat());
            assert_exit(&output, 2);
            assert!(text(&output.stderr).contains(value), "{flag}{value}: {}", text(&output.stderr));
        }
    }
    assert!(!to.exists());
}

#[test]
fn no_number_of_a_part_breaks_a_merge() {
    for (command, counted) in [("smoke", &["--games", "3"][..]), ("balance", &["--games", "3", "--comparisons", "0"])] {
        let folder = folder(&format!("part-numbers-{command}"));
        let file = folder.join("part.json");
        let merge = |part: &str| {
            fs::write(&file, part).unwrap();
            muster(root(), &["merge", file.to_str().unwrap()])
        };
        let made = muster(root(), &[&[command, WHITE_MOUNTAIN, "--shard", "1/1"], counted].concat());
        assert_exit(&made, 0);
        let part: Value = serde_json::from_slice(&made.stdout).unwrap();
        assert_exit(&merge(&part.to_string()), 0);
        let refused = |part: &str, told: &str| {
            let output = merge(part);
            assert_exit(&output, 2);
            assert!(text(&output.stderr).contains(told), "{told}: {}", text(&output.stderr));
        };
        refused(&with(&part, "/version", "2"), "a part of version 2");
        refused(&with(&part, "/muster", "\"0.0.9\""), "was played by muster 0.0.9");
        refused(&with(&part, "/of", "18446744073709551615"), "`of` is `18446744073709551615`; expected 1 to 100000");
        refused(&with(&part, "/of", "100000"), "99999 are missing: 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ...");
        refused(&with(&part, "/part", "2"), "expected 1 to 1");
        refused(&with(&part, "/sums", "[]"), "part 1 has sums of 0 scenarios, but 1 scenario");
        let sums = if command == "smoke" { "/sums/0" } else { "/sums/0/0/totals" };
        for (key, written) in [("wins", "[]"), ("wins", "[3,3]"), ("counters", "[]"), ("turns", "{\"9\":4}")] {
            refused(&with(&part, &format!("{sums}/{key}"), written), "do not match its battles");
        }
        let mut places = Vec::new();
        numbers(&part, String::new(), &mut places);
        // One of each list is like the others.
        places.retain(|place| !place.rsplit('/').next().is_some_and(|step| step.parse::<u32>().is_ok_and(|i| i > 0)));
        for (number, place) in places.iter().filter(|place| *place != "/settings/seed").enumerate() {
            for written in ["-1", "1e12", "18446744073709551615"] {
                assert_exit(&merge(&with(&part, place, written)), 2);
            }
            // Many of these parts are sound, and their whole reports take time.
            if number % 5 == 0 {
                assert_ne!(merge(&with(&part, place, "0")).status.code(), None);
            }
        }
    }
}

#[test]
fn the_schema_of_templates_says_their_ranges() {
    let schema = serde_json::to_value(templates::schema().json()).unwrap();
    assert_eq!(schema["properties"]["size"]["items"], json!({"type": "number", "minimum": 5, "maximum": 420}));
}
