//! Time in proportion: every list, text and mapping of a document is made twice and four times as long, and the work of a
//! review, of every form of output and of fixing is counted, not timed: bytes that are allocated, and steps of what
//! allocates nothing. The allocator is counted, so this is a binary of its own.

use std::convert::Infallible;
use std::io;
use std::sync::LazyLock;

use camino::{Utf8Path, Utf8PathBuf};
use muster::review::catalogues::carried_catalogues;
use muster::review::fix::mend;
use muster::review::{Review, Unit, all_codes, review, templates};
use muster_core::check::allow::{Allows, Judged};
use muster_core::diag::{Diagnostic, Format, Hidden, Report, ReportStyle, Severity, Sink, finish};
use muster_core::load;
use muster_core::print::frame::{Frame, Rect};
use muster_core::print::image;
use muster_core::print::picture::Picture;
use muster_core::print::template::Faces;
use muster_core::source::{Sources, steps};
use muster_games::SYSTEMS;
use muster_systems::{Role, With};
use serde_json::{Value, json};

const WHITE_MOUNTAIN: &str = include_str!("../scenarios/table-battles/white-mountain.yaml");
const PLAY: &str = include_str!("../scenarios/table-battles/plays/white-mountain-morale.yaml");

/// How much longer a list is made first.
const ITEMS: usize = 30;

/// How many letters a text is made longer by first.
const LETTERS: usize = 900;

/// Work that is too little to be judged: limits on what is shown or compared are passed once.
const SLACK: u64 = 500_000;

/// What a scenario can hold besides what White Mountain has.
const RICH: &str = "
rules: [links, shift]
special:
  - {rule: forbid, what: bombard, cards: [Thurn, Protestant Cavalry], while: {in_play: [Liechtenstein], any: [{routed: [Protestant Cavalry]}, {has_dice: [Thurn]}]}}
  - {rule: victory, side: Imperials & Catholic League, when: {routed: [Thurn], not: {in_play: [Protestant Cavalry]}}}
rule_text: No side may bombard twice.
card_special:
  - {rule: hits, by: [Thurn, Protestant Cavalry], on: [Tiefenbach], change: 1, while: {happened: {routs: [Protestant Cavalry]}}, text: One hit more.}
  - {rule: when, on: {routs: [Protestant Cavalry, Tiefenbach]}, do: [{gain_morale: 1}]}
";

/// The cards of White Mountain that are enough to have every shape in play.
const CARDS: [&str; 4] = ["Thurn", "Protestant Cavalry", "Liechtenstein", "Tiefenbach"];

/// White Mountain with few cards, and with special rules of every shape.
fn scenario() -> Value {
    let mut document: Value = serde_yaml::from_str(WHITE_MOUNTAIN).expect("YAML");
    let is_kept = |name: &Value| name.as_str().is_some_and(|name| CARDS.contains(&name));
    let formations = document["formations"].as_array_mut().expect("formations");
    formations.retain(|formation| is_kept(&formation["name"]));
    for formation in formations {
        let actions = formation["actions"].as_array_mut().expect("actions");
        actions.iter_mut().for_each(|action| action["targets"].as_array_mut().expect("targets").retain(is_kept));
        actions.retain(|action| action["targets"] != json!([]));
    }
    let rich: Value = serde_yaml::from_str(RICH).expect("YAML");
    for key in ["rules", "special", "rule_text"] {
        document["scenario"][key] = rich[key].clone();
    }
    document["scenario"]["sides"][0]["cards"] = json!(["7A", "8A"]);
    document["scenario"]["sides"][1]["cards"] = json!("5A-6A");
    document["formations"][0]["special"] = rich["card_special"].clone();
    document["formations"][0]["rule_text"] = json!("It holds the left.");
    document
}

/// The places of a document, by what they are: the last of those that differ only in their numbers.
fn places(value: &Value, at: &str, shape: &str, out: &mut Vec<(String, String)>) {
    let mut place = |children: Vec<(String, String, &Value)>| {
        out.retain(|(known, _)| known != shape);
        out.push((shape.to_owned(), at.to_owned()));
        children.into_iter().for_each(|(at, shape, child)| places(child, &at, &shape, out));
    };
    match value {
        Value::Array(items) => {
            place(items.iter().enumerate().map(|(i, v)| (format!("{at}/{i}"), format!("{shape}/-"), v)).collect());
        }
        Value::Object(members) => {
            let escaped = |key: &String| key.replace('~', "~0").replace('/', "~1");
            let child =
                |(key, v): (&String, _)| (format!("{at}/{}", escaped(key)), format!("{shape}/{}", escaped(key)), v);
            place(members.iter().map(child).collect());
        }
        Value::String(_) => place(Vec::new()),
        _ => {}
    }
}

/// Gives a card, and whatever else has a name or a number, another one: the `n`th.
fn renumber(value: &mut Value, n: usize) {
    let Some(members) = value.as_object_mut() else { return };
    if let Some(name) = members.get_mut("name") {
        *name = json!(format!("{} {n}", name.as_str().unwrap_or_default()));
    }
    for key in ["card", "unit", "block"] {
        if let Some(Value::String(piece)) = members.get_mut(key) {
            let number = piece.trim_matches(|letter: char| !letter.is_ascii_digit()).to_owned();
            *piece = piece.replacen(&number, &(100 + n).to_string(), 1);
        }
    }
}

/// The ways in which a value grows that differ: one of mappings grows in pieces as it does by others.
fn ways(value: &Value) -> &'static [&'static str] {
    let is_text = match value {
        Value::Array(items) => items.last().is_some_and(Value::is_string),
        _ => value.is_string(),
    };
    if is_text { &["the same", "others", "in pieces"] } else { &["the same", "others"] }
}

/// Makes a value longer: a list by `n` items, a mapping by `n` keys, a text by `n` letters for each item.
fn grow(value: &mut Value, way: &str, n: usize) {
    match value {
        Value::Array(items) => {
            let Some(last) = items.last().cloned() else { return };
            items.extend((0..n).map(|i| match (&last, way) {
                (_, "the same") => last.clone(),
                (Value::String(text), "others") => json!(format!("{text} {i}")),
                // A slip of the pen in every one of them.
                (Value::String(text), _) => json!(format!("{text}x")),
                _ => {
                    let mut item = last.clone();
                    renumber(&mut item, i);
                    item
                }
            }));
        }
        Value::Object(members) => members.extend((0..n).map(|i| match way {
            "the same" => (format!("name{i}"), Value::Null),
            _ => (format!("key {i}: No"), json!({"name": "No"})),
        })),
        Value::String(text) => {
            let letters = n * (LETTERS / ITEMS);
            *text = match way {
                "the same" => "x".repeat(letters) + text,
                "others" => "Guard ".repeat(letters / 6) + text,
                _ => "1/, [{ #*-".repeat(letters / 10) + text,
            };
        }
        _ => {}
    }
}

fn read(path: &Utf8Path) -> io::Result<Vec<u8>> {
    match path.as_str().ends_with("white-mountain.yaml") {
        true => Ok(WHITE_MOUNTAIN.into()),
        false => Err(io::ErrorKind::NotFound.into()),
    }
}

/// The carried look of each system, read once.
static FACES: LazyLock<Vec<(&str, Faces)>> = LazyLock::new(|| {
    let faces = |system| templates::faces(system, &[], Vec::new(), &mut Sources::default(), &mut Sink::default());
    SYSTEMS.iter().map(|system| (system.id(), faces(system))).collect()
});

/// Returns the carried look of a system.
fn faces_of(id: &str) -> &'static Faces {
    &FACES.iter().find(|(system, _)| *system == id).expect("a system").1
}

/// Returns what is found when the pieces of a sound document are measured.
fn misfits(unit: &Unit) -> Vec<Diagnostic> {
    let battle = unit.battle.as_ref().expect("a sound document has a battle");
    let (faces, words) = (faces_of(unit.system.id()), carried_catalogues(unit.system));
    unit.system.faces(battle, faces, &words, &With::Everything, None).1
}

/// Returns what is found when the pieces of sound scenarios are measured.
fn measure(units: &[Unit]) -> Vec<Diagnostic> {
    units.iter().filter(|unit| unit.sound && unit.outline.kind.role == Role::Main).flat_map(misfits).collect()
}

/// Checks a document, and measures its cards.
fn check(text: &str) {
    drop(checked(text));
}

fn checked(text: &str) -> (Sources, Vec<Diagnostic>) {
    // Where a play finds its scenario.
    let input = vec![(Utf8PathBuf::from("battles/plays/a.yaml"), text.as_bytes().to_vec())];
    let Review { sources, findings, units, .. } = review(&input, &read, SYSTEMS);
    let mut allows = Allows::read(&sources, &all_codes(SYSTEMS));
    let mut findings = allows.apply(&sources, findings);
    findings.extend(allows.finish(&sources, |_, _| Judged::Surely));
    findings.extend(measure(&units));
    let findings = finish(findings, &sources);
    (sources, findings)
}

/// Holds that a document has no error: only then does it come to every check, and to its cards.
fn assert_sound(text: &str) {
    let errors: Vec<String> =
        checked(text).1.into_iter().filter(|f| f.severity == Severity::Error).map(|f| f.message).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

/// Checks a document, and writes what is found in every format.
fn write_findings(text: &str) {
    let (sources, findings) = checked(text);
    let report = Report { sources: &sources, findings: &findings, files: 1, hidden: Hidden::default(), extra: None };
    for (_, format) in Format::ALL {
        format.write(&mut io::sink(), &report, &ReportStyle::default()).expect("nothing is kept");
    }
}

/// Fixes a document as far as it can be fixed.
fn mend_all(text: &str) {
    let choose = |review: &mut Review| -> Result<Vec<Diagnostic>, Infallible> {
        Ok(review.findings.iter().filter(|finding| finding.fix.is_some()).cloned().collect())
    };
    let Ok(_) = mend(vec![(Utf8PathBuf::from("a.yaml"), text.as_bytes().to_vec())], &read, SYSTEMS, choose);
}

/// The work that is done: steps and allocated bytes.
fn work(text: &str, doing: fn(&str)) -> u64 {
    let before = steps::total();
    let allocated = allocation_counter::measure(|| doing(text));
    allocated.bytes_total + steps::total() - before
}

/// Returns the work where a text of twice the size takes much more than twice of it: the second doubling adds more than
/// three times
/// what the first adds. In proportion it is twice as much, as a square it is four times as much.
fn out_of_proportion(what: &str, doing: fn(&str), text: &dyn Fn(usize) -> String) -> Option<String> {
    let [once, twice, four] = [1, 2, 4].map(|times| work(&text(times), doing));
    let (first, second) = (twice.saturating_sub(once), four.saturating_sub(twice));
    (second > 3 * first + SLACK).then(|| format!("{what}: {once}, {twice}, {four}"))
}

/// Checks that no text costs more than in proportion to its length.
fn assert_in_proportion(doing: fn(&str), texts: &[(&str, &dyn Fn(usize) -> String)]) {
    // What every review shares is made once.
    texts.iter().for_each(|(_, text)| doing(&text(1)));
    let squares: Vec<String> = texts.iter().filter_map(|(what, text)| out_of_proportion(what, doing, *text)).collect();
    assert!(squares.is_empty(), "{}", squares.join("\n"));
}

/// Grows the lists, texts and mappings of a document that has no error: all of one of these shapes.
fn assert_grows_in_proportion(document: &Value, is_grown: fn(&str) -> bool) {
    let mut all = Vec::new();
    places(document, "", "", &mut all);
    all.retain(|(shape, _)| is_grown(shape));
    assert!(all.len() > 15, "{all:?}");
    // Caches that every review shares are filled once.
    let yaml = |document: &Value| serde_yaml::to_string(document).expect("YAML");
    check(WHITE_MOUNTAIN);
    check("system: table-battles\nformations: 3\n");
    assert_sound(&yaml(document));
    let mut squares = Vec::new();
    for (shape, at) in &all {
        for way in ways(document.pointer(at).expect("a place")) {
            let text = |times: usize| {
                let mut grown = document.clone();
                grow(grown.pointer_mut(at).expect("a place"), way, times * ITEMS);
                yaml(&grown)
            };
            squares.extend(out_of_proportion(&format!("`{shape}`, {way}"), check, &text));
        }
    }
    assert!(squares.is_empty(), "{}", squares.join("\n"));
}

#[test]
fn every_list_and_text_of_a_scenario() {
    assert_grows_in_proportion(&scenario(), |shape| !shape.starts_with("/formations/-"));
}

#[test]
fn every_list_and_text_of_a_card() {
    assert_grows_in_proportion(&scenario(), |shape| shape.starts_with("/formations/-"));
}

#[test]
fn every_list_and_text_of_the_scenario_that_another_game_begins_with() {
    for system in SYSTEMS.iter().filter(|system| system.id() != "table-battles") {
        assert_grows_in_proportion(&serde_yaml::from_str(system.skeleton()).expect("YAML"), |_| true);
    }
}

#[test]
fn every_list_and_text_of_a_play() {
    let mut play: Value = serde_yaml::from_str(PLAY).expect("YAML");
    play["play"]["turns"].as_array_mut().expect("turns").truncate(4);
    assert_grows_in_proportion(&play, |_| true);
}

#[test]
fn every_list_and_text_of_a_template() {
    let template = include_str!("../templates/table-battles/classic/formation.yaml");
    let mut template: Value = serde_yaml::from_str(template).expect("YAML");
    // One box of each kind: a text, a drawing, a shape, a flow.
    let boxes = template["boxes"].as_object_mut().expect("boxes");
    boxes.retain(|name, _| ["name", "star", "ground", "rules"].contains(&name.as_str()));
    assert_grows_in_proportion(&template, |_| true);
}

/// `n` times a text, with the number of each in place of `#`.
fn many(n: usize, text: &str) -> String {
    (0..n).map(|i| text.replace('#', &i.to_string())).collect()
}

#[test]
fn what_is_no_value_of_a_document() {
    let formations = |n: usize, rest: &str| format!("system: table-battles\nformations:\n{}", many(n, rest));
    let card = "  - {card: #A, name: Foot #, wing: red, strength: 4, dice: 6, actions: [{type: bombard}]}\n";
    let texts: [(&str, &dyn Fn(usize) -> String); 7] = [
        ("comments above a line", &|n| many(200 * n, "@ muster: allow(MU101) x\n").replace('@', "#") + WHITE_MOUNTAIN),
        ("comments on lines", &|n| many(200 * n, "k#: 1 @ muster: allow(TB101) x\n").replace('@', "#")),
        ("lines after a syntax error", &|n| format!("a: [\n{}", many(500 * n, "k#:\n\tv: 1\n"))),
        ("errors in brackets", &|n| format!("a: [\n{}", many(300 * n, "k#: [ 'v\n"))),
        ("keys given twice", &|n| format!("{WHITE_MOUNTAIN}{}", many(300 * n, "k: 1\n"))),
        ("aliases", &|n| format!("a: &a No\nb: [{}]\n", many(300 * n, "*a, "))),
        ("cards of a deck", &|n| formations(100 * n, card)),
    ];
    assert_in_proportion(check, &texts);
}

/// White Mountain with `n` more cards on its first side; `#` in a card is its number.
fn with_cards(n: usize, card: &str) -> String {
    let cards: String = (101..=100 + n).map(|number| card.replace('#', &number.to_string())).collect();
    let listed = WHITE_MOUNTAIN.replacen("cards: 7A-10A", &format!("cards: [7A-10A, 101A-{}A]", 100 + n), 1);
    format!("{}\n{cards}", listed.trim_end())
}

/// White Mountain with `n` special rules on its first card; `#` in a rule is its number.
fn with_rules(n: usize, rule: &str) -> String {
    WHITE_MOUNTAIN.replacen("    name: Thurn\n", &format!("    name: Thurn\n    special:\n{}", many(n, rule)), 1)
}

/// White Mountain with a long name that is misspelt in every reference.
fn with_name(n: usize) -> String {
    let name = "Guard ".repeat(n);
    let named = WHITE_MOUNTAIN.replace("name: Thurn\n", &format!("name: {name}A\n"));
    named.replace("[Thurn", &format!("[{name}B"))
}

#[test]
fn what_is_in_play() {
    let card = "  - {card: #A, name: Foot #, wing: red, strength: 4, dice: 6, actions: [{type: bombard}], rule_text: No. #.}\n";
    let rule = "      - {rule: forbid, what: bombard, cards: [Thurn], text: Number # may not bombard.}\n";
    let texts: [(&str, &dyn Fn(usize) -> String); 3] = [
        ("cards", &|n| with_cards(150 * n, card)),
        ("rules", &|n| with_rules(400 * n, rule)),
        ("long names", &|n| with_name(200 * n)),
    ];
    assert_sound(&with_cards(2, card));
    assert_sound(&with_rules(2, rule));
    assert_in_proportion(check, &texts);
}

#[test]
fn names_that_nothing_has() {
    let units = |n: usize| {
        let unit = |i: usize| format!("  - {{unit: U{}, name: Pikes {i}, points: 200, in: Nobody {i}}}\n", i + 1);
        format!("system: states-of-battle\nunits:\n{}", (0..200 * n).map(unit).collect::<String>())
    };
    let cards = |n: usize| {
        let card = |i: usize| format!("  - {{card: N{}, name: Foot {i}, nation: A, attack: 2}}\n", i + 1);
        let setup = many(40 * n, "        - {card: Nobody #, at: 0101}\n");
        let cards: String = (0..200 * n).map(card).collect();
        format!(
            "system: tabletop\nscenario:\n  name: A\n  factions:\n    - name: B\n      setup:\n{setup}cards:\n{cards}"
        )
    };
    assert_in_proportion(check, &[("units", &units), ("cards", &cards)]);
}

#[test]
fn what_stands_below_everything() {
    let text = |n: usize| WHITE_MOUNTAIN.to_owned() + &many(300 * n, "@ muster: allow(MU101) x\n").replace('@', "#");
    assert_in_proportion(check, &[("comments with nothing below them", &text)]);
}

#[test]
fn what_is_listed_twice() {
    let target = "targets: [Liechtenstein, Tiefenbach]";
    let text = |n: usize| {
        WHITE_MOUNTAIN.replacen(target, &format!("targets: [Liechtenstein{}]", ", Liechtenstein".repeat(300 * n)), 1)
    };
    assert_in_proportion(check, &[("equal targets", &text)]);
}

/// Checks a scenario of the folder of scenarios, one of whose files has another text, and measures its pieces.
fn check_beside(scenario: &str, changed: &str, text: &str) -> Vec<Diagnostic> {
    let read = |path: &Utf8Path| match path.as_str() == changed {
        true => Ok(text.as_bytes().to_vec()),
        false => std::fs::read(path),
    };
    let input = vec![(Utf8PathBuf::from(scenario), read(Utf8Path::new(scenario)).expect("a scenario"))];
    let Review { sources, mut findings, units, .. } = review(&input, &read, SYSTEMS);
    findings.extend(measure(&units));
    finish(findings, &sources)
}

const WEIRS: &str = "scenarios/pub-battles/weirs-of-ansholm.yaml";

/// Checks the weirs of Ansholm with another text.
fn check_weirs(text: &str) {
    let findings = check_beside(WEIRS, WEIRS, text);
    assert!(findings.iter().all(|finding| finding.severity < Severity::Error), "{:?}", findings[0]);
}

#[test]
fn names_of_a_map() {
    let weirs = std::fs::read_to_string(WEIRS).expect("a scenario");
    let with = |n: usize, above: &str, item: &dyn Fn(usize, usize, usize) -> String| {
        let items: String = (0..n).map(|i| item(i, 12 + i * 37 % 870, 12 + i * 53 % 610)).collect();
        weirs.replacen(above, &format!("{above}{items}"), 1)
    };
    let location = |n: usize, x: usize, y: usize| format!("    Place {n}: [{x}, {y}]\n");
    let stream = |n: usize, x: usize, y: usize| {
        format!("    - {{name: Brook {n}, kind: stream, line: [[{x}, {y}], [{}, {}]]}}\n", x + 12, y + 9)
    };
    let wood = |n: usize, x: usize, y: usize| {
        format!("    - {{name: Copse {n}, kind: marsh, area: [[{x}, {y}], [{}, {y}], [{x}, {}]]}}\n", x + 9, y + 9)
    };
    let texts: [(&str, &dyn Fn(usize) -> String); 3] = [
        ("locations", &|n| with(300 * n, "  locations:\n", &location)),
        ("lines with names", &|n| with(60 * n, "  features:\n", &stream)),
        ("areas with names", &|n| with(60 * n, "  features:\n", &wood)),
    ];
    assert_in_proportion(check_weirs, &texts);
}

const THORNBY: &str = "scenarios/tabletop/maps/thornby.yaml";

/// Checks a battle on the map of Thornby with another text.
fn check_thornby(text: &str) {
    let findings = check_beside("scenarios/tabletop/corn-monday.yaml", THORNBY, text);
    assert!(findings.iter().all(|finding| finding.severity < Severity::Error), "{:?}", findings[0]);
}

#[test]
fn places_of_a_map() {
    let thornby = std::fs::read_to_string(THORNBY).expect("a map");
    let places = |n: usize| {
        let item = |i: usize| format!("    Place {i}: {:02}{:02}\n", 1 + i % 13, 1 + i / 13 % 9);
        let items: String = (0..500 * n).map(item).collect();
        thornby.replacen("  places:\n", &format!("  places:\n{items}"), 1)
    };
    assert_in_proportion(check_thornby, &[("places", &places)]);
}

/// Checks a map whose features are in a GeoJSON file with this text.
fn check_geojson(text: &str) {
    const MAP: &str = "system: pub-battles\nmap:\n  name: Low Marsh\n  size: [900, 600]\n  units_per_mm: 2\n  foot: 120\n  mounted: 180\n  block: {width: 40, depth: 14}\n  kinds: {wood: {modifier: -1}, stream: {}}\n  geojson: marsh.geojson\n";
    let read = |path: &Utf8Path| match path.as_str() {
        "marsh.geojson" => Ok(text.as_bytes().to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let Review { sources, mut findings, units, .. } =
        review(&[(Utf8PathBuf::from("map.yaml"), MAP.as_bytes().to_vec())], &read, SYSTEMS);
    findings.extend(units.iter().filter(|unit| unit.sound).flat_map(misfits));
    let errors: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{:?} {:?}", errors[0], sources.iter().count());
}

#[test]
fn features_of_a_geojson_file() {
    let file = |n: usize, feature: &dyn Fn(usize, usize, usize) -> String| {
        let features: Vec<String> = (0..n).map(|i| feature(i, 12 + i * 37 % 850, 12 + i * 53 % 560)).collect();
        format!("{{\"type\": \"FeatureCollection\", \"features\": [{}]}}", features.join(",\n"))
    };
    let feature = |name: &str, kind: &str, geometry: &str| {
        format!(
            "{{\"type\": \"Feature\", \"properties\": {{\"name\": \"{name}\", \"kind\": \"{kind}\"}}, \"geometry\": {geometry}}}"
        )
    };
    let line = |i: usize, x: usize, y: usize| {
        let geometry = format!("{{\"type\": \"LineString\", \"coordinates\": [[{x}, {y}], [{}, {}]]}}", x + 12, y + 9);
        feature(&format!("Brook {i}"), "stream", &geometry)
    };
    let area = |i: usize, x: usize, y: usize| {
        let ring = format!("[[{x}, {y}], [{}, {y}], [{x}, {}], [{x}, {y}]]", x + 9, y + 9);
        feature(&format!("Copse {i}"), "wood", &format!("{{\"type\": \"Polygon\", \"coordinates\": [{ring}]}}"))
    };
    let parts = |n: usize| {
        let part = |i: usize| format!("[[{}, {}], [{}, 300]]", 12 + i * 37 % 850, 12 + i * 53 % 560, 12 + i * 41 % 850);
        let parts: Vec<String> = (0..n).map(part).collect();
        let geometry = format!("{{\"type\": \"MultiLineString\", \"coordinates\": [{}]}}", parts.join(", "));
        format!("{{\"type\": \"FeatureCollection\", \"features\": [{}]}}", feature("Brook", "stream", &geometry))
    };
    let texts: [(&str, &dyn Fn(usize) -> String); 3] = [
        ("lines of a GeoJSON file", &|n| file(60 * n, &line)),
        ("areas of a GeoJSON file", &|n| file(60 * n, &area)),
        ("parts of a line", &|n| parts(100 * n)),
    ];
    assert_in_proportion(check_geojson, &texts);
}

#[test]
fn names_that_look_alike() {
    // A Cyrillic letter in each of them.
    let card = "  - {card: #A, name: Gu\u{430}rd #, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Tiefenb\u{430}ch], hits: 1}]}\n";
    assert_in_proportion(check, &[("one name in many cards", &|n| with_cards(150 * n, card))]);
}

#[test]
fn letters_that_no_font_has() {
    let letters = |n: usize| (0..n as u32).filter_map(|i| char::from_u32(0x4E00 + i)).collect::<String>();
    let with = |text: &str| {
        WHITE_MOUNTAIN.replacen("    name: Thurn\n", &format!("    name: Thurn\n    rule_text: \"{text}\"\n"), 1)
    };
    let apart = |n: usize| letters(n).chars().map(|c| format!("{c} ")).collect::<String>();
    let texts: [(&str, &dyn Fn(usize) -> String); 3] = [
        ("letters in one word", &|n| with(&letters(300 * n))),
        ("letters in words", &|n| with(&apart(300 * n))),
        ("one letter often", &|n| with(&"\u{4e2d} ".repeat(600 * n))),
    ];
    assert_in_proportion(check, &texts);
}

#[test]
fn errors_do_not_fill_the_memory() {
    let rules = |n: usize| {
        let rules = many(n, "    - {rule: 1}\n");
        WHITE_MOUNTAIN.replacen("    name: Thurn\n", &format!("    name: Thurn\n    special:\n{rules}"), 1)
    };
    let peak = |text: &str| allocation_counter::measure(|| check(text)).bytes_max;
    peak(&rules(1));
    let (few, many) = (peak(&rules(6000)), peak(&rules(18_000)));
    // Kilobytes for each finding, not tens of them.
    assert!(many - few < 12_000 * 8000, "{few} {many}");
}

#[test]
fn findings_in_every_format() {
    let text = |n: usize| many(30 * n, "k#: No\n") + WHITE_MOUNTAIN;
    assert_in_proportion(write_findings, &[("findings", &text)]);
}

#[test]
fn mending() {
    let card = "  - {card: #A, name: Foot #, wing: Red, strength: 4, dice: 6, actions: [{type: bombard}]}\n";
    let shared = "  - {card: #A, name: Foot, wing: Red, strength: 4, dice: 6, actions: *acts}\n";
    let head = "system: table-battles\nformations:\n";
    let anchored = "  - {card: 9999A, name: Foot, wing: red, strength: 4, dice: 6, actions: &acts [{type: Bombard}]}\n";
    let target = "targets: [Thurn, Hohenlohe]";
    let texts: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("fixes", &|n| format!("{head}{}", many(300 * n, card))),
        ("fixes with a shared anchor", &|n| format!("{head}{anchored}{}", many(300 * n, shared))),
        ("comments of no use", &|n| many(50 * n, "@ muster: allow(MU101) x\n").replace('@', "#") + WHITE_MOUNTAIN),
        ("misspelt names", &|n| {
            WHITE_MOUNTAIN.replacen(target, &format!("targets: [Thurn{}]", ", Hohenloe".repeat(30 * n)), 1)
        }),
    ];
    assert_in_proportion(mend_all, &texts);
}

#[test]
fn boxes_of_a_template() {
    let head = "system: table-battles\ntemplate: formation\nextends: formation\nboxes:\n";
    let text = "  box#: {at: [4, 4, 9, 3], text: ab, size: [4, 5]}\n";
    assert_in_proportion(check, &[("texts on each other", &|n| format!("{head}{}", many(120 * n, text)))]);
}

/// Reads a drawing and paints it.
fn paint(text: &str) {
    paint_large(text, 100);
}

/// Reads a drawing and paints it on so many pixels across and down.
fn paint_large(text: &str, side: u32) {
    let root = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">"#;
    if let Ok(picture) = Picture::read(format!("{root}{text}</svg>").into_bytes()) {
        let mut frame = Frame::default();
        let whole = Rect::new(0.0, 0.0, 100.0, 100.0);
        picture.draw(&mut frame, whole);
        image::paint(&frame, whole, side, side);
    }
}

#[test]
fn a_drawing() {
    let times = |n: usize, item: &dyn Fn(usize) -> String| (0..n).map(item).collect::<String>();
    let chain = |n: usize, tag: &str, by: &str| {
        let link = |i: usize| format!("<rect width='9' height='9' {by}='url(#a{i})'/>");
        let level = |i: usize| format!("<{tag} id='a{i}' width='1' height='1'>{0}{0}</{tag}>", link(i + 1));
        times(n, &level) + &format!("<{tag} id='a{n}'><rect width='9' height='9'/></{tag}>") + &link(0)
    };
    assert_in_proportion(
        paint,
        &[
            ("masks in masks", &|n| chain(6 * n, "mask", "mask")),
            ("patterns in patterns", &|n| chain(6 * n, "pattern", "fill")),
            ("clips in clips", &|n| chain(6 * n, "clipPath", "clip-path")),
            ("filters of pictures", &|n| {
                times(6 * n, &|i| {
                    format!(
                        "<filter id='f{i}'><feImage href='#r{0}'/><feImage href='#r{0}'/></filter><rect id='r{i}' filter='url(#f{i})' width='9' height='9'/>",
                        i + 1
                    )
                })
            }),
            ("uses in uses", &|n| {
                times(4 * n, &|i| format!("<g id='a{i}'><use href='#a{0}'/><use href='#a{0}'/></g>", i + 1))
            }),
            ("rules and elements", &|n| {
                format!(
                    "<style>{}</style>{}",
                    times(100 * n, &|i| format!(".a{i} {{fill:red}}")),
                    times(100 * n, &|i| format!("<g class='a{i}'/>"))
                )
            }),
            ("classes of an element", &|n| {
                format!("<style>.a {{fill:red}}</style><g class='{}'/>", "a ".repeat(1000 * n))
            }),
            ("styles", &|n| times(200 * n, &|i| format!("<g style='--v{i}:red; fill:var(--v{i})'/>"))),
            ("attributes", &|n| format!("<g {}/>", times(50 * n, &|i| format!("a{i}='1' ")))),
            ("gradients of gradients", &|n| {
                times(15 * n, &|i| {
                    format!(
                        "<linearGradient id='g{i}' href='#g{}'/><rect width='1' height='1' fill='url(#g{i})'/>",
                        i + 1
                    )
                })
            }),
            ("shapes that are seen through", &|n| {
                times(100 * n, &|i| {
                    format!(
                        "<g opacity='.5'><rect x='{0}' width='1' height='1'/><rect x='{0}' width='1' height='1'/></g>",
                        i % 90
                    )
                })
            }),
            ("shapes that are cut", &|n| {
                let clip = "<clipPath id='c'><rect width='2' height='2'/></clipPath>";
                clip.to_owned() + &"<g clip-path='url(#c)'><rect width='9' height='9'/></g>".repeat(100 * n)
            }),
            ("lines", &|n| {
                "<path d='M1 1L9 9C20 30 1 2 30 1' stroke='red' stroke-width='4' fill='none'/>".repeat(50 * n)
            }),
        ],
    );
}

#[test]
fn a_shape_that_is_seen_through_takes_no_picture_of_the_whole() {
    let shapes = |size: usize| {
        let shape =
            format!("<g opacity='.5'><rect width='{size}' height='{size}'/><rect width='{size}' height='1'/></g>");
        shape.repeat(40)
    };
    let paint = |text: &str| paint_large(text, 300);
    let (small, large) = (work(&shapes(5), paint), work(&shapes(90), paint));
    assert!(small * 10 < large, "{small}, {large}");
}

#[test]
fn a_slip_made_many_times_is_mended_at_once() {
    let attack = "  - {card: #A, name: Foot #, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Tiefenbac], hits: 1}]}\n";
    let (_, findings) = checked(&with_cards(1100, attack));
    let slips: Vec<&Diagnostic> = findings.iter().filter(|finding| finding.code.id == "TB101").collect();
    assert_eq!(slips.len(), 1100);
    assert!(slips.iter().all(|finding| finding.fix.is_some()), "another round would be needed");
}

#[test]
fn a_square_is_seen() {
    let square = |text: &str| text.lines().for_each(|_| steps::count(text.len()));
    let line = |text: &str| steps::count(100 * text.len());
    let text = |times: usize| "line\n".repeat(800 * times);
    assert!(out_of_proportion("", square, &text).is_some());
    assert!(out_of_proportion("", line, &text).is_none());
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let before = steps::total();
    load::read(&mut sources, "a.yaml".into(), WHITE_MOUNTAIN.as_bytes(), &mut sink);
    assert!(steps::total() > before, "reading is counted");
}
