//! The signs on the cards, drawn once in a template's colours: what a card does, whose it is, the dice.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Icon, Path, Rect, Stroke, Transform, at};
use muster_core::print::template::{Drawing, Look};

use super::strokes::{arrow, draw_centered, open_arc, polar};
use crate::model::{PolyhedralDie, UnitKind};
use crate::words::{CardDeed, CardWord, CountersDeed, PlainWord};

/// Signs are drawn this large.
const SCALE: f64 = 20.0;

/// The sign of a card: for the first word of its effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Arrow,
    Arrows,
    HalfArrow,
    Swords,
    Reload,
    Spark,
    Crown,
    Hourglass,
    Gain,
    Loss,
    Push,
    Die,
    DieAgain,
    CardGained,
    CardLost,
    Target,
    Medal,
    Exchange,
    Flag,
    Bow,
    Stop,
    Map,
    Spent,
    Belts,
    Belt,
    Wheel,
    Sword,
    Claws,
}

impl Sign {
    /// Returns the sign of a card that does this.
    pub(super) fn from_words(play: &[CardWord]) -> Sign {
        let Some(word) = play.first() else { return Sign::Hourglass };
        let deed = match word {
            CardWord::Plain(PlainWord::Melee) => return Sign::Swords,
            CardWord::Plain(PlainWord::Cast) => return Sign::Spark,
            CardWord::Plain(PlainWord::Wild) => return Sign::Crown,
            CardWord::Plain(PlainWord::RallyAll) => return Sign::Flag,
            CardWord::Plain(PlainWord::Fire) => return Sign::Bow,
            CardWord::Plain(PlainWord::ReRoll) => return Sign::DieAgain,
            CardWord::Deed(deed) => deed,
        };
        match deed {
            CardDeed::Move(_) => Sign::Arrow,
            CardDeed::MoveGroup(_) => Sign::Arrows,
            CardDeed::HalfMove(_) => Sign::HalfArrow,
            CardDeed::Reload(_) => Sign::Reload,
            CardDeed::Counters(CountersDeed { change, .. }) if *change < 0 => Sign::Loss,
            CardDeed::Counters(_) => Sign::Gain,
            CardDeed::Push(_) => Sign::Push,
            CardDeed::Roll(_) => Sign::Die,
            CardDeed::Draw(_) => Sign::CardGained,
            CardDeed::Lose(_) => Sign::CardLost,
            CardDeed::ToHit(_) => Sign::Target,
            CardDeed::Keep(_) => Sign::Medal,
            CardDeed::Opponent(_) => Sign::Exchange,
            CardDeed::Stop(_) => Sign::Stop,
            CardDeed::Stratagem(_) => Sign::Map,
        }
    }
}

impl Sign {
    /// Returns the sign of a kind of unit: on foot and mounted as on maps.
    pub(super) fn from_kind(kind: UnitKind) -> Sign {
        match kind {
            UnitKind::Infantry => Sign::Belts,
            UnitKind::Cavalry => Sign::Belt,
            UnitKind::Missile => Sign::Bow,
            UnitKind::WarMachine => Sign::Wheel,
            UnitKind::Monster => Sign::Claws,
            UnitKind::Wizard => Sign::Spark,
            UnitKind::Character => Sign::Sword,
            UnitKind::General => Sign::Crown,
        }
    }
}

/// Draws a sign in the colour of the card, as large as fits in the middle of a box.
pub(super) fn draw(look: &Look, frame: &mut Frame, sign: Sign, rect: Rect) {
    let drawn = look.draw_accented("sign", sign as usize, |look| {
        let mut frame = Frame::default();
        paint(&mut frame, sign, look.accent(), look.paper());
        frame
    });
    put(frame, &drawn, rect);
}

/// Draws a sign in a colour on a ground, as large as fits in the middle of a box.
pub(super) fn draw_on(frame: &mut Frame, sign: Sign, (ink, ground): (Color, Color), rect: Rect) {
    let mut drawn = Frame::default();
    paint(&mut drawn, sign, ink, ground);
    put(frame, &Arc::new(drawn), rect);
}

/// Places a drawing of [`SCALE`] as large as fits in the middle of a box.
pub(super) fn put(frame: &mut Frame, drawn: &Arc<Frame>, rect: Rect) {
    let size = rect.width.min(rect.height);
    let corner = at(rect.x + (rect.width - size) / 2.0, rect.y + (rect.height - size) / 2.0);
    frame.place(drawn, Transform::from_scale_translate(size / SCALE, corner.x, corner.y));
}

fn paint(frame: &mut Frame, sign: Sign, ink: Color, paper: Color) {
    let middle = at(10.0, 10.0);
    let line = |width: f64| Stroke { round: true, ..Stroke::new(ink, width) };
    match sign {
        Sign::Arrow => frame.fill(arrow(at(1.5, 10.0), at(18.5, 10.0), 4.0), ink),
        Sign::Arrows => {
            for (y, from, to) in [(3.6, 2.0, 14.0), (10.0, 6.0, 18.5), (16.4, 2.0, 14.0)] {
                frame.fill(arrow(at(from, y), at(to, y), 2.4), ink);
            }
        }
        Sign::HalfArrow => {
            for x in [1.5, 5.0] {
                frame.fill(Path::rect(Rect::new(x, 8.4, 2.2, 3.2)), ink);
            }
            frame.fill(arrow(at(8.5, 10.0), at(18.5, 10.0), 3.2), ink);
        }
        Sign::Swords => swords(frame, ink),
        Sign::Reload => {
            turning(frame, 8.0, ink);
            frame.fill(arrow(at(10.0, 14.2), at(10.0, 5.4), 1.9), ink);
        }
        Sign::Spark => {
            for (x, y, size) in [(9.0, 11.0, 8.4), (16.6, 4.0, 3.2), (16.0, 16.8, 2.4)] {
                frame.fill(star(x, y, size, size * 0.27, 4), ink);
            }
        }
        Sign::Crown => {
            let points = [(2.0, 5.5), (6.2, 10.6), (10.0, 3.0), (13.8, 10.6), (18.0, 5.5), (16.4, 15.4), (3.6, 15.4)];
            frame.fill(Path::polygon(&points.map(|(x, y)| at(x, y))), ink);
            frame.fill(Path::rect(Rect::new(3.6, 16.4, 12.8, 1.8)), ink);
        }
        Sign::Hourglass => {
            for y in [1.6, 16.8] {
                frame.fill(Path::rect(Rect::new(3.6, y, 12.8, 1.6)), ink);
            }
            let glass = Path::polygon(&[at(5.0, 3.8), at(15.0, 3.8), at(5.0, 16.2), at(15.0, 16.2)]);
            frame.stroke(glass, line(0.9));
            frame.fill(Path::polygon(&[at(10.0, 10.0), at(13.6, 16.0), at(6.4, 16.0)]), ink);
        }
        Sign::Gain | Sign::Loss => {
            frame.fill(Path::circle(middle, 8.6), ink);
            frame.fill(Path::rect(Rect::new(5.0, 8.9, 10.0, 2.2)), paper);
            if sign == Sign::Gain {
                frame.fill(Path::rect(Rect::new(8.9, 5.0, 2.2, 10.0)), paper);
            }
        }
        Sign::Push => {
            frame.fill(Path::circle(at(4.6, 10.0), 3.6), ink);
            frame.fill(arrow(at(8.8, 10.0), at(12.0, 10.0), 1.5), ink);
            frame.stroke(Path::circle(at(16.0, 10.0), 3.0), line(0.9));
        }
        Sign::Die => die(frame, middle.x, middle.y, 8.6, ink),
        Sign::DieAgain => {
            turning(frame, 8.4, ink);
            die(frame, middle.x, middle.y, 5.0, ink);
        }
        Sign::CardGained | Sign::CardLost => {
            frame.stroke(Path::rounded_rect(Rect::new(3.0, 1.6, 10.4, 14.6), 1.4), line(0.9));
            frame.fill(Path::circle(at(13.6, 14.6), 4.4), ink);
            frame.fill(Path::rect(Rect::new(11.0, 14.0, 5.2, 1.2)), paper);
            if sign == Sign::CardGained {
                frame.fill(Path::rect(Rect::new(13.0, 12.0, 1.2, 5.2)), paper);
            }
        }
        Sign::Target => {
            frame.stroke(Path::circle(middle, 7.6), line(1.2));
            frame.stroke(Path::circle(middle, 4.2), line(1.2));
            frame.fill(Path::circle(middle, 1.5), ink);
            for (from, to) in [((10.0, 0.8), (10.0, 4.0)), ((10.0, 16.0), (10.0, 19.2))] {
                frame.stroke(Path::line(at(from.0, from.1), at(to.0, to.1)), line(1.2));
                frame.stroke(Path::line(at(from.1, from.0), at(to.1, to.0)), line(1.2));
            }
        }
        Sign::Medal => {
            for side in [-1.0, 1.0] {
                let points = [(1.4, 11.0), (5.6, 18.8), (2.2, 18.0), (0.4, 20.0), (-1.6, 12.0)];
                frame.fill(Path::polygon(&points.map(|(x, y)| at(10.0 + side * x, y - 0.6))), ink);
            }
            frame.fill(Path::circle(at(10.0, 7.6), 6.6), ink);
            frame.fill(star(10.0, 7.8, 4.6, 1.9, 5), paper);
        }
        Sign::Exchange => {
            frame.fill(arrow(at(2.0, 6.0), at(18.0, 6.0), 2.6), ink);
            frame.fill(arrow(at(18.0, 14.0), at(2.0, 14.0), 2.6), ink);
        }
        Sign::Flag => {
            frame.stroke(Path::line(at(4.6, 1.6), at(4.6, 18.6)), line(1.4));
            let points = [(5.6, 2.4), (17.6, 2.4), (14.2, 6.9), (17.6, 11.4), (5.6, 11.4)];
            frame.fill(Path::polygon(&points.map(|(x, y)| at(x, y))), ink);
        }
        Sign::Bow => {
            let (from, to) = (-1.25, 1.25);
            let grip = at(5.0, 10.0);
            frame.stroke(open_arc(grip, 8.6, from, to), line(1.4));
            frame.stroke(Path::line(polar(grip, 8.6, from), polar(grip, 8.6, to)), line(0.6));
            frame.fill(arrow(at(2.0, 10.0), at(18.6, 10.0), 1.2), ink);
        }
        Sign::Stop => {
            let corner = |i: u32| polar(middle, 8.8, (f64::from(i) + 0.5) * std::f64::consts::FRAC_PI_4);
            frame.fill(Path::polygon(&(0..8).map(corner).collect::<Vec<_>>()), ink);
            frame.fill(Path::rect(Rect::new(4.8, 8.5, 10.4, 3.0)), paper);
        }
        Sign::Spent => {
            paint(frame, Sign::Bow, ink, paper);
            frame.stroke(Path::line(at(2.6, 17.4), at(17.4, 2.6)), Stroke { round: true, ..Stroke::new(paper, 4.0) });
            frame.stroke(Path::line(at(2.6, 17.4), at(17.4, 2.6)), line(1.8));
        }
        Sign::Belts | Sign::Belt => {
            let field = Rect::new(1.0, 4.0, 18.0, 12.0);
            let mut belts = Path::line(at(field.x, field.bottom()), at(field.right(), field.y));
            if sign == Sign::Belts {
                belts = belts.append(Path::line(field.corner(), at(field.right(), field.bottom())));
            }
            frame.stroke(belts, line(1.3));
            frame.stroke(Path::rect(field), line(1.3));
        }
        Sign::Wheel => {
            frame.stroke(Path::circle(middle, 8.0), line(1.7));
            for spoke in 0..4 {
                let direction = f64::from(spoke) * std::f64::consts::FRAC_PI_4;
                let end = |radius: f64| polar(middle, radius, direction);
                frame.stroke(Path::line(end(-8.0), end(8.0)), line(1.0));
            }
            frame.fill(Path::circle(middle, 2.2), ink);
        }
        Sign::Sword => {
            let blade = [(10.0, 0.6), (11.5, 2.6), (11.5, 13.0), (8.5, 13.0), (8.5, 2.6)];
            frame.fill(Path::polygon(&blade.map(|(x, y)| at(x, y))), ink);
            frame.fill(Path::rounded_rect(Rect::new(5.0, 13.4, 10.0, 1.6), 0.7), ink);
            frame.stroke(Path::line(at(10.0, 15.0), at(10.0, 18.0)), line(1.7));
            frame.fill(Path::circle(at(10.0, 18.4), 1.3), ink);
        }
        Sign::Claws => {
            for x in [2.4, 7.6, 12.8] {
                let claw = [(4.6, 1.4), (5.4, 6.0), (3.6, 13.0), (0.0, 18.6), (0.6, 12.0), (2.0, 6.0)];
                frame.fill(Path::polygon(&claw.map(|(dx, y)| at(x + dx, y))), ink);
            }
        }
        Sign::Map => {
            frame.stroke(Path::rounded_rect(Rect::new(1.6, 3.4, 16.8, 13.2), 1.2), line(0.9));
            for (x, y) in [(4.2, 13.4), (6.0, 11.0), (8.4, 9.6), (11.0, 10.2)] {
                frame.fill(Path::circle(at(x, y), 0.75), ink);
            }
            for (from, to) in [((12.4, 5.6), (16.0, 9.2)), ((16.0, 5.6), (12.4, 9.2))] {
                frame.stroke(Path::line(at(from.0, from.1), at(to.0, to.1)), line(1.1));
            }
        }
    }
}

/// Draws two swords crossed.
fn swords(frame: &mut Frame, ink: Color) {
    for mirror in [false, true] {
        let point = |x: f64, y: f64| if mirror { at(20.0 - x, y) } else { at(x, y) };
        let blade = [(2.0, 2.0), (4.4, 2.6), (14.4, 12.6), (12.6, 14.4), (2.6, 4.4)];
        frame.fill(Path::polygon(&blade.map(|(x, y)| point(x, y))), ink);
        let guard = [(15.8, 10.4), (16.8, 11.4), (11.4, 16.8), (10.4, 15.8)];
        frame.fill(Path::polygon(&guard.map(|(x, y)| point(x, y))), ink);
        frame.stroke(Path::line(point(14.0, 14.0), point(16.6, 16.6)), Stroke { round: true, ..Stroke::new(ink, 1.6) });
        frame.fill(Path::circle(point(17.4, 17.4), 1.3), ink);
    }
}

/// Draws an arrow that goes most of the way around the middle, against the clock.
fn turning(frame: &mut Frame, radius: f64, ink: Color) {
    let middle = at(10.0, 10.0);
    let (from, to) = (1.0, 5.9);
    frame.stroke(open_arc(middle, radius, from, to), Stroke { round: true, ..Stroke::new(ink, 1.3) });
    let tip = polar(middle, radius, to + 0.42);
    let barb = |radius: f64| polar(middle, radius, to - 0.02);
    frame.fill(Path::polygon(&[tip, barb(radius - 2.4), barb(radius + 2.4)]), ink);
}

/// Draws a die of ten faces.
fn die(frame: &mut Frame, x: f64, y: f64, size: f64, ink: Color) {
    let point = |dx: f64, dy: f64| at(x + dx * size, y + dy * size);
    let stroke = Stroke { round: true, ..Stroke::new(ink, 0.11 * size) };
    let (top, bottom, left, right) = (point(0.0, -1.0), point(0.0, 1.0), point(-0.88, 0.12), point(0.88, 0.12));
    let (low_left, low_right, low) = (point(-0.44, 0.3), point(0.44, 0.3), point(0.0, 0.52));
    frame.stroke(Path::polygon(&[top, right, bottom, left]), stroke);
    frame.stroke(Path::polygon(&[top, low_right, low, low_left]), stroke);
    for (from, to) in [(low_left, left), (low_right, right), (low, bottom)] {
        frame.stroke(Path::line(from, to), stroke);
    }
}

/// Returns a star of so many points, upright.
fn star(x: f64, y: f64, outer: f64, inner: f64, points: u32) -> Path {
    let step = std::f64::consts::PI / f64::from(points);
    let corner = |i: u32| {
        let radius = if i.is_multiple_of(2) { outer } else { inner };
        polar(at(x, y), radius, std::f64::consts::FRAC_PI_2 - step * f64::from(i))
    };
    Path::polygon(&(0..2 * points).map(corner).collect::<Vec<_>>())
}

/// Returns a drawing of a side's emblem in its colour.
pub(super) fn side_emblem<'a>(side: usize) -> Drawing<'a> {
    Box::new(move |look, frame, rect| emblem_in(frame, side, look.color(super::accent_of(side)), rect))
}

/// Draws a side's emblem in a colour, as large as fits in the middle of a box.
pub(super) fn emblem_in(frame: &mut Frame, side: usize, color: Color, rect: Rect) {
    let mut drawn = Frame::default();
    drawn.fill(emblem(side), color);
    put(frame, &Arc::new(drawn), rect);
}

/// Returns the outline of a side's emblem: a shield for the first, a lozenge for the second, told apart without colour.
fn emblem(side: usize) -> Path {
    if side.is_multiple_of(2) {
        let mut path = Path::polygon(&[at(3.0, 2.0), at(17.0, 2.0)]);
        path.0.pop();
        use muster_core::print::frame::Segment::{Close, Curve, Line};
        path.0.extend([
            Line(at(17.0, 9.0)),
            Curve(at(17.0, 14.0), at(13.0, 17.4), at(10.0, 19.0)),
            Curve(at(7.0, 17.4), at(3.0, 14.0), at(3.0, 9.0)),
            Close,
        ]);
        path
    } else {
        Path::polygon(&[at(10.0, 0.8), at(18.2, 10.0), at(10.0, 19.2), at(1.8, 10.0)])
    }
}

/// The icons that texts may name.
pub(super) const ICONS: &[&str] = &["d4", "d6", "d8", "d10", "d12", "d20", "counter", "box"];

/// Draws one of [`ICONS`].
pub(super) fn icon(look: &Look, name: &str) -> Option<Icon> {
    let frame = match name {
        "counter" => look.symbol("counter", 0, |look| {
            let mut frame = Frame::default();
            frame.fill(Path::circle(at(10.0, 10.0), 8.6), look.ink());
            frame.stroke(Path::circle(at(10.0, 10.0), 6.0), Stroke::new(look.paper(), 1.2));
            frame
        }),
        "box" => look.symbol("box", 0, |look| {
            let mut frame = Frame::default();
            frame.stroke(Path::rect(Rect::new(1.0, 1.0, 18.0, 18.0)), Stroke::new(look.ink(), 1.0));
            frame
        }),
        die => {
            let die = PolyhedralDie::ALL.into_iter().find(|known| known.to_string() == die)?;
            numbered_die(look, die)
        }
    };
    Some(Icon { frame, height: SCALE, width: 1.0 })
}

/// Returns a die with its number of faces.
pub(super) fn numbered_die(look: &Look, die: PolyhedralDie) -> Arc<Frame> {
    look.symbol("die", die as usize, |look| {
        let mut frame = Frame::default();
        let (corners, turn, middle) = match die {
            PolyhedralDie::D4 => (3, 0.25, 12.2),
            PolyhedralDie::D6 => (4, 0.125, 10.0),
            PolyhedralDie::D8 | PolyhedralDie::D10 => (4, 0.25, 10.0),
            PolyhedralDie::D12 => (5, 0.25, 10.4),
            PolyhedralDie::D20 => (6, 0.25, 10.0),
        };
        let radius = if corners == 3 { 11.0 } else { 9.8 };
        let corner = |i: u32| {
            let part = f64::from(i) / f64::from(corners) + turn;
            polar(at(10.0, middle), radius, part * std::f64::consts::TAU)
        };
        frame.fill(Path::polygon(&(0..corners).map(corner).collect::<Vec<_>>()), look.ink());
        let style = (Font::SansBold, look.paper());
        draw_centered(&mut frame, &die.faces().to_string(), style, at(10.0, middle + 0.3), 26.0, 9.0);
        frame
    })
}
