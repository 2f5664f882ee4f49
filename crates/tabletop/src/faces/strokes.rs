//! Hexagons, and what drawings are made of.

use muster_core::print::frame::{Point, at};
pub(super) use muster_systems::strokes::{draw_letters, draw_text, fit_ratio, lines, polygon};

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
