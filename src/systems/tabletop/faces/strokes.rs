//! What drawings are made of: boxes within boxes, letters within boxes, hexagons.

use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Path, Point, Rect, at};
use crate::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};

/// Returns the largest box of a ratio of width to height in the middle of a box.
pub(super) fn fitted(rect: Rect, ratio: f64) -> Rect {
    let width = rect.width.min(rect.height * ratio);
    let height = width / ratio;
    Rect::new(rect.x + (rect.width - width) / 2.0, rect.y + (rect.height - height) / 2.0, width, height)
}

/// Sets letters of the game's own in the middle of a box, on one line, as large as fits. Returns whether the font has them
/// and they fit.
pub(super) fn lettered(frame: &mut Frame, text: &str, style: (Font, Color), rect: Rect) -> bool {
    written(frame, text, style, rect, (rect.height / 0.25, 2.0), 1)
}

/// Sets a text in the middle of a box, in points from the first size down to the second, on so many lines. Returns whether
/// the font has its letters and they fit.
pub(super) fn written(
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

/// Returns the corners of a hexagon around a point, `across` millimetres from side to side, clockwise: from the upper left
/// with a flat top, else from the top.
pub(super) fn corners(middle: Point, across: f64, flat: bool) -> [Point; 6] {
    let (half, radius) = (across / 2.0, across / 3.0_f64.sqrt());
    let pointed = [(0.0, -1.0), (1.0, -0.5), (1.0, 0.5), (0.0, 1.0), (-1.0, 0.5), (-1.0, -0.5)];
    match flat {
        false => pointed.map(|(x, y)| at(middle.x + x * half, middle.y + y * radius)),
        true => [(-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0)]
            .map(|(x, y)| at(middle.x + x * radius, middle.y + y * half)),
    }
}

/// Returns a polygon of points of a drawing.
pub(super) fn polygon(points: &[(f64, f64)]) -> Path {
    Path::polygon(&points.iter().map(|(x, y)| at(*x, *y)).collect::<Vec<_>>())
}

/// Returns lines from point to point of a drawing.
pub(super) fn lines(points: &[(f64, f64)]) -> Path {
    let mut path = polygon(points);
    path.0.pop();
    path
}
