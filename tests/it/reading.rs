//! Reading: places, encodings, limits, several mistakes in one file.

use camino::Utf8PathBuf;
use muster_core::diag::{Diagnostic, Sink, finish};
use muster_core::load;
use muster_core::source::{FileId, Pointer, Sources};

/// Reads bytes as a file.
pub(crate) fn read(bytes: &[u8]) -> (Sources, FileId, Vec<Diagnostic>) {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, Utf8PathBuf::from("a.yaml"), bytes, &mut sink);
    let findings = finish(sink.into_findings(), &sources);
    (sources, file, findings)
}

/// Line, column and code of what reading finds.
fn found(bytes: &[u8]) -> Vec<(usize, usize, &'static str)> {
    let (sources, file, findings) = read(bytes);
    let place = |finding: &Diagnostic| sources.get(file).position(sources.span(&finding.at).start);
    findings.iter().map(|f| (place(f).line, place(f).column, f.code.id)).collect()
}

/// The text that a pointer's value is written in.
fn written(text: &str, pointer: &str) -> String {
    let (sources, file, findings) = read(text.as_bytes());
    assert!(findings.is_empty(), "{text}: {findings:?}");
    let span = sources.get(file).tree().expect("a tree").span(&Pointer::parse(pointer));
    text[span.start..span.end].to_owned()
}

#[test]
fn a_value_spans_what_is_written_and_nothing_else() {
    let text = "a: 'x'  # c\nb: &q \"y\"\nc: |\n  text\n  more\n\nd:\ne: [1, {a: b}]\nf:\n  - g: >-\n\n      z\n  # c\n  - 2\n\n# end\n";
    for (pointer, expected) in [
        ("/a", "'x'"),
        ("/b", "\"y\""),
        ("/c", "|\n  text\n  more"),
        ("/d", ""),
        ("/e", "[1, {a: b}]"),
        ("/e/1", "{a: b}"),
        ("/f/0/g", ">-\n\n      z"),
        ("/f/0", "g: >-\n\n      z"),
        ("/f", "- g: >-\n\n      z\n  # c\n  - 2"),
    ] {
        assert_eq!(written(text, pointer), expected, "{pointer}");
    }
    assert!(written(text, "").ends_with("- 2"));
}

#[test]
fn what_is_not_written_is_shown_at_the_first_key_of_its_parent() {
    let text = "formations:\n  - card: 7A\n    name: Ney\n";
    assert_eq!(written(text, "/formations/0/wing"), "card");
    assert_eq!(written(text, "/formations/7"), "card");
}

#[test]
fn an_alias_is_shown_where_its_anchor_is() {
    assert_eq!(written("a: &x [1, 2]\nb: *x\n", "/b/1"), "2");
}

#[test]
fn columns_count_characters_and_offsets_bytes() {
    let (sources, file, _) = read("x: {name: Dürrenstein, wing: No}\n".as_bytes());
    let tree = sources.get(file).tree().expect("a tree");
    let at = sources.get(file).position(tree.span(&Pointer::parse("/wing")).start);
    let at = (at, sources.get(file).position(tree.span(&Pointer::parse("/x/wing")).start).column);
    assert_eq!((at.1, at.0.column), (30, 1));
    assert_eq!(found("x: {name: Dürrenstein, wing: No}\n".as_bytes()), [(1, 30, "MU015")]);
    assert_eq!(found("\u{feff}x: No\r\ny: No\r\n".as_bytes()), [(1, 4, "MU015"), (2, 4, "MU015")]);
    assert_eq!(found("\u{feff}\u{feff}x: 1\n".as_bytes()), [(1, 1, "MU003")]);
    assert_eq!(found("x: \"a\u{feff}b\"\n".as_bytes()), [(1, 6, "MU003")]);
}

#[test]
fn columns_of_long_lines_are_right() {
    let (sources, file, _) = read(format!("# {}\nx: [{}]\n", "ü".repeat(700), "Dürr, ".repeat(400)).as_bytes());
    let shown = sources.get(file);
    for (offset, c) in shown.text().char_indices() {
        let line = shown.text()[..offset].rfind('\n').map_or(0, |i| i + 1);
        let column = shown.text()[line..offset].chars().count() + 1;
        assert_eq!(shown.position(offset).column, column, "{c} at {offset}");
    }
}

#[test]
fn bytes_that_are_no_text_are_found_where_they_are() {
    assert_eq!(found(b"a: 1\nname: D\xFCrrenstein\n"), [(2, 8, "MU002")]);
    assert_eq!(found(b"\xFF\xFEa\0:\0 \x001\0"), [(1, 1, "MU002")]);
    assert_eq!(found(b"a\0:\0 \x001\0"), [(1, 1, "MU002")]);
    assert_eq!(found(b"\xFE\xFF\0a\0:"), [(1, 1, "MU002")]);
    assert_eq!(found(b"a: 1\nb: \x00\n"), [(2, 4, "MU003")]);
    assert_eq!(found(b"a: \x1B[31m\n"), [(1, 4, "MU003")]);
    assert_eq!(found(b"\x7FELF\x02\x01\x00\xFF"), [(1, 1, "MU003")]);
    let (sources, file, findings) = read(b"name: D\xFCrrenstein\n");
    assert_eq!(findings[0].help.as_deref(), Some("in Latin-1 it is `ü`"));
    assert_eq!(sources.get(file).text(), "name: D\u{FFFD}rrenstein\n", "the file can still be shown");
}

#[test]
fn nothing_is_a_finding_too() {
    for text in ["", "\n\n", "# a comment\n", "---\n", "\u{feff}"] {
        assert_eq!(found(text.as_bytes()), [(1, 1, "MU005")], "{text:?}");
    }
    assert_eq!(found(b"null\n"), []);
}

#[test]
fn monsters_are_refused() {
    let brackets = "[".repeat(10 << 20);
    assert_eq!(found(brackets.as_bytes()), [(1, 1, "MU004")]);
    assert_eq!(found(&brackets.as_bytes()[..8 << 20]), [(1, 65, "MU013")]);
    assert_eq!(found("- ".repeat(1 << 20).as_bytes()), [(1, 129, "MU013")]);
    assert_eq!(found("{a: ".repeat(1 << 20).as_bytes()), [(1, 257, "MU013")]);
    assert_eq!(found(["\"", &"x".repeat(8 << 20)].concat().as_bytes()), [(1, 1, "MU004")]);

    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for i in 1..10 {
        let line = vec![format!("*a{}", i - 1); 10].join(", ");
        bomb += &format!("a{i}: &a{i} [{line}]\n");
    }
    assert_eq!(found(bomb.as_bytes()), [(6, 10, "MU012")]);

    let mut chain = "a0: &a0 [x]\n".to_owned();
    (1..1000).for_each(|i| chain += &format!("a{i}: &a{i} [*a{}]\n", i - 1));
    assert_eq!(found(chain.as_bytes()), [(64, 12, "MU013")]);

    let long = format!("a: &a {}\nb: [{}]\n", "x".repeat(1 << 20), vec!["*a"; 100].join(", "));
    assert_eq!(found(long.as_bytes()), [(2, 193, "MU012")], "text counts by its length");
}

#[test]
fn a_hundred_thousand_formations_are_too_many() {
    let formation = "  - {card: 1A, name: Foot, wing: red, strength: 4, dice: 6}\n";
    let text = format!("system: table-battles\nformations:\n{}", formation.repeat(100_000));
    let codes: Vec<_> = found(text.as_bytes()).into_iter().map(|found| found.2).collect();
    assert_eq!(codes, ["MU012"]);
}

#[test]
fn one_syntax_error_does_not_hide_the_next() {
    let text = "system: table-battles\nscenario:\n  name: a: b\nformations:\n  - name: @x\n  - name: fine\n    dice: 6: 7\n  - name: 'it's'\nnotes: |\n  a: b: c\n  - @\n";
    assert_eq!(found(text.as_bytes()), [(3, 10, "MU001"), (5, 11, "MU001"), (7, 12, "MU001"), (8, 15, "MU001")]);
}

#[test]
fn half_a_tree_is_no_tree() {
    for text in ["a: [1\n", "a: b: c\n", "a: 'x\n", "- a\nb: 1\n", "a: 1\n b: 2\n"] {
        let (sources, file, findings) = read(text.as_bytes());
        assert_eq!(findings.len(), 1, "{text:?}: {findings:?}");
        assert!(sources.get(file).tree().is_none(), "{text:?}");
    }
}

#[test]
fn a_trap_is_at_its_place_with_and_without_a_tree() {
    assert_eq!(found(b"a: No\n"), [(1, 4, "MU015")]);
    assert_eq!(found(b"a: No\nb: @\n"), [(1, 4, "MU015"), (2, 4, "MU001")]);
    assert_eq!(found(b"a: &x No\nx: {b: 1, b: On}\nc: *x\n"), [(1, 7, "MU015"), (2, 11, "MU007"), (2, 14, "MU015")]);
}

#[test]
fn what_is_wrong_with_one_value_leaves_the_others() {
    let (sources, file, findings) = read(b"a: 1\na: 2\n4: x\nb: !t 3\n<<: {c: 5, b: 9}\nd: *x\n");
    let codes: Vec<_> = findings.iter().map(|finding| finding.code.id).collect();
    assert_eq!(codes, ["MU007", "MU008", "MU010", "MU009", "MU011"]);
    let json = sources.get(file).tree().expect("a tree").to_json();
    assert_eq!(json, serde_json::json!({"a": 1, "b": 3, "d": null, "c": 5}));
}

#[test]
fn a_large_mapping_still_knows_its_keys() {
    let mut text = String::new();
    (0..500).for_each(|i| text += &format!("k{i}: {i}\n"));
    text += "k7: x\nk499: y\n";
    assert_eq!(found(text.as_bytes()), [(501, 1, "MU007"), (502, 1, "MU007")]);
}

#[test]
fn values_of_wide_mappings_are_found_by_their_keys() {
    let text: String = (0..200).map(|i| format!("k{}: {i}\n", i * 7 % 200)).collect();
    for i in 0..200 {
        assert_eq!(written(&text, &format!("/k{}", i * 7 % 200)), i.to_string());
    }
    assert_eq!(written(&text, "/k200"), "k0", "the first key of its parent");
}

#[test]
fn the_bracket_that_is_open_is_shown_and_not_the_pair_within_it() {
    let findings = read("x: &a [\u{596}t: c\n ' v\n".as_bytes()).2;
    assert!(format!("{findings:?}").contains("the open `[`"), "{findings:?}");
    // Where it is one colon too many, that is said.
    let findings = read(b"x: [b: c, d e: f: g\n").2;
    assert!(format!("{findings:?}").contains("a value that contains `: ` needs quotes"), "{findings:?}");
}
