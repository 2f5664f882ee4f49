//! How the cards look: measures, colours, fonts, and the livery of each wing.

use std::sync::{Arc, LazyLock};

use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Path, Point, Rect, Stroke, Transform, at};
use crate::print::layout::Style;
use crate::print::{MAX_BLEED, POKER, SAFE};
use crate::systems::table_battles::model::Wing;

/// The part of the card that a crooked cut leaves whole.
pub(super) const INNER: Rect = Rect::new(SAFE, SAFE, POKER.width - 2.0 * SAFE, POKER.height - 2.0 * SAFE);

/// Lower edge of the band with the name.
pub(super) const BAND: f64 = 18.6;

/// Height of the wing's pattern at the band's foot.
pub(super) const PATTERN: f64 = 2.2;

/// Upper edge of the strip at the card's foot.
pub(super) const FOOT: f64 = POKER.height - 2.0;

/// Text and symbols.
pub(super) const INK: Color = Color(28, 28, 28);
/// Lines and small print.
pub(super) const GREY: Color = Color(96, 96, 96);
/// Fine rules.
pub(super) const RULE: Color = Color(190, 190, 190);
/// The star.
pub(super) const GOLD: Color = Color(255, 210, 74);

/// A style in ink.
pub(super) const fn ink(font: Font) -> Style {
    Style { font, color: INK }
}

/// A style in white, for bands.
pub(super) const fn white(font: Font) -> Style {
    Style { font, color: Color::WHITE }
}

/// How a wing's cards are told from others: a colour, and for grey print and other eyes a pattern and a word.
pub(super) struct Livery {
    /// The band.
    pub(super) color: Color,
    /// The word on the band.
    pub(super) word: &'static str,
    pattern: fn(&mut Frame, f64),
}

/// The livery of a wing. White text on each colour has a contrast of at least 4.5 to 1.
pub(super) fn livery(wing: Wing) -> Livery {
    match wing {
        Wing::Red => Livery { color: Color(164, 30, 34), word: "Red", pattern: stripes },
        Wing::Pink => Livery { color: Color(190, 68, 122), word: "Pink", pattern: dots },
        Wing::Blue => Livery { color: Color(30, 107, 176), word: "Blue", pattern: bars },
        Wing::Dkblue => Livery { color: Color(20, 40, 84), word: "Dark blue", pattern: chevrons },
    }
}

/// The band at the top with the wing's pattern at its foot, and the strip at the card's foot; one drawing a wing.
pub(super) fn wing_band(frame: &mut Frame, wing: Wing) {
    static BANDS: [LazyLock<Arc<Frame>>; 4] = [
        LazyLock::new(|| draw_band(Wing::Red)),
        LazyLock::new(|| draw_band(Wing::Pink)),
        LazyLock::new(|| draw_band(Wing::Blue)),
        LazyLock::new(|| draw_band(Wing::Dkblue)),
    ];
    frame.place(&BANDS[wing as usize], Transform::at(0.0, 0.0));
}

fn draw_band(wing: Wing) -> Arc<Frame> {
    let mut frame = Frame::default();
    let livery = livery(wing);
    band(&mut frame, livery.color);
    (livery.pattern)(&mut frame, BAND - PATTERN);
    let left = at(-MAX_BLEED, BAND - PATTERN);
    frame.stroke(line(left, POKER.width + 2.0 * MAX_BLEED), Stroke::new(Color::WHITE, 0.25));
    Arc::new(frame)
}

/// The plain band at the top and the strip at the card's foot.
pub(super) fn band(frame: &mut Frame, color: Color) {
    let (left, width) = (-MAX_BLEED, POKER.width + 2.0 * MAX_BLEED);
    let rect = |top: f64, bottom: f64| Path::rect(Rect::new(left, top, width, bottom - top));
    frame.fill(rect(-MAX_BLEED, BAND), color);
    frame.fill(rect(FOOT, POKER.height + MAX_BLEED), color);
}

fn line(from: Point, width: f64) -> Path {
    Path::line(from, at(from.x + width, from.y))
}

/// Places across the card and its bleed, `step` apart, the middle among them.
fn across(step: f64) -> impl Iterator<Item = f64> {
    let half = ((POKER.width / 2.0 + MAX_BLEED) / step).ceil() as i32;
    (-half..=half).map(move |i| POKER.width / 2.0 + f64::from(i) * step)
}

fn stripes(frame: &mut Frame, top: f64) {
    let (low, high) = (top + PATTERN, top);
    let path = across(2.2).fold(Path::default(), |path, x| {
        path.and(Path::polygon(&[at(x - 1.3, low), at(x - 0.2, low), at(x + 1.3, high), at(x + 0.2, high)]))
    });
    frame.fill(path, Color::WHITE);
}

fn dots(frame: &mut Frame, top: f64) {
    let y = top + PATTERN / 2.0;
    let path = across(2.2).fold(Path::default(), |path, x| path.and(Path::circle(at(x, y), 0.62)));
    frame.fill(path, Color::WHITE);
}

fn bars(frame: &mut Frame, top: f64) {
    let path = across(2.2)
        .fold(Path::default(), |path, x| path.and(Path::rect(Rect::new(x - 0.35, top + 0.45, 0.7, PATTERN - 0.9))));
    frame.fill(path, Color::WHITE);
}

fn chevrons(frame: &mut Frame, top: f64) {
    let (high, low) = (top + 0.5, top + PATTERN - 0.5);
    let middle = (high + low) / 2.0;
    let stroke = Stroke { round: true, ..Stroke::new(Color::WHITE, 0.5) };
    let path = across(2.2).fold(Path::default(), |path, x| {
        path.and(Path::line(at(x - 0.5, high), at(x + 0.5, middle)))
            .and(Path::line(at(x + 0.5, middle), at(x - 0.5, low)))
    });
    frame.stroke(path, stroke);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(Color(r, g, b): Color) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    #[test]
    fn white_names_are_readable_on_every_band() {
        for wing in [Wing::Red, Wing::Pink, Wing::Blue, Wing::Dkblue] {
            let contrast = 1.05 / (luminance(livery(wing).color) + 0.05);
            assert!(contrast >= 4.5, "{wing:?}: {contrast:.2}");
        }
    }
}
