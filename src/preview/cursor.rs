//! Messages from an editor, with the place of its cursor or the text that is typed in it, and the range in which a card is
//! written.

use std::io::{BufRead, Read};

use camino::Utf8Path;
use serde::Deserialize;
use serde_json::{Value, json};

use muster_core::load::MAX_BYTES;
use muster_core::source::{Address, File, Part, Pointer, Sources, Span};

use crate::review::same_file;

/// The longest line that is read, in bytes: the largest document, with what its text takes to be written in a line.
const LONGEST: u64 = 4 * MAX_BYTES as u64;

/// A place in a file. Line and column, in characters, count from 1.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct CursorPlace {
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl CursorPlace {
    /// Reads a place as it is printed, `battle.yaml:3:7`.
    fn parse(text: &str) -> Option<CursorPlace> {
        let mut parts = text.trim_end_matches(['\r', '\n']).rsplitn(3, ':');
        let (column, line, path) = (parts.next()?, parts.next()?, parts.next()?);
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        (!path.is_empty()).then_some(CursorPlace {
            path: path.to_owned(),
            line: number(line)?,
            column: number(column)?,
        })
    }
}

/// A text as it is typed, which takes the place of the saved one; `None` gives way to that again.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedText {
    pub(super) path: String,
    pub(super) text: Option<String>,
}

/// A line from the program that started the preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EditorLine {
    /// The place of its cursor: `battle.yaml:3:7`.
    Cursor(CursorPlace),
    /// The text that is typed in it: `{"path": "battle.yaml", "text": "..."}`.
    Typed(TypedText),
}

impl EditorLine {
    fn parse(line: &str) -> Option<EditorLine> {
        let typed = line.starts_with('{').then(|| serde_json::from_str(line).ok()).flatten();
        typed.map(EditorLine::Typed).or_else(|| CursorPlace::parse(line).map(EditorLine::Cursor))
    }
}

/// Reads what the editor says, line by line, until the input ends. Lines of no meaning or of more than `longest` bytes are ignored.
fn read_within(mut input: impl BufRead, longest: u64, mut take: impl FnMut(EditorLine)) {
    let mut is_rest = false;
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let is_whole = !is_rest && line.ends_with(b"\n");
                is_rest = !line.ends_with(b"\n");
                // The last line may have no end.
                let is_whole = is_whole || is_rest && (line.len() as u64) < longest;
                let line = std::str::from_utf8(&line).ok().filter(|_| is_whole);
                line.and_then(EditorLine::parse).into_iter().for_each(&mut take);
            }
        }
    }
}

/// Reads what the editor says, line by line, until the input ends. Lines of no meaning are ignored.
pub(super) fn read_lines(input: impl BufRead, take: impl FnMut(EditorLine)) {
    read_within(input, LONGEST, take);
}

/// The range of a file in which something is written.
#[derive(Debug, Clone)]
pub(super) struct WrittenRange {
    /// The path of the file, as it is shown.
    path: String,
    /// Line and column of the first character, and of the one behind the last.
    start: (usize, usize),
    end: (usize, usize),
    /// The place that is reported: where the value begins.
    at: Value,
}

impl WrittenRange {
    /// Returns the range of an addressed value, with its key or the dash before it.
    pub(super) fn find(at: &Address, sources: &Sources) -> WrittenRange {
        let file = sources.get(at.file);
        let (value, key) = match at.part {
            // A hex of a map is a letter of a text.
            Part::Letters { .. } => (sources.span(at), sources.span(at)),
            _ => {
                let whole = |part| sources.span(&Address { part, ..at.clone() });
                (whole(Part::Value), whole(Part::Key))
            }
        };
        let place = |offset: usize| {
            let position = file.position(offset);
            (position.line, position.column)
        };
        let first = file.position(sources.span(at).start);
        let path = file.path().to_string();
        let told = json!({
            "path": path, "pointer": at.pointer.as_str(), "line": first.line, "column": first.column
        });
        let start = place(value_start(file, Span { start: value.start.min(key.start), end: value.end }));
        WrittenRange { path, start, end: place(value.end), at: told }
    }

    /// Returns the place where it begins, for the page.
    pub(super) fn place(&self) -> &Value {
        &self.at
    }

    /// Returns the JSON Pointer of what is written there.
    pub(super) fn pointer(&self) -> &str {
        self.at["pointer"].as_str().unwrap_or_default()
    }

    /// Returns true if something in a file is what is written there, or a part of it.
    pub(super) fn is_around(&self, path: &str, pointer: &Pointer) -> bool {
        let rest = pointer.as_str().strip_prefix(self.pointer());
        self.path == path && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Returns line and column of its first character, and of the one behind its last.
    pub(super) fn ends(&self) -> [(usize, usize); 2] {
        [self.start, self.end]
    }

    /// Returns true if a line and column are in it, or right behind it.
    fn holds(&self, line: usize, column: usize) -> bool {
        (self.start..=self.end).contains(&(line, column))
    }
}

/// Returns the first byte of a value, or of its line if only dashes and blanks are before it.
fn value_start(file: &File, span: Span) -> usize {
    let line = file.text()[..span.start].rfind('\n').map_or(0, |end| end + 1);
    if file.text()[line..span.start].chars().all(|c| matches!(c, ' ' | '-')) { line } else { span.start }
}

/// Returns the innermost of the ranges that hold a place of a file, all of them where several are the same. `path` is the
/// file as the ranges name it.
pub(super) fn innermost<'r, T>(
    ranges: impl Iterator<Item = (T, &'r WrittenRange)> + Clone,
    path: &str,
    (line, column): (usize, usize),
) -> Vec<T> {
    let holding = ranges.filter(|(_, range)| range.path == path && range.holds(line, column));
    let extent = |range: &WrittenRange| (std::cmp::Reverse(range.start), range.end);
    let Some(least) = holding.clone().map(|(_, range)| extent(range)).min() else { return Vec::new() };
    holding.filter(|(_, range)| extent(range) == least).map(|(what, _)| what).collect()
}

/// Returns the path of a file as it is shown, whichever of its names an editor has for it.
pub(super) fn shown_path<'p>(mut shown: impl Iterator<Item = &'p str> + Clone, path: &str) -> Option<&'p str> {
    if let Some(same) = shown.clone().find(|shown| *shown == path) {
        return Some(same);
    }
    let file = same_file(Utf8Path::new(path));
    let names = [Utf8Path::new(path).file_name(), file.file_name()];
    // Few files have this name: no others are looked for on disk.
    shown.find(|shown| {
        let shown = Utf8Path::new(shown);
        names.contains(&shown.file_name()) && same_file(shown) == file
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_texts_are_read_line_by_line_and_all_else_is_ignored() {
        const LONGEST: u64 = 64;
        let mut lines = Vec::new();
        let long = "a".repeat(3 * LONGEST as usize);
        let typed = r#"{"path": "a.yaml", "text": "a: 1\nb: 2\n"}"#;
        let input = format!(
            "a.yaml:3:7\r\n\n{long}:1:1\n:1:1\nb:0:1\nC:\\b:c.yaml:1:2\n{typed}\n{{}}\na.yaml:3\n{{\"path\": \"a\", \"text\": null}}\nlast:4:5"
        );
        read_within(input.as_bytes(), LONGEST, |line| lines.push(line));
        let place = |path: &str, line, column| EditorLine::Cursor(CursorPlace { path: path.to_owned(), line, column });
        let text = |path: &str, text: Option<&str>| {
            EditorLine::Typed(TypedText { path: path.to_owned(), text: text.map(str::to_owned) })
        };
        let expected = [
            place("a.yaml", 3, 7),
            place("C:\\b:c.yaml", 1, 2),
            text("a.yaml", Some("a: 1\nb: 2\n")),
            text("a", None),
            place("last", 4, 5),
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn the_innermost_range_that_holds_a_place_is_meant_or_several_alike() {
        let range = |start, end| WrittenRange { path: "a".to_owned(), start, end, at: Value::Null };
        let ranges = [range((1, 1), (9, 1)), range((3, 1), (4, 8)), range((3, 1), (4, 8)), range((6, 1), (6, 9))];
        let led = |path, at| innermost(ranges.iter().enumerate(), path, at);
        assert_eq!(led("a", (2, 5)), [0]);
        assert_eq!(led("a", (4, 8)), [1, 2], "right behind it still");
        assert_eq!(led("a", (4, 9)), [0]);
        assert_eq!(led("a", (6, 1)), [3]);
        assert!(led("a", (10, 1)).is_empty() && led("b", (2, 5)).is_empty());
    }
}
