//! The symbols on the cards, drawn once and placed where they are needed.

use std::sync::{Arc, LazyLock};

use super::style::{GOLD, GREY, INK, RULE, livery};
use crate::print::frame::{Color, Frame, Path, Point, Rect, Stroke, Transform, at};
use crate::systems::table_battles::model::{Arm, Link, Requirement, Wing};

/// A drawing of width and height [`SCALE`].
type Symbol = LazyLock<Arc<Frame>>;

/// Draws a symbol `size` mm wide with its top left corner at `to`.
fn put(frame: &mut Frame, symbol: &Arc<Frame>, to: Point, size: f64) {
    frame.place(symbol, Transform::scaled(size / SCALE, to.x, to.y));
}

/// Symbols are drawn this large, so that the short numbers of a file lose nothing.
const SCALE: f64 = 10.0;

/// What a die on a card means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Die {
    /// This number is wanted.
    Wanted,
    /// An example of a set.
    Example,
}

static WANTED: [Symbol; 6] = [
    LazyLock::new(|| draw_die(1, Die::Wanted)),
    LazyLock::new(|| draw_die(2, Die::Wanted)),
    LazyLock::new(|| draw_die(3, Die::Wanted)),
    LazyLock::new(|| draw_die(4, Die::Wanted)),
    LazyLock::new(|| draw_die(5, Die::Wanted)),
    LazyLock::new(|| draw_die(6, Die::Wanted)),
];

static EXAMPLES: [Symbol; 6] = [
    LazyLock::new(|| draw_die(1, Die::Example)),
    LazyLock::new(|| draw_die(2, Die::Example)),
    LazyLock::new(|| draw_die(3, Die::Example)),
    LazyLock::new(|| draw_die(4, Die::Example)),
    LazyLock::new(|| draw_die(5, Die::Example)),
    LazyLock::new(|| draw_die(6, Die::Example)),
];

/// A die showing `pips`, 1 to 6.
pub(super) fn die(frame: &mut Frame, pips: u8, kind: Die, to: Point, size: f64) {
    let dice = if kind == Die::Wanted { &WANTED } else { &EXAMPLES };
    put(frame, &dice[usize::from(pips) - 1], to, size);
}

fn draw_die(pips: u8, kind: Die) -> Arc<Frame> {
    let mut frame = Frame::default();
    let face = Path::rounded(Rect::new(0.3, 0.3, 9.4, 9.4), 1.8);
    let (ink, width) = if kind == Die::Wanted { (INK, 0.6) } else { (GREY, 0.35) };
    frame.fill(face.clone(), Color::WHITE);
    frame.stroke(face, Stroke::new(ink, width));
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
    let path = spots.iter().fold(Path::default(), |path, (x, y)| path.and(Path::circle(at(*x, *y), 0.95)));
    frame.fill(path, ink);
    Arc::new(frame)
}

/// A formation's star.
pub(super) fn star(frame: &mut Frame, to: Point, size: f64) {
    static STAR: Symbol = LazyLock::new(|| {
        let point = |i: u32| {
            let (turn, radius) =
                (f64::from(i) * std::f64::consts::PI / 5.0, if i.is_multiple_of(2) { 5.0 } else { 2.1 });
            at(5.0 + radius * turn.sin(), 5.2 - radius * turn.cos())
        };
        let mut frame = Frame::default();
        let path = Path::polygon(&(0..10).map(point).collect::<Vec<_>>());
        frame.fill(path.clone(), GOLD);
        frame.stroke(path, Stroke { round: true, ..Stroke::new(Color::WHITE, 0.5) });
        Arc::new(frame)
    });
    put(frame, &STAR, to, size);
}

/// A stick of a wing's colour standing upright.
pub(super) fn stick(frame: &mut Frame, wing: Wing, to: Point, height: f64) {
    static STICKS: [Symbol; 4] = [
        LazyLock::new(|| draw_stick(Wing::Red)),
        LazyLock::new(|| draw_stick(Wing::Pink)),
        LazyLock::new(|| draw_stick(Wing::Blue)),
        LazyLock::new(|| draw_stick(Wing::Dkblue)),
    ];
    put(frame, &STICKS[wing as usize], to, height);
}

fn draw_stick(wing: Wing) -> Arc<Frame> {
    let mut frame = Frame::default();
    let width = SCALE * STICK;
    frame.fill(Path::rounded(Rect::new(0.0, 0.0, width, SCALE), width * 0.35), livery(wing).color);
    Arc::new(frame)
}

/// A stick's width, in heights.
pub(super) const STICK: f64 = 0.2;

/// A cube, seen from a corner.
pub(super) fn cube(frame: &mut Frame, to: Point, size: f64) {
    static CUBE: Symbol = LazyLock::new(|| {
        let mut frame = Frame::default();
        let (top, left, right, mid) = (at(5.0, 0.4), at(0.8, 2.8), at(9.2, 2.8), at(5.0, 5.2));
        let (bottom, low_left, low_right) = (at(5.0, 9.6), at(0.8, 7.2), at(9.2, 7.2));
        frame.fill(Path::polygon(&[top, right, mid, left]), Color::WHITE);
        frame.fill(Path::polygon(&[left, mid, bottom, low_left]), Color(205, 205, 205));
        frame.fill(Path::polygon(&[right, mid, bottom, low_right]), Color(150, 150, 150));
        let edges = Path::polygon(&[top, right, low_right, bottom, low_left, left])
            .and(Path(Path::line(left, mid).0.into_iter().chain(Path::line(mid, right).0).collect()))
            .and(Path::line(mid, bottom));
        frame.stroke(edges, Stroke { round: true, ..Stroke::new(INK, 0.55) });
        Arc::new(frame)
    });
    put(frame, &CUBE, to, size);
}

/// The sign of an arm, as on maps: crossed belts for infantry, one for cavalry. `size` is its width; it is 0.7 as high.
pub(super) fn arm(frame: &mut Frame, arm: Arm, to: Point, size: f64) {
    static INFANTRY: Symbol = LazyLock::new(|| draw_arm(true));
    static CAVALRY: Symbol = LazyLock::new(|| draw_arm(false));
    put(frame, if arm == Arm::Infantry { &INFANTRY } else { &CAVALRY }, to, size);
}

fn draw_arm(crossed: bool) -> Arc<Frame> {
    let mut frame = Frame::default();
    let rect = Rect::new(0.4, 0.4, 9.2, 6.2);
    let stroke = Stroke::new(INK, 0.7);
    frame.fill(Path::rect(rect), Color::WHITE);
    let mut belts = Path::line(at(rect.x, rect.bottom()), at(rect.right(), rect.y));
    if crossed {
        belts = belts.and(Path::line(at(rect.x, rect.y), at(rect.right(), rect.bottom())));
    }
    frame.stroke(belts, stroke);
    frame.stroke(Path::rect(rect), stroke);
    Arc::new(frame)
}

/// How far a link mark reaches into the card.
pub(super) const LINK: f64 = 2.7;

/// Half rings at the edges: two linked cards laid side by side close them.
pub(super) fn links(frame: &mut Frame, link: Link, y: f64, width: f64) {
    let mut ring = |x: f64| {
        let path = Path::circle(at(x, y), LINK - 0.55);
        frame.fill(path.clone(), Color::WHITE);
        frame.stroke(path, Stroke::new(INK, 1.1));
    };
    if matches!(link, Link::Left | Link::Both) {
        ring(0.0);
    }
    if matches!(link, Link::Right | Link::Both) {
        ring(width);
    }
}

/// The dice a requirement asks for: full squares for one number, hollow ones for another, pale for whatever.
/// Drawn to the left from `right`; where it begins.
pub(super) fn requirement(frame: &mut Frame, requirement: Requirement, right: Point, size: f64) -> f64 {
    let (full, hollow, any) = match requirement {
        Requirement::Pair => (2, 0, 0),
        Requirement::TwoPairs => (2, 2, 0),
        Requirement::Triplet => (3, 0, 0),
        Requirement::TwoTriplets => (3, 3, 0),
        Requirement::FullHouse => (3, 2, 0),
        Requirement::FiveDice => (0, 0, 5),
    };
    let (step, gap) = (size * 1.2, if hollow > 0 { size * 0.5 } else { 0.0 });
    let start = right.x - step * f64::from(full + hollow + any) - gap + (step - size);
    let line = Stroke::new(INK, size * 0.14);
    for i in 0..full + hollow + any {
        let x = start + step * f64::from(i) + if i >= full { gap } else { 0.0 };
        let square = |inset: f64| {
            Path::rounded(Rect::new(x + inset, right.y + inset, size - 2.0 * inset, size - 2.0 * inset), size * 0.2)
        };
        if i < full {
            frame.fill(square(0.0), INK);
        } else if hollow > 0 {
            frame.stroke(square(size * 0.07), line);
        } else {
            frame.fill(square(0.0), RULE);
        }
    }
    start
}
