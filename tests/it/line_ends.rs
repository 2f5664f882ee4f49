//! The line ends that an author writes stay where they are, on cards and in the text edition.

use std::fs;

use muster_core::play::rng::Rng;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Item, at};
use muster_core::print::layout::{Style, TextSpan, Typesetter};

use crate::cli::{assert_exit, folder, muster, root, text};

const STYLE: Style = Style { font: Font::Serif, color: Color::BLACK };

/// Returns what each set line of a text says, broken for a width in millimetres.
fn set(words: &str, width: f64) -> Vec<String> {
    let lines = Typesetter::default().wrap(&[TextSpan::new(words, STYLE)], 9.0, width, false).unwrap();
    let said = |line: muster_core::print::layout::Line| {
        let mut frame = Frame::default();
        line.draw(&mut frame, at(0.0, 0.0));
        let part = |item: &Item| match item {
            Item::Text(text) => text.text.clone(),
            _ => String::new(),
        };
        frame.items.iter().map(part).collect::<String>().trim().to_owned()
    };
    lines.into_iter().map(said).collect()
}

#[test]
fn an_authors_line_ends_are_kept() {
    assert_eq!(set("Choose one:\n- the oars\n- the ropes\n", 60.0), ["Choose one:", "- the oars", "- the ropes"]);
    assert_eq!(set("First the tide.\n\nThen the fog.", 60.0), ["First the tide.", "", "Then the fog."]);
    assert_eq!(set("\n\na\r\nb\u{2028}c\u{85}d\re\n \n", 60.0), ["a", "b", "c", "d", "e"]);
    assert_eq!(set("loses 6\nhits; 2 of 3\u{a0}\nmen", 60.0), ["loses 6", "hits; 2 of 3", "men"]);
}

#[test]
fn no_line_has_words_of_two_of_the_authors() {
    let mut rng = Rng::new(7);
    let mut number = |most: u32| rng.draw_below(most);
    for _ in 0..400 {
        let mut words = 0;
        let mut written: Vec<Vec<String>> = Vec::new();
        for _ in 0..1 + number(5) {
            // Letters and numbers in turn, since a number stays with what it counts.
            let word = |i: u32| {
                if i.is_multiple_of(3) { i.to_string() } else { format!("w{}{i}", "o".repeat(i as usize % 9)) }
            };
            let count = number(7);
            written.push((words..words + count).map(word).collect());
            words += count;
        }
        let text = written.iter().map(|line| line.join(" ")).collect::<Vec<_>>().join("\n");
        let lines = set(&text, 14.0 + f64::from(number(60)));
        // Empty lines at both ends say nothing.
        let first = written.iter().position(|line| !line.is_empty()).unwrap_or(written.len());
        let last = written.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
        if first == last {
            continue;
        }
        let mut set = lines.iter();
        for line in &written[first..last] {
            if line.is_empty() {
                assert_eq!(set.next().map(String::as_str), Some(""), "{text:?} {lines:?}");
            }
            let mut left = line.join(" ");
            while !left.is_empty() {
                let part = set.next().unwrap_or_else(|| panic!("{text:?} {lines:?}"));
                let rest = left.strip_prefix(part.as_str()).filter(|_| !part.is_empty());
                left = rest.unwrap_or_else(|| panic!("{text:?} {lines:?}")).trim_start().to_owned();
            }
        }
        assert_eq!(set.next(), None, "{text:?} {lines:?}");
    }
}

#[test]
fn the_text_edition_ends_lines_where_the_author_does() {
    let folder = folder("an-authors-lines");
    let scenario = fs::read_to_string(root().join("scenarios/table-battles/white-mountain.yaml")).unwrap();
    let rule = "    name: Thurn\n    rule_text: |\n      Choose one:\n      - the oars\n      - the ropes\n\n";
    fs::write(folder.join("a.yaml"), scenario.replacen("    name: Thurn\n", rule, 1)).unwrap();
    assert_exit(&muster(&folder, &["print", "a.yaml", "--format", "text", "-o", "a.txt"]), 0);
    let said = text(&fs::read(folder.join("a.txt")).unwrap());
    assert!(said.contains("Choose one:\n- the oars\n- the ropes\n"), "{said}");
}
