//! The symbols on the cards, drawn once in a template's colours and placed where they are needed.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Icon, Path, Point, Rect, Stroke, Transform, at};
use muster_core::print::layout::{POINT, Style, TextSpan, Typesetter};
use muster_core::print::template::Look;

use crate::model::{Arm, Link, Requirement};

/// Symbols are drawn this high, so that the short numbers of a file lose nothing.
const SCALE: f64 = 10.0;

/// Draws a symbol `size` mm high with its top left corner at `to`.
fn put(frame: &mut Frame, symbol: &Arc<Frame>, to: Point, size: f64) {
    frame.place(symbol, Transform::from_scale_translate(size / SCALE, to.x, to.y));
}

/// The meaning of a die on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Die {
    /// This number is wanted.
    Wanted,
    /// An example of a set.
    Example,
}

/// The pips of a die that shows nothing.
pub(super) const BLANK: u8 = 0;

/// The icons that texts may name.
pub(super) const ICONS: &[&str] = &[
    "die1",
    "die2",
    "die3",
    "die4",
    "die5",
    "die6",
    "star",
    "stick",
    "cube",
    "infantry",
    "cavalry",
    "link",
    "pair",
    "two-pairs",
    "triplet",
    "two-triplets",
    "full-house",
    "five-dice",
];

/// Draws one of [`ICONS`].
pub(super) fn icon(look: &Look, name: &str) -> Option<Icon> {
    let requirement = |requirement| {
        let (frame, width) = self::requirement(look, requirement);
        Icon { frame, height: SCALE, width: width / SCALE }
    };
    let square = |frame, width| Icon { frame, height: SCALE, width };
    Some(match name {
        "die1" | "die2" | "die3" | "die4" | "die5" | "die6" => {
            square(die_symbol(look, name.as_bytes()[3] - b'0', Die::Wanted), 1.0)
        }
        "star" => square(star_symbol(look, true), 1.0),
        // The place of a target in the order in which they are attacked: of the game's own texts alone.
        "order1" | "order2" | "order3" | "order4" | "order5" | "order6" | "order7" | "order8" | "order9" => {
            square(order_symbol(look, name.as_bytes()[5] - b'0'), 1.0)
        }
        "stick" => square(stick_symbol(look), STICK),
        "cube" => square(cube_symbol(look), 0.92),
        "infantry" => Icon { frame: arm_symbol(look, Arm::Infantry), height: 7.0, width: SCALE / 7.0 },
        "cavalry" => Icon { frame: arm_symbol(look, Arm::Cavalry), height: 7.0, width: SCALE / 7.0 },
        "link" => square(link_symbol(look), 1.0),
        "pair" => requirement(Requirement::Pair),
        "two-pairs" => requirement(Requirement::TwoPairs),
        "triplet" => requirement(Requirement::Triplet),
        "two-triplets" => requirement(Requirement::TwoTriplets),
        "full-house" => requirement(Requirement::FullHouse),
        "five-dice" => requirement(Requirement::FiveDice),
        _ => return None,
    })
}

/// Draws a die showing `pips`, 1 to 6, or [`BLANK`].
pub(super) fn die(look: &Look, frame: &mut Frame, pips: u8, kind: Die, to: Point, size: f64) {
    put(frame, &die_symbol(look, pips, kind), to, size);
}

/// Draws a number in a ring.
fn order_symbol(look: &Look, number: u8) -> Arc<Frame> {
    look.symbol("order", number.into(), |look| {
        let mut frame = Frame::default();
        frame.stroke(Path::circle(at(SCALE / 2.0, SCALE / 2.0), 4.7), Stroke::new(look.muted_color(), 0.5));
        let digit = number.to_string();
        let spans = [TextSpan::new(&digit, Style { font: Font::SansSemi, color: look.ink() })];
        if let Ok(line) = Typesetter::lent(|ts| ts.line(&spans, 9.0 / POINT)) {
            let x = (SCALE - line.width) / 2.0;
            line.draw(&mut frame, at(x, 8.25));
        }
        frame
    })
}

fn die_symbol(look: &Look, pips: u8, kind: Die) -> Arc<Frame> {
    let name = if kind == Die::Wanted { "die" } else { "example" };
    look.symbol(name, pips.into(), |look| draw_die(look, pips, kind))
}

fn draw_die(look: &Look, pips: u8, kind: Die) -> Frame {
    let mut frame = Frame::default();
    let face = Path::rounded_rect(Rect::new(0.3, 0.3, 9.4, 9.4), 1.8);
    let (ink, width) = if kind == Die::Wanted { (look.ink(), 0.6) } else { (look.muted_color(), 0.35) };
    frame.fill(face.clone(), look.paper());
    frame.stroke(face, Stroke::new(ink, width));
    if pips == BLANK {
        return frame;
    }
    // The nine places of a face, and which of them each number shows.
    let (low, mid, high) = (2.6, 5.0, 7.4);
    let corner = [(low, low), (high, high)];
    let other = [(high, low), (low, high)];
    let sides = [(low, mid), (high, mid)];
    let spots: Vec<(f64, f64)> = match pips {
        1 => vec![(mid, mid)],
        2 => other.to_vec(),
        3 => [&other[..], &[(mid, mid)]].concat(),
        4 => [&corner[..], &other].concat(),
        5 => [&corner[..], &other, &[(mid, mid)]].concat(),
        _ => [&corner[..], &other, &sides].concat(),
    };
    let path = spots.iter().fold(Path::default(), |path, (x, y)| path.append(Path::circle(at(*x, *y), 0.95)));
    frame.fill(path, ink);
    frame
}

/// Draws a formation's star.
pub(super) fn star(look: &Look, frame: &mut Frame, to: Point, size: f64) {
    put(frame, &star_symbol(look, false), to, size);
}

/// Draws a star for the colour of a card, or outlined for paper.
fn star_symbol(look: &Look, on_paper: bool) -> Arc<Frame> {
    look.symbol("star", on_paper.into(), |look| {
        let point = |i: u32| {
            let (turn, radius) =
                (f64::from(i) * std::f64::consts::PI / 5.0, if i.is_multiple_of(2) { 5.0 } else { 2.1 });
            at(5.0 + radius * turn.sin(), 5.2 - radius * turn.cos())
        };
        let mut frame = Frame::default();
        let path = Path::polygon(&(0..10).map(point).collect::<Vec<_>>());
        frame.fill(path.clone(), look.color("star"));
        let line = if on_paper { look.ink() } else { look.color("star-line") };
        frame.stroke(path, Stroke { round: true, ..Stroke::new(line, 0.5) });
        frame
    })
}

/// A stick's width, in heights.
pub(super) const STICK: f64 = 0.2;

/// Draws a stick of the wing's colour standing upright.
pub(super) fn stick(look: &Look, frame: &mut Frame, to: Point, height: f64) {
    put(frame, &stick_symbol(look), to, height);
}

fn stick_symbol(look: &Look) -> Arc<Frame> {
    look.draw_accented("stick", 0, |look| {
        let mut frame = Frame::default();
        let width = SCALE * STICK;
        frame.fill(Path::rounded_rect(Rect::new(0.0, 0.0, width, SCALE), width * 0.35), look.accent());
        frame
    })
}

/// Draws a cube, seen from a corner.
pub(super) fn cube(look: &Look, frame: &mut Frame, to: Point, size: f64) {
    put(frame, &cube_symbol(look), to, size);
}

fn cube_symbol(look: &Look) -> Arc<Frame> {
    look.symbol("cube", 0, |look| {
        let mut frame = Frame::default();
        let (top, left, right, mid) = (at(5.0, 0.4), at(0.8, 2.8), at(9.2, 2.8), at(5.0, 5.2));
        let (bottom, low_left, low_right) = (at(5.0, 9.6), at(0.8, 7.2), at(9.2, 7.2));
        let shade = |part| look.paper().mix(look.ink(), part);
        frame.fill(Path::polygon(&[top, right, mid, left]), look.paper());
        frame.fill(Path::polygon(&[left, mid, bottom, low_left]), shade(0.2));
        frame.fill(Path::polygon(&[right, mid, bottom, low_right]), shade(0.45));
        let edges = Path::polygon(&[top, right, low_right, bottom, low_left, left])
            .append(Path(Path::line(left, mid).0.into_iter().chain(Path::line(mid, right).0).collect()))
            .append(Path::line(mid, bottom));
        frame.stroke(edges, Stroke { round: true, ..Stroke::new(look.ink(), 0.55) });
        frame
    })
}

/// Draws the sign of an arm, as on maps: crossed belts for infantry, one for cavalry. It is 0.7 as high as wide.
pub(super) fn arm(look: &Look, frame: &mut Frame, arm: Arm, rect: Rect) {
    let width = rect.width.min(rect.height / 0.7);
    let to = at(rect.x, rect.y + (rect.height - width * 0.7) / 2.0);
    frame.place(&arm_symbol(look, arm), Transform::from_scale_translate(width / SCALE, to.x, to.y));
}

fn arm_symbol(look: &Look, arm: Arm) -> Arc<Frame> {
    look.symbol(if arm == Arm::Infantry { "infantry" } else { "cavalry" }, 0, |look| {
        let mut frame = Frame::default();
        let rect = Rect::new(0.4, 0.4, 9.2, 6.2);
        let stroke = Stroke::new(look.ink(), 0.7);
        frame.fill(Path::rect(rect), look.paper());
        let mut belts = Path::line(at(rect.x, rect.bottom()), at(rect.right(), rect.y));
        if arm == Arm::Infantry {
            belts = belts.append(Path::line(at(rect.x, rect.y), at(rect.right(), rect.bottom())));
        }
        frame.stroke(belts, stroke);
        frame.stroke(Path::rect(rect), stroke);
        frame
    })
}

/// Rings in the middle of the box's left and right edge: two linked cards laid side by side close them.
pub(super) fn links(look: &Look, frame: &mut Frame, link: Link, rect: Rect) {
    let (y, size) = (rect.y + rect.height / 2.0, rect.height);
    let mut ring = |x: f64| put(frame, &link_symbol(look), at(x - size / 2.0, y - size / 2.0), size);
    if matches!(link, Link::Left | Link::Both) {
        ring(rect.x);
    }
    if matches!(link, Link::Right | Link::Both) {
        ring(rect.right());
    }
}

fn link_symbol(look: &Look) -> Arc<Frame> {
    look.draw_accented("link", 0, |look| {
        let mut frame = Frame::default();
        let ring = |radius| Path::circle(at(5.0, 5.0), radius);
        frame.fill(ring(4.9), look.accent());
        frame.fill(ring(3.0), look.paper());
        frame.stroke(ring(4.6), Stroke::new(look.ink(), 0.6));
        frame.stroke(ring(3.0), Stroke::new(look.ink(), 0.6));
        frame
    })
}

/// Draws the dice a requirement asks for: full squares for one number, hollow ones for another, pale for whatever. Returns the
/// drawing and its width.
fn requirement(look: &Look, requirement: Requirement) -> (Arc<Frame>, f64) {
    let (full, hollow, any) = match requirement {
        Requirement::Pair => (2, 0, 0),
        Requirement::TwoPairs => (2, 2, 0),
        Requirement::Triplet => (3, 0, 0),
        Requirement::TwoTriplets => (3, 3, 0),
        Requirement::FullHouse => (3, 2, 0),
        Requirement::FiveDice => (0, 0, 5),
    };
    let (size, gap) = (SCALE * 0.86, if hollow > 0 { SCALE * 0.45 } else { 0.0 });
    let step = size * 1.2;
    let frame = look.symbol("requirement", requirement as usize, |look| {
        let mut frame = Frame::default();
        for i in 0..full + hollow + any {
            let x = step * f64::from(i) + if i >= full { gap } else { 0.0 };
            let square = |inset: f64| {
                let top = (SCALE - size) / 2.0;
                Path::rounded_rect(
                    Rect::new(x + inset, top + inset, size - 2.0 * inset, size - 2.0 * inset),
                    size * 0.2,
                )
            };
            if i < full {
                frame.fill(square(0.0), look.ink());
            } else if hollow > 0 {
                frame.stroke(square(size * 0.07), Stroke::new(look.ink(), size * 0.14));
            } else {
                frame.fill(square(0.0), look.paper().mix(look.ink(), 0.3));
            }
        }
        frame
    });
    (frame, step * f64::from(full + hollow + any) + gap - (step - size))
}

/// Draws a formation's sticks, in rows of ten at most.
pub(super) fn sticks(look: &Look, frame: &mut Frame, count: u8, room: Rect) {
    let rows = count.div_ceil(10).max(1);
    let columns = count.div_ceil(rows);
    let height = (room.height - 0.5 * f64::from(rows - 1)) / f64::from(rows);
    let width = height * STICK;
    let step = ((room.width - width) / f64::from(columns.max(2) - 1)).min(2.0);
    for i in 0..count {
        let (row, column) = (i / columns, i % columns);
        let in_row = if row + 1 == rows { count - row * columns } else { columns };
        let start = room.x + (room.width - step * f64::from(in_row - 1) - width) / 2.0;
        stick(look, frame, at(start + step * f64::from(column), room.y + f64::from(row) * (height + 0.5)), height);
    }
}

/// Draws a special formation's cubes.
pub(super) fn cubes(look: &Look, frame: &mut Frame, count: u8, room: Rect) {
    let size = room.height.min(room.width / (1.2 * f64::from(count.max(1))));
    let start = room.x + (room.width - size * 1.2 * f64::from(count) + size * 0.2) / 2.0;
    (0..count).for_each(|i| cube(look, frame, at(start + size * 1.2 * f64::from(i), room.y), size));
}
