//! Positions as editors count them (Language Server Protocol 3.17): lines from 0, and in a line UTF-16 code units.

use super::{characters, steps};

/// A position for editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
pub struct Utf16Position {
    /// Line, from 0. `\n`, `\r\n` and a lone `\r` end one.
    pub line: usize,
    /// UTF-16 code units before it in its line.
    pub character: usize,
}

/// Bytes between two counts of code units.
const STEP: usize = 512;

/// The lines of a text, and the code units before every [`STEP`]th byte, so that places in very long lines are found quickly.
#[derive(Debug)]
pub(super) struct Lines {
    /// The first byte of each line, and one past its last byte, without its end.
    lines: Vec<(usize, usize)>,
    /// Code units before every [`STEP`]th byte.
    units: Vec<usize>,
}

impl Lines {
    /// Finds the lines of a text. A byte order mark is in none of them.
    pub(super) fn new(text: &str) -> Lines {
        let bytes = steps::scan(text).as_bytes();
        let mut start = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
        let mut lines = Vec::new();
        for (at, byte) in bytes.iter().enumerate() {
            let next = bytes.get(at + 1);
            if at < start || !(*byte == b'\n' || *byte == b'\r' && next != Some(&b'\n')) {
                continue;
            }
            let end = if *byte == b'\n' && at > start && bytes[at - 1] == b'\r' { at - 1 } else { at };
            lines.push((start, end));
            start = at + 1;
        }
        lines.push((start, bytes.len()));
        let mut so_far = 0;
        let counts = bytes.chunks(STEP).map(|chunk| {
            so_far += units(chunk);
            so_far
        });
        Lines { units: std::iter::once(0).chain(counts).collect(), lines }
    }

    /// Returns the position of a byte. One inside of a character counts as its first byte, one in the end of a line as the
    /// first of that end, one beyond the text as its end.
    pub(super) fn position(&self, text: &str, offset: usize) -> Utf16Position {
        let line = self.lines.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let (start, end) = self.lines[line];
        let offset = text.floor_char_boundary(offset.clamp(start, end));
        Utf16Position { line, character: self.units_before(text, offset) - self.units_before(text, start) }
    }

    /// Returns the byte at a position. One between the halves of a character means its first byte, one beyond a line the end
    /// of that line, one below the last line the end of the text.
    pub(super) fn offset(&self, text: &str, position: Utf16Position) -> usize {
        let Some((start, end)) = self.lines.get(position.line).copied() else { return text.len() };
        let target = self.units_before(text, start).saturating_add(position.character);
        let step = self.units.partition_point(|units| *units <= target) - 1;
        let (first, mut before) = (step * STEP, self.units[step]);
        for (at, byte) in text.bytes().enumerate().take(end).skip(first) {
            steps::count(1);
            before += units(&[byte]);
            if before > target {
                return at;
            }
        }
        end
    }

    fn units_before(&self, text: &str, offset: usize) -> usize {
        let step = offset / STEP;
        steps::count(1 + offset % STEP);
        self.units[step] + units(&text.as_bytes()[step * STEP..offset])
    }
}

/// Counts the UTF-16 code units of the characters that begin in these bytes of UTF-8.
fn units(bytes: &[u8]) -> usize {
    // What UTF-8 writes in four bytes, UTF-16 writes in two code units.
    characters(bytes) + bytes.iter().filter(|byte| **byte >= 0xF0).count()
}
