//! Tables for other programs: what is on them is what the engine begins with, in its place; the same bytes each time; bad input
//! leaves nothing behind.

pub(crate) mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use muster::project::Project;
use muster::project::files::Selection;
use muster::project::policy::Policy;
use muster::project::settings::Origin;
use muster_games::SYSTEMS;
use muster_systems::Role;

use crate::cli::{assert_exit, folder, muster, root, text};
use crate::conformity::assert_valid;

const SCHEMA: &str = "schema/tabletop-simulator.schema.json";

/// A shipped battle: its path below the project, the names of its sides, and the state in which it begins.
struct Shipped {
    path: String,
    sides: Vec<String>,
    state: Value,
}

/// The shipped battles of a game.
fn shipped(game: &str) -> Vec<Shipped> {
    let path = camino::Utf8PathBuf::from_path_buf(root().join("scenarios").join(game)).unwrap();
    let project = Project::new(SYSTEMS, &Origin::Isolated, Policy::default(), |_| ()).unwrap();
    let found = project.find(Selection { paths: &[&path], force_exclude: false }).unwrap();
    let (files, _) = project.read_all(found);
    let review = project.review(&files);
    let mains = review.units.iter().filter(|unit| unit.given && unit.outline.kind.role == Role::Main);
    let battle = |unit: &muster::review::Unit| {
        let live = unit.system.compile(unit.battle.as_ref().unwrap()).unwrap().begin(0, None).0;
        let path = review.sources.get(unit.file).path().to_string();
        Shipped { path, sides: live.sides().to_vec(), state: live.state(None) }
    };
    let battles: Vec<Shipped> = mains.map(battle).collect();
    assert!(battles.len() >= 3, "{game}");
    battles
}

/// The objects of the save of a battle, and all of it.
fn save(name: &str, path: &str) -> Value {
    let folder = folder(&format!("tables-{name}"));
    let output = muster(&folder, &["export", "tts", path, "--dpi", "30", "--url", "https://example.org/t", "-o", "t"]);
    assert_eq!(output.status.code(), Some(0), "{path}: {}{}", text(&output.stdout), text(&output.stderr));
    serde_json::from_slice(&fs::read(folder.join("t/table.json")).unwrap()).unwrap()
}

fn objects(save: &Value) -> &[Value] {
    save["ObjectStates"].as_array().unwrap()
}

/// The objects of a kind whose names begin so.
fn named<'a>(save: &'a Value, kind: &str, beginning: &str) -> Vec<&'a Value> {
    let is = |of: &&Value| of["Name"] == kind && of["Nickname"].as_str().unwrap().starts_with(beginning);
    objects(save).iter().filter(is).collect()
}

fn place(object: &Value) -> [f64; 3] {
    ["posX", "posY", "posZ"].map(|key| object["Transform"][key].as_f64().unwrap())
}

/// The one object of a name.
#[track_caller]
fn only<'a>(save: &'a Value, kind: &str, name: &str) -> &'a Value {
    let found: Vec<&Value> = objects(save).iter().filter(|of| of["Name"] == kind && of["Nickname"] == name).collect();
    assert_eq!(found.len(), 1, "{name}");
    found[0]
}

/// Walks every object: it fits the schema, has a number of its own, lies on the table or beside it where only charts and hands do, and
/// on no other thing but above it.
fn walk(path: &str, save: &Value) {
    assert_valid(SCHEMA, save);
    let all = objects(save);
    let ids: BTreeSet<&str> = all.iter().map(|of| of["GUID"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), all.len(), "{path}");
    let table = &all[0];
    let half = ["scaleX", "scaleZ"].map(|key| table["Transform"][key].as_f64().unwrap() / 2.0);
    let mut lying: Vec<([f64; 3], f64, &Value)> = Vec::new();
    for of in &all[1..] {
        let [x, y, z] = place(of);
        let is_within = x.abs() <= half[0] && z.abs() <= half[1];
        let is_hand = of["Name"] == "HandTrigger" || z.abs() > half[1];
        let is_chart = of["Locked"] == true && x < -half[0];
        assert!(is_within || is_hand || is_chart, "{path}: {of:#}");
        assert!(y >= 1.0, "{path}: nothing is below the top of the table: {of:#}");
        if of["Name"] != "HandTrigger" && of["Name"] != "3DText" {
            let thick = match of["Name"].as_str().unwrap() {
                "Custom_Model" => of["Transform"]["scaleY"].as_f64().unwrap(),
                _ => 0.0,
            };
            lying.push(([x, y, z], thick, of));
        }
    }
    for (i, ([x, y, z], thick, of)) in lying.iter().enumerate() {
        for ([other_x, other_y, other_z], other_thick, other) in &lying[..i] {
            if (x - other_x).abs() < 1e-3 && (z - other_z).abs() < 1e-3 {
                let between = (thick + other_thick) / 2.0 - 1e-3;
                assert!((y - other_y).abs() >= between, "{path}: in one place: {of:#} {other:#}");
            }
        }
    }
}

/// Keys of a mapping with what they hold.
fn entries(of: &Value) -> impl Iterator<Item = (&str, &Value)> {
    of.as_object().unwrap().iter().map(|(key, value)| (key.as_str(), value))
}

fn count(of: &Value) -> usize {
    usize::try_from(of.as_u64().unwrap()).unwrap()
}

#[test]
fn table_battles_begins_on_the_table_as_in_its_engine() {
    for (number, Shipped { path, sides, state }) in shipped("table-battles").into_iter().enumerate() {
        let save = save(&format!("table-battles-{number}"), &path);
        walk(&path, &save);
        let cards: Vec<&Value> = objects(&save).iter().filter(|of| of["Name"] == "Card").collect();
        assert_eq!(cards.len(), state["formations"].as_object().unwrap().len(), "{path}");
        let (mut sticks, mut cubes) = (0, 0);
        let (mut lines, mut reserves) = (BTreeSet::new(), Vec::new());
        for (card, formation) in entries(&state["formations"]) {
            let found = named(&save, "Card", &format!("{card} "));
            assert_eq!(found.len(), 1, "{path}: {card}");
            sticks += count(&formation["sticks"]);
            cubes += count(&formation["cubes"]);
            let [_, _, z] = place(found[0]);
            let row = (z * 100.0).round() as i64;
            if formation["where"] == "reserve" {
                reserves.push(row);
            } else {
                lines.insert(row);
            }
        }
        let (Some(far), Some(near)) = (lines.first(), lines.last()) else { panic!("{path}: no lines") };
        assert_eq!(lines.len(), 2, "{path}: two lines");
        for row in reserves {
            assert!(row < far - 300 || row > near + 300, "{path}: reserves are behind the lines: {row} of {lines:?}");
        }
        let tokens = |word: &str| {
            let models = objects(&save).iter().filter(|of| of["Name"] == "Custom_Model");
            models.filter(|of| of["Nickname"].as_str().unwrap().to_lowercase().contains(word)).count()
        };
        assert_eq!(tokens("stick"), sticks, "{path}");
        let morale: usize = entries(&state["morale"]).map(|(_, morale)| count(morale)).sum();
        assert_eq!(tokens("cube"), cubes + morale, "{path}");
        assert_eq!(named(&save, "Die_6", "").len(), 12, "{path}: six dice for each side");
        assert_eq!(named(&save, "HandTrigger", "").len(), sides.len());
    }
}

#[test]
fn states_of_battle_begins_on_the_table_as_in_its_engine() {
    for (number, Shipped { path, sides, state }) in shipped("states-of-battle").into_iter().enumerate() {
        let save = save(&format!("states-{number}"), &path);
        walk(&path, &save);
        for (unit, of) in entries(&state["units"]) {
            let found = named(&save, "Custom_Model", &format!("{unit} "));
            assert_eq!(found.len(), 1, "{path}: {unit}");
            if of["where"] == "field" {
                // Lanes are 28 mm wide, an inch of the field is 7 mm high.
                let others = entries(&state["units"]).filter(|(_, other)| other["where"] == "field");
                for (other, there) in others {
                    let other = named(&save, "Custom_Model", &format!("{other} "))[0];
                    let lanes = there["lane"].as_f64().unwrap() - of["lane"].as_f64().unwrap();
                    let apart = place(other)[0] - place(found[0])[0];
                    assert!((apart - lanes * 28.0 / 25.4).abs() < 0.01, "{path}: {unit}");
                }
            }
        }
        for (side, name) in sides.iter().enumerate() {
            let counters = objects(&save).iter().filter(|of| of["Name"] == "Custom_Model");
            let counters = counters.filter(|of| of["Nickname"] == format!("Morale Counters of {name}"));
            assert_eq!(counters.count(), count(&state["total"][name]), "{path}: {name}");
            for deck in ["orders", "events"] {
                let all = count(&state["pile"][name][deck])
                    + [&state["hand"], &state["discards"]]
                        .map(|of| of[name][deck].as_array().unwrap().len())
                        .iter()
                        .sum::<usize>();
                let title = format!("{name}: {}", if deck == "orders" { "Orders" } else { "Events" });
                let found = named(&save, "DeckCustom", &title);
                assert_eq!(found.len(), 1, "{path}: {title}");
                assert_eq!(found[0]["DeckIDs"].as_array().unwrap().len(), all, "{path}: {title}");
                assert_eq!(found[0]["Transform"]["rotZ"], 180.0, "face down");
            }
            let held = objects(&save).iter().filter(|of| of["Name"] == "Card");
            let edge = |of: &&Value| if side == 0 { place(of)[2] < 0.0 } else { place(of)[2] > 0.0 };
            let half = objects(&save)[0]["Transform"]["scaleZ"].as_f64().unwrap() / 2.0;
            let held = held.filter(|of| place(of)[2].abs() > half).filter(edge).count();
            let starter = &state["starter"][name];
            let starter = starter.as_array().map_or(0, Vec::len);
            assert_eq!(held, starter, "{path}: {name}");
        }
    }
}

#[test]
fn tabletop_begins_on_the_table_as_in_its_engine() {
    for (number, Shipped { path, state, .. }) in shipped("tabletop").into_iter().enumerate() {
        let save = save(&format!("tabletop-{number}"), &path);
        walk(&path, &save);
        let mut by_hex: BTreeMap<String, [i64; 2]> = BTreeMap::new();
        for (card, of) in entries(&state["cards"]) {
            let found = named(&save, "Custom_Model", &format!("{card} "));
            assert_eq!(found.len(), 1, "{path}: {card}");
            let [x, _, z] = place(found[0]).map(|of| (of * 1e3).round() as i64);
            let hex = of["at"].as_str().unwrap().to_owned();
            assert_eq!(*by_hex.entry(hex).or_insert([x, z]), [x, z], "{path}: {card}");
            // It lies where pieces snap.
            let snaps = save["SnapPoints"].as_array().unwrap();
            let here =
                |snap: &Value| ["x", "z"].map(|key| (snap["Position"][key].as_f64().unwrap() * 1e3).round() as i64);
            assert!(snaps.iter().any(|snap| here(snap) == [x, z]), "{path}: {card}");
        }
        assert_eq!(by_hex.values().collect::<BTreeSet<_>>().len(), by_hex.len(), "{path}: each hex has its place");
        for (faction, resources) in entries(&state["resources"]) {
            assert_eq!(only(&save, "Counter", &format!("{faction}: resources"))["Counter"]["value"], *resources);
        }
    }
}

#[test]
fn pub_battles_begins_on_the_table_as_in_its_engine() {
    for (number, Shipped { path, state, .. }) in shipped("pub-battles").into_iter().enumerate() {
        let save = save(&format!("pub-{number}"), &path);
        walk(&path, &save);
        let on_map = entries(&state["blocks"]).filter(|(_, of)| of["at"].is_array());
        let places: Vec<([f64; 2], [f64; 3], &str)> = on_map
            .map(|(block, of)| {
                let at = [0, 1].map(|i| of["at"][i].as_f64().unwrap());
                (at, place(only(&save, "Custom_Model", block)), block)
            })
            .collect();
        let mut scales = BTreeSet::new();
        for (one, on_table, block) in &places {
            for (other, there, _) in &places {
                for (axis, coordinate) in [(0, 0), (1, 2)] {
                    let (units, inches) = (other[axis] - one[axis], there[coordinate] - on_table[coordinate]);
                    if units.abs() > 50.0 {
                        scales.insert((inches / units * 1e4).round() as i64);
                    } else {
                        assert!(inches.abs() < 5.0, "{path}: {block}");
                    }
                }
            }
        }
        let (first, last) = (scales.first().copied().unwrap_or(0), scales.last().copied().unwrap_or(0));
        assert!(last - first <= 2 && first >= 0, "{path}: one scale, north away from the first side: {scales:?}");
        let absent = entries(&state["blocks"]).filter(|(_, of)| !of["at"].is_array());
        for (block, _) in absent {
            only(&save, "Custom_Model", block);
        }
    }
}

#[test]
fn the_picture_of_every_object_is_there_and_no_other() {
    let folder = folder("tables-pictures");
    let path = root().join("scenarios/states-of-battle/field-of-two-larks.yaml");
    let output = muster(&folder, &["export", "tts", path.to_str().unwrap(), "--dpi", "30", "-o", "t"]);
    assert_exit(&output, 0);
    let save = fs::read_to_string(folder.join("t/table.json")).unwrap();
    let mut shown: BTreeSet<String> = BTreeSet::new();
    for part in save.split('"').filter(|part| part.ends_with(".png")) {
        shown.insert(part.to_owned());
    }
    let names = fs::read_dir(folder.join("t")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let (pictures, others): (BTreeSet<String>, BTreeSet<String>) = names.partition(|name| name.ends_with(".png"));
    assert_eq!(pictures, shown);
    assert_eq!(others, ["piece.obj", "table.json"].map(str::to_owned).into());
    let mesh = fs::read_to_string(folder.join("t/piece.obj")).unwrap();
    assert_eq!(mesh.lines().filter(|line| line.starts_with("f ")).count(), 6, "a box");
}

/// Exports in both formats; returns the exit codes and what was said.
fn export_both(folder: &Path, arguments: &[&str]) -> [(Option<i32>, String); 2] {
    [("vassal", "out.vmod"), ("tts", "out")].map(|(format, to)| {
        let output = muster(folder, &[&["export", format], arguments, &["-o", to]].concat());
        assert!(!folder.join(to).exists(), "nothing is written");
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    })
}

#[test]
fn what_no_table_can_take_is_refused_and_nothing_is_written() {
    let folder = folder("tables-refused");
    let hastings = fs::read_to_string(root().join("scenarios/table-battles/hastings.yaml")).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("wrong.yaml", &hastings.replace("strength: 4", "strength: many"));
    write("unknown.yaml", &hastings.replace("system: table-battles", "system: chess"));
    write("long.yaml", &hastings.replace("Archers", &"Archers of the long road ".repeat(30)));
    for (code, words) in export_both(&folder, &["wrong.yaml"]) {
        assert!(code == Some(1) && words.contains("wrong.yaml:"), "{words}");
    }
    for (code, words) in export_both(&folder, &["unknown.yaml"]) {
        assert!(code == Some(1) && words.contains("chess"), "{words}");
    }
    for (code, words) in export_both(&folder, &["long.yaml"]) {
        assert!(code == Some(1) && words.contains("MU80"), "{words}");
    }
    for (code, words) in export_both(&folder, &["nowhere.yaml"]) {
        assert!(code == Some(2) && words.contains("nowhere.yaml"), "{words}");
    }
    for (code, words) in export_both(&folder, &["wrong.yaml", "long.yaml", "unknown.yaml"]) {
        assert_ne!(code, Some(0), "{words}");
    }
    write("a.yaml", &hastings);
    write("b.yaml", &hastings);
    for (code, words) in export_both(&folder, &["a.yaml", "b.yaml"]) {
        assert!(code == Some(2) && words.contains("takes one scenario, and 2 are among the files"), "{words}");
    }
    let map = root().join("scenarios/pub-battles/orrin-heath.yaml");
    let output = muster(&folder, &["export", "vassal", map.to_str().unwrap(), "--dpi", "300", "-o", "out.vmod"]);
    assert_exit(&output, 1);
    let words = text(&output.stdout);
    assert!(words.contains("MU709") && words.contains("orrin-heath.yaml:") && words.contains("use `--dpi"), "{words}");
    assert!(!folder.join("out.vmod").exists());
}

/// Three cards on each side, linked along their lines, each with sticks and a cube.
fn facing_lines(folder: &Path) -> String {
    let card = |card: &str, wing: &str, link: &str, target: &str| {
        format!(
            "  - {{card: {card}, name: Foot {card}, wing: {wing}, link: {link}, strength: 3, dice: 6, special: [{{rule: starts-with, cubes: 1}}], \
             actions: [{{type: attack, targets: [{target}], hits: 1}}]}}\n"
        )
    };
    let mut text = "system: table-battles\nscenario:\n  name: Two Lines\n  sides:\n    \
                    - {name: Near, first: true, morale: 1, cards: [1A, 2A, 3A]}\n    \
                    - {name: Far, morale: 1, cards: [4A, 5A, 6A]}\nformations:\n"
        .to_owned();
    for (wing, first, target) in [("red", 1, "4A"), ("blue", 4, "1A")] {
        for (i, link) in (0..).zip(["right", "both", "left"]) {
            text += &card(&format!("{}A", first + i), wing, link, target);
        }
    }
    let file = folder.join("lines.yaml");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn the_far_line_is_turned_to_the_near_one_and_runs_the_other_way() {
    let folder = folder("tables-far-line");
    let path = facing_lines(&folder);
    let save = save("far-line-save", &path);
    walk(&path, &save);
    // Where each card lies, and whether its top is away from the first side.
    let card = |number: &str| {
        let found = named(&save, "Card", &format!("{number} "));
        let [x, _, z] = place(found[0]);
        (x, z, found[0]["Transform"]["rotY"].as_f64().unwrap())
    };
    let (near, far) = (["1A", "2A", "3A"].map(card), ["4A", "5A", "6A"].map(card));
    assert!(near.iter().all(|(.., turn)| *turn == 180.0) && far.iter().all(|(.., turn)| *turn == 0.0));
    assert!(near.windows(2).all(|pair| pair[0].0 < pair[1].0), "{near:?}");
    assert!(
        far.windows(2).all(|pair| pair[0].0 > pair[1].0),
        "from the second side it reads from left to right: {far:?}"
    );
    // The second player's left is the first one's right: the first cards of the two lie across from each other's last.
    for (own, opposite) in near.iter().zip(far.iter().rev()) {
        assert!((own.0 - opposite.0).abs() < 0.01, "{near:?} {far:?}");
    }
    // Tokens begin at the left end of their card, as its player sees it, and lie on the side of the card where he sits.
    let sticks = |word: &str| named(&save, "Custom_Model", word).into_iter().map(place).collect::<Vec<_>>();
    for (word, (x, z, turn)) in [("Blue", far[0]), ("Red", near[0])] {
        let toward = if turn == 180.0 { 1.0 } else { -1.0 };
        let mine: Vec<[f64; 3]> = sticks(word).into_iter().filter(|[stick_x, ..]| (stick_x - x).abs() < 1.3).collect();
        assert!(!mine.is_empty(), "no sticks of {word}");
        for [stick_x, _, stick_z] in mine {
            assert!((x - stick_x) * toward > -0.2, "{word}: {stick_x} of {x}");
            assert!((z - stick_z) * toward > 0.0, "{word}: {stick_z} of {z}");
        }
    }
    let far_cards = modules::pieces(&folder, &path, "Foot");
    for (number, (x, turn)) in &far_cards {
        let is_far = number.starts_with(['4', '5', '6']);
        assert_eq!(*turn, if is_far { 180.0 } else { 0.0 }, "{number} at {x}");
    }
    let along = |numbers: [&str; 3]| numbers.map(|number| far_cards[number].0);
    assert!(along(["1A", "2A", "3A"]).is_sorted() && along(["6A", "5A", "4A"]).is_sorted(), "{far_cards:?}");
}
