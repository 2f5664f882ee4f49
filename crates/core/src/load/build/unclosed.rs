//! Finds the bracket that is not closed: the parser reads on over the lines below, but how far they are indented tells.

use crate::source::steps;

/// Returns the first byte of the bracket that is not closed, between the bracket at `open` and byte `stop`, where the parser
/// could not go on. `None` if every line in between lines up and the brackets on them agree.
pub(super) fn find_unclosed(text: &str, open: usize, stop: usize) -> Option<usize> {
    let mut scan = Scan { text, at: open, open: Vec::new(), slanted: None };
    let margin = margin(text, open);
    loop {
        if let Some(wrong) = scan.line(stop) {
            return Some(wrong);
        }
        if scan.open.is_empty() || scan.at >= stop {
            break;
        }
        let rest = &text[scan.at..];
        let content = rest.trim_start_matches([' ', '\t']);
        let written = !content.starts_with(['\n', '\r', '#', ']', '}']) && !content.is_empty();
        if written && rest.len() - content.len() <= margin {
            return scan.open.last().copied();
        }
    }
    // At the end of the file the outermost bracket is open, though one inside it may be the one that was forgotten.
    let ends = text[stop..].trim().is_empty();
    scan.slanted.or_else(|| if ends { scan.open.last().copied() } else { None })
}

/// Returns true if the bracket at `open` is closed, and every bracket in it by one of its kind, before a line at the margin.
pub(super) fn closes(text: &str, open: usize) -> bool {
    let mut scan = Scan { text, at: open, open: Vec::new(), slanted: None };
    let margin = margin(text, open);
    loop {
        if scan.line(text.len()).is_some() {
            return false;
        }
        if scan.open.is_empty() {
            return true;
        }
        let rest = &text[scan.at..];
        let content = rest.trim_start_matches([' ', '\t']);
        let written = !content.starts_with(['\n', '\r', '#', ']', '}']);
        if content.is_empty() || written && rest.len() - content.len() <= margin {
            return false;
        }
    }
}

/// Returns the column from 0 that every line inside a bracket stands to the right of: that of its key, or of its dash.
fn margin(text: &str, open: usize) -> usize {
    let before = &text[line_start(text, open)..open];
    let key = before.trim_start_matches([' ', '-']);
    let column = before.len() - key.len();
    if key.is_empty() { before.rfind('-').unwrap_or(column) } else { column }
}

/// Brackets, read line by line.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// First bytes of the brackets that are open, the innermost last.
    open: Vec<usize>,
    /// The first bracket whose partner begins a line that is indented otherwise.
    slanted: Option<usize>,
}

impl Scan<'_> {
    /// Reads to the end of the line, or to `stop`. Returns an open bracket that another kind of bracket closes.
    fn line(&mut self, stop: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        // Whether a value may begin here: only there a quote is one.
        let mut begins = true;
        while self.at < stop.min(bytes.len()) {
            let (at, byte) = (self.at, bytes[self.at]);
            self.at += 1;
            match byte {
                b'\n' => return None,
                b'#' if at == 0 || matches!(bytes[at - 1], b' ' | b'\t' | b'\n') => {
                    let end = self.text[at..].find('\n').map_or(bytes.len(), |end| at + end);
                    self.at = end;
                }
                b'"' | b'\'' if begins => self.skip_quoted(byte),
                b'[' | b'{' => self.open.push(at),
                b']' | b'}' => {
                    let open = self.open.pop()?;
                    if (bytes[open] == b'[') != (byte == b']') {
                        return Some(open);
                    }
                    if self.slanted.is_none() && self.indent(at).is_some_and(|indent| Some(indent) != self.column(open))
                    {
                        self.slanted = Some(open);
                    }
                }
                _ => {}
            }
            begins = matches!(byte, b' ' | b'\t' | b',' | b'[' | b'{' | b':');
        }
        None
    }

    /// Passes over a quoted value whose opening quote was read.
    fn skip_quoted(&mut self, quote: u8) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            self.at += 1;
            match *byte {
                b'\\' if quote == b'"' => self.at = (self.at + 1).min(bytes.len()),
                byte if byte == quote => return,
                _ => {}
            }
        }
    }

    /// Returns the column of a byte, when nothing is written before it on its line.
    fn indent(&self, at: usize) -> Option<usize> {
        let before = &self.text[line_start(self.text, at)..at];
        before.bytes().all(|byte| byte == b' ').then_some(before.len())
    }

    /// Returns the column of the first thing on the line of a byte, or of the byte itself where only dashes stand before it.
    fn column(&self, at: usize) -> Option<usize> {
        let before = &self.text[line_start(self.text, at)..at];
        before.find(|c| c != ' ').or(Some(before.len()))
    }
}

/// Returns the first byte of the line of a byte.
pub(super) fn line_start(text: &str, offset: usize) -> usize {
    let start = text[..offset].rfind('\n').map_or(0, |i| i + 1);
    steps::count(offset - start);
    start
}

#[cfg(test)]
mod tests {
    use super::find_unclosed;

    /// Returns the line, from 1, of the bracket that is not closed.
    fn line(text: &str) -> Option<usize> {
        let open = text.find(['[', '{']).expect("a bracket");
        find_unclosed(text, open, text.len()).map(|at| text[..at].matches('\n').count() + 1)
    }

    #[test]
    fn a_line_at_the_margin_ends_what_is_open() {
        assert_eq!(line("- {a: 1\n- {b: 2}\n- {c: 3}\n"), Some(1));
        assert_eq!(line("  - x: [1,\n      2, 'a ]', # ]\n      [3]\n  - y: 1\n"), Some(1));
        assert_eq!(line("x: [\n  {a: 1,\n  {b: 2}\n]\ny: 1\n"), Some(2), "the inner one");
        assert_eq!(line("x: [1, 2]\ny: 1\n"), None);
    }

    #[test]
    fn in_json_the_indentation_of_what_closes_tells() {
        assert_eq!(line("{\n  \"a\": {\n    \"b\": [\n      1\n  },\n  \"c\": 2\n}\n"), Some(3));
        assert_eq!(line("{\n  \"a\": {\n    \"b\": {\n      \"c\": 1\n  },\n  \"d\": 2\n}\n"), Some(3));
        assert_eq!(line("{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 2\n"), Some(1));
    }
}
