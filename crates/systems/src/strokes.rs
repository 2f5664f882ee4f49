//! Building blocks of games' drawings: boxes within boxes, letters within boxes, polygons.

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, at};
use muster_core::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};

/// Returns the largest box of a ratio of width to height in the middle of a box.
pub fn fit_ratio(rect: Rect, ratio: f64) -> Rect {
    let width = rect.width.min(rect.height * ratio);
    let height = width / ratio;
    Rect::new(rect.x + (rect.width - width) / 2.0, rect.y + (rect.height - height) / 2.0, width, height)
}

/// Sets letters of the game's own in the middle of a box, on one line, as large as fits. Returns whether the font has them
/// and they fit.
pub fn draw_letters(frame: &mut Frame, text: &str, style: (Font, Color), rect: Rect) -> bool {
    draw_text(frame, text, style, rect, (rect.height / 0.25, 2.0), 1)
}

/// Sets a text in the middle of a box, in points from the first size down to the second, on so many lines. Returns whether
/// the font has its letters and they fit.
pub fn draw_text(
    frame: &mut Frame,
    text: &str,
    (font, color): (Font, Color),
    rect: Rect,
    sizes: (f64, f64),
    lines: usize,
) -> bool {
    let (align, vertical) = (Align::Center, Vertical::Middle);
    let text_box = TextBox { rect, sizes, lines, hyphens: false, align, vertical };
    let spans = [TextSpan::new(text, Style { font, color })];
    text.is_empty() || Typesetter::lent(|ts| text_box.set(ts, &spans, frame)).is_ok()
}

/// Returns a polygon of points of a drawing.
pub fn polygon(points: &[(f64, f64)]) -> Path {
    Path::polygon(&points.iter().map(|(x, y)| at(*x, *y)).collect::<Vec<_>>())
}

/// Returns lines from point to point of a drawing.
pub fn lines(points: &[(f64, f64)]) -> Path {
    let mut path = polygon(points);
    path.0.pop();
    path
}
