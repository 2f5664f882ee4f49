//! The context of the cursor in a document, even if that cannot be read: a word of our own is put there, and the text is read
//! with it; if that fails, the text up to the cursor.

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::source::tree::{Node, Tree, Value};
use muster_core::source::{FileId, Pointer, Sources, Span};

/// The word that stands where something is completed.
pub(super) const MARK: &str = "qMusterCursorq";

/// A place where something is completed.
pub(super) struct Cursor {
    sources: Sources,
    file: FileId,
    /// The value; of a key the mapping that it stands in.
    pub(super) place: Pointer,
    /// True if it is a key.
    pub(super) is_key: bool,
    /// The bytes that are replaced.
    pub(super) span: Span,
    /// True if a value follows already.
    pub(super) has_value: bool,
    /// True within brackets or braces.
    pub(super) in_flow: bool,
}

impl Cursor {
    /// Finds the place of a byte of a text.
    pub(super) fn find(text: &str, offset: usize) -> Option<Cursor> {
        let span = word(text, offset);
        let (head, tail) = (&text[..span.start], &text[span.end..]);
        let open = closing_brackets(head);
        let closers: String = open.chars().rev().collect();
        let has_value = tail.trim_start_matches([' ', '"', '\'']).starts_with(':');
        let ways = [
            format!("{head}{MARK}{tail}"),
            format!("{head}{MARK}: {tail}"),
            format!("{head}{MARK}{closers}\n"),
            format!("{head}{MARK}: {closers}\n"),
        ];
        ways.into_iter().find_map(|text| {
            let (mut sources, mut sink) = (Sources::default(), Sink::default());
            let file = load::read(&mut sources, "a.yaml".into(), text.as_bytes(), &mut sink);
            let (place, is_key) = find_mark(sources.get(file).tree()?)?;
            Some(Cursor { sources, file, place, is_key, span, has_value, in_flow: !open.is_empty() })
        })
    }

    /// Returns the document with the word in it.
    pub(super) fn tree(&self) -> &Tree {
        self.sources.get(self.file).tree().expect("internal error: a text that was read has a tree")
    }

    /// Returns the text with the word in it.
    pub(super) fn text(&self) -> &str {
        self.sources.get(self.file).text()
    }
}

/// Returns the bytes of the scalar that a byte is in, quotes included, or behind which it is.
fn word(text: &str, offset: usize) -> Span {
    let line = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..].find(['\n', '\r']).map_or(text.len(), |at| offset + at);
    let before = &text[line..offset];
    let mut start = line;
    for (at, c) in before.char_indices() {
        let next = before[at + c.len_utf8()..].chars().next();
        let separates = match c {
            '[' | '{' | ',' => true,
            ':' => next.is_none_or(char::is_whitespace),
            '-' => before[..at].trim().is_empty() && next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if separates {
            start = line + at + 1;
        }
    }
    let blanks = text[start..offset].len() - text[start..offset].trim_start().len();
    let start = start + blanks;
    let quote = text[start..].chars().next().filter(|c| ['"', '\''].contains(c));
    let rest = &text[offset..end];
    let stop = match quote {
        Some(quote) if start < offset => rest.find(quote).map_or(rest.len(), |at| at + 1),
        _ => {
            let stop = |(at, c): (usize, char)| match c {
                ',' | ']' | '}' => Some(at),
                ':' if rest[at + 1..].chars().next().is_none_or(char::is_whitespace) => Some(at),
                '#' if at == 0 || rest[..at].ends_with(' ') => Some(at),
                _ => None,
            };
            rest.char_indices().find_map(stop).unwrap_or(rest.len())
        }
    };
    let end = offset + rest[..stop].trim_end().len();
    Span { start: start.min(offset), end }
}

/// Returns the brackets that close those which are open at the end of a text, the innermost last.
fn closing_brackets(text: &str) -> String {
    let mut open: Vec<char> = Vec::new();
    let mut begun = 0;
    for line in text.split('\n') {
        let indent = line.len() - line.trim_start().len();
        let content = line.trim_start();
        // What is not closed ends where the next part of the document begins.
        let is_part =
            content.starts_with("- ") || content.split([' ', '"', '\'']).next().is_some_and(|w| w.ends_with(':'));
        if !open.is_empty() && is_part && indent <= begun {
            open.clear();
        }
        let (mut quote, mut previous) = (None, ' ');
        for c in content.chars() {
            match c {
                _ if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                '#' if previous == ' ' => break,
                '"' | '\'' if " [{,".contains(previous) => quote = Some(c),
                '[' | '{' => {
                    if open.is_empty() {
                        begun = indent;
                    }
                    open.push(if c == '[' { ']' } else { '}' });
                }
                ']' | '}' => _ = open.pop(),
                _ => {}
            }
            previous = c;
        }
    }
    open.into_iter().collect()
}

/// Returns the place of the word in a document.
fn find_mark(tree: &Tree) -> Option<(Pointer, bool)> {
    let mut waiting: Vec<(Pointer, &Node)> = vec![(Pointer::root(), tree.root())];
    while let Some((at, node)) = waiting.pop() {
        match &node.value {
            Value::Str(text) if **text == *MARK => return Some((at, false)),
            Value::Seq(items) => {
                waiting.extend(items.iter().enumerate().map(|(i, id)| (at.index(i), tree.node(*id))));
            }
            Value::Map(entries) => {
                if entries.iter().any(|entry| &*entry.key == MARK) {
                    return Some((at, true));
                }
                waiting.extend(entries.iter().map(|entry| (at.key(&entry.key), tree.node(entry.value))));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the place of `|` in a text, and what would be replaced.
    fn find_cursor(text: &str) -> Option<(String, bool, String)> {
        let offset = text.find('|').unwrap_or_default();
        let text = text.replacen('|', "", 1);
        let cursor = Cursor::find(&text, offset)?;
        Some((cursor.place.to_string(), cursor.is_key, text[cursor.span.start..cursor.span.end].to_owned()))
    }

    #[test]
    fn a_cursor_is_found_in_values_keys_and_items() {
        let found = |place: &str, is_key, replaced: &str| Some((place.to_owned(), is_key, replaced.to_owned()));
        assert_eq!(find_cursor("a:\n  b: Ol|d Guard # c\n  d: 1\n"), found("/a/b", false, "Old Guard"));
        assert_eq!(find_cursor("a: [One, Tw|o Three, \"F\"]\n"), found("/a/1", false, "Two Three"));
        assert_eq!(find_cursor("a: [One, \"Tw|o, Three\"]\n"), found("/a/1", false, "\"Two, Three\""));
        assert_eq!(find_cursor("a:\n  - b: 1\n    c|\n  - d: 1\n"), found("/a/0", true, "c"));
        assert_eq!(find_cursor("a:\n  - {b: 1, c|}\n"), found("/a/0", true, "c"));
        assert_eq!(find_cursor("a:\n  - |\nb: 1\n"), found("/a/0", false, ""));
        assert_eq!(find_cursor("|"), found("", false, ""));
    }

    #[test]
    fn a_cursor_is_found_in_texts_that_cannot_be_read() {
        let found = |place: &str, is_key, replaced: &str| Some((place.to_owned(), is_key, replaced.to_owned()));
        assert_eq!(find_cursor("a:\n  - {b: [One, T|\n  - {c: 1}\n"), found("/a/0/b/1", false, "T"));
        assert_eq!(find_cursor("a: [\nb:\n  c: x|\nd: ]\n"), None, "not even what stands before it");
        assert_eq!(find_cursor("a:\n  - {b: x|}\nd: ]\n"), found("/a/0/b", false, "x"));
    }
}
