//! Where units start, as the rosters say it.

use super::{SMALL, drawn, letters, with};

/// Returns the letters of the rosters of a document.
fn rosters(text: &str) -> String {
    let (pieces, found) = drawn(text, "plain", &with(&["roster"]));
    assert!(found.is_empty(), "{found:?}");
    pieces.iter().map(|piece| letters(&piece.card.front)).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_roster_tells_where_units_start_whose_places_are_written() {
    let placed = SMALL
        .replace("points: 350}", "points: 350, at: {at: 14, lane: 6}}")
        .replace("points: 450}", "points: 450, at: {at: 9, lane: 2, facing: left}}");
    let told = rosters(&placed);
    assert!(told.contains("starts at 14 in, lane 6") && !told.contains("lane 6, facing"), "{told}");
    assert!(told.contains("starts at 9 in, lane 2, facing left"), "{told}");
    assert_eq!(told.matches("starts at").count(), 2, "nothing of those that have no place: {told}");
    let deployed = placed.replace("  name: The Ford\n", "  name: The Ford\n  deployment: alternate\n");
    assert!(!rosters(&deployed).contains("starts at"), "units are placed in play");
}

#[test]
fn a_sheet_shows_the_field_where_anything_has_a_place() {
    let placed = SMALL
        .replace("points: 350}", "points: 350, at: {at: 14, lane: 6}}")
        .replace("points: 450}", "points: 450, at: {at: 9, lane: 2, facing: left}}");
    let field = |text: &str| {
        let (pieces, found) = drawn(text, "plain", &with(&["scenario"]));
        assert!(found.is_empty(), "{found:?}");
        pieces.into_iter().find(|piece| piece.card.number == "field")
    };
    let sheet = field(&placed).expect("a sheet of the field");
    let told: Vec<&str> = sheet.card.text.lines().collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].contains("14 inches from the edge in lane 6"), "{told:?}");
    assert!(told[1].contains("9 inches from the edge in lane 2"), "{told:?}");
    let said = letters(&sheet.card.front);
    assert!(["North", "South"].iter().all(|side| said.contains(side)), "whose edge it is: {said}");
    let size = sheet.card.size;
    assert!(size.width <= 190.0 && size.height <= 256.0, "{size:?}");
    assert!(field(SMALL).is_none(), "nothing has a place");
    let deployed = placed.replace("  name: The Ford\n", "  name: The Ford\n  deployment: alternate\n");
    assert!(field(&deployed).is_none(), "units are placed in play");
}
