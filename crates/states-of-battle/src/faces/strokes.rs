//! Strokes of signs, counters and the State of Battle: arcs, arrows, letters.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};
use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Segment, Transform, at};
use muster_core::print::layout::{Line, POINT, Style, TextSpan, Typesetter};

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

/// Returns a part of a ring between two radii and two directions; from the middle where the inner radius is 0.
pub(super) fn sector(middle: Point, (inner, outer): (f64, f64), from: f64, to: f64) -> Path {
    let mut path = open_arc(middle, outer, from, to);
    path.0.push(Segment::Line(polar(middle, inner, to)));
    if inner > 0.0 {
        path.0.extend(arc(middle, inner, to, from));
    }
    path.0.push(Segment::Close);
    path
}

/// Sets a text of the game's own around a point, at most so many points large and so many millimetres wide.
pub(super) fn draw_centered(
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

/// Sets a text of the game's own along a circle around a direction, letter by letter: above the middle the letters stand on
/// the circle of the radius, below it they hang on it, so that they are upright at the top and at the bottom.
pub(super) fn draw_curved(
    frame: &mut Frame,
    text: &str,
    (font, color): (Font, Color),
    (middle, radius, direction): (Point, f64, f64),
    (size, spacing): (f64, f64),
) {
    let below = direction.sin() < 0.0;
    let cap = font.cap_height() * size * POINT;
    // The baseline of letters that hang is the far side of their capitals.
    let baseline = if below { radius + cap } else { radius };
    let letters: Vec<String> = text.chars().map(String::from).collect();
    let lines = Typesetter::lent(|ts| {
        let line = |letter: &String| ts.line(&[TextSpan::new(letter, Style { font, color })], size).ok();
        letters.iter().map(line).collect::<Vec<_>>()
    });
    let space = size * POINT * 0.3;
    let width = |line: &Option<Line>| match line {
        Some(line) if line.width > 0.0 => line.width,
        _ => space,
    };
    let whole: f64 = lines.iter().map(|line| width(line) + spacing).sum::<f64>() - spacing;
    let turn = if below { 1.0 } else { -1.0 };
    let mut along = -whole / 2.0;
    for line in lines {
        let width = width(&line);
        let letter_at = direction + turn * (along + width / 2.0) / baseline;
        along += width + spacing;
        let Some(line) = line else { continue };
        let tilt = if below { letter_at + FRAC_PI_2 } else { letter_at - FRAC_PI_2 };
        let (sin, cos) = tilt.sin_cos();
        let foot = polar(middle, baseline, letter_at);
        let mut letter = Frame::default();
        line.draw(&mut letter, at(-width / 2.0, 0.0));
        frame.place(&Arc::new(letter), Transform([cos, -sin, sin, cos, foot.x, foot.y]));
    }
}
