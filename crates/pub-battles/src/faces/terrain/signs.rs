//! The signs of terrain: trees, waves, houses, reeds.

use muster_core::print::frame::{Color, Frame, Path, Segment, Stroke, at};
use muster_core::print::template::Look;
use muster_systems::strokes::{lines, polygon};

/// The kinds in which trees and houses are drawn.
pub(super) const TREES: usize = 3;
pub(super) const HOUSES: usize = 4;

/// Returns a tree from above and a little from the south: a crown of lobes on its shade.
pub(super) fn tree(look: &Look, kind: usize) -> Frame {
    const LOBES: [&[(f64, f64, f64)]; TREES] = [
        &[(-0.55, 0.1, 0.75), (0.5, 0.15, 0.75), (0.0, -0.5, 0.8)],
        &[(-0.5, -0.25, 0.75), (0.5, -0.3, 0.7), (0.0, 0.25, 0.8)],
        &[(-0.3, 0.0, 0.9), (0.55, 0.05, 0.7)],
    ];
    let (ink, ground) = (look.color("trees"), look.color("wood"));
    let mut frame = Frame::default();
    for (x, y, radius) in LOBES[kind] {
        frame.fill(Path::circle(at(*x + 0.12, *y + 0.2), *radius + 0.14), ink);
    }
    for (x, y, radius) in LOBES[kind] {
        frame.fill(Path::circle(at(*x, *y), *radius - 0.02), ink.mix(ground, 0.5));
    }
    frame
}

/// Returns a wave.
pub(super) fn wave(color: Color) -> Frame {
    let curve = |x: f64, up: f64| Segment::Curve(at(x + 0.6, -0.8 * up), at(x + 1.1, -0.8 * up), at(x + 1.7, 0.0));
    let mut frame = Frame::default();
    let path = Path(vec![Segment::Move(at(-1.7, 0.0)), curve(-1.7, 1.0), curve(0.0, -1.0)]);
    frame.stroke(path, Stroke { round: true, ..Stroke::new(color, 0.32) });
    frame
}

/// Returns a house.
pub(super) fn house(color: Color, kind: usize) -> Frame {
    const SHAPES: [&[(f64, f64)]; HOUSES] = [
        &[(-1.0, -0.55), (1.0, -0.55), (1.0, 0.55), (-1.0, 0.55)],
        &[(-0.6, -0.85), (0.6, -0.85), (0.6, 0.85), (-0.6, 0.85)],
        &[(-0.95, -0.75), (0.95, -0.75), (0.95, 0.0), (0.1, 0.0), (0.1, 0.75), (-0.95, 0.75)],
        &[(-0.7, -0.6), (0.7, -0.6), (0.7, 0.6), (-0.7, 0.6)],
    ];
    let mut frame = Frame::default();
    frame.fill(polygon(SHAPES[kind]), color);
    frame
}

/// Returns a tuft of reeds on water.
pub(super) fn tuft(color: Color) -> Frame {
    let mut frame = Frame::default();
    let stroke = Stroke { round: true, ..Stroke::new(color, 0.28) };
    for blade in [[(-0.3, 0.0), (-0.8, -1.1)], [(0.0, 0.0), (0.0, -1.4)], [(0.3, 0.0), (0.8, -1.1)]] {
        frame.stroke(lines(&blade), stroke);
    }
    for bar in [[(-1.8, 0.0), (1.8, 0.0)], [(-1.0, 0.6), (1.2, 0.6)]] {
        frame.stroke(lines(&bar), stroke);
    }
    frame
}
