//! Measuring and fitting text: boxes that shrink their text down to a minimum and say what still does not fit.

mod runs;
mod text;

use std::rc::Rc;

use schemars::JsonSchema;
use serde::Deserialize;

pub use text::{Line, Prepared, SpanContent, Style, TextSpan, Typesetter};

use super::What;
use super::frame::{Frame, Rect, at};

/// A typographic point in millimetres.
pub const POINT: f64 = 25.4 / 72.0;

/// Line pitch in ems.
pub const LEADING: f64 = 1.18;

/// A text may be off by this much before it counts: less than a printer's dot.
const TOLERANCE: f64 = 0.02;

/// The alignment of lines in their box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// At the left edge; right-to-left text at the right edge.
    Left,
    /// Centred.
    Center,
    /// At its right edge.
    Right,
}

impl Align {
    /// Returns the part of a line's spare room that stands before it.
    pub fn indent(self, spare: f64) -> f64 {
        match self {
            Align::Left => 0.0,
            Align::Center => spare / 2.0,
            Align::Right => spare,
        }
    }
}

/// The vertical alignment of lines in their box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Vertical {
    /// At its top.
    Top,
    /// Centred.
    Middle,
    /// At its bottom.
    Bottom,
}

/// A place for a text, with the sizes it may take.
#[derive(Debug, Clone, Copy)]
pub struct TextBox {
    /// The box that the text must stay in.
    pub rect: Rect,
    /// Largest and smallest size in points.
    pub sizes: (f64, f64),
    /// Most lines.
    pub lines: usize,
    /// Whether words may be hyphenated.
    pub hyphens: bool,
    /// The alignment of lines.
    pub align: Align,
    /// The vertical alignment of the block of lines.
    pub vertical: Vertical,
}

impl TextBox {
    /// Sets the spans at the largest size at which they fit, and draws them; draws nothing when none fits.
    ///
    /// # Errors
    ///
    /// Says by how much it is too long at the smallest size, or which characters no font has.
    pub fn set(&self, ts: &mut Typesetter, spans: &[TextSpan<'_>], frame: &mut Frame) -> Result<(), What> {
        self.fit(ts, spans, Some(frame))
    }

    /// Finds the largest size at which the spans fit, and draws them if there is a frame; draws nothing when none fits.
    ///
    /// # Errors
    ///
    /// Says by how much it is too long at the smallest size, or which characters no font has.
    pub fn fit(&self, ts: &mut Typesetter, spans: &[TextSpan<'_>], frame: Option<&mut Frame>) -> Result<(), What> {
        let rect = self.rect;
        let text = ts.prepare(spans, self.hyphens).map_err(What::NoGlyphs)?;
        let mut least = What::TooLong(0.0);
        for size in sizes(self.sizes) {
            let em = size * POINT;
            // Most sizes that are too large are so whatever the breaks; only the last one is told.
            if size > self.sizes.1 && !text.may_fit(self.lines, (rect.width + TOLERANCE) / em) {
                continue;
            }
            let mut lines = if self.lines == 1 { Rc::new([text.whole()]) } else { text.lines(rect.width / em) };
            if self.align != Align::Left && (2..=self.lines).contains(&lines.len()) {
                lines = text.even_lines(rect.width / em);
            }
            let rise = lines.first().map_or(0.0, |line| text.extent(line).0) * em;
            let depth = lines.last().map_or(0.0, |line| text.extent(line).1) * em;
            let pitch = em * LEADING;
            let height = rise + pitch * (lines.len().max(1) - 1) as f64 + depth;
            let over = if lines.len() > self.lines {
                pitch * (lines.len() - self.lines) as f64
            } else {
                let wide = lines.iter().map(|line| text.width(line) * em).fold(0.0, f64::max) - rect.width;
                wide.max(height - rect.height)
            };
            if over > TOLERANCE {
                least = What::TooLong(over);
                continue;
            }
            let Some(frame) = frame else { return Ok(()) };
            let top = match self.vertical {
                Vertical::Top => rect.y,
                Vertical::Middle => rect.y + (rect.height - height) / 2.0,
                Vertical::Bottom => rect.bottom() - height,
            };
            for (i, line) in lines.iter().enumerate() {
                let line = ts.set(&text, line.clone(), size);
                let x = rect.x + text.align(self.align).indent(rect.width - line.width);
                line.draw(frame, at(x, top + rise + pitch * i as f64));
            }
            return Ok(());
        }
        Err(least)
    }

    /// Draws the spans at the smallest size, as far beyond the box as they need; nothing where a character has no glyph.
    pub fn overset(&self, ts: &mut Typesetter, spans: &[TextSpan<'_>], frame: &mut Frame) {
        let (size, rect) = (self.sizes.1, self.rect);
        let Ok(lines) = ts.wrap(spans, size, if self.lines == 1 { f64::INFINITY } else { rect.width }, self.hyphens)
        else {
            return;
        };
        let rise = lines.first().map_or(0.0, |line| line.rise);
        for (line, i) in lines.into_iter().zip(0..) {
            line.draw(frame, at(rect.x, rect.y + rise + size * POINT * LEADING * f64::from(i)));
        }
    }
}

/// Returns the sizes to try, the largest first, a quarter of a point apart, the smallest always among them.
pub fn sizes((most, least): (f64, f64)) -> impl Iterator<Item = f64> {
    let steps = ((most - least) / 0.25).ceil().max(0.0) as usize;
    (0..=steps).map(move |i| (most - 0.25 * i as f64).max(least))
}

#[cfg(test)]
mod tests {
    use super::super::font::Font;
    use super::super::frame::{Color, Item};
    use super::*;

    const STYLE: Style = Style { font: Font::Sans, color: Color::BLACK };

    fn set_box(lines: usize, text: &str) -> (Result<(), What>, Frame) {
        let mut frame = Frame::default();
        let rect = Rect::new(5.0, 5.0, 40.0, 10.0);
        let (align, vertical) = (Align::Center, Vertical::Middle);
        let text_box = TextBox { rect, sizes: (12.0, 6.0), lines, hyphens: false, align, vertical };
        (text_box.set(&mut Typesetter::default(), &[TextSpan::new(text, STYLE)], &mut frame), frame)
    }

    fn size(frame: &Frame) -> f64 {
        let Item::Text(text) = &frame.items[0] else { panic!("not a text") };
        (text.size / POINT * 100.0).round() / 100.0
    }

    #[test]
    fn a_text_is_set_as_large_as_it_fits() {
        let (short, frame) = set_box(1, "Thurn");
        assert_eq!((short, size(&frame)), (Ok(()), 12.0));
        let (longer, frame) = set_box(1, "Catholic League Cavalry");
        assert_eq!(longer, Ok(()));
        assert!(size(&frame) < 12.0 && size(&frame) > 6.0);
        let Item::Text(text) = &frame.items[0] else { panic!("not a text") };
        assert!(text.at.x >= 5.0 && text.at.x + text.width() <= 45.02);
    }

    #[test]
    fn a_text_too_long_draws_nothing_and_says_by_how_much() {
        let (result, frame) = set_box(1, "The very long name of a regiment that no card can ever hold");
        assert!(matches!(result, Err(What::TooLong(mm)) if mm > 10.0), "{result:?}");
        assert_eq!(frame.items, []);
        let (result, _) = set_box(2, &"word ".repeat(60));
        assert!(matches!(result, Err(What::TooLong(mm)) if mm > 5.0), "{result:?}");
    }

    #[test]
    fn characters_without_a_glyph_are_named_once_each() {
        assert_eq!(set_box(1, "Thurn 中文 von 文中").0, Err(What::NoGlyphs(vec!['中', '文'])));
    }

    #[test]
    fn sizes_end_at_the_smallest() {
        assert_eq!(sizes((7.0, 6.4)).collect::<Vec<_>>(), [7.0, 6.75, 6.5, 6.4]);
        assert_eq!(sizes((6.0, 6.0)).collect::<Vec<_>>(), [6.0]);
    }
}
