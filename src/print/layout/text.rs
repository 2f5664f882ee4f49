//! Text to glyphs and lines: shaping with a cache of words, hyphens, line breaking over measured widths.

use std::collections::HashMap;
use std::sync::Arc;

use harfrust::{Buffer, ShapeOptions, ShaperFont, shape};
use textwrap::core::Fragment;
use textwrap::wrap_algorithms::{Penalties, wrap_optimal_fit};

use super::POINT;
use crate::print::What;
use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Glyph, Item, Point, Text, at};

/// Font and colour of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// The font.
    pub font: Font,
    /// The colour.
    pub color: Color,
}

/// A piece of text in one style. Lines may break between two spans.
#[derive(Debug, Clone, Copy)]
pub struct Span<'a> {
    /// The text.
    pub text: &'a str,
    /// How it looks.
    pub style: Style,
}

impl<'a> Span<'a> {
    /// A text in a style.
    pub fn new(text: &'a str, style: Style) -> Span<'a> {
        Span { text, style }
    }
}

/// A set line, to be drawn at a baseline.
#[derive(Debug, Clone)]
pub struct Line {
    /// Width in millimetres.
    pub width: f64,
    /// Height of its tallest capitals in millimetres.
    pub cap_height: f64,
    /// How far its letters may reach above the baseline, accents included.
    pub rise: f64,
    /// How far letters may reach below the baseline; nothing for a line of capitals and digits.
    pub depth: f64,
    runs: Vec<Text>,
}

impl Line {
    /// Draws the line with its baseline starting at `from`.
    pub fn draw(self, frame: &mut Frame, from: Point) {
        for mut run in self.runs {
            run.at = at(from.x + run.at.x, from.y);
            frame.items.push(Item::Text(run));
        }
    }
}

/// A word's glyphs in the font's units, good for every size.
#[derive(Debug)]
struct Word {
    glyphs: Vec<Glyph>,
    width: i32,
    missing: Option<char>,
}

/// Sets text. It remembers the words it has shaped and nothing else: any one gives the same lines.
#[derive(Default)]
pub struct Typesetter {
    words: HashMap<(Font, String), Arc<Word>>,
    buffer: Option<Buffer>,
}

/// A part of a word between two places where it may break.
#[derive(Debug)]
struct Piece<'a> {
    text: &'a str,
    style: Style,
    /// Widths in ems of the piece, the space after it, and the hyphen that a break here costs.
    width: f64,
    space: f64,
    hyphen: f64,
}

/// The unit of widths in which textwrap's penalties are meant: about a letter.
const LETTER: f64 = 0.5;

impl Fragment for Piece<'_> {
    fn width(&self) -> f64 {
        self.width / LETTER
    }
    fn whitespace_width(&self) -> f64 {
        self.space / LETTER
    }
    fn penalty_width(&self) -> f64 {
        self.hyphen / LETTER
    }
}

/// Words shorter than this stay whole.
const HYPHENATED: usize = 7;

/// A hyphen costs as much as a line short by a third; overfull lines are avoided first.
const PENALTIES: Penalties = Penalties {
    nline_penalty: 1000,
    overflow_penalty: 1_000_000,
    short_last_line_fraction: 4,
    short_last_line_penalty: 25,
    hyphen_penalty: 150,
};

/// Whether a word is long enough for a hyphen and plain enough for the patterns.
fn breakable(word: &str) -> bool {
    let plain = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '”']);
    plain.chars().count() >= HYPHENATED && plain.chars().all(char::is_alphanumeric)
}

impl Typesetter {
    /// Sets the spans on one line at `size` points, or names a character no font has.
    pub fn line(&mut self, spans: &[Span<'_>], size: f64) -> Result<Line, What> {
        let mut pieces = Vec::new();
        self.pieces(spans, false, &mut pieces)?;
        self.set(&pieces, size)
    }

    /// Breaks the spans into lines no wider than `width` mm where that can be done, at `size` points.
    pub fn wrap(&mut self, spans: &[Span<'_>], size: f64, width: f64, hyphens: bool) -> Result<Vec<Line>, What> {
        let mut pieces = Vec::new();
        self.pieces(spans, hyphens, &mut pieces)?;
        let widths = [width / (size * POINT) / LETTER];
        // Widths come from a font, so the sums cannot overflow.
        let lines = wrap_optimal_fit(&pieces, &widths, &PENALTIES).expect("internal error: infinite text widths");
        lines.into_iter().map(|line| self.set(line, size)).collect()
    }

    fn pieces<'a>(&mut self, spans: &[Span<'a>], hyphenate: bool, out: &mut Vec<Piece<'a>>) -> Result<(), What> {
        for span in spans {
            let style = span.style;
            let em = style.font.units_per_em();
            let space = f64::from(self.word(style.font, " ").width) / em;
            let hyphen = f64::from(self.word(style.font, "-").width) / em;
            for word in span.text.split([' ', '\n', '\t', '\r']).filter(|w| !w.is_empty()) {
                if let Some(c) = self.word(style.font, word).missing {
                    return Err(What::NoGlyph(c));
                }
                let mut push = |ts: &mut Self, text: &'a str, space, hyphen| {
                    let width = f64::from(ts.word(style.font, text).width) / em;
                    out.push(Piece { text, style, width, space, hyphen });
                };
                // Compounds break at their own hyphens; other words where English would.
                let own = word.find('-').map(|i| i + 1).filter(|i| *i < word.len());
                if let Some(i) = own {
                    push(self, &word[..i], 0.0, 0.0);
                    push(self, &word[i..], space, 0.0);
                } else if !hyphenate || !breakable(word) {
                    push(self, word, space, 0.0);
                } else {
                    let mut syllables = hypher::hyphenate(word, hypher::Lang::English).peekable();
                    while let Some(syllable) = syllables.next() {
                        let last = syllables.peek().is_none();
                        let (space, hyphen) = if last { (space, 0.0) } else { (0.0, hyphen) };
                        push(self, syllable, space, hyphen);
                    }
                }
            }
        }
        Ok(())
    }

    /// Joins pieces that stand on one line: one run for each style.
    fn set(&mut self, pieces: &[Piece<'_>], size: f64) -> Result<Line, What> {
        let size = size * POINT;
        let mut line = Line { width: 0.0, cap_height: 0.0, rise: 0.0, depth: 0.0, runs: Vec::new() };
        let mut text = String::new();
        for (i, piece) in pieces.iter().enumerate() {
            text.push_str(piece.text);
            match pieces.get(i + 1) {
                None if piece.hyphen > 0.0 => text.push('-'),
                Some(_) if piece.space > 0.0 => text.push(' '),
                _ => {}
            }
            if pieces.get(i + 1).is_none_or(|next| next.style != piece.style) {
                let run = self.run(std::mem::take(&mut text), piece.style, size, line.width);
                line.width += run.width();
                let font = piece.style.font;
                line.cap_height = line.cap_height.max(font.cap_height() * size);
                // Accents on capitals are the highest; other letters hardly exceed a capital.
                let accents = run.text.contains(|c: char| c.is_uppercase() && !c.is_ascii());
                let rise = if accents { font.extent().0 } else { font.cap_height() + 0.04 };
                line.rise = line.rise.max(rise * size);
                if run.text.contains(|c: char| !c.is_uppercase() && !c.is_ascii_digit()) {
                    line.depth = line.depth.max(font.extent().1 * size);
                }
                line.runs.push(run);
            }
        }
        Ok(line)
    }

    fn run(&mut self, text: String, style: Style, size: f64, x: f64) -> Text {
        let mut glyphs = Vec::with_capacity(text.len());
        let mut start = 0;
        for part in text.split_inclusive(' ') {
            let word = part.strip_suffix(' ').unwrap_or(part);
            for (text, offset) in [(word, start), (&part[word.len()..], start + word.len())] {
                let shaped = self.word(style.font, text);
                glyphs.extend(shaped.glyphs.iter().map(|g| Glyph { cluster: g.cluster + offset as u32, ..*g }));
            }
            start += part.len();
        }
        Text { at: at(x, 0.0), font: style.font, size, color: style.color, text, glyphs }
    }

    fn word(&mut self, font: Font, text: &str) -> Arc<Word> {
        // A tuple of borrowed parts cannot look up a tuple of owned ones; words are short.
        let key = (font, text.to_owned());
        if let Some(word) = self.words.get(&key) {
            return Arc::clone(word);
        }
        let mut buffer = self.buffer.take().unwrap_or_default();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let shaper = ShaperFont::new(font.parsed());
        shape(&shaper, &mut buffer, ShapeOptions::new()).expect("internal error: shaping without a direction");
        let mut word = Word { glyphs: Vec::with_capacity(buffer.len()), width: 0, missing: None };
        for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            if info.glyph_id == 0 && word.missing.is_none() {
                word.missing = text[info.cluster as usize..].chars().next();
            }
            word.width += position.x_advance;
            word.glyphs.push(Glyph {
                id: info.glyph_id as u16,
                cluster: info.cluster,
                advance: position.x_advance,
                dx: position.x_offset,
                dy: position.y_offset,
            });
        }
        buffer.reset();
        self.buffer = Some(buffer);
        let word = Arc::new(word);
        self.words.insert(key, Arc::clone(&word));
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: Style = Style { font: Font::Serif, color: Color::BLACK };

    fn texts(lines: &[Line]) -> Vec<String> {
        lines.iter().map(|l| l.runs.iter().map(|r| r.text.as_str()).collect()).collect()
    }

    #[test]
    fn lines_break_at_spaces_hyphens_and_syllables() {
        let mut ts = Typesetter::default();
        let span = [Span::new("extraordinarily counterattacking musketeers of Saint-Germain", STYLE)];
        let lines = ts.wrap(&span, 10.0, 22.0, true).unwrap();
        assert!(lines.iter().all(|l| l.width <= 22.02), "{:?}", texts(&lines));
        let text = texts(&lines);
        assert!(text.iter().any(|l| l.ends_with('-')), "{text:?}");
        let whole: String = text.iter().map(|l| l.strip_suffix('-').map_or(format!("{l} "), str::to_owned)).collect();
        assert_eq!(whole.trim_end().replace("SaintGermain", "Saint-Germain"), span[0].text);
    }

    #[test]
    fn a_line_is_as_wide_as_its_glyphs_and_kerned() {
        let mut ts = Typesetter::default();
        let kerned = ts.line(&[Span::new("AVAVAV", STYLE)], 10.0).unwrap().width;
        let single: f64 = ["A", "V"].map(|c| ts.line(&[Span::new(c, STYLE)], 10.0).unwrap().width).iter().sum();
        assert!(kerned < 3.0 * single - 0.1, "{kerned} {single}");
    }

    #[test]
    fn decomposed_letters_are_the_same_as_composed_ones() {
        let mut ts = Typesetter::default();
        let width = |ts: &mut Typesetter, text| ts.line(&[Span::new(text, STYLE)], 10.0).unwrap().width;
        assert_eq!(width(&mut ts, "Du\u{308}rrenstein"), width(&mut ts, "Dürrenstein"));
    }
}
