//! Places as editors count them, in the encoding that was agreed on, and as bytes of a text.

use lsp_types::{Position, PositionEncodingKind, Range};

use muster_core::source::{File, Span, Utf16Position};

/// The unit that characters in a line are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Encoding {
    /// In bytes.
    Utf8,
    /// In UTF-16 code units, which every editor can do.
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns the first encoding of an editor's list that is known here.
    pub(super) fn negotiate(offered: &[PositionEncodingKind]) -> Encoding {
        let known = |kind: &PositionEncodingKind| match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            _ => None,
        };
        offered.iter().find_map(known).unwrap_or_default()
    }

    /// Returns its name.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// Returns the length of a text within a line.
    pub(super) fn length(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// Returns the byte at a position. One within a character means its first byte, one beyond a line its end, one beyond
    /// the text the text's.
    pub(super) fn offset(self, file: &File, position: Position) -> usize {
        let (line, character) = (position.line as usize, position.character as usize);
        match self {
            Encoding::Utf16 => file.utf16_offset(Utf16Position { line, character }),
            Encoding::Utf8 => {
                let start = file.utf16_offset(Utf16Position { line, character: 0 });
                let end = file.utf16_offset(Utf16Position { line, character: usize::MAX });
                file.text().floor_char_boundary(start.saturating_add(character).min(end))
            }
        }
    }

    /// Returns the position of a byte.
    pub(super) fn position(self, file: &File, offset: usize) -> Position {
        let Utf16Position { line, character } = file.utf16_position(offset);
        let character = match self {
            Encoding::Utf16 => character,
            Encoding::Utf8 => {
                let start = file.utf16_offset(Utf16Position { line, character: 0 });
                file.utf16_offset(Utf16Position { line, character }) - start
            }
        };
        let small = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Position { line: small(line), character: small(character) }
    }

    /// Returns the range of some bytes.
    pub(super) fn range(self, file: &File, span: Span) -> Range {
        Range { start: self.position(file, span.start), end: self.position(file, span.end) }
    }

    /// Returns the bytes of a range.
    pub(super) fn span(self, file: &File, range: Range) -> Span {
        let (start, end) = (self.offset(file, range.start), self.offset(file, range.end));
        Span { start: start.min(end), end: start.max(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_code_units_mean_the_same_places() {
        let text = "é: 🂡 a\r\nzweite Zeile\rdritte\n";
        let file = File::new("a.yaml".into(), text.to_owned());
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (offset, c) in text.char_indices().filter(|(_, c)| !"\r\n".contains(*c)) {
                let position = encoding.position(&file, offset);
                assert_eq!(encoding.offset(&file, position), offset, "{c} in {encoding:?}");
            }
        }
        let a = text.find(" a").unwrap_or_default() + 1;
        assert_eq!(Encoding::Utf16.position(&file, a), Position { line: 0, character: 6 });
        assert_eq!(Encoding::Utf8.position(&file, a), Position { line: 0, character: 9 });
        assert_eq!(Encoding::Utf8.offset(&file, Position { line: 0, character: 1 }), 0, "within a character");
        assert_eq!(Encoding::Utf8.offset(&file, Position { line: 0, character: 99 }), text.find('\r').unwrap_or(0));
        assert_eq!(Encoding::Utf8.offset(&file, Position { line: 99, character: 0 }), text.len());
        assert_eq!(Encoding::negotiate(&["utf-32".to_owned().into(), "utf-8".to_owned().into()]), Encoding::Utf8);
        assert_eq!(Encoding::negotiate(&[]), Encoding::Utf16);
    }
}
