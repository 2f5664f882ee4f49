//! The dice area, drawn: dice for numbers, a word with example dice for sets, brackets and slashes as printed.

use super::style::{GREY, INK, ink};
use super::symbols::{Die, die};
use super::words;
use crate::print::Misfit;
use crate::print::font::Font;
use crate::print::frame::{Frame, Path, Rect, Segment, Stroke, at};
use crate::print::layout::{Align, Span, Style, TextBox, Typesetter};
use crate::systems::table_battles::model::DiceArea;
use crate::systems::table_battles::notation::DiceSet;

/// A sign of the area, in the order of printing.
#[derive(Clone, Copy)]
enum Sign {
    Die(u8, Die),
    Bracket { open: bool },
    Slash,
    To,
    Gap,
}

impl Sign {
    /// Width in dice.
    fn width(self) -> f64 {
        match self {
            Sign::Die(..) => 1.0,
            Sign::Bracket { .. } => 0.26,
            Sign::Slash => 0.44,
            Sign::To => 0.62,
            Sign::Gap => 0.45,
        }
    }
}

/// Space between two signs, in dice.
const SPACE: f64 = 0.08;

/// Draws the area into `rect`, and adds what does not fit to `misfits` under `/dice`.
pub(super) fn area(ts: &mut Typesetter, frame: &mut Frame, area: &DiceArea, rect: Rect, misfits: &mut Vec<Misfit>) {
    let caption = Rect::new(rect.x, rect.bottom() - 2.6, rect.width, 2.6);
    let small = Style { font: Font::Sans, color: GREY };
    text("dice caption", caption, (6.5, 5.0), words::dice(area), small, ts, frame, misfits);
    let title = title(area);
    let head = if title.is_empty() { 0.0 } else { 4.6 };
    text(
        "dice",
        Rect::new(rect.x, rect.y, rect.width, head),
        (11.0, 6.0),
        &title,
        ink(Font::SansBold),
        ts,
        frame,
        misfits,
    );
    let room = Rect::new(rect.x, rect.y + head, rect.width, rect.height - head - 3.2);
    if area.sets.is_empty() {
        return none(frame, room);
    }
    let signs = signs(area);
    let width: f64 = signs.iter().map(|s| s.width() + SPACE).sum::<f64>() - SPACE;
    let size = (room.width / width).min(room.height).min(10.0);
    let mut x = room.x + (room.width - width * size) / 2.0;
    let y = room.y + (room.height - size) / 2.0;
    for s in signs {
        sign(frame, s, x, y, size);
        x += (s.width() + SPACE) * size;
    }
}

#[expect(clippy::too_many_arguments, reason = "a box and where its text goes")]
fn text(
    name: &'static str,
    rect: Rect,
    sizes: (f64, f64),
    text: &str,
    style: Style,
    ts: &mut Typesetter,
    frame: &mut Frame,
    misfits: &mut Vec<Misfit>,
) {
    let text_box = TextBox { name, rect, sizes, lines: 1, hyphens: false, align: Align::Center };
    text_box.set_or_tell(ts, &[Span::new(text, style)], frame, "/dice", misfits);
}

/// The word above the dice, for areas that are printed as words.
fn title(area: &DiceArea) -> String {
    let words = area
        .sets
        .iter()
        .all(|s| matches!(s, DiceSet::Equal(_) | DiceSet::Straight(_) | DiceSet::Numbers { low: 1, high: 6 }));
    if words && !area.sets.is_empty() { area.to_string() } else { String::new() }
}

fn signs(area: &DiceArea) -> Vec<Sign> {
    let mut signs = Vec::new();
    for set in &area.sets {
        let example = |pips| Sign::Die(pips, Die::Example);
        let word = matches!(set, DiceSet::Equal(_) | DiceSet::Straight(_));
        if !signs.is_empty() {
            signs.push(if word { Sign::Gap } else { Sign::Slash });
        }
        match *set {
            DiceSet::Numbers { low, high } if low == high => signs.push(Sign::Die(low, Die::Wanted)),
            DiceSet::Numbers { low, high } => {
                signs.extend([Sign::Die(low, Die::Wanted), Sign::To, Sign::Die(high, Die::Wanted)]);
            }
            DiceSet::Single(n) => {
                signs.extend([Sign::Bracket { open: true }, Sign::Die(n, Die::Wanted), Sign::Bracket { open: false }]);
            }
            DiceSet::Equal(n) => signs.extend((0..n).map(|_| example(if n == 2 { 2 } else { 3 }))),
            DiceSet::Straight(n) => signs.extend((1..=n).map(example)),
        }
    }
    signs
}

fn sign(frame: &mut Frame, sign: Sign, x: f64, y: f64, size: f64) {
    let line = |width: f64| Stroke { round: true, ..Stroke::new(INK, width * size) };
    match sign {
        Sign::Die(pips, kind) => die(frame, pips, kind, at(x, y), size),
        Sign::Slash => frame.stroke(Path::line(at(x + size * 0.06, y + size), at(x + size * 0.38, y)), line(0.09)),
        Sign::To => {
            frame.stroke(Path::line(at(x + size * 0.1, y + size / 2.0), at(x + size * 0.52, y + size / 2.0)), line(0.1))
        }
        Sign::Bracket { open } => {
            let (tip, belly) = if open { (0.24, -0.02) } else { (0.02, 0.28) };
            let point = |dx: f64, dy: f64| at(x + dx * size, y + dy * size);
            let curve = Segment::Curve(point(belly, 0.25), point(belly, 0.75), point(tip, 1.08));
            frame.stroke(Path(vec![Segment::Move(point(tip, -0.08)), curve]), line(0.11));
        }
        Sign::Gap => {}
    }
}

/// An empty die, for a card that never takes one.
fn none(frame: &mut Frame, room: Rect) {
    let size = room.height.min(9.0);
    let (x, y) = (room.x + (room.width - size) / 2.0, room.y + (room.height - size) / 2.0);
    let dashed = Stroke { dash: Some((1.0, 0.8)), ..Stroke::new(GREY, 0.4) };
    frame.stroke(Path::rounded(Rect::new(x, y, size, size), size * 0.18), dashed);
    frame.stroke(
        Path::line(at(x + size * 0.28, y + size / 2.0), at(x + size * 0.72, y + size / 2.0)),
        Stroke::new(GREY, 0.6),
    );
}
