//! A quick reader of the plain YAML that everybody writes: block style, with lists and mappings in brackets and quoted texts within
//! a line. It gives the events of the parser, with the same places, or refuses a text at the first thing that it does not know; then
//! the parser reads it. So everything rare, and every mistake, is the parser's.

use std::borrow::Cow;

use super::MAX_DEPTH;
use super::yaml::{Event, Prefix, Style};
use crate::source::{Span, steps};

/// The reason why reading ended before the end of the text.
#[derive(Debug)]
pub(super) enum Ended<H> {
    /// Something is not known here: the parser must read the text.
    Refused,
    /// `take` has enough.
    Halted(H),
}

/// The longest key that is read here, in bytes; the parser's limit is 1,024 characters.
const MAX_KEY: usize = 1000;

/// Gives the events of a text, each with its place.
///
/// # Errors
///
/// Returns `Refused` at what is not known here, after events that may not be those of the parser; `Halted` with what `take` returned.
pub(super) fn read<'a, H>(text: &'a str, take: impl FnMut(Event<'a>, Span) -> Result<(), H>) -> Result<(), Ended<H>> {
    if !is_plain(text.as_bytes()) {
        return Err(Ended::Refused);
    }
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0, line: 0, depth: 0, take };
    let next = reader.skip_to_next(0)?.ok_or(Ended::Refused)?;
    if next.column != 0 || matches!(reader.bytes[next.at], b'%' | b'[' | b'{') {
        return Err(Ended::Refused);
    }
    reader.give(Event::Document, next.at, next.at)?;
    let rest = if reader.is_dash(next.at) {
        reader.block_sequence(next, next.at)?
    } else {
        let key = reader.key(next.at)?.ok_or(Ended::Refused)?;
        reader.block_mapping(next, key)?
    };
    if rest.is_none() { Ok(()) } else { Err(Ended::Refused) }
}

/// Returns true if a text has only characters that mean nothing special: no tabs, no line ends but `\n` and `\r\n`, no marks of byte
/// order.
fn is_plain(bytes: &[u8]) -> bool {
    steps::count(bytes.len());
    !bytes.iter().enumerate().any(|(i, byte)| match byte {
        b'\n' => false,
        b'\r' => bytes.get(i + 1) != Some(&b'\n'),
        0..=0x1f | 0x7f => true,
        0xc2 => bytes[i + 1] < 0xa0,
        0xe2 => bytes[i + 1] == 0x80 && matches!(bytes[i + 2], 0xa8 | 0xa9),
        0xef => matches!((bytes[i + 1], bytes[i + 2]), (0xbb, 0xbf) | (0xbf, 0xbe | 0xbf)),
        _ => false,
    })
}

/// The next thing in a text.
#[derive(Debug, Clone, Copy)]
struct Next {
    at: usize,
    /// Bytes since the begin of its line. All before it in the line are spaces or marks of list entries where it counts.
    column: usize,
}

/// A text within a line: a key, or a value.
struct Word<'a> {
    text: Cow<'a, str>,
    style: Style,
    start: usize,
    end: usize,
}

/// A key and the place of its colon.
struct Key<'a> {
    word: Word<'a>,
    colon: usize,
}

struct Reader<'a, F> {
    text: &'a str,
    bytes: &'a [u8],
    /// The byte after what was read.
    at: usize,
    /// The begin of its line.
    line: usize,
    depth: usize,
    take: F,
}

impl<'a, H, F: FnMut(Event<'a>, Span) -> Result<(), H>> Reader<'a, F> {
    fn give(&mut self, event: Event<'a>, start: usize, end: usize) -> Result<(), Ended<H>> {
        (self.take)(event, Span { start, end }).map_err(Ended::Halted)
    }

    fn scalar(&mut self, text: Cow<'a, str>, style: Style, start: usize, end: usize) -> Result<(), Ended<H>> {
        self.give(Event::Scalar { text, style, prefix: Prefix::default() }, start, end)
    }

    fn start(&mut self, seq: bool, flow: bool, start: usize, end: usize) -> Result<(), Ended<H>> {
        self.depth += 1;
        if self.depth >= MAX_DEPTH {
            return Err(Ended::Refused);
        }
        self.give(Event::Start { seq, flow, prefix: Prefix::default() }, start, end)
    }

    fn end(&mut self, start: usize, end: usize) -> Result<(), Ended<H>> {
        self.depth -= 1;
        self.give(Event::End, start, end)
    }

    fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(b'\n')
    }

    /// Returns true if a byte is followed by a space or the end of its line.
    fn is_before_blank(&self, at: usize) -> bool {
        matches!(self.byte(at + 1), b' ' | b'\n' | b'\r')
    }

    /// Returns true if nothing but a comment is in a line from a byte on.
    fn is_line_over(&self, at: usize) -> bool {
        matches!(self.byte(self.skip_spaces(at)), b'\n' | b'\r' | b'#')
    }

    /// Returns true if an entry of a list begins at a byte.
    fn is_dash(&self, at: usize) -> bool {
        self.bytes[at] == b'-' && self.is_before_blank(at)
    }

    /// Returns the end of the line of a byte.
    fn line_end(&self, at: usize) -> usize {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = self.bytes[at..].iter().position(is_end).map_or(self.bytes.len(), |length| at + length);
        steps::count(end - at);
        end
    }

    /// Returns the begin of the line after one that ends at a byte.
    fn line_after(&self, end: usize) -> usize {
        end + if self.byte(end) == b'\r' { 2 } else { 1 }
    }

    fn skip_spaces(&self, mut at: usize) -> usize {
        while self.bytes.get(at) == Some(&b' ') {
            at += 1;
        }
        at
    }

    /// Returns what comes after spaces, comments and line ends from a byte on; `None` at the end of the text.
    fn skip_to_next(&mut self, from: usize) -> Result<Option<Next>, Ended<H>> {
        let mut at = from;
        loop {
            let spaces = at;
            at = self.skip_spaces(at);
            steps::count(1 + at - spaces);
            match self.bytes.get(at) {
                None => return Ok(None),
                Some(b'\n' | b'\r') => {
                    at = self.line_after(at);
                    self.line = at;
                }
                Some(b'#') if at == self.line || self.bytes[at - 1] == b' ' => at = self.line_end(at),
                Some(b'#') => return Err(Ended::Refused),
                Some(_) => {
                    let column = at - self.line;
                    // A mark between documents.
                    let is_mark = column == 0 && matches!(self.bytes.get(at..at + 3), Some(b"---" | b"..."));
                    return if is_mark { Err(Ended::Refused) } else { Ok(Some(Next { at, column })) };
                }
            }
        }
    }

    /// Returns what comes on the next lines, where nothing but a comment may follow on this one.
    fn next_line(&mut self, from: usize) -> Result<Option<Next>, Ended<H>> {
        if self.is_line_over(from) { self.skip_to_next(from) } else { Err(Ended::Refused) }
    }

    /// The place of an event at what comes next.
    fn place_of(&self, next: Option<Next>) -> usize {
        next.map_or(self.bytes.len(), |next| next.at)
    }

    /// Reads the node that begins at a place, within a node whose column is `parent`; returns what comes after it.
    fn block_node(&mut self, node: Next, parent: isize) -> Result<Option<Next>, Ended<H>> {
        if self.is_dash(node.at) {
            return self.block_sequence(node, node.at);
        }
        match self.key(node.at)? {
            Some(key) => self.block_mapping(node, key),
            None => self.value(node.at, parent),
        }
    }

    /// Reads a list with dashes, whose event is at `start`.
    fn block_sequence(&mut self, first: Next, start: usize) -> Result<Option<Next>, Ended<H>> {
        self.start(true, false, start, start)?;
        let column = first.column;
        let mut dash = first.at;
        loop {
            let next = if self.is_line_over(dash + 1) {
                match self.skip_to_next(dash + 1)? {
                    Some(next) if next.column > column => self.block_node(next, column as isize)?,
                    next => {
                        let end = self.line_end(dash);
                        self.scalar(Cow::Borrowed(""), Style::Plain, end, end)?;
                        next
                    }
                }
            } else {
                let at = self.skip_spaces(dash + 1);
                self.block_node(Next { at, column: column + at - dash }, column as isize)?
            };
            match next {
                Some(next) if next.column == column && self.is_dash(next.at) => {
                    dash = next.at;
                }
                Some(next) if next.column > column => return Err(Ended::Refused),
                next => {
                    let place = self.place_of(next);
                    self.end(place, place)?;
                    return Ok(next);
                }
            }
        }
    }

    /// Reads a mapping of keys below each other, whose first is `key`.
    fn block_mapping(&mut self, first: Next, mut key: Key<'a>) -> Result<Option<Next>, Ended<H>> {
        self.start(false, false, first.at, first.at)?;
        let column = first.column;
        loop {
            let Key { word, colon } = key;
            self.word(word)?;
            let next = if self.is_line_over(colon + 1) {
                match self.skip_to_next(colon + 1)? {
                    Some(next) if next.column > column => self.block_node(next, column as isize)?,
                    Some(next) if next.column == column && self.is_dash(next.at) => {
                        // The parser has this list begin at its first entry.
                        let entry = self.skip_spaces(next.at + 1);
                        let entry = if self.byte(entry) == b'#' { self.line_end(entry) } else { entry };
                        self.block_sequence(next, entry)?
                    }
                    next => {
                        self.scalar(Cow::Borrowed(""), Style::Plain, colon, colon)?;
                        next
                    }
                }
            } else {
                self.value(self.skip_spaces(colon + 1), column as isize)?
            };
            match next {
                Some(next) if next.column == column => key = self.key(next.at)?.ok_or(Ended::Refused)?,
                Some(next) if next.column > column => return Err(Ended::Refused),
                next => {
                    let place = self.place_of(next);
                    self.end(place, place)?;
                    return Ok(next);
                }
            }
        }
    }

    /// Returns the key that begins at a place; `None` if the text there is no key.
    fn key(&self, at: usize) -> Result<Option<Key<'a>>, Ended<H>> {
        if matches!(self.bytes[at], b'[' | b'{' | b'|' | b'>') {
            return Ok(None);
        }
        self.key_of(self.read_word(at, false)?)
    }

    /// Returns a text as a key; `None` if no colon follows it.
    fn key_of(&self, word: Word<'a>) -> Result<Option<Key<'a>>, Ended<H>> {
        let colon = self.skip_spaces(word.end);
        if self.byte(colon) != b':' || !self.is_before_blank(colon) {
            return Ok(None);
        }
        if word.end - word.start > MAX_KEY { Err(Ended::Refused) } else { Ok(Some(Key { word, colon })) }
    }

    /// Reads a value that is neither a list with dashes nor keys below each other, to the end of its line or lines.
    fn value(&mut self, at: usize, parent: isize) -> Result<Option<Next>, Ended<H>> {
        match self.bytes[at] {
            b'|' | b'>' => return self.block_scalar(at, parent),
            b'[' | b'{' => self.flow(at, parent)?,
            _ => self.word(self.read_word(at, false)?)?,
        }
        let next = self.next_line(self.at)?;
        // The text goes on in the next line.
        if next.is_some_and(|next| next.column as isize > parent) {
            return Err(Ended::Refused);
        }
        Ok(next)
    }

    /// Returns the text that begins at a place, in quotes or not.
    fn read_word(&self, at: usize, flow: bool) -> Result<Word<'a>, Ended<H>> {
        let (text, style, end) = if matches!(self.bytes[at], b'"' | b'\'') {
            let (text, end) = self.quoted(at)?;
            (text, Style::Quoted, end)
        } else {
            let end = self.plain(at, flow)?;
            (Cow::Borrowed(&self.text[at..end]), Style::Plain, end)
        };
        Ok(Word { text, style, start: at, end })
    }

    /// Gives a text, and goes on behind it.
    fn word(&mut self, word: Word<'a>) -> Result<(), Ended<H>> {
        self.at = word.end;
        self.scalar(word.text, word.style, word.start, word.end)
    }

    /// Returns the end of a text without quotes within its line.
    fn plain(&self, at: usize, flow: bool) -> Result<usize, Ended<H>> {
        let first = self.bytes[at];
        let is_mark = match first {
            b'-' => matches!(self.byte(at + 1), b' ' | b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}'),
            _ => b"?:,[]{}#&*!|>'\"%@`".contains(&first),
        };
        if is_mark {
            return Err(Ended::Refused);
        }
        let mut end = at;
        let mut seen = at;
        while let Some(byte) = self.bytes.get(seen) {
            match byte {
                b'\n' | b'\r' => break,
                b' ' => {
                    seen += 1;
                    continue;
                }
                b'#' if seen > end => break,
                b':' if self.is_before_blank(seen) => break,
                b':' if flow && b",[]{}".contains(&self.byte(seen + 1)) => return Err(Ended::Refused),
                b',' | b'[' | b']' | b'{' | b'}' if flow => break,
                _ => {}
            }
            seen += 1;
            end = seen;
        }
        steps::count(seen - at);
        Ok(end)
    }

    /// Returns a text in quotes within its line, and its end.
    fn quoted(&self, at: usize) -> Result<(Cow<'a, str>, usize), Ended<H>> {
        let quote = self.bytes[at];
        let (mut text, mut from, mut seen) = (String::new(), at + 1, at + 1);
        loop {
            let byte = self.byte(seen);
            match byte {
                b'\n' | b'\r' => return Err(Ended::Refused),
                b'\'' if quote == b'\'' && self.byte(seen + 1) == b'\'' => {
                    text.push_str(&self.text[from..=seen]);
                    seen += 2;
                    from = seen;
                }
                b'\\' if quote == b'"' => {
                    let written = match self.byte(seen + 1) {
                        b'"' => '"',
                        b'\\' => '\\',
                        b'n' => '\n',
                        _ => return Err(Ended::Refused),
                    };
                    text.push_str(&self.text[from..seen]);
                    text.push(written);
                    seen += 2;
                    from = seen;
                }
                _ if byte == quote => break,
                _ => seen += 1,
            }
        }
        steps::count(seen - at);
        let rest = &self.text[from..seen];
        let text = if from == at + 1 { Cow::Borrowed(rest) } else { Cow::Owned(text + rest) };
        match self.byte(seen + 1) {
            b' ' | b'\n' | b'\r' | b',' | b']' | b'}' | b':' => Ok((text, seen + 1)),
            _ => Err(Ended::Refused),
        }
    }

    /// Reads a list or mapping in brackets.
    fn flow(&mut self, open: usize, parent: isize) -> Result<(), Ended<H>> {
        let seq = self.bytes[open] == b'[';
        let close = if seq { b']' } else { b'}' };
        self.start(seq, true, open, open + 1)?;
        self.at = open + 1;
        loop {
            let entry = self.next_in_flow(parent)?;
            if self.bytes[entry] == close {
                return self.close(entry);
            }
            if seq {
                self.flow_value(entry, parent)?;
            } else {
                self.flow_key(entry)?;
                let value = self.next_in_flow(parent)?;
                self.flow_value(value, parent)?;
            }
            let after = self.next_in_flow(parent)?;
            match self.bytes[after] {
                b',' => self.at = after + 1,
                byte if byte == close => return self.close(after),
                _ => return Err(Ended::Refused),
            }
        }
    }

    fn close(&mut self, at: usize) -> Result<(), Ended<H>> {
        self.at = at + 1;
        self.end(at, at + 1)
    }

    /// Returns the next place within brackets, which must be indented farther than what holds them; the closing bracket need not be.
    fn next_in_flow(&mut self, parent: isize) -> Result<usize, Ended<H>> {
        let Some(next) = self.skip_to_next(self.at)? else { return Err(Ended::Refused) };
        let least = if matches!(self.bytes[next.at], b']' | b'}') { parent } else { parent + 1 };
        if next.column as isize >= least { Ok(next.at) } else { Err(Ended::Refused) }
    }

    fn flow_key(&mut self, at: usize) -> Result<(), Ended<H>> {
        let Key { word, colon } = self.key_of(self.read_word(at, true)?)?.ok_or(Ended::Refused)?;
        self.word(word)?;
        self.at = colon + 1;
        Ok(())
    }

    fn flow_value(&mut self, at: usize, parent: isize) -> Result<(), Ended<H>> {
        match self.bytes[at] {
            b'[' | b'{' => self.flow(at, parent),
            _ => self.word(self.read_word(at, true)?),
        }
    }

    /// Reads a text in the lines below `|` or `>`.
    fn block_scalar(&mut self, header: usize, parent: isize) -> Result<Option<Next>, Ended<H>> {
        let folded = self.bytes[header] == b'>';
        let chomp = self.byte(header + 1);
        let after = header + 1 + usize::from(matches!(chomp, b'-' | b'+'));
        // Indentation by a number is the parser's.
        if !self.is_before_blank(after - 1) || !self.is_line_over(after) {
            return Err(Ended::Refused);
        }
        let mut text = String::new();
        let (mut start, mut indent, mut blank) = (None, 0, 0);
        let mut line = self.line_after(self.line_end(after));
        while line < self.bytes.len() {
            let first = self.skip_spaces(line);
            let end = self.line_end(first);
            let column = first - line;
            if first == end {
                // Spaces beyond the indentation are text.
                if start.is_some() && column > indent || end == self.bytes.len() {
                    return Err(Ended::Refused);
                }
                indent = if start.is_none() { indent.max(column) } else { indent };
                blank += 1;
                line = self.line_after(end);
                continue;
            }
            match start {
                None if column as isize <= parent || column < indent => return Err(Ended::Refused),
                None => {
                    (start, indent) = (Some(first), column);
                    text.push_str(&"\n".repeat(blank));
                }
                Some(_) if column < indent => {
                    if column as isize > parent {
                        return Err(Ended::Refused);
                    }
                    break;
                }
                Some(_) if folded && blank == 0 => text.push(' '),
                Some(_) => text.push_str(&"\n".repeat(if folded { blank } else { blank + 1 })),
            }
            if folded && (column > indent || self.bytes[end - 1] == b' ') || end == self.bytes.len() {
                return Err(Ended::Refused);
            }
            text.push_str(&self.text[line + indent..end]);
            blank = 0;
            line = self.line_after(end);
        }
        let Some(start) = start else { return Err(Ended::Refused) };
        match chomp {
            b'-' => {}
            b'+' => text.push_str(&"\n".repeat(blank + 1)),
            _ => text.push('\n'),
        }
        self.line = line;
        let after = self.skip_spaces(line);
        self.scalar(Cow::Owned(text), Style::Block, start, after)?;
        self.skip_to_next(after)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use fastrand::Rng;

    use super::super::yaml;
    use super::read;

    /// Returns true if a text is read here, with the events and places of the parser.
    fn agrees(text: &str) -> bool {
        let mut events = Vec::new();
        let taken = read::<()>(text, |event, span| {
            events.push(format!("{event:?} {span:?}"));
            Ok(())
        });
        if taken.is_err() {
            return false;
        }
        let parsed = yaml::events(text, 0).map(|event| event.map(|(event, span)| format!("{event:?} {span:?}")));
        let parsed: Result<Vec<String>, _> = parsed.collect();
        assert_eq!(events, parsed.unwrap_or_else(|stop| panic!("{text:?}: {stop:?}")), "{text:?}");
        true
    }

    /// Returns the YAML files of a folder and the folders in it.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let of = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
        let all = paths.into_iter().flat_map(of);
        all.filter(|path| path.extension().is_some_and(|extension| extension == "yaml")).collect()
    }

    /// Returns the texts of all that is shipped.
    fn shipped() -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = ["scenarios", "templates"].into_iter().flat_map(|folder| files(&root.join(folder)));
        files.map(|path| fs::read_to_string(path).unwrap()).collect()
    }

    #[test]
    fn all_that_is_shipped_is_read_quickly() {
        for text in shipped() {
            assert!(agrees(&text), "{text}");
            assert!(agrees(&text.replace('\n', "\r\n")), "{text}");
        }
    }

    #[test]
    fn rare_forms_are_left_to_the_parser() {
        for text in [
            "",
            "a",
            "'a'",
            "[a]",
            "a:\tb",
            "a: &x b",
            "a: *x",
            "a: !!str b",
            "? a",
            "--- a",
            "a: b\n...",
            "%YAML 1.2",
            "a: b\n  c",
            "a: \"b\n  c\"",
            "a: |2\n   b",
            "a: b: c",
            "a: [b: c]",
            "a: {b}",
            "a: [b, , c]",
            "a: 'b'c",
            "a: \"\\x41\"",
            "a: @b",
            "\u{feff}a: b",
            "a: b\u{85}",
            "a: - b",
            "a: b\n - c",
            "- a\nb: c",
            "a: [b\nc]",
            "a\n: b",
        ] {
            assert!(!agrees(text), "{text:?}");
        }
    }

    #[test]
    fn places_and_texts_are_those_of_the_parser() {
        for text in [
            "a:\n- b\n- c: d\n  e:\n-\nf:",
            "- - a\n  - b\n-   - c",
            "a: #\n  b: 'it''s' # \"\n",
            "- # a\n- b",
            "a:\n- # b\n  c\n",
            "a: >-\n\n  b\n  c\n\n\n  d\n\nb: |+\n    c\n     d\n\n\nc: 1",
            "a: {b: [c, \"d\\n\\\"e\\\"\", ], f: {}}",
            "a: [\n  b, # c\n\n  d\n]",
            "\"a b\" : c\n'd': e:f#g",
            "a: -1\nb: -c\nc: a - b",
            "ä: ö # ü\nß:\n  - é",
        ] {
            assert!(agrees(text), "{text:?}");
            assert!(agrees(&text.replace('\n', "\r\n")), "{text:?}");
        }
    }

    /// Pieces that are put into texts at random.
    const BITS: [&str; 45] = [
        "a",
        "b: ",
        "- ",
        "\n",
        "\n  ",
        "\n    ",
        " ",
        ":",
        "#",
        " # c",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        "\"",
        "|",
        ">",
        ">-",
        "|+\n",
        "\n\n",
        "é",
        "\\",
        "\\n",
        "-",
        "?",
        "&a",
        "*a",
        "!t",
        "~",
        "x: {y: z}",
        "[a, b]",
        "\n---\n",
        "...",
        "%",
        "@",
        "\n- ",
        ":\n",
        "\t",
        "\r\n",
        "<<",
        "0",
        "''",
        "\u{2028}",
    ];

    /// Lines of shipped files, as far out as they go, with a few slips of the pen.
    #[test]
    fn random_texts_are_read_as_by_the_parser() {
        let (shipped, mut rng, mut read) = (shipped(), Rng::with_seed(7), 0);
        for _ in 0..40_000 {
            let lines: Vec<&str> = shipped[rng.usize(..shipped.len())].lines().collect();
            let first = rng.usize(..lines.len());
            let lines = &lines[first..lines.len().min(first + rng.usize(1..8))];
            let indent = lines[0].len() - lines[0].trim_start().len();
            let out = |line: &&str| line.get(indent..).unwrap_or_default().to_owned();
            let mut text = lines.iter().map(out).collect::<Vec<_>>().join("\n");
            for _ in 0..rng.usize(..4) {
                let place = |text: &str, rng: &mut Rng| {
                    (0..=text.len())
                        .cycle()
                        .skip(rng.usize(..=text.len()))
                        .find(|at| text.is_char_boundary(*at))
                        .unwrap()
                };
                let (from, to) = (place(&text, &mut rng), place(&text, &mut rng));
                let removed = if rng.bool() { from..from } else { from.min(to)..from.max(to).min(from.min(to) + 4) };
                if text.is_char_boundary(removed.end) {
                    text.replace_range(removed, BITS[rng.usize(..BITS.len())]);
                }
            }
            read += u32::from(agrees(&text));
        }
        assert!(read > 4_000, "{read} of them");
    }
}
