//! Texts with letters that are written from right to left: lines are broken in the order in which a text is read, and only
//! then reordered (the Unicode bidirectional algorithm, UAX #9).

use std::ops::Range;

use unicode_bidi::{BidiInfo, Level, ParagraphBidiInfo};

use super::{ICON, ICON_SIDE, Line, Prepared, SpanContent, Style, TextSpan, Typesetter, Word};
use crate::print::font::Font;
use crate::print::frame::{Glyph, Icon, Item, Text, at};

/// The stand-in for an icon in the text of a paragraph.
const OBJECT: &str = "\u{fffc}";

/// The directions in which the characters of a paragraph are written.
#[derive(Debug)]
pub(super) struct Directions {
    levels: Vec<Level>,
    base: Level,
    /// The start of each atom of the paragraph, in bytes.
    starts: Vec<usize>,
}

/// Returns true if a character is written from right to left, or says so of others.
fn is_rtl(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}'
            | '\u{1e800}'..='\u{1efff}' | '\u{200f}' | '\u{202b}' | '\u{202e}' | '\u{2067}')
}

/// Returns true if something in a text is written from right to left. Latin, Greek and Cyrillic letters are told from their
/// first bytes.
pub(super) fn has_rtl(text: &str) -> bool {
    text.bytes().any(|byte| byte >= 0xd6) && text.contains(is_rtl)
}

impl Directions {
    /// Returns the directions of a paragraph of spans, which `atoms` are the parts of; none where all of it is written from
    /// left to right. In a language that is written from right to left, so is a paragraph with any such letter; in others its
    /// first letter says.
    pub(super) fn new(spans: &[TextSpan<'_>], atoms: &[TextSpan<'_>], in_rtl: bool) -> Option<Box<Directions>> {
        if !spans.iter().any(|span| matches!(span.content, SpanContent::Text(text) if has_rtl(text))) {
            return None;
        }
        let mut text = String::new();
        for span in spans {
            match span.content {
                // A line's end in a text is a space, not the end of a paragraph.
                SpanContent::Text(part) => text.extend(part.chars().map(|c| if super::blank(c) { ' ' } else { c })),
                SpanContent::Icon(_) => text.push_str(OBJECT),
            }
        }
        let mut end = 0;
        let start = |atom: &TextSpan<'_>| {
            let part = match atom.content {
                SpanContent::Text(part) => part,
                SpanContent::Icon(_) => OBJECT,
            };
            // Between two atoms there are only spaces.
            let start = text[end..].find(part).map_or(end, |found| end + found);
            end = (start + part.len()).min(text.len());
            start
        };
        let starts = atoms.iter().map(start).collect();
        let info = ParagraphBidiInfo::new(&text, in_rtl.then(Level::rtl));
        Some(Box::new(Directions { levels: info.levels.clone(), base: info.paragraph_level, starts }))
    }

    /// Returns true if the paragraph begins at the right.
    pub(super) fn begins_right(&self) -> bool {
        self.base.is_rtl()
    }

    fn level(&self, byte: usize) -> Level {
        self.levels.get(byte).copied().unwrap_or(self.base)
    }
}

/// A part of a line in one style and one direction.
struct Part<'a> {
    level: Level,
    style: Style,
    content: PartContent<'a>,
}

enum PartContent<'a> {
    Text(String),
    Icon(&'a Icon),
}

/// The parts of a line, in the order in which it is read.
#[derive(Default)]
struct Parts<'a>(Vec<Part<'a>>);

impl<'a> Parts<'a> {
    fn push(&mut self, text: &str, level: Level, style: Style) {
        if let Some(Part { content: PartContent::Text(last), level: before, style: of }) = self.0.last_mut()
            && (*before, *of) == (level, style)
        {
            last.push_str(text);
        } else {
            self.0.push(Part { level, style, content: PartContent::Text(text.to_owned()) });
        }
    }

    /// Returns the parts of a line of prepared text.
    fn new(prepared: &Prepared<'a>, directions: &Directions, range: Range<usize>) -> Parts<'a> {
        let mut parts = Parts::default();
        let pieces = &prepared.pieces[range];
        for (i, piece) in pieces.iter().enumerate() {
            let mut after = (directions.base, 0, None);
            for atom in piece.atoms.clone() {
                let (span, start) = (&prepared.atoms[atom], directions.starts[atom]);
                match span.content {
                    SpanContent::Icon(icon) => {
                        let level = directions.level(start);
                        parts.0.push(Part { level, style: span.style, content: PartContent::Icon(icon) });
                        after = (level, start + OBJECT.len(), Some(span.style));
                    }
                    SpanContent::Text(text) => {
                        for (at, c) in text.char_indices() {
                            let level = directions.level(start + at);
                            parts.push(&text[at..at + c.len_utf8()], level, span.style);
                            after = (level, start + text.len(), Some(span.style));
                        }
                    }
                }
            }
            let (level, end, Some(style)) = after else { continue };
            if i + 1 == pieces.len() {
                if piece.hyphen > 0.0 {
                    parts.push("-", level, style);
                }
            } else if piece.space > 0.0 {
                parts.push(" ", directions.level(end), style);
            }
        }
        parts
    }
}

impl Typesetter {
    /// Sets some of the pieces of a text in several directions on a line.
    pub(super) fn set_directed(
        &mut self,
        prepared: &Prepared<'_>,
        directions: &Directions,
        range: Range<usize>,
        mm: f64,
        line: &mut Line,
    ) {
        let parts = Parts::new(prepared, directions, range).0;
        let levels: Vec<Level> = parts.iter().map(|part| part.level).collect();
        for i in BidiInfo::reorder_visual(&levels) {
            let Part { level, style, content } = &parts[i];
            let cap = style.font.cap_height() * mm;
            line.cap_height = line.cap_height.max(cap);
            match content {
                PartContent::Icon(icon) => {
                    let x = line.width + ICON_SIDE * mm;
                    line.items.push(icon.item_at(cap * ICON, at(x, -cap * (1.0 + ICON) / 2.0)));
                    line.width += icon.width * cap * ICON + 2.0 * ICON_SIDE * mm;
                }
                PartContent::Text(text) if level.is_rtl() => self.run_leftward(text, *style, mm, line),
                PartContent::Text(text) => self.run(text.clone(), *style, mm, line),
            }
        }
    }

    /// Adds a text of one style that is written from right to left to the end of a line: its last word first.
    fn run_leftward(&mut self, text: &str, style: Style, size: f64, line: &mut Line) {
        // From left to right: glyphs of one font, and the bytes that they stand for.
        let mut runs: Vec<(Font, Range<usize>, Vec<Glyph>)> = Vec::new();
        let mut start = text.len();
        for part in text.split_inclusive(' ').rev() {
            start -= part.len();
            let word = part.strip_suffix(' ').unwrap_or(part);
            for (word, start) in [(&part[word.len()..], start + word.len()), (word, start)] {
                let shaped =
                    if word == " " { self.word(style.font, word) } else { self.leftward_word(style.font, word) };
                let ends = shaped.fonts.iter().copied().chain([(shaped.glyphs.len(), style.font.first())]);
                let mut done = 0;
                for (end, font) in ends {
                    if done == end {
                        continue;
                    }
                    let glyphs = &shaped.glyphs[done..end];
                    let bytes = bytes_of(glyphs, &shaped, word.len());
                    let glyphs = glyphs.iter().map(|g| Glyph { cluster: g.cluster + start as u32, ..*g });
                    match runs.last_mut() {
                        Some((of, range, all)) if *of == font => {
                            range.start = start + bytes.start;
                            all.extend(glyphs);
                        }
                        _ => runs.push((font, start + bytes.start..start + bytes.end, glyphs.collect())),
                    }
                    done = end;
                }
            }
        }
        for (font, range, mut glyphs) in runs {
            let from = range.start as u32;
            glyphs.iter_mut().for_each(|glyph| glyph.cluster = glyph.cluster.saturating_sub(from));
            let text = text.get(range).unwrap_or_default().to_owned();
            let run = Text { at: at(line.width, 0.0), font, size, color: style.color, text, glyphs };
            line.width += run.width();
            line.items.push(Item::Text(run));
        }
    }

    /// Returns a word whose characters are all written from right to left, brackets and the like among them.
    fn leftward_word(&mut self, font: Font, text: &str) -> std::sync::Arc<Word> {
        if let Some(word) = self.shaped.leftward.get(&font).and_then(|words| words.get(text)) {
            return std::sync::Arc::clone(word);
        }
        let word = std::sync::Arc::new(self.new_word(font, text, true));
        self.shaped.leftward.entry(font).or_default().insert(text.into(), std::sync::Arc::clone(&word));
        word
    }
}

/// Returns the bytes of a word that some of its glyphs stand for: up to where the next cluster of others begins.
fn bytes_of(glyphs: &[Glyph], word: &Word, length: usize) -> Range<usize> {
    let first = glyphs.iter().map(|glyph| glyph.cluster).min().unwrap_or(0);
    let last = glyphs.iter().map(|glyph| glyph.cluster).max().unwrap_or(0);
    let next = word.glyphs.iter().map(|glyph| glyph.cluster).filter(|cluster| *cluster > last).min();
    first as usize..next.map_or(length, |next| next as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::frame::Color;

    const STYLE: Style = Style { font: Font::Sans, color: Color::BLACK };

    /// The parts of a text on one line, from left to right.
    fn visual_order(text: &str, in_rtl: bool) -> Vec<(String, bool)> {
        let spans = [TextSpan::new(text, STYLE)];
        let words: Vec<TextSpan<'_>> =
            text.split(' ').filter(|word| !word.is_empty()).map(|word| TextSpan::new(word, STYLE)).collect();
        let mut prepared = Prepared::default();
        for word in &words {
            prepared.push(*word, 1.0, true);
            prepared.pieces.last_mut().into_iter().for_each(|piece| piece.space = 0.3);
        }
        let directions = Directions::new(&spans, &prepared.atoms, in_rtl).expect("letters from right to left");
        let parts = Parts::new(&prepared, &directions, prepared.whole()).0;
        let levels: Vec<Level> = parts.iter().map(|part| part.level).collect();
        let part = |i: usize| match &parts[i].content {
            PartContent::Text(text) => (text.clone(), parts[i].level.is_rtl()),
            PartContent::Icon(_) => ("*".to_owned(), false),
        };
        BidiInfo::reorder_visual(&levels).into_iter().map(part).collect()
    }

    fn expect_parts(parts: &[(&str, bool)]) -> Vec<(String, bool)> {
        parts.iter().map(|(text, rtl)| ((*text).to_owned(), *rtl)).collect()
    }

    #[test]
    fn parts_stand_in_the_order_of_the_bidirectional_algorithm() {
        assert!(!has_rtl("Dürrenstein – Бородино, Θερμοπύλαι “7”") && has_rtl("at עכו"));
        assert_eq!(
            visual_order("at עכו in 1799 AD", false),
            expect_parts(&[("at ", false), ("עכו", true), (" in 1799 AD", false)])
        );
        // Numbers keep their own direction, and the sentence begins at the right.
        assert_eq!(
            visual_order("קרב עכו, 1799 (נפוליאון)", false),
            expect_parts(&[(" (נפוליאון)", true), ("1799", false), ("קרב עכו, ", true)])
        );
        // In a language that is written from right to left the first letter does not matter.
        assert_eq!(visual_order("Acre עכו", true), expect_parts(&[(" עכו", true), ("Acre", false)]));
        assert_eq!(visual_order("Acre עכו", false), expect_parts(&[("Acre ", false), ("עכו", true)]));
    }
}
