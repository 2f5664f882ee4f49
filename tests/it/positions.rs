//! Positions as editors count them, both ways; and texts that are replaced.

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::{File, Sources, Utf16Position};
use proptest::prelude::*;

fn file(text: &str) -> File {
    File::new("a.yaml".into(), text.to_owned())
}

fn at(line: usize, character: usize) -> Utf16Position {
    Utf16Position { line, character }
}

/// Each byte offset has its position, and the position leads back.
#[track_caller]
fn assert_both_ways(text: &str, places: &[(usize, (usize, usize))]) {
    let file = file(text);
    for (offset, (line, character)) in places {
        assert_eq!(file.utf16_position(*offset), at(*line, *character), "of byte {offset} in {text:?}");
        assert_eq!(file.utf16_offset(at(*line, *character)), *offset, "of {line}:{character} in {text:?}");
    }
}

#[test]
fn a_letter_of_two_bytes_is_one_unit() {
    assert_both_ways("name: Dürrenstein\nb", &[(6, (0, 6)), (7, (0, 7)), (9, (0, 8)), (18, (0, 17)), (19, (1, 0))]);
    assert_eq!(file("Dü").utf16_position(2), at(0, 1), "inside of the letter");
}

#[test]
fn what_is_beyond_the_basic_plane_is_two_units() {
    let text = "a🎲b: 𝔐\n🎲";
    assert_both_ways(text, &[(1, (0, 1)), (5, (0, 3)), (8, (0, 6)), (12, (0, 8)), (13, (1, 0)), (17, (1, 2))]);
    assert_eq!(file(text).utf16_offset(at(0, 2)), 1, "between the halves of a character");
    assert_eq!(file(text).utf16_offset(at(1, 1)), 13, "between the halves of a character");
}

#[test]
fn lines_end_as_editors_say() {
    let text = "a: 1\r\nb\rc\n\r\nd";
    assert_both_ways(
        text,
        &[(4, (0, 4)), (6, (1, 0)), (7, (1, 1)), (8, (2, 0)), (10, (3, 0)), (12, (4, 0)), (13, (4, 1))],
    );
    assert_eq!(file(text).utf16_position(5), at(0, 4), "the end of a line is behind its last character");
}

#[test]
fn a_text_ends_with_or_without_a_line_end() {
    assert_both_ways("", &[(0, (0, 0))]);
    assert_both_ways("ab", &[(2, (0, 2))]);
    assert_both_ways("ab\n", &[(2, (0, 2)), (3, (1, 0))]);
}

#[test]
fn a_byte_order_mark_is_in_no_column() {
    assert_both_ways("\u{FEFF}ab\ncd", &[(3, (0, 0)), (4, (0, 1)), (6, (1, 0))]);
    assert_eq!(file("\u{FEFF}ab").utf16_position(1), at(0, 0));
}

#[test]
fn what_is_out_of_range_is_the_nearest_end() {
    let file = file("ab\r\ncd");
    assert_eq!(file.utf16_offset(at(0, 99)), 2, "beyond a line");
    assert_eq!(file.utf16_offset(at(1, usize::MAX)), 6, "beyond the last line");
    assert_eq!(file.utf16_offset(at(2, 0)), 6, "below the last line");
    assert_eq!(file.utf16_offset(at(usize::MAX, 0)), 6, "below the last line");
    assert_eq!(file.utf16_position(7), at(1, 2), "beyond the text");
    assert_eq!(file.utf16_position(usize::MAX), at(1, 2), "beyond the text");
}

/// Pieces of texts in which bytes, characters, code units and lines differ.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("Dürrenstein".to_owned()),
        Just("🎲".to_owned()),
        Just("\u{FEFF}".to_owned()),
        Just("e\u{301}".to_owned()),
        Just("x".repeat(700)),
        Just("🎲".repeat(200)),
        "[a-z: ]{0,9}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// A position as a reader counts it who goes through the text from its beginning.
fn counted(text: &str, offset: usize) -> Utf16Position {
    let before = if text.starts_with('\u{FEFF}') { &text[..offset]['\u{FEFF}'.len_utf8()..] } else { &text[..offset] };
    let ends = before.replace("\r\n", "\n").replace('\r', "\n");
    let last = ends.rsplit('\n').next().unwrap_or_default();
    at(ends.matches('\n').count(), last.encode_utf16().count())
}

proptest! {
    #[test]
    fn both_ways_agree(text in texts()) {
        let file = file(&text);
        let first = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        for offset in (first..=text.len()).filter(|offset| text.is_char_boundary(*offset)) {
            // Between the two characters of one line end is no position.
            if text[..offset].ends_with('\r') && text[offset..].starts_with('\n') {
                continue;
            }
            let position = file.utf16_position(offset);
            prop_assert_eq!(position, counted(&text, offset), "of byte {}", offset);
            prop_assert_eq!(file.utf16_offset(position), offset, "of {:?}", position);
        }
    }

    #[test]
    fn every_position_is_a_place_in_the_text(text in texts(), line in 0_usize..20, character in 0_usize..2000) {
        let file = file(&text);
        let offset = file.utf16_offset(at(line, character));
        prop_assert!(text.is_char_boundary(offset));
        prop_assert!(file.utf16_position(offset) <= at(line, character));
    }

    #[test]
    fn lines_are_those_of_bytes_where_no_carriage_return_is_alone(text in texts(), offset in 0_usize..4000) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let file = file(&text);
        let offset = text.floor_char_boundary(offset.min(text.len()));
        prop_assert_eq!(file.utf16_position(offset).line + 1, file.position(offset).line);
    }
}

#[test]
fn a_replaced_text_has_its_own_lines_and_no_tree() {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let id = load::read(&mut sources, "a.yaml".into(), b"name: Old\n", &mut sink);
    let other = load::read(&mut sources, "b.yaml".into(), b"name: Other\n", &mut sink);
    assert!(sources.get(id).tree().is_some());
    assert_eq!(sources.get(id).utf16_position(6), at(0, 6));
    sources.replace_text(id, "# buffer\nname: Dürrenstein\n".to_owned());
    let file = sources.get(id);
    assert_eq!((file.path().as_str(), file.text()), ("a.yaml", "# buffer\nname: Dürrenstein\n"));
    assert!(file.tree().is_none());
    assert_eq!(file.position(18).line, 2);
    assert_eq!(file.utf16_position(18), at(1, 8));
    let tree = load::parse(&sources, id, &mut sink).unwrap();
    sources.set_tree(id, tree);
    assert_eq!(sources.get(id).tree().unwrap().to_json()["name"], "Dürrenstein");
    assert!(sources.get(other).tree().is_some(), "another file is left as it is");
}
