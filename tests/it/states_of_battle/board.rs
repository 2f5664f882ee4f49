//! The State of Battle, the counters that lie on it, and the markers of a battle.

use muster_core::print::frame::{Item, Point, Segment};
use muster_systems::{Drawn, With};

use super::{SMALL, battle, drawn, letters, pieces, with};

/// Returns the copies of each piece of the kinds that are asked for, by its number.
fn copies(text: &str, extras: &[&str]) -> Vec<(String, u32)> {
    let battle = battle(text);
    pieces(&battle, extras).iter().map(|piece| (piece.number.clone(), piece.copies)).collect()
}

fn piece<'d>(drawn: &'d [Drawn], number: &str) -> &'d Drawn {
    drawn.iter().find(|piece| piece.card.number == number).unwrap_or_else(|| panic!("no {number}"))
}

/// SMALL, without cards and achievements that give counters.
fn plain() -> String {
    SMALL.replace("  name: The Ford\n", "  name: The Ford\n  cards: own\n  achievements: []\n")
}

#[test]
fn sb_1_4_the_board_has_a_place_for_every_counter_in_its_state() {
    let (pieces, found) = drawn(SMALL, "plain", &with(&["board"]));
    assert!(found.is_empty(), "{found:?}");
    let board = piece(&pieces, "board");
    assert_eq!((board.card.size.width, board.card.size.height), (186.4, 186.4));
    assert!(
        board.card.text.contains(
            "Emboldened 2 of North and 2 of South; Shaken 2 of North and 2 of South; Bloodied 1 of North and 2 of South; \
             Desperate 1 of North and 2 of South"
        ),
        "{}",
        board.card.text
    );
    let said = letters(&board.card.front);
    for state in ["E M B O L D E N E D", "S H A K E N", "B L O O D I E D", "D E S P E R A T E"] {
        assert!(said.contains(state), "{state}: {said}");
    }
    let numbers = said.split(' ').filter_map(|word| word.parse::<u16>().ok()).filter(|number| *number > 4);
    assert_eq!(numbers.collect::<Vec<_>>(), [6, 5, 8, 7, 6, 5], "those of North, then those of South");
    assert!(said.contains("North") && said.contains("South"), "{said}");
}

#[test]
fn many_counters_lie_on_each_other_on_the_board() {
    let many = SMALL.replace("{name: North,", "{name: North, counters: {exactly: 200},");
    let (pieces, found) = drawn(&many, "low-ink", &with(&["board"]));
    assert!(found.is_empty(), "{found:?}");
    let said = letters(&piece(&pieces, "board").card.front);
    assert!(said.contains("200–194") && said.contains(" 8–2 1 "), "{said}");
}

#[test]
fn nothing_of_the_board_lies_beyond_its_bleed() {
    let (pieces, _) = drawn(SMALL, "plain", &with(&["board"]));
    let groups = piece(&pieces, "board").card.front.items.iter().filter_map(|item| match item {
        Item::Group(group) => Some(&group.frame),
        _ => None,
    });
    let shapes = groups.flat_map(|frame| &frame.items).filter_map(|item| match item {
        Item::Shape(shape) => Some(&shape.path),
        _ => None,
    });
    let points: Vec<Point> = shapes
        .flat_map(|path| &path.0)
        .flat_map(|segment| match segment {
            Segment::Move(p) | Segment::Line(p) => vec![*p],
            Segment::Curve(a, b, c) => vec![*a, *b, *c],
            Segment::Close => Vec::new(),
        })
        .collect();
    assert!(points.len() > 100);
    for Point { x, y } in points {
        // The circle is whole; only its ground runs into the bleed of the piece.
        assert!((-3.2..=189.6).contains(&x), "{x}");
        assert!((-3.2..=189.6).contains(&y), "{y}");
    }
}

#[test]
fn a_board_needs_two_sides() {
    let alone = "system: states-of-battle\nunits:\n  - {unit: U1, name: Spears, points: 300}\n";
    assert!(copies(alone, &["board", "counters", "markers"]).is_empty());
}

#[test]
fn sb_1_2_there_are_as_many_counters_as_the_points_give() {
    let counted = copies(&plain(), &["counters"]);
    assert_eq!(counted, [("counters-1".to_owned(), 6), ("counters-2".to_owned(), 8)]);
}

#[test]
fn sb_3_counters_that_can_be_gained_are_printed_too() {
    let own = "  achievements: [{name: Standard Taken, on: unit-lost, counters: 2}]\n  triggers:\n    - {side: South, state: \
               Shaken, rule: counters, change: 1}\n    - {side: North, state: Shaken, rule: counters, change: -1}\n";
    let counted = copies(&plain().replace("  achievements: []\n", own), &["counters"]);
    assert_eq!(counted, [("counters-1".to_owned(), 8), ("counters-2".to_owned(), 11)]);
    // The published achievements are worth 10, each of two cards of Army Morale 1, and the Inspiring Leader 2.
    let published = copies(SMALL, &["counters"]);
    assert_eq!(published, [("counters-1".to_owned(), 6 + 14), ("counters-2".to_owned(), 8 + 14)]);
}

#[test]
fn counters_are_smaller_where_there_are_many() {
    let across = |counters: u16| {
        let text = SMALL.replace("{name: North,", &format!("{{name: North, counters: {{exactly: {counters}}},"));
        let (pieces, found) = drawn(&text, "plain", &with(&["counters"]));
        assert!(found.is_empty(), "{found:?}");
        assert_eq!(piece(&pieces, "counters-1").card.size, piece(&pieces, "counters-2").card.size);
        piece(&pieces, "counters-1").card.size.width
    };
    assert_eq!([20, 21, 100].map(across), [20.0, 15.9, 15.9]);
}

#[test]
fn counters_are_the_same_on_both_sides_and_differ_between_the_armies() {
    for look in ["plain", "low-ink"] {
        let (pieces, _) = drawn(SMALL, look, &with(&["counters", "backs"]));
        let [first, second] = ["counters-1", "counters-2"].map(|number| &piece(&pieces, number).card);
        assert_eq!(first.back.as_deref(), Some(&*first.front));
        assert_ne!(first.front, second.front);
    }
}

#[test]
fn sb_6_markers_are_as_many_as_the_units_need() {
    assert_eq!(copies(SMALL, &["markers"]), [("moved".to_owned(), 4)]);
    let text = SMALL.replace("A2, name: Hill Spears,", "A2, name: Hill Bows, kind: missile, alternate: true,");
    let text = text.replace("B1, name: Dame Berta, kind: general,", "B1, name: Dame Berta, kind: general, in: B2,");
    let wanted = [("spent", 1), ("moved", 3), ("waits", 1)].map(|(number, copies)| (number.to_owned(), copies));
    assert_eq!(copies(&text, &["markers"]), wanted);
}

#[test]
fn sb_7_2_a_stratagem_has_markers_for_a_quarter_of_the_units_and_a_track_to_nought() {
    let (pieces, found) =
        drawn(&SMALL.replace("{name: North,", "{name: North, starter: true,"), "plain", &with(&["markers"]));
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(piece(&pieces, "stratagem-1").card.copies, 1, "at least one");
    let track = letters(&piece(&pieces, "track-1").card.front);
    assert!(track.contains("8 7 6 5 4 3 2 1 0"), "{track}");
    assert!(pieces.iter().all(|piece| !piece.card.number.ends_with("-2")), "the other side has no starter cards");
}

#[test]
fn sb_10_2_each_concealed_unit_has_a_tray() {
    let concealed =
        "  name: The Ford\n  concealed: [{side: South, point: {at: 6, lane: 2}, area: the wood, units: 2}]\n";
    let (pieces, found) = drawn(&SMALL.replace("  name: The Ford\n", concealed), "low-ink", &with(&["markers"]));
    assert!(found.is_empty(), "{found:?}");
    let trays: Vec<&str> = pieces
        .iter()
        .filter(|piece| piece.card.number.starts_with("tray-2-"))
        .map(|tray| tray.card.text.as_str())
        .collect();
    assert_eq!(trays, ["Tray 1 · South", "Tray 2 · South"]);
}

#[test]
fn long_names_fit_on_everything_in_both_looks() {
    let long = SMALL
        .replace(
            "name: North,",
            "name: The Free Companies of the Northern Marches and Their Mountain Allies, starter: true,",
        )
        .replace("name: The Ford", "name: The Second Battle at the Old Ford below the Abbey of Saint Wendelin");
    for look in ["plain", "low-ink"] {
        let (pieces, found) = drawn(&long, look, &With::Everything);
        assert!(found.is_empty(), "{look}: {found:?}");
        assert!(pieces.iter().any(|piece| piece.card.number == "track-1"));
    }
}
