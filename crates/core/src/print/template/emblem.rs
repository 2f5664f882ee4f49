//! Ornaments drawn in a card's colours: a shield with the charge of its pattern, crossed flags, a laurel, a ribbon.

use std::sync::Arc;

use super::Pattern;
use crate::print::frame::{Color, Frame, Path, Point, Rect, Segment, Stroke, Transform, at};

/// The colours and stroke of an ornament.
#[derive(Debug, Clone, Copy)]
pub(super) struct Inks {
    pub(super) fill: Option<Color>,
    pub(super) stroke: Option<Stroke>,
    pub(super) color: Color,
}

/// The part of a shield that its charge covers; a border is left around it.
const FIELD: f64 = 0.86;

/// Draws a shield as high as fits, charged with a pattern's shape: an emblem that is known by its drawing, not by its colour.
pub(super) fn emblem(pattern: Pattern, inks: Inks, frame: &mut Frame, rect: Rect) {
    let map = fit_transform(rect, 8.4, 10.0);
    if let Some(fill) = inks.fill {
        frame.fill(shield(1.0, map), fill);
    }
    if pattern != Pattern::None {
        let mut charge = Frame::default();
        charge.fill(map_path(&self::charge(pattern), map), inks.color);
        frame.place_within(shield(FIELD, map), &Arc::new(charge), Transform::from_translate(0.0, 0.0));
    }
    frame.stroke(shield(FIELD, map), Stroke::new(inks.color, map.0[0] * 0.18));
    if let Some(stroke) = inks.stroke {
        frame.stroke(shield(1.0, map), stroke);
    }
}

/// Returns the outline of a shield, `part` as large as its box.
fn shield(part: f64, map: Transform) -> Path {
    let p = |x: f64, y: f64| map.apply(at(4.2 + (x - 4.2) * part, 4.7 + (y - 4.7) * part));
    use Segment::{Close, Curve, Line, Move};
    Path(vec![
        Move(p(0.0, 0.0)),
        Line(p(8.4, 0.0)),
        Line(p(8.4, 4.4)),
        Curve(p(8.4, 7.4), p(6.4, 9.1), p(4.2, 10.0)),
        Curve(p(2.0, 9.1), p(0.0, 7.4), p(0.0, 4.4)),
        Close,
    ])
}

/// Returns what a shield bears: stripes slant over all of it, bars stand, roundels and lozenges lie two above one.
fn charge(pattern: Pattern) -> Path {
    let polygon = |points: &[(f64, f64)]| Path::polygon(&points.iter().map(|(x, y)| at(*x, *y)).collect::<Vec<_>>());
    let three = |one: &dyn Fn(f64, f64) -> Path| one(2.35, 2.9).append(one(6.05, 2.9)).append(one(4.2, 6.6));
    match pattern {
        Pattern::None => Path::default(),
        Pattern::Stripes => [-4.6, -0.4, 3.8].iter().fold(Path::default(), |path, x| {
            path.append(polygon(&[(x + 8.0, -1.0), (x + 10.1, -1.0), (x - 0.9, 10.0), (x - 3.0, 10.0)]))
        }),
        Pattern::Dots => three(&|x, y| Path::circle(at(x, y), 1.25)),
        Pattern::Bars => [1.55, 3.55, 5.55].iter().fold(Path::default(), |path, x| {
            path.append(polygon(&[(*x, -1.0), (x + 1.3, -1.0), (x + 1.3, 11.0), (*x, 11.0)]))
        }),
        Pattern::Chevrons => [0.6, 3.7].iter().fold(Path::default(), |path, y| {
            path.append(polygon(&[
                (-0.4, y + 4.4),
                (4.2, *y),
                (8.8, y + 4.4),
                (8.8, y + 6.3),
                (4.2, y + 1.9),
                (-0.4, y + 6.3),
            ]))
        }),
        Pattern::Diamonds => three(&|x, y| polygon(&[(x, y - 1.65), (x + 1.2, y), (x, y + 1.65), (x - 1.2, y)])),
        Pattern::Lattice => [-4.6, -0.4, 3.8].iter().fold(Path::default(), |path, x| {
            let (left, right) = (x - 3.0, x + 8.0);
            path.append(polygon(&[(right, -1.0), (right + 1.1, -1.0), (left + 1.1, 10.0), (left, 10.0)]))
                .append(polygon(&[(left, -1.0), (left + 1.1, -1.0), (right + 1.1, 10.0), (right, 10.0)]))
        }),
        Pattern::Crosses => polygon(&[
            (3.3, -1.0),
            (5.1, -1.0),
            (5.1, 3.1),
            (9.4, 3.1),
            (9.4, 4.9),
            (5.1, 4.9),
            (5.1, 11.0),
            (3.3, 11.0),
            (3.3, 4.9),
            (-1.0, 4.9),
            (-1.0, 3.1),
            (3.3, 3.1),
        ]),
    }
}

/// Draws two crossed flags on their poles, as large as fits.
pub(super) fn flags(inks: Inks, frame: &mut Frame, rect: Rect) {
    let map = fit_transform(rect, 15.0, 10.0);
    let pole = Stroke { round: true, ..Stroke::new(inks.color, map.0[0] * 0.3) };
    for mirrored in [false, true] {
        let p = |x: f64, y: f64| map.apply(at(if mirrored { 15.0 - x } else { x }, y));
        frame.stroke(Path::line(p(3.35, 1.2), p(9.9, 9.9)), pole);
        frame.fill(Path::polygon(&[p(2.5, 0.0), p(3.75, 1.0), p(3.5, 1.45), p(2.85, 1.75)]), inks.color);
        use Segment::{Close, Curve, Line, Move};
        // Between two depths along the pole, 0 and 1 being its edges.
        let band = |from: f64, to: f64| {
            let (a, b) = (
                |x: f64, y: f64| p(x + 2.85 * from, y + 3.75 * from),
                |x: f64, y: f64| p(x + 2.85 * to, y + 3.75 * to),
            );
            Path(vec![
                Move(a(3.75, 1.7)),
                Curve(a(2.6, 1.2), a(1.7, 2.9), a(0.1, 2.2)),
                Line(b(0.1, 2.2)),
                Curve(b(1.7, 2.9), b(2.6, 1.2), b(3.75, 1.7)),
                Close,
            ])
        };
        if let Some(fill) = inks.fill {
            frame.fill(band(0.0, 1.0), fill);
        }
        frame.fill(band(0.36, 0.64), inks.color);
        if let Some(stroke) = inks.stroke {
            frame.stroke(band(0.0, 1.0), stroke);
        }
    }
}

/// Leaves on each side of a laurel, in pairs and one at its end.
const LEAVES: u32 = 10;

/// Draws two branches of laurel that leave the middle of the box free.
pub(super) fn laurel(color: Color, frame: &mut Frame, rect: Rect) {
    let map = fit_transform(rect, 10.0, 10.0);
    let (middle, radius) = (at(5.0, 5.0), 4.15);
    let on = |degrees: f64, radius: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        at(middle.x - radius * sin, middle.y + radius * cos)
    };
    let mut leaves = Path::default();
    for mirrored in [false, true] {
        let p = |point: Point| map.apply(if mirrored { at(10.0 - point.x, point.y) } else { point });
        let mut leaf = |root: Point, toward: f64, length: f64| {
            let (sin, cos) = toward.to_radians().sin_cos();
            let to = |along: f64, beside: f64| {
                p(at(root.x + length * (along * cos - beside * sin), root.y + length * (along * sin + beside * cos)))
            };
            use Segment::{Close, Curve, Move};
            let outline = Path(vec![
                Move(to(0.0, 0.0)),
                Curve(to(0.3, 0.34), to(0.75, 0.28), to(1.0, 0.0)),
                Curve(to(0.75, -0.28), to(0.3, -0.34), to(0.0, 0.0)),
                Close,
            ]);
            leaves = std::mem::take(&mut leaves).append(outline);
        };
        for i in 0..LEAVES {
            let turn = 14.0 + 132.0 * f64::from(i) / f64::from(LEAVES);
            // Along the branch, upward from the bottom by the left.
            let along = 180.0 + turn;
            leaf(on(turn, radius + 0.05), along - 34.0, 1.25);
            leaf(on(turn + 4.0, radius - 0.05), along + 34.0, 1.15);
        }
        leaf(on(148.0, radius), 180.0 + 148.0, 1.2);
        let stem: Vec<Segment> = (0..=20)
            .map(|i| {
                let point = p(on(6.0 + 142.0 * f64::from(i) / 20.0, radius));
                if i == 0 { Segment::Move(point) } else { Segment::Line(point) }
            })
            .collect();
        frame.stroke(Path(stem), Stroke { round: true, ..Stroke::new(color, map.0[0] * 0.12) });
    }
    frame.fill(leaves, color);
}

/// Returns the outline of a ribbon whose ends are cut to swallow tails.
pub(super) fn ribbon(rect: Rect) -> Path {
    let (notch, middle) = (rect.height * 0.28, rect.y + rect.height / 2.0);
    Path::polygon(&[
        at(rect.x, rect.y),
        at(rect.right(), rect.y),
        at(rect.right() - notch, middle),
        at(rect.right(), rect.bottom()),
        at(rect.x, rect.bottom()),
        at(rect.x + notch, middle),
    ])
}

/// Returns the transform from a drawing of a width and a height to the middle of a box, as large as fits.
fn fit_transform(rect: Rect, width: f64, height: f64) -> Transform {
    let scale = (rect.width / width).min(rect.height / height);
    let middle = rect.middle();
    Transform::from_scale_translate(scale, middle.x - width * scale / 2.0, middle.y - height * scale / 2.0)
}

fn map_path(path: &Path, map: Transform) -> Path {
    let step = |segment: &Segment| match *segment {
        Segment::Move(p) => Segment::Move(map.apply(p)),
        Segment::Line(p) => Segment::Line(map.apply(p)),
        Segment::Curve(a, b, p) => Segment::Curve(map.apply(a), map.apply(b), map.apply(p)),
        Segment::Close => Segment::Close,
    };
    Path(path.0.iter().map(step).collect())
}
