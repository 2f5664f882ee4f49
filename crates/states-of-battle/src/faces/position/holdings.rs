//! Holdings of a side: its counters in the four states, and its cards and absent units in lines.

use muster_core::print::Size;
use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Stroke, at};
use muster_core::print::layout::{LEADING, POINT, Style, TextSpan, Typesetter};
use muster_core::print::template::Look;

use crate::faces::accent_of;
use crate::faces::board::COLORS;
use crate::faces::strokes::draw_centered;
use crate::values::MoraleState;
use crate::wording::{StatesWord as W, StatesWording};

/// The holdings of a side.
pub(super) struct Holdings {
    /// The side.
    pub(super) side: usize,
    /// Its counters in the four states at the start.
    pub(super) first: [u8; 4],
    /// Those that are left.
    pub(super) left: [u8; 4],
    /// The state of its army.
    pub(super) condition: u8,
    /// The names of the states.
    pub(super) states: [String; 4],
    /// Its other holdings: the kind of each, and the names.
    pub(super) lines: Vec<(String, String)>,
    /// The width of the table in millimetres.
    pub(super) width: f64,
}

/// The width of a state's box, the height of its name, and the space between two boxes, in millimetres.
const STATE: f64 = 33.0;
const NAME: f64 = 5.5;
const GAP: f64 = 2.0;
/// The diameter of a counter, the space between two, and how many stand in a row.
const COUNTER: f64 = 4.0;
const BETWEEN: f64 = 1.0;
const IN_ROW: u8 = 6;
/// The least width of the lines beside the states, and the size of their letters in points.
const LINES: f64 = 100.0;
const SIZE: f64 = 9.0;

impl Holdings {
    /// Returns what the drawing shows in words.
    pub(super) fn text(&self, wording: StatesWording<'_>) -> String {
        let states = self.states.iter().zip(self.left).zip(self.first);
        let counters =
            states.map(|((state, left), first)| wording.say(W::StateLeft, &[state.into(), left.into(), first.into()]));
        let lines = self.lines.iter().map(|(what, which)| format!("{what}: {which}"));
        let counters: Vec<String> = counters.collect();
        std::iter::once(wording.commas(&counters)).chain(lines).collect::<Vec<_>>().join("\n")
    }

    /// Draws it; returns its size and the drawing.
    pub(super) fn draw(&self, look: &Look) -> (Size, Frame) {
        let mut frame = Frame::default();
        let most = self.left.iter().chain(&self.first).copied().max().unwrap_or(0);
        let rows = most.div_ceil(IN_ROW).max(2);
        let height = NAME + f64::from(rows) * (COUNTER + BETWEEN) + 2.0;
        for state in MoraleState::ALL {
            let left = (STATE + GAP) * f64::from(state as u8);
            self.state(look, &mut frame, state, Rect::new(left, 0.0, STATE, height));
        }
        let left = 4.0 * (STATE + GAP) + GAP;
        let room = (self.width - left).max(LINES);
        let below = self.write_lines(look, &mut frame, left, room);
        (Size { width: left + room, height: height.max(below) }, frame)
    }

    /// Draws a state with its counters: discs for those that are left, rings for those that are lost.
    fn state(&self, look: &Look, frame: &mut Frame, state: MoraleState, rect: Rect) {
        let index = state as usize;
        let (first, left) = (self.first[index], self.left[index]);
        let is_now = state as u8 == self.condition;
        let outline = Path::rounded_rect(rect, 1.2);
        frame.fill(outline.clone(), look.color(COLORS[index]).mix(look.paper(), 0.86));
        let (color, width) = if is_now { (look.ink(), 0.9) } else { (look.rule(), 0.3) };
        frame.stroke(outline, Stroke::new(color, width));
        let font = if is_now { Font::SansBold } else { Font::Sans };
        let middle = at(rect.x + rect.width / 2.0, rect.y + NAME / 2.0 + 0.4);
        let name = format!("{} {left}", self.states[index]);
        draw_centered(frame, &name, (font, look.ink()), middle, SIZE, rect.width - 3.0);
        let color = look.color(accent_of(self.side));
        let step = COUNTER + BETWEEN;
        let start = at(
            rect.x + (rect.width - f64::from(IN_ROW) * step + BETWEEN) / 2.0 + COUNTER / 2.0,
            rect.y + NAME + 1.0 + COUNTER / 2.0,
        );
        for place in 0..first.max(left) {
            let (row, column) = (place / IN_ROW, place % IN_ROW);
            let middle = at(start.x + step * f64::from(column), start.y + step * f64::from(row));
            let disc = Path::circle(middle, COUNTER / 2.0);
            if place < left {
                frame.fill(disc, color);
            } else {
                frame.stroke(disc, Stroke::new(look.muted_color(), 0.25));
            }
        }
    }

    /// Writes the lines into a column from `left` on, `room` wide; returns how far they reach down.
    fn write_lines(&self, look: &Look, frame: &mut Frame, left: f64, room: f64) -> f64 {
        let pitch = SIZE * POINT * LEADING;
        let mut baseline = SIZE * POINT;
        for (what, which) in &self.lines {
            let spans = [
                TextSpan::new(what, Style { font: Font::SansBold, color: look.ink() }),
                TextSpan::new("  ", Style { font: Font::Sans, color: look.ink() }),
                TextSpan::new(which, Style { font: Font::Sans, color: look.ink() }),
            ];
            // In letters that no font has, a line is left out.
            let lines = Typesetter::lent(|ts| ts.wrap(&spans, SIZE, room, false)).unwrap_or_default();
            for line in lines {
                line.draw(frame, at(left, baseline));
                baseline += pitch;
            }
        }
        baseline
    }
}
