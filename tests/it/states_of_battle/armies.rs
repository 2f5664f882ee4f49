//! The cards of units and the roster sheets.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use muster_core::print::template::Content;
use muster_systems::printed::Surface;
use muster_systems::{Piece, With};

use super::{SMALL, battle, drawn, letters, pieces, with};

fn content<'p>(piece: &'p Piece<'_>) -> &'p Content<'p> {
    let Surface::Face(face) = &piece.front else { panic!("{} is drawn by the game", piece.label) };
    &face.content
}

#[test]
fn names_and_points_are_enough_for_everything() {
    for look in ["plain", "low-ink"] {
        let (drawn, found) = drawn(SMALL, look, &With::Everything);
        assert!(found.is_empty(), "{look}: {found:?}");
        assert!(drawn.iter().all(|piece| !piece.card.front.items.is_empty()));
    }
    let battle = battle(SMALL);
    let units = pieces(&battle, &["units"]);
    let said = content(&units[1]).plain_text();
    assert_eq!(said, "A2 · Infantry · Hill Spears · 350 points · MCV 5 · North");
}

#[test]
fn a_unit_says_what_is_written_of_it_and_nothing_that_the_stand_in_supposes() {
    let written = SMALL.replace(
        "name: Hill Spears, points: 350}",
        "name: Hill Spears, points: 350, mcv: 7, models: 20, move: 5, charge: 9, range: 1, alternate: true, rule_text: Hates \
         rain., lore: From the hills.}",
    );
    let written = written.replace("name: Sir Anselm, kind: general,", "name: Sir Anselm, kind: general, in: A2,");
    let battle = battle(&written);
    let units = pieces(&battle, &["units"]);
    let labels: Vec<&str> = units.iter().map(|unit| unit.label.as_str()).collect();
    assert_eq!(labels, ["A1 Sir Anselm", "A2 Hill Spears", "B1 Dame Berta", "B2 Town Levy"]);
    assert_eq!(
        content(&units[1]).plain_text(),
        "A2 · Infantry · Hill Spears · 350 points · MCV 7 · 20 models · move 5 in · charge 9 in · range 1 in · North\n\
         With it rides Sir Anselm.\nMoves by itself at the first Move card of its side, and at every second after it.\n\
         Hates rain.\nFrom the hills."
    );
    assert!(
        content(&units[0])
            .plain_text()
            .contains("Named: can be challenged, and can lead a group.\nRides with Hill Spears.")
    );
}

#[test]
fn several_riders_ride() {
    let written = SMALL
        .replace("name: Sir Anselm, kind: general,", "name: Sir Anselm, kind: general, in: A2,")
        .replace("A1-A2", "A1-A3")
        .replace("units:\n", "units:\n  - {unit: A3, name: Witch, kind: wizard, points: 50, in: A2}\n");
    let battle = battle(&written);
    let said: Vec<String> = pieces(&battle, &["units"]).iter().map(|unit| content(unit).plain_text()).collect();
    assert!(said.iter().any(|said| said.contains("With it ride Sir Anselm and Witch.")), "{said:?}");
}

#[test]
fn a_roster_has_points_values_counters_and_decks() {
    let battle =
        battle(&SMALL.replace("{name: North,", "{name: North, counters: {add: 2}, starter: true, generalship: d12,"));
    let rosters = pieces(&battle, &["roster"]);
    assert_eq!(rosters.iter().map(|piece| piece.number.as_str()).collect::<Vec<_>>(), ["roster-1", "roster-2"]);
    let said = content(&rosters[0]).plain_text();
    for line in [
        "8 counters · 500 points, one counter for every 75, and 2 · North · The Ford · Generalship die: d12",
        "A1 · Sir Anselm · General · 150 points, MCV 2",
        "A2 · Hill Spears · Infantry · 350 points, MCV 5",
        "2 units · 500 points, MCV 7",
        "Starter cards: 2 × Favour of the Gods, 3 × Leadership, 2 × Manoeuvre and Stratagem.",
    ] {
        assert!(said.lines().any(|known| known == line), "{line}\n{said}");
    }
    assert!(!content(&rosters[1]).plain_text().contains("Starter cards"));
    // Six for the points and two more: two in each state.
    let (drawn, _) =
        drawn(&SMALL.replace("{name: North,", "{name: North, counters: {add: 2},"), "plain", &with(&["roster"]));
    let said = letters(&drawn[0].card.front);
    assert!(said.contains("Emboldened 8 7 Shaken 6 5 Bloodied 4 3 Desperate 2 1"), "{said}");
    let size = drawn[0].card.size;
    assert!(size.width <= 210.0 - 20.0 && size.height <= 279.4 - 20.0, "both papers hold it with its marks");
}

/// Returns a battle in which the first side has so many units, each with so many letters in its name and rule.
fn large(units: usize, name: usize, rule: usize) -> String {
    let words = |letters: usize| "Guard of Karnhof ".repeat(letters / 17 + 1).chars().take(letters).collect::<String>();
    let mut text = SMALL.replace("units: A1-A2}", &format!("units: A1-A{units}}}"));
    for unit in 3..=units {
        let rule = if rule > 0 { format!(", rule_text: {}", words(rule).trim()) } else { String::new() };
        let _ = writeln!(text, "  - {{unit: A{unit}, name: {unit} {}, points: 75{rule}}}", words(name).trim());
    }
    text
}

#[test]
fn large_armies_have_as_many_sheets_as_hold_them() {
    for (units, name, rule, most) in [(30, 20, 0, 1), (100, 20, 0, 3), (60, 60, 0, 4), (40, 30, 400, 6)] {
        let text = large(units, name, rule);
        for look in ["plain", "low-ink"] {
            let (drawn, found) = drawn(&text, look, &with(&["roster", "units"]));
            assert!(found.is_empty(), "{units} units: {found:?}");
            let sheets: Vec<&str> = drawn
                .iter()
                .filter(|piece| piece.card.number.starts_with("roster-1"))
                .map(|piece| piece.card.text.as_str())
                .collect();
            assert!(sheets.len() <= most, "{units} units on {} sheets", sheets.len());
            let mut rows: BTreeMap<&str, u32> = BTreeMap::new();
            for line in sheets
                .iter()
                .flat_map(|sheet| sheet.lines())
                .filter(|line| line.contains(" points, MCV ") && line.starts_with('A'))
            {
                *rows.entry(line.split(" · ").next().expect("a number")).or_default() += 1;
            }
            assert_eq!((rows.len(), rows.values().max()), (units, Some(&1)), "each unit once");
        }
    }
}

#[test]
fn an_army_alone_is_printed_without_a_side() {
    let alone = "system: states-of-battle\nunits:\n  - {unit: U1, name: Spears, points: 300}\n";
    let (drawn, found) = drawn(alone, "plain", &With::Everything);
    assert!(found.is_empty(), "{found:?}");
    let said: Vec<&str> = drawn.iter().map(|piece| piece.card.number.as_str()).collect();
    assert_eq!(said, ["U1", "roster"]);
    assert!(
        drawn[1].card.text.starts_with("4 counters · 300 points, one counter for every 75 · Army"),
        "{}",
        drawn[1].card.text
    );
}
