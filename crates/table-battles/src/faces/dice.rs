//! The dice area, drawn: dice for numbers, a word with example dice for sets, brackets and slashes as printed.

use muster_core::print::frame::{Frame, Path, Rect, Segment, Stroke, at};
use muster_core::print::template::Look;

use super::symbols::{BLANK, Die, die};
use crate::model::DiceArea;
use crate::values::DiceSet;
use crate::words::{Word, Wording};

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
    /// Returns the width in dice.
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
/// Space between two rows, in dice.
const ROW_GAP: f64 = 0.3;
/// The largest die in millimetres.
const LARGEST: f64 = 12.0;

/// Draws the area into `room`.
pub(super) fn area(look: &Look, frame: &mut Frame, area: &DiceArea, room: Rect) {
    if area.sets.is_empty() {
        return none(look, frame, room);
    }
    let sets: Vec<Vec<Sign>> = area.sets.iter().map(|set| signs(*set)).collect();
    let rows = rows(&sets, room);
    let size = fit(&rows, room);
    let step = size * (1.0 + ROW_GAP);
    for (i, row) in rows.iter().enumerate() {
        let mut x = room.x + (room.width - width(row) * size) / 2.0;
        let y = room.y + (room.height - step * rows.len() as f64 + size * ROW_GAP) / 2.0 + step * i as f64;
        for s in row {
            sign(look, frame, *s, x, y, size);
            x += (s.width() + SPACE) * size;
        }
    }
}

/// Returns the width of a row in dice.
fn width(row: &[Sign]) -> f64 {
    row.iter().map(|s| s.width() + SPACE).sum::<f64>() - SPACE
}

/// Returns the size of a die with which the rows fit into the room.
fn fit(rows: &[Vec<Sign>], room: Rect) -> f64 {
    let widest = rows.iter().map(|row| width(row)).fold(1.0, f64::max);
    // Brackets are higher than dice.
    let bracket = rows.iter().flatten().any(|sign| matches!(sign, Sign::Bracket { .. }));
    let height = rows.len() as f64 * (1.0 + ROW_GAP) - ROW_GAP + if bracket { 0.27 } else { 0.0 };
    (room.width / widest).min(room.height / height).min(LARGEST)
}

/// Returns the alternatives in one row, or in two where that makes larger dice.
fn rows(sets: &[Vec<Sign>], room: Rect) -> Vec<Vec<Sign>> {
    let row = |sets: &[Vec<Sign>]| {
        let word = sets.iter().all(|set| matches!(set[0], Sign::Die(_, Die::Example)));
        sets.join(&if word { Sign::Gap } else { Sign::Slash })
    };
    let two = (1..sets.len()).map(|i| vec![row(&sets[..i]), row(&sets[i..])]);
    let mut best = vec![row(sets)];
    for rows in two {
        if fit(&rows, room) > fit(&best, room) {
            best = rows;
        }
    }
    best
}

/// Returns the word above the dice, for areas that are printed as words.
pub(super) fn title(wording: Wording<'_>, area: &DiceArea) -> Option<String> {
    let mut title = String::new();
    for (i, set) in area.sets.iter().enumerate() {
        let separator = match set {
            _ if i == 0 => "",
            DiceSet::Equal(_) | DiceSet::Straight(_) => ", ",
            _ => "/",
        };
        title += separator;
        title += &match set {
            DiceSet::Equal(2) => wording.word(Word::DiceDoubles),
            DiceSet::Equal(_) => wording.word(Word::DiceTriples),
            DiceSet::Straight(n) => wording.say(Word::DiceStraight, &[(*n).into()]),
            DiceSet::Numbers { low: 1, high: 6 } => wording.word(Word::DiceAny),
            _ => return None,
        };
    }
    (!title.is_empty()).then_some(title)
}

/// Returns the signs of one alternative.
fn signs(set: DiceSet) -> Vec<Sign> {
    let (wanted, example) = (|n| Sign::Die(n, Die::Wanted), |n| Sign::Die(n, Die::Example));
    match set {
        DiceSet::Numbers { low, high } if low == high => vec![wanted(low)],
        DiceSet::Numbers { low, high } => vec![wanted(low), Sign::To, wanted(high)],
        DiceSet::Single(n) => vec![Sign::Bracket { open: true }, wanted(n), Sign::Bracket { open: false }],
        // Which number they show does not matter.
        DiceSet::Equal(n) => vec![example(BLANK); usize::from(n)],
        DiceSet::Straight(n) => (1..=n).map(example).collect(),
    }
}

fn sign(look: &Look, frame: &mut Frame, sign: Sign, x: f64, y: f64, size: f64) {
    let line = |width: f64| Stroke { round: true, ..Stroke::new(look.ink(), width * size) };
    match sign {
        Sign::Die(pips, kind) => die(look, frame, pips, kind, at(x, y), size),
        Sign::Slash => frame.stroke(Path::line(at(x + size * 0.06, y + size), at(x + size * 0.38, y)), line(0.07)),
        Sign::To => {
            frame
                .stroke(Path::line(at(x + size * 0.1, y + size / 2.0), at(x + size * 0.52, y + size / 2.0)), line(0.1));
        }
        Sign::Bracket { open } => {
            let (tip, belly) = if open { (0.24, -0.02) } else { (0.02, 0.28) };
            let point = |dx: f64, dy: f64| at(x + dx * size, y + dy * size);
            let curve = Segment::Curve(point(belly, 0.25), point(belly, 0.75), point(tip, 1.08));
            frame.stroke(Path(vec![Segment::Move(point(tip, -0.08)), curve]), line(0.09));
        }
        Sign::Gap => {}
    }
}

/// Draws an empty die, for a card that never takes one.
fn none(look: &Look, frame: &mut Frame, room: Rect) {
    let size = room.height.min(9.0);
    let (x, y) = (room.x + (room.width - size) / 2.0, room.y + (room.height - size) / 2.0);
    let dashed = Stroke { dash: Some((1.0, 0.8)), ..Stroke::new(look.muted_color(), 0.4) };
    frame.stroke(Path::rounded_rect(Rect::new(x, y, size, size), size * 0.18), dashed);
    frame.stroke(
        Path::line(at(x + size * 0.28, y + size / 2.0), at(x + size * 0.72, y + size / 2.0)),
        Stroke::new(look.muted_color(), 0.6),
    );
}
