//! The cards of Table Battles: nothing outside the safe line, nothing lost, misfits where they are written.

use std::sync::LazyLock;

use muster::review::templates;
use muster_core::diag::Sink;
use muster_core::print::frame::{Frame, Item, Point, Segment, Transform, at};
use muster_core::print::layout::Typesetter;
use muster_core::print::template::Faces;
use muster_core::print::{Misfit, POKER, SAFE, What};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::table_battles::faces::{FormationView, SetupView, formation, setup};
use muster_games::table_battles::model::{Formation, Scenario};

use crate::table_battles::arena::wording;

fn from_yaml<T: serde::de::DeserializeOwned>(yaml: &str) -> T {
    let value: serde_json::Value = serde_yaml::from_str(yaml).unwrap();
    serde_json::from_value(value).unwrap()
}

/// The faces that the carried templates give.
fn faces() -> &'static Faces {
    static FACES: LazyLock<Faces> = LazyLock::new(|| {
        let mut sink = Sink::default();
        let faces = templates::faces(SYSTEMS[0], &[], Vec::new(), &mut Sources::default(), &mut sink);
        assert!(sink.is_empty());
        faces
    });
    &FACES
}

fn face(yaml: &str, special: &[String]) -> (Frame, Vec<Misfit>) {
    let formation: Formation = from_yaml(yaml);
    let name_of = |name: &str| if name == "7A" { "Thurn".to_owned() } else { name.to_owned() };
    let view = FormationView {
        formation: &formation,
        name_of: &name_of,
        special,
        battle: "White Mountain",
        scenario_art: None,
        wording: wording("en"),
    };
    let drawn = faces().get("formation").compose(&mut Typesetter::default(), &self::formation(&view), &[]);
    let (frame, misfits, _) = drawn.into_parts();
    (frame, misfits)
}

const FORMATIONS: [&str; 6] = [
    "{card: 1A, name: Thurn, wing: red, strength: 6, dice: 6, actions: [{type: attack, targets: [A, B], hits: 1 per die, self: 1}]}",
    "{card: 9999B, name: Catholic League Cavalry of Fröschweiler, wing: pink, strength: 20, star: true, dice: (1)/(2)/(3)/(4)/(5)/(6), link: both, arm: cavalry, \
     retire: true, pursuit: true, reserve: {behind: Ångström}, \
     actions: [{type: attack, targets: [A, B, C], requires: two triplets, hits: 2 + 1 per die}, {type: counterattack, targets: any, hits: 1, takes_less: 1}]}",
    "{card: 2A, name: Guns, wing: blue, strength: III, dice: Straight 4, arm: infantry, actions: [{type: bombard}, {type: screen, targets: any, voluntary: true}]}",
    "{card: 3A, name: Reserve, wing: dkblue, strength: 1, dice: none, reserve: {commanded_by: Thurn}, actions: [{type: absorb, targets: any, takes: one, requires: pair}]}",
    "{card: 4A, name: All, wing: dkblue, strength: 12, dice: Any, actions: [{type: command, targets: [A], requires: full house}]}",
    "{card: 5A, name: Sets, wing: red, strength: II, dice: 'Doubles, Triples, Straight 3', actions: [{type: attack, targets: [A], hits: 3, requires: five dice}]}",
];

/// Calls `see` with every item and the map from its coordinates to the card's.
fn walk(frame: &Frame, map: Transform, see: &mut dyn FnMut(&Item, Transform)) {
    for item in &frame.items {
        match item {
            Item::Group(group) => walk(&group.frame, map.compose(group.transform), see),
            other => see(other, map),
        }
    }
}

/// What the card says, in the order of drawing.
fn text(frame: &Frame) -> String {
    let mut lines = Vec::new();
    walk(frame, Transform::from_translate(0.0, 0.0), &mut |item, _| {
        if let Item::Text(text) = item {
            lines.push(text.text.clone());
        }
    });
    lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_lines_of_an_author_stand_below_each_other() {
    let rule = "Choose one:\n- the oars\n\n- the ropes\n".to_owned();
    let yaml = "{card: 1A, name: Thurn, wing: red, strength: 6, dice: 6, actions: [{type: bombard}]}";
    let (frame, misfits) = face(yaml, &[rule]);
    assert_eq!(misfits, []);
    let mut lines = Vec::new();
    walk(&frame, Transform::from_translate(0.0, 0.0), &mut |item, map| {
        if let Item::Text(text) = item {
            lines.push((text.text.clone(), map.apply(text.at).y));
        }
    });
    let y = |begins: &str| lines.iter().find(|(text, _)| text.starts_with(begins)).expect("a line").1;
    let (first, second, third) = (y("Choose one:"), y("- the oars"), y("- the ropes"));
    assert!(second > first + 1.0, "{lines:?}");
    assert!((third - second - 2.0 * (second - first)).abs() < 0.01, "an empty line: {lines:?}");
}

fn assert_safe(p: Point, what: &str) {
    let line = SAFE - 0.05;
    let inside = p.x >= line && p.y >= line && p.x <= POKER.width - line && p.y <= POKER.height - line;
    assert!(inside, "{what} at {p:?} outside the safe line");
}

#[test]
fn no_text_crosses_the_safe_line_or_another_text() {
    for yaml in FORMATIONS {
        let (frame, misfits) =
            face(yaml, &["While it is in play, dice may be placed on two red cards in a turn.".to_owned()]);
        assert_eq!(misfits, [], "{yaml}");
        let mut boxes: Vec<(f64, f64, f64, f64, String)> = Vec::new();
        walk(&frame, Transform::from_translate(0.0, 0.0), &mut |item, map| {
            let Item::Text(text) = item else { return };
            let (x, y) = (text.at.x, text.at.y);
            let low = text.glyphs.iter().zip(text.text.chars()).any(|(_, c)| "gjpqyQ,;()".contains(c));
            let depth = if low { 0.2 * text.size } else { 0.0 };
            let (top, bottom) = (map.apply(at(x, y - 0.64 * text.size)), map.apply(at(x + text.width(), y + depth)));
            assert_safe(top, &text.text);
            assert_safe(bottom, &text.text);
            for (x0, y0, x1, y1, other) in &boxes {
                let apart = bottom.x <= *x0 + 0.01 || top.x >= *x1 - 0.01 || bottom.y <= *y0 || top.y >= *y1;
                assert!(apart, "`{}` over `{other}`", text.text);
            }
            boxes.push((top.x, top.y, bottom.x, bottom.y, text.text.clone()));
        });
        assert!(boxes.len() > 6);
    }
}

#[test]
fn the_arm_stands_beside_the_number() {
    for number in ["1A", "88B", "9999B"] {
        let yaml = format!("{{card: {number}, name: X, wing: red, strength: 2, dice: 6, arm: cavalry, actions: []}}");
        let (mut end, mut arm) = (0.0, f64::MAX);
        walk(&face(&yaml, &[]).0, Transform::from_translate(0.0, 0.0), &mut |item, map| match item {
            Item::Text(text) if text.text == number => end = map.apply(at(text.at.x + text.width(), 0.0)).x,
            Item::Shape(shape) => {
                let points = shape.path.0.iter().filter_map(|segment| match segment {
                    Segment::Move(p) | Segment::Line(p) => Some(map.apply(*p)),
                    _ => None,
                });
                let points: Vec<Point> = points.collect();
                if points.iter().all(|p| p.y < 7.0 && (22.0..38.0).contains(&p.x)) {
                    arm = points.iter().fold(arm, |left, p| f64::min(left, p.x));
                }
            }
            _ => {}
        });
        assert!(end > 22.0 && arm < 33.0 && end < arm, "{number} ends at {end:.1}, the arm begins at {arm:.1}");
    }
}

#[test]
fn a_card_says_all_that_is_written() {
    let (frame, _) = face(FORMATIONS[1], &[]);
    let text = text(&frame);
    let said = [
        "9999B",
        "PINK WING",
        "Catholic League Cavalry of Fröschweiler",
        "20",
        "one die a turn",
        "ATTACK",
        "two triplets",
        "1 A 2 B 3 C",
        "2 hits + 1 per die",
        "COUNTERATTACK",
        "Against any enemy",
        "1 hit on the attacker; suffers 1 hit fewer",
        "RESERVE behind Ångström",
        "RETIRE",
        "PURSUIT",
        "White Mountain",
    ];
    for words in said {
        assert!(text.contains(words), "{words}: {text}");
    }
    let (frame, _) = face(
        "{card: 1A, name: X, wing: red, strength: 2, dice: 6, lore: They held the wall all day., \
         actions: [{type: attack, targets: [7A], hits: 1}]}",
        &[],
    );
    let text = self::text(&frame);
    assert!(text.contains("Thurn 1 hit"), "a card number is printed as the name: {text}");
    assert!(text.contains("They held the wall all day."), "{text}");
}

fn told(misfits: &[Misfit]) -> Vec<(&str, &str)> {
    misfits.iter().map(|m| (m.name.as_str(), m.tag.as_str())).collect()
}

#[test]
fn what_does_not_fit_is_told_where_it_is_written() {
    let card = |rest: &str| format!("{{card: 1A, wing: red, strength: 2, dice: 6, {rest}}}");
    let long = "The Very Long Name of a Formation ".repeat(4);
    let (_, misfits) = face(&card(&format!("name: {long}")), &[]);
    assert_eq!(told(&misfits), [("name", "/name")]);
    assert!(matches!(misfits[0].what, What::TooLong(mm) if mm > 1.0), "{misfits:?}");

    let lore = "Word after word of lore. ".repeat(50);
    let (frame, misfits) = face(&card(&format!("name: X, lore: {lore}")), &[]);
    assert_eq!(told(&misfits), [("lore", "/lore")]);
    assert!(!text(&frame).contains("lore"), "nothing is cut off");
    assert!(misfits[0].to_string().starts_with("`lore` is not printed: it is "), "{}", misfits[0]);

    let attack =
        "{type: attack, targets: [The Duke of Lothringen, Kara Mustafa], hits: 1 per die, self: 1}, ".repeat(9);
    let (_, misfits) = face(&card(&format!("name: X, actions: [{attack}]")), &[]);
    assert_eq!(told(&misfits), [("actions", "/actions/4")]);

    let special = ["Short.".to_owned(), "A special rule of many words. ".repeat(40)];
    let (_, misfits) = face(&card("name: X"), &special);
    assert_eq!(told(&misfits), [("special rules", "/special/1")]);

    let (_, misfits) = face(&card("name: 中村"), &[]);
    assert_eq!(told(&misfits), [("name", "/name")]);
    assert_eq!(misfits[0].what, What::NoGlyphs(vec!['中', '村']));
}

/// Texts of some length that no line can hold whole, or that the fonts do not carry.
fn unusual(length: usize) -> Vec<String> {
    let parts =
        ["a", "W", "internationalization", "7", "ffi", "-", "ab-", "ab\u{200b}", "ab\u{ad}", "ab\u{a0}", "\u{301}"];
    let foreign = ["e\u{301}", "\u{2060}", "中", "👨‍👩‍👧", "שלום ", "\u{202e}a", "\u{2003}"];
    parts.iter().chain(&foreign).map(|part| part.repeat(length.div_ceil(part.chars().count()))).collect()
}

#[test]
fn no_text_is_too_unusual() {
    for text in [1, 46, 500, 5000].into_iter().flat_map(unusual) {
        let quoted = serde_json::to_string(&text).unwrap();
        let card = format!("{{card: 1A, wing: red, strength: 2, dice: 6, name: {quoted}, lore: {quoted}}}");
        let (_, misfits) = face(&card, std::slice::from_ref(&text));
        if text.chars().count() >= 5000 && text.contains(char::is_alphanumeric) {
            let names: Vec<&str> = told(&misfits).into_iter().map(|(name, _)| name).collect();
            assert!(names.contains(&"name"), "{names:?} of {} × {:?}", text.len(), text.chars().next());
        }
    }
}

#[test]
fn the_set_up_card_says_how_to_begin() {
    let yaml = |notes: &str| {
        format!(
            "{{number: 7, name: Rocroi, date: 19 May 1643, set: Own, rules: [links, oblique], notes: {notes}, sides: [\
             {{name: The French, morale: 4, cards: [1A-3A, 5A], first: true, tactical: {{sticks: 9, result: draw}}}}, \
             {{name: The Spanish, morale: 2, cards: 11A-14A, tactical: {{sticks: 1, result: victory}}}}]}}"
        )
    };
    let set = |notes: &str| {
        let scenario: Scenario = from_yaml(&yaml(notes));
        let reserves = [vec!["Sirot".to_owned(), "Condé".to_owned()], vec![]];
        let view =
            SetupView { scenario: &scenario, reserves: &reserves, cubes: &[], special: &[], wording: wording("en") };
        faces().get("setup").compose(&mut Typesetter::default(), &setup(&view), &[]).into_parts()
    };
    let (card, misfits, _) = set("Mist lay over the marsh.");
    assert_eq!(misfits, []);
    let text = text(&card);
    let said = [
        "scenario 7",
        "Own",
        "Rocroi",
        "19 May 1643",
        "The French",
        "Morale 4 GOES FIRST",
        "1A–3A, 5A",
        "Sirot and Condé",
        "draws when 9 enemy sticks are eliminated",
        "The Spanish",
        "11A–14A",
        "wins when 1 enemy stick is eliminated",
        "links and oblique attack",
        "Mist lay over the marsh.",
    ];
    for words in said {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("GOES FIRST").count(), 1);
    let (_, misfits, _) = set(&"Mist. ".repeat(300));
    assert_eq!(told(&misfits), [("notes", "/notes")]);
}
