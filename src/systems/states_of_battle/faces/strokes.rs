//! What signs, counters and the State of Battle are drawn with: arcs, arrows, letters.

use std::f64::consts::FRAC_PI_4;

use crate::print::font::Font;
use crate::print::frame::{Color, Frame, Path, Point, Segment, at};
use crate::print::layout::{POINT, Style, TextSpan, Typesetter};

/// Returns the point at `radius` from the middle in a direction: 0 to the right, a quarter turn up.
pub(super) fn polar(middle: Point, radius: f64, direction: f64) -> Point {
    at(middle.x + radius * direction.cos(), middle.y - radius * direction.sin())
}

/// Returns the curves of an arc from one direction to another, whose beginning is where the path is already.
fn arc(middle: Point, radius: f64, from: f64, to: f64) -> Vec<Segment> {
    let pieces = ((to - from).abs() / FRAC_PI_4).ceil().max(1.0);
    let step = (to - from) / pieces;
    // Control points this far along the tangents make the arc.
    let reach = 4.0 / 3.0 * (step / 4.0).tan() * radius;
    let curve = |piece: u32| {
        let (begin, end) = (from + step * f64::from(piece), from + step * f64::from(piece + 1));
        let (a, b) = (polar(middle, radius, begin), polar(middle, radius, end));
        let along =
            |p: Point, direction: f64, reach: f64| at(p.x - reach * direction.sin(), p.y - reach * direction.cos());
        Segment::Curve(along(a, begin, reach), along(b, end, -reach), b)
    };
    (0..pieces as u32).map(curve).collect()
}

/// Returns an open arc.
pub(super) fn open_arc(middle: Point, radius: f64, from: f64, to: f64) -> Path {
    let start = Segment::Move(polar(middle, radius, from));
    Path(std::iter::once(start).chain(arc(middle, radius, from, to)).collect())
}

/// Returns an arrow from one point to another: a shaft `width` thick, and a head.
pub(super) fn arrow(from: Point, to: Point, width: f64) -> Path {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let head = (width * 2.2).min(length);
    let point = |along: f64, aside: f64| at(from.x + ux * along - uy * aside, from.y + uy * along + ux * aside);
    let (half, neck, barb) = (width / 2.0, length - head, width * 1.5);
    Path::polygon(&[
        point(0.0, -half),
        point(neck, -half),
        point(neck, -barb),
        point(length, 0.0),
        point(neck, barb),
        point(neck, half),
        point(0.0, half),
    ])
}

/// Sets a text of the game's own around a point, at most so many points large and so many millimetres wide.
pub(super) fn centered(
    frame: &mut Frame,
    text: &str,
    (font, color): (Font, Color),
    middle: Point,
    size: f64,
    room: f64,
) {
    let spans = [TextSpan::new(text, Style { font, color })];
    let line = Typesetter::lent(|ts| {
        let prepared = ts.prepare(&spans, false).ok()?;
        let whole = prepared.whole();
        let size = size.min(room / (prepared.width(&whole) * POINT));
        Some(ts.set(&prepared, whole, size))
    });
    if let Some(line) = line {
        let from = at(middle.x - line.width / 2.0, middle.y + line.cap_height / 2.0);
        line.draw(frame, from);
    }
}
