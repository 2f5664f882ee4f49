//! What is printed of Pub Battles: sizes measured in the PDF, the map in tiles, names on it, and what is too long.

use std::fs;
use std::sync::{Arc, LazyLock};

use camino::Utf8PathBuf;
use lopdf::content::Content;
use lopdf::{Document, Object};
use muster::review::catalogues::carried_catalogues;
use muster::review::{review, templates};
use muster_core::diag::{Diagnostic, Sink};
use muster_core::print::frame::{Frame, Item, Point, Segment, Transform, at};
use muster_core::print::layout::POINT;
use muster_core::print::sheet::pages;
use muster_core::print::template::Faces;
use muster_core::print::{Card, Deck, PageOptions, Paper, pdf};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::pub_battles::model::PubDocument;
use muster_games::pub_battles::resolve::PubBattle;
use muster_systems::catalogue::{Catalogue, Catalogues};
use muster_systems::{Doc, Drawn, Opaque, System, With};

use crate::tiles::assert_tiles_coincide;

const SCENARIOS: [&str; 3] = ["orrin-heath", "two-days-at-hollin-cross", "weirs-of-ansholm"];

fn game() -> &'static System {
    SYSTEMS.iter().copied().find(|system| system.id() == "pub-battles").expect("the game")
}

/// Returns the words of its pieces in a language.
pub(crate) fn words_in(language: &str) -> &'static Catalogue {
    static WORDS: LazyLock<Catalogues> = LazyLock::new(|| carried_catalogues(game()));
    WORDS.get(language).expect("a carried language")
}

fn faces(look: &str) -> Faces {
    let mut sink = Sink::default();
    let faces = templates::faces(game(), &[look], Vec::new(), &mut Sources::default(), &mut sink);
    assert!(sink.is_empty());
    faces
}

fn shipped(name: &str) -> Opaque {
    let path = Utf8PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/pub-battles/{name}.yaml"));
    let text = fs::read(&path).expect("a scenario");
    let review = review(&[(path, text)], &|path| fs::read(path), SYSTEMS);
    review.units.iter().find_map(|unit| unit.battle.clone()).expect("a battle")
}

fn battle(text: String) -> Opaque {
    let model: PubDocument = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let file = Sources::default().add("a.yaml".into(), text);
    Arc::new(PubBattle::new(vec![Arc::new(Doc { file, given: true, model })]))
}

fn field(battle: &Opaque) -> &PubBattle {
    battle.downcast_ref().expect("a battle of this game")
}

fn only(names: &[&str]) -> With {
    With::Only(names.iter().map(|name| (*name).to_owned()).collect())
}

/// Draws what is asked for, on which nothing is too long.
fn drawn(battle: &Opaque, look: &str, with: &With) -> Vec<Drawn> {
    let (drawn, found) = game().faces(battle, &faces(look), &carried_catalogues(game()), with, None);
    assert!(found.is_empty(), "{found:?}");
    drawn
}

fn deck(drawn: Vec<Drawn>) -> Deck {
    Deck { cards: drawn.into_iter().map(|drawn| drawn.card).collect(), ..Deck::default() }
}

fn walk(frame: &Frame, map: Transform, see: &mut dyn FnMut(&Item, Transform)) {
    for item in &frame.items {
        match item {
            Item::Group(group) => walk(&group.frame, map.compose(group.transform), see),
            other => see(other, map),
        }
    }
}

/// What a drawing says.
fn said(frame: &Frame) -> String {
    let mut words = Vec::new();
    walk(frame, Transform::from_translate(0.0, 0.0), &mut |item, _| {
        if let Item::Text(text) = item {
            words.extend(text.text.split_whitespace().map(str::to_owned));
        }
    });
    words.join(" ")
}

/// Labels of cubes are 5 or 6 mm wide. Each headquarters has what its leader is called, at least three letters of it, as large as is read
/// with ease, within the border: on top, or where only the badge has room there, on the sides.
#[test]
fn a_small_cube_has_the_shortened_name_of_its_leader() {
    for (name, wide) in [("orrin-heath", 6.0), ("two-days-at-hollin-cross", 6.0), ("weirs-of-ansholm", 5.0)] {
        let battle = shipped(name);
        for (look, hq) in ["plain", "low-ink", "period"]
            .iter()
            .flat_map(|look| field(&battle).commands.iter().map(move |of| (look, &of.hq)))
        {
            let cubes = drawn(&battle, look, &only(&["cubes"]));
            let mut named = Vec::new();
            for Drawn { card, .. } in cubes.iter().filter(|piece| piece.card.label.contains(hq.as_str())) {
                assert!((card.size.width - wide).abs() < 0.01, "{:?}", card.size);
                walk(&card.front, Transform::from_translate(0.0, 0.0), &mut |item, map| {
                    let Item::Text(text) = item else { return };
                    let points = text.size / POINT;
                    assert!(points > 4.95, "{name}, {look}: `{}` of {hq} in {points} points", text.text);
                    let left = map.apply(text.at).x;
                    assert!(left > 0.35 && left + text.width() < wide - 0.35, "{name}: `{}` at {left}", text.text);
                    let letters = text.text.trim_end_matches('.');
                    let is_of_name = hq.split(' ').any(|word| word.starts_with(letters));
                    if letters.chars().count() >= 3 && is_of_name {
                        named.push(card.number.rsplit('-').next().unwrap_or_default().to_owned());
                    }
                });
            }
            let faces: &[&str] = if wide < 6.0 { &["side"] } else { &["top", "flipped"] };
            assert_eq!(named, faces, "{name}, {look}: {hq}");
        }
    }
}

/// Returns the crop marks of the first page of a PDF in millimetres, where they are cut: those that stand upright by how far
/// from the left they are, those that lie by how far from the bottom; each once, in order.
fn cuts(pdf: &[u8]) -> [Vec<f64>; 2] {
    let document = Document::load_mem(pdf).expect("a PDF");
    let page = *document.get_pages().get(&1).expect("a page");
    let content = Content::decode(&document.get_page_content(page)).expect("operations");
    let number = |object: &Object| f64::from(object.as_float().expect("a number"));
    let mut map = Transform::from_translate(0.0, 0.0);
    let (mut kept, mut from) = (Vec::new(), None);
    let mut cuts = [Vec::new(), Vec::new()];
    for operation in &content.operations {
        let n: Vec<f64> = match operation.operator.as_str() {
            "cm" | "m" | "l" => operation.operands.iter().map(number).collect(),
            _ => Vec::new(),
        };
        match operation.operator.as_str() {
            "q" => kept.push(map),
            "Q" => map = kept.pop().expect("a state that was kept"),
            "cm" => map = map.compose(Transform([n[0], n[1], n[2], n[3], n[4], n[5]])),
            "m" => from = Some(map.apply(at(n[0], n[1]))),
            // Marks alone are drawn on the page itself, not on what is placed on it.
            "l" if kept.is_empty() => {
                let (Some(from), to) = (from, map.apply(at(n[0], n[1]))) else { continue };
                let mm = |points: f64| points * 25.4 / 72.0;
                if (from.x - to.x).abs() < 1e-6 {
                    cuts[0].push(mm(to.x));
                } else if (from.y - to.y).abs() < 1e-6 {
                    cuts[1].push(mm(to.y));
                }
            }
            _ => {}
        }
    }
    for of_axis in &mut cuts {
        of_axis.sort_by(f64::total_cmp);
        of_axis.dedup_by(|a, b| (*a - *b).abs() < 0.01);
    }
    cuts
}

/// Returns how far each cut is from the one before.
fn between(cuts: &[f64]) -> Vec<f64> {
    cuts.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn a_label_that_is_cut_on_its_marks_fits_its_block() {
    let battle = shipped("two-days-at-hollin-cross");
    let [width, depth] = field(&battle).field.as_ref().expect("a map").block.map(|side| f64::from(side) / 2.0);
    for (paper, look) in [(Paper::A4, "plain"), (Paper::LETTER, "low-ink")] {
        let mut labels = drawn(&battle, look, &only(&["labels"]));
        assert_eq!(labels.len(), 2 * field(&battle).blocks.len(), "a fresh and a spent face each");
        // Those of a size of their own are cut apart from the others.
        labels.retain(|label| (label.card.size.width - width).abs() < 1.5);
        assert!(labels.len() > 50, "{}", labels.len());
        let [across, down] = cuts(&pdf::write(&deck(labels), &PageOptions { paper, ..PageOptions::default() }));
        assert!(across.len() > 8 && down.len() > 4, "{across:?} {down:?}");
        for (cut, side) in [(between(&across), width), (between(&down), depth)] {
            // A millimetre less than the block, half of it on each side.
            assert!(cut.iter().all(|cut| (cut - (side - 1.0)).abs() < 0.2), "{cut:?} on {side} mm");
        }
    }
}

#[test]
fn pb_1_7_the_front_is_at_the_top_of_both_faces() {
    for look in ["plain", "low-ink"] {
        for label in drawn(&shipped("weirs-of-ansholm"), look, &only(&["labels"])) {
            let height = label.card.size.height;
            let mut heads = 0;
            walk(&label.card.front, Transform::from_translate(0.0, 0.0), &mut |item, map| {
                let Item::Shape(shape) = item else { return };
                let [Segment::Move(a), Segment::Line(b), Segment::Line(c), Segment::Close] = shape.path.0[..] else {
                    return;
                };
                let [a, b, c] = [a, b, c].map(|p| map.apply(p));
                assert!(b.y < a.y && b.y < c.y, "{}: the head points forwards", label.card.label);
                heads += u32::from(a.y.max(c.y) < 0.25 * height);
            });
            assert_eq!(heads, 3, "{look}: {}", label.card.label);
        }
    }
}

#[test]
fn sticks_are_as_long_as_the_moves_and_show_their_thirds() {
    for name in SCENARIOS {
        let battle = shipped(name);
        let map = field(&battle).field.as_ref().expect("a map");
        let sticks = drawn(&battle, "plain", &only(&["sticks"]));
        let numbers: Vec<_> = sticks.iter().map(|stick| (stick.card.number.as_str(), stick.card.copies)).collect();
        assert_eq!(numbers, [("foot-stick", 2), ("mounted-stick", 2)]);
        for (stick, units) in sticks.into_iter().zip([map.foot, map.mounted]) {
            let length = f64::from(units) / 2.0;
            let mut thirds = Vec::new();
            walk(&stick.card.front, Transform::from_translate(0.0, 0.0), &mut |item, map| {
                let Item::Shape(shape) = item else { return };
                if let [Segment::Move(from), Segment::Line(to)] = shape.path.0[..] {
                    let (from, to) = (map.apply(from), map.apply(to));
                    assert_eq!(from.x, to.x);
                    thirds.push(from.x);
                }
            });
            let is_third = |(i, x): (usize, &f64)| (x - length * (i + 1) as f64 / 3.0).abs() < 0.05;
            assert!(thirds.len() == 2 && thirds.iter().enumerate().all(is_third), "{thirds:?} of {length}");
            let [across, _] = cuts(&pdf::write(&deck(vec![stick]), &PageOptions::default()));
            assert!(!across.is_empty() && between(&across).iter().all(|cut| (cut - length).abs() < 0.05), "{across:?}");
        }
    }
}

#[test]
fn tiles_of_the_map_coincide_and_it_is_printed_whole() {
    let battle = shipped("two-days-at-hollin-cross");
    let map = drawn(&battle, "plain", &only(&["map"])).remove(0).card;
    let size = field(&battle).field.as_ref().expect("a map").size;
    let wide = map.size.width - f64::from(size.x) / 2.0;
    let high = map.size.height - f64::from(size.y) / 2.0;
    assert!((wide - 14.0).abs() < 1e-6 && (20.0..60.0).contains(&high), "a margin and a foot: {:?}", map.size);
    for paper in [Paper::A4, Paper::LETTER] {
        let deck = Deck { cards: vec![map.clone()], ..Deck::default() };
        assert_tiles_coincide(&map, &pages(&deck, &PageOptions { paper, ..PageOptions::default() }));
    }
}

/// A text on a map: its rectangle in any direction, as its corner and two sides.
struct OnMap {
    text: String,
    corner: Point,
    sides: [Point; 2],
}

impl OnMap {
    fn at(&self, u: f64, v: f64) -> Point {
        let [a, b] = self.sides;
        at(self.corner.x + u * a.x + v * b.x, self.corner.y + u * a.y + v * b.y)
    }

    fn contains(&self, p: Point) -> bool {
        let (dx, dy) = (p.x - self.corner.x, p.y - self.corner.y);
        let is_along = |side: &Point| {
            let along = (dx * side.x + dy * side.y) / (side.x * side.x + side.y * side.y);
            (0.0..=1.0).contains(&along)
        };
        self.sides.iter().all(is_along)
    }

    fn covers(&self, other: &OnMap) -> bool {
        (0..=40).any(|u| (0..=8).any(|v| self.contains(other.at(f64::from(u) / 40.0, f64::from(v) / 8.0))))
    }
}

/// Returns the texts of a drawing with the rectangles that their letters fill.
fn texts(frame: &Frame) -> Vec<OnMap> {
    let mut texts = Vec::new();
    walk(frame, Transform::from_translate(0.0, 0.0), &mut |item, map| {
        let Item::Text(text) = item else { return };
        let point = |x: f64, y: f64| map.apply(at(text.at.x + x, text.at.y + y));
        let corner = point(0.0, -0.64 * text.size);
        let [right, down] = [point(text.width(), -0.64 * text.size), point(0.0, 0.0)];
        let sides = [right, down].map(|p| at(p.x - corner.x, p.y - corner.y));
        texts.push(OnMap { text: text.text.clone(), corner, sides });
    });
    texts
}

#[test]
fn names_on_the_shipped_maps_do_not_cover_each_other_and_none_is_lost() {
    for name in SCENARIOS {
        let battle = shipped(name);
        let map = field(&battle).field.as_ref().expect("a map");
        for look in ["plain", "low-ink"] {
            for piece in drawn(&battle, look, &only(&["map"])) {
                let texts = texts(&piece.card.front);
                for (i, one) in texts.iter().enumerate() {
                    let covered = texts[..i].iter().find(|other| one.covers(other) || other.covers(one));
                    assert!(covered.is_none(), "{name}: `{}` on `{}`", one.text, covered.expect("a text").text);
                }
                let said = said(&piece.card.front);
                let roads = map.roads.iter().map(|road| &road.name);
                for name in map.locations.iter().map(|place| &place.name).chain(roads) {
                    let is_said = said.contains(name.as_str());
                    assert!(is_said, "{}: `{name}` in {said}", piece.card.number);
                }
            }
        }
    }
}

#[test]
fn kinds_of_terrain_that_look_alike_are_drawn_differently() {
    let map = |kind: &str, passable: bool| {
        battle(format!(
            "{{system: pub-battles, map: {{name: Vale, size: [200, 200], foot: 60, mounted: 90, block: {{width: 40, depth: 14}}, \
             kinds: {{wood: {{}}, orchard: {{}}, stream: {{}}, canal: {{passable: {passable}}}}}, \
             features: [{{kind: {kind}, area: [[20, 20], [20, 150], [150, 150], [150, 20]]}}, {{kind: stream, line: [[0, 10], [200, 10]]}}, \
             {{kind: canal, line: [[0, 180], [200, 180]]}}]}}}}"
        ))
    };
    let front = |battle: &Opaque| drawn(battle, "low-ink", &only(&["map"])).remove(0).card.front;
    let shapes = |frame: &Frame| {
        let mut shapes = 0;
        walk(frame, Transform::from_translate(0.0, 0.0), &mut |item, _| {
            shapes += usize::from(matches!(item, Item::Shape(_)));
        });
        shapes
    };
    // Without colour: rows of trees are fewer, and what nobody crosses runs between two lines.
    let [wood, orchard] = ["wood", "orchard"].map(|kind| shapes(&front(&map(kind, true))));
    assert!(orchard < wood, "{orchard} {wood}");
    let canal = shapes(&front(&map("wood", false)));
    assert_eq!(canal, wood + 4, "on the map and in the legend");
}

#[test]
fn every_command_has_an_order_sheet_with_its_name_and_leader_and_two_columns() {
    let battle = shipped("two-days-at-hollin-cross");
    let sheets = drawn(&battle, "plain", &only(&["orders"]));
    let commands: Vec<_> = field(&battle).commands.iter().filter(|command| command.has_chit).collect();
    assert_eq!(sheets.len(), commands.len(), "one without a chit has no orders");
    for (sheet, command) in sheets.iter().zip(commands) {
        let said = said(&sheet.card.front);
        let leader = format!("leader: 1 to {}", command.leader.rating());
        for word in [command.hq.as_str(), &leader, "Order", "Underlined", "start"] {
            assert!(said.contains(word), "{}: `{word}` in {said}", sheet.card.label);
        }
    }
}

/// Of several sheets the first has no army on it, and says how the battle is won.
#[test]
fn the_first_of_several_sheets_says_how_the_battle_is_won_and_what_is_in_force() {
    let corps = |side: &str, y: i32| -> String {
        let block = |corps: i32, number: i32| format!("{{block: {side}{corps}{number}, enters: {{turn: 2}}}}");
        let blocks = |corps: i32| (0..12).map(|number| block(corps, number)).collect::<Vec<_>>().join(", ");
        let corps = |corps: i32| {
            let (x, blocks) = (100 + 100 * corps, blocks(corps));
            format!("        - {{hq: {side}{corps}, at: [{x}, {y}], blocks: [{blocks}]}}\n")
        };
        (0..4).map(corps).collect()
    };
    let (north, south) = (corps("N", 500), corps("S", 100));
    let great = format!(
        "system: pub-battles\nscenario:\n  name: A Great Battle\n  sides:\n    - name: North\n      edge: north\n      corps:\n{north}\
         \u{20}   - name: South\n      edge: south\n      corps:\n{south}map:\n  name: F\n  size: [600, 600]\n  foot: 120\n  mounted: 180\n\
         \u{20} block: {{width: 40, depth: 14}}\n"
    );
    let sheets = drawn(&battle(great), "plain", &only(&["setup"]));
    let said = [0, 1].map(|sheet| said(&sheets[sheet].card.front));
    for words in ["Sheet 1 of 2", "Victory"] {
        assert!(said[0].contains(words), "`{words}` in {}", said[0]);
    }
    assert!(said[1].contains("Sheet 2 of 2") && !said[1].contains("Victory"), "{}", said[1]);
}

/// PB-10.5: where something is hidden each side has a sheet of its own, which has nothing of the other army; and neither the number
/// of a headquarters on its pieces nor their order tells whether it stands for the Fog of War.
#[test]
fn nothing_printed_tells_the_fog_of_war_from_corps() {
    let battle = shipped("the-price-of-wool");
    let of = field(&battle);
    let sheets = drawn(&battle, "plain", &only(&["setup"]));
    for (side, name) in of.sides.iter().enumerate().map(|(side, of)| (side, of.name.as_str())) {
        let own: Vec<&Drawn> = sheets.iter().filter(|sheet| sheet.side.as_deref() == Some(name)).collect();
        let texts: Vec<String> = own.iter().map(|sheet| said(&sheet.card.front)).collect();
        assert!(texts[0].contains(&format!("For {name} only")) && texts[0].contains("Victory"), "{}", texts[0]);
        for command in &of.commands {
            let is_there = texts.iter().any(|text| text.contains(&command.hq));
            assert_eq!(is_there, command.side == side, "{} on the sheet of {name}", command.hq);
        }
    }
    for kind in ["cubes", "chits"] {
        let pieces = drawn(&battle, "plain", &only(&[kind]));
        for side in &of.sides {
            let corps = side.commands.iter().filter(|command| !of.commands[**command].is_army);
            let mut names: Vec<&str> = corps.map(|command| of.commands[*command].hq.as_str()).collect();
            names.sort_unstable();
            let place = |name: &&str| pieces.iter().position(|piece| piece.card.label.contains(*name));
            let places: Vec<usize> = names.iter().filter_map(place).collect();
            assert_eq!(places.len(), names.len());
            assert!(places.is_sorted(), "{kind}: {names:?} {places:?}");
            // The number beside each name is its place in the alphabet.
            for (number, at) in places.iter().enumerate().filter(|_| kind == "chits") {
                let text = said(&pieces[*at].card.front);
                assert!(text.contains(&(number + 1).to_string()), "{text}");
            }
        }
    }
}

#[test]
fn chits_differ_in_front_and_have_one_back() {
    for name in SCENARIOS {
        let battle = shipped(name);
        let chits = drawn(&battle, "plain", &only(&["chits", "backs"]));
        let with_chit = field(&battle).commands.iter().filter(|command| command.has_chit);
        assert_eq!(chits.len(), with_chit.clone().count());
        let back = |chit: &Drawn| chit.card.back.clone().expect("a back");
        assert!(chits.iter().all(|chit| Arc::ptr_eq(&back(chit), &back(&chits[0]))));
        for (chit, command) in chits.iter().zip(with_chit) {
            assert!(said(&chit.card.front).contains(&command.hq), "{}", command.hq);
        }
    }
}

/// A battle in which every name is this one, with so many corps of so many blocks on each side, on a map so large.
fn named(name: &str, corps: usize, blocks: usize, size: i32) -> Opaque {
    let corps_of = |side: usize| -> String {
        let block = |i: usize| {
            format!(
                "{{block: '{name} {i}', kind: artillery, quality: elite, at: [{}, {}]}}",
                30 + 41 * i,
                100 + 400 * side
            )
        };
        let blocks: Vec<String> = (0..blocks).map(block).collect();
        let of =
            |i: usize| format!("{{hq: '{name} {side} {i}', at: [{}, 60], blocks: [{}]}}", 20 + i, blocks.join(", "));
        (0..corps).map(of).collect::<Vec<_>>().join(", ")
    };
    battle(format!(
        "{{system: pub-battles, scenario: {{name: '{name}', turns: 8, optional: [leadership, written-orders, trains], sides: [\
         {{name: '{name} A', edge: south, army_hq: {{hq: '{name} army', at: [9, 9]}}, corps: [{}]}}, \
         {{name: '{name} B', edge: north, corps: [{}]}}], victory: [{{rule: hold, location: '{name} place', within: foot/3}}]}}, \
         map: {{name: '{name}', size: [{size}, {size}], foot: 120, mounted: 180, block: {{width: 40, depth: 14}}, \
         kinds: {{'{name} kind': {{}}, wood: {{}}}}, features: [\
         {{name: '{name} wood', kind: wood, area: [[500, 500], [500, 501], [501, 501]]}}, \
         {{name: '{name} nothing', kind: wood, area: [[400, 400], [400, 400], [400, 400]]}}, \
         {{name: '{name} dot', kind: wood, line: [[300, 300], [300, 300]]}}, \
         {{name: '{name} line', kind: '{name} kind', line: [[0, 300], [{size}, 320]]}}], \
         roads: [{{name: '{name} road', line: [[0, 200], [{size}, 210]]}}], \
         locations: {{'{name} place': [300, 380]}}}}}}",
        corps_of(0),
        corps_of(1)
    ))
}

/// Returns all that is drawn, and what does not fit.
fn everything(battle: &Opaque, look: &str) -> (Vec<Card>, Vec<Diagnostic>) {
    let (drawn, found) = game().faces(battle, &faces(look), &carried_catalogues(game()), &With::Everything, None);
    (drawn.into_iter().map(|drawn| drawn.card).collect(), found)
}

#[test]
fn what_is_too_long_is_found_and_not_cut() {
    // On a small map: nothing of 200 letters has room anywhere.
    let long = "Wolkersdorf".repeat(19);
    let (_, found) = everything(&named(&long, 1, 1, 200), "plain");
    let is_found = |name: &str| found.iter().any(|found| found.message.starts_with(&format!("`{name}` ")));
    for name in ["location", "feature", "road", "kind", "name of the map", "name of the block", "hq", "side", "name"] {
        let messages: Vec<&String> = found.iter().map(|found| &found.message).collect();
        assert!(is_found(name), "{name}: {messages:?}");
    }
    assert!(!is_found("name of the headquarters"), "the first letters stand on its cube");
    let (_, found) = everything(&named("聖", 1, 1, 600), "plain");
    for place in [
        "/map/name",
        "/map/kinds/聖 kind",
        "/map/locations/聖 place",
        "/map/roads/0/name",
        "/map/features/0/name",
        "/scenario/name",
        "/scenario/sides/0/name",
        "/scenario/sides/0/army_hq/hq",
        "/scenario/sides/1/corps/0/hq",
        "/scenario/sides/1/corps/0/blocks/0/block",
    ] {
        let is_missing = |found: &&Diagnostic| found.message.starts_with("the fonts have no `聖`");
        let is_there = found.iter().filter(is_missing).any(|found| found.at.pointer.as_str() == place);
        let places: Vec<_> = found.iter().map(|found| (&found.message, found.at.pointer.as_str())).collect();
        assert!(is_there, "{place}: {places:?}");
    }
}

#[test]
fn whatever_is_printed_ends() {
    for (corps, blocks, size) in [(15, 4, 6000), (24, 3, 16_000), (1, 64, 600)] {
        for look in ["plain", "low-ink"] {
            let battle = named("Wolkersdorf an der Hohenleiten", corps, blocks, size);
            let (cards, _) = everything(&battle, look);
            let numbers = |word: &str| cards.iter().filter(|card| card.number.starts_with(word)).count();
            assert_eq!(numbers("label-"), 4 * corps * blocks);
            assert_eq!(numbers("orders-"), 2 * corps + 1);
            assert!(cards.iter().any(|card| card.number == "map"));
            let deck = Deck { cards, ..Deck::default() };
            let sheets = pages(&deck, &PageOptions::default());
            assert!(sheets.iter().all(|page| page.size.width < 300.0 && page.size.height < 300.0));
        }
    }
}

#[test]
fn the_track_has_a_box_for_each_turn_and_night_and_half_of_each_army() {
    let two_days = shipped("two-days-at-hollin-cross");
    let drawn = drawn(&two_days, "plain", &only(&["track"]));
    assert_eq!(drawn.len(), 1);
    let card = &drawn[0].card;
    let battle = field(&two_days);
    let scenario = battle.scenario().expect("a scenario");
    let lines: Vec<&str> = card.text.lines().collect();
    let turns = usize::from(scenario.turns * scenario.days + scenario.days - 1);
    let days = lines.iter().filter(|line| line.starts_with("Day ")).count();
    assert_eq!((lines.len(), days), (turns + 2 + 2, 2), "{}", card.text);
    assert_eq!(lines.iter().filter(|line| **line == "Night").count(), usize::from(scenario.days - 1));
    let said = said(&card.front);
    for words in battle.sides.iter().map(|side| side.name.as_str()).chain(["Day 1", "Day 2"]) {
        assert!(said.contains(words), "{said}");
    }
    assert!(!drawn_text(&shipped("weirs-of-ansholm")).contains("Day"), "the only day has no name");
    // Nothing of what is hidden: neither its size nor when it comes.
    let hidden = shipped("the-price-of-wool");
    let text = drawn_text(&hidden);
    assert_eq!(text.matches("0–20").count(), 2, "{text}");
    assert!(!text.contains(": Dame"), "{text}");
}

fn drawn_text(battle: &Opaque) -> String {
    drawn(battle, "plain", &only(&["track"])).iter().map(|piece| piece.card.text.clone()).collect()
}
