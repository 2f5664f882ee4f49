//! Conditions of boxes on values: a text or a data field compared with a value in the template.

use crate::fields::{battle, checked, fronts, look};

const PLATE: &str = "at: [50, 60, 9, 9], shape: ellipse, fill: accent";

#[test]
fn a_box_is_on_the_cards_whose_value_is_as_the_template_says() {
    // The first card costs 10, and the second one has no fields; both are red.
    let folder = battle("conditions", "{cost: 10, era: old}");
    let shown = |condition: &str| {
        look(&folder, "table-battles", "formation", &format!("{{{PLATE}, {condition}}}"));
        let (code, out) = checked(&folder);
        assert!(code == Some(0) && !out.contains("MU6"), "{condition}: {out}");
        let with = fronts(&folder);
        look(&folder, "table-battles", "formation", "{at: [9, 9, 9, 9], shape: rectangle, hide: true}");
        let without = fronts(&folder);
        [0, 1].map(|card| with[card] != without[card])
    };
    for (condition, on) in [
        ("if: wing = red", [true, true]),
        ("if: wing = blue", [false, false]),
        ("unless: wing = blue", [true, true]),
        ("if: name = Ferrymen", [false, true]),
        ("if: fields.cost >= 9", [true, false]),
        ("if: fields.cost > 10", [false, false]),
        ("if: [fields.era = old, fields.cost <= 10]", [true, false]),
        ("unless: fields.era = old", [false, true]),
        ("if: strength < 5", [false, true]),
    ] {
        assert_eq!(shown(condition), on, "{condition}");
    }
}

#[test]
fn a_comparison_that_can_never_hold_is_found() {
    let folder = battle("conditions-faults", "{cost: 10}");
    for (condition, found) in [
        ("if: fields.cost > many", "MU602] `fields.cost` cannot be less or more than `many`, which is no number"),
        ("if: [art, wing =]", "MU602] `wing` is compared with nothing; expected a value after the sign"),
        ("if: art = ford", "MU602] unknown text `art`"),
        ("if: wings = red", "MU602] unknown text `wings`"),
        ("if: fields.cost == 10", "MU602] a condition cannot have `==`"),
        ("if: \"wing != red\"", "MU602] a condition cannot have `!=`"),
        ("if: star and wing", "MU602] a condition cannot have `and`"),
    ] {
        look(&folder, "table-battles", "formation", &format!("{{{PLATE}, {condition}}}"));
        let (code, out) = checked(&folder);
        assert!(code == Some(1) && out.contains(found), "{condition}: {out}");
    }
}

#[test]
fn texts_in_one_place_overlap_unless_no_card_has_both() {
    let folder = battle("conditions-overlap", "{cost: 10}");
    let overlap = |one: &str, other: &str| {
        let text = "at: [50, 60, 9, 9], text: \"{number}\"";
        look(&folder, "table-battles", "formation", &format!("{{{text}, {one}}}\n  other: {{{text}, {other}}}"));
        checked(&folder).1.contains("MU610] the box and `own` overlap")
    };
    assert!(overlap("if: wing = red", "if: fields.cost = 10"));
    assert!(!overlap("if: wing = red", "if: wing = pink"));
    assert!(!overlap("if: wing = red", "unless: wing = red"));
    assert!(!overlap("if: fields.cost < 10", "if: fields.cost >= 10"));
    assert!(overlap("if: fields.cost <= 10", "if: fields.cost >= 10"));
    assert!(!overlap("unless: fields.cost", "if: fields.cost >= 10"), "a card with a value has the field");
}
