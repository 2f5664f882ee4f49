//! Overset text: it cannot be set, and is drawn all the same, so that whoever looks at a preview or a draft sees what is too
//! much.

use std::sync::Arc;

use super::compose::Inked;
use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Item, Path, Rect, Stroke, Text, Transform, at};
use crate::print::layout::{POINT, Style, TextSpan, Typesetter};
use crate::print::locale::PrintWord;
use crate::print::{Size, What};

/// The ground of what is too much, and the stamp of a draft.
const RED: Color = Color(0xd0, 0x02, 0x1b);

/// Distance that a text may reach over its box unmarked, in millimetres.
const TOLERANCE: f64 = 0.05;

/// The character that stands for one that no font has.
const STAND_IN: char = '?';

/// Sets those texts among the items from `first` on that reach over the right or the lower edge of their box white on red.
pub(super) fn mark(frame: &mut Frame, first: usize, rect: Rect) {
    let items = frame.items.split_off(first);
    for mut item in items {
        if let Item::Text(text) = &mut item
            && is_over(text, rect)
        {
            let (rise, depth) = text.font.extent();
            let ground = Rect::new(text.at.x, text.at.y - rise * text.size, text.width(), (rise + depth) * text.size);
            frame.fill(Path::rect(ground), RED);
            text.color = Color::WHITE;
        }
        frame.items.push(item);
    }
}

fn is_over(text: &Text, rect: Rect) -> bool {
    let right = text.at.x + text.width();
    text.at.y > rect.bottom() + TOLERANCE || right > rect.right() + TOLERANCE || text.at.x < rect.x - TOLERANCE
}

/// Puts [`STAND_IN`] in the place of characters that no font has.
pub(super) fn replace_missing(inked: &mut [Inked], missing: &[char]) {
    for part in inked {
        if let Inked::Text(text, _) = part
            && text.contains(missing)
        {
            *text = text.replace(missing, &STAND_IN.to_string());
        }
    }
}

/// Stamps a card that could not be set with a word, at its foot, where it hides the least; with the English one where no font
/// has the letters.
pub fn stamp(frame: &Frame, size: Size, word: &str) -> Frame {
    let mut stamped = frame.clone();
    let style = Style { font: Font::SansBold, color: RED };
    let set = Typesetter::lent(|ts| -> Result<Frame, What> {
        let points = size.width.min(size.height) / 9.0 / POINT;
        let mut line = |word: &str| ts.line(&[TextSpan::new(word, style)], points);
        let line = line(word).or_else(|_| line(PrintWord::DraftStamp.english()))?;
        let mut word = Frame::default();
        let (width, height) = (line.width, line.cap_height);
        let frame = Rect::new(-width / 2.0, -height / 2.0, width, height).inflate(height * 0.4, height * 0.3);
        word.fill(Path::rounded_rect(frame, height * 0.2), Color::WHITE);
        word.stroke(Path::rounded_rect(frame, height * 0.2), Stroke::new(RED, height * 0.12));
        line.draw(&mut word, at(-width / 2.0, height / 2.0));
        Ok(word)
    });
    let word = Arc::new(set.expect("internal error: the fonts have these letters"));
    let (sin, cos) = (-0.28, 0.96);
    stamped.place(&word, Transform([cos, sin, -sin, cos, size.width * 0.7, size.height * 0.88]));
    stamped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reaches_over_its_box_is_white_on_red() {
        let mut frame = Frame::default();
        let style = Style { font: Font::Sans, color: Color::BLACK };
        let mut ts = Typesetter::default();
        for y in [4.0, 8.0, 12.0] {
            ts.line(&[TextSpan::new("Line", style)], 8.0).expect("Latin letters").draw(&mut frame, at(0.0, y));
        }
        mark(&mut frame, 1, Rect::new(0.0, 0.0, 20.0, 9.0));
        let colors: Vec<Color> = frame
            .items
            .iter()
            .filter_map(|item| if let Item::Text(text) = item { Some(text.color) } else { None })
            .collect();
        assert_eq!(colors, [Color::BLACK, Color::BLACK, Color::WHITE]);
        assert_eq!(frame.items.len(), 4);
    }
}
