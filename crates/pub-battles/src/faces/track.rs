//! The turn track: a box for each turn of each day with what may enter in it, for each night, and the losses of both sides.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Stroke};
use muster_core::print::template::{Look, typeset};
use muster_systems::printed::Piece;
use muster_systems::strokes::draw_text;
use muster_systems::tracks::{Track, boxes, track};

use super::labels::FACE;
use crate::resolve::{PubBattle, ResolvedEntry};
use crate::sentences;
use crate::wording::{PubWord as W, PubWording};

/// The height of the parts, in millimetres.
const DAY: f64 = 22.0;
/// The width of the name of a day.
const DAY_NAME: f64 = 16.0;
const SIDE: f64 = 19.0;
/// The height of a box for losses; the name of the side is above it.
const LOSSES: f64 = 11.0;
/// The losses of a side whose army is hidden. This number of boxes does not reveal its size.
const OF_HIDDEN: usize = 20;
/// The most boxes for losses.
const MOST: usize = 40;

/// A box of the track.
struct TurnBox {
    /// The turn, or the word for the night.
    title: String,
    /// The names of what may enter from this turn on.
    enters: Vec<String>,
    is_night: bool,
}

/// The boxes of a day, with its name where there are several.
struct Day {
    name: Option<String>,
    boxes: Vec<TurnBox>,
}

/// What is counted.
struct Counted {
    days: Vec<Day>,
    /// By side: its name with the word for losses, and the losses that are half of its army.
    losses: Vec<(String, usize)>,
}

/// Returns the track of a scenario.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let Some(scenario) = battle.scenario().filter(|_| battle.sides.len() == 2) else { return Vec::new() };
    let counted = Counted {
        days: days(battle, wording),
        losses: (0..battle.sides.len()).map(|side| losses(battle, side, wording)).collect(),
    };
    let word = wording.word(W::TurnTrack);
    vec![track(Track {
        face: FACE.name,
        scenario: (scenario.name.clone(), battle.scenario_address("/scenario/turns")),
        label: (word.clone(), format!("{} · {word}", typeset(&scenario.name, wording.language()))),
        height: DAY * counted.days.len() as f64 + SIDE * counted.losses.len() as f64,
        text: counted.text(wording),
        parts: Box::new(move |look, frame, within| counted.draw(look, frame, within)),
    })]
}

/// Returns the boxes of each day, with the night that follows it.
fn days(battle: &PubBattle, wording: PubWording<'_>) -> Vec<Day> {
    let Some(scenario) = battle.scenario() else { return Vec::new() };
    let (turns, days) = (scenario.turns.max(1), scenario.days.max(1));
    let entering = |turn: u16| -> Vec<String> {
        let commands = battle.commands.iter().filter(|command| !battle.hides(command.side));
        let is_due = |entry: Option<&ResolvedEntry>| entry.is_some_and(|entry| entry.turn == turn);
        let mut names = Vec::new();
        for command in commands {
            if is_due(command.entry.as_ref()) {
                names.push(typeset(&command.hq, wording.language()));
            }
            let alone = command.blocks.iter().map(|block| &battle.blocks[*block]);
            let alone = alone.filter(|block| is_due(block.entry.as_ref()) && block.entry != command.entry);
            names.extend(alone.map(|block| typeset(&block.name, wording.language())));
        }
        names
    };
    let of_day = |day: u16| {
        let first = day.saturating_mul(turns);
        let mut boxes: Vec<TurnBox> = (1..=turns)
            .map(|turn| first.saturating_add(turn))
            .map(|turn| TurnBox { title: turn.to_string(), enters: entering(turn), is_night: false })
            .collect();
        if day + 1 < days {
            boxes.push(TurnBox { title: wording.word(W::LineNight), enters: Vec::new(), is_night: true });
        }
        Day { name: (days > 1).then(|| wording.say(W::DayNumber, &[(day + 1).into()])), boxes }
    };
    (0..days).map(of_day).collect()
}

/// Returns the name of a side with the word for losses, and the number of its last box: half of its army (PB-7.1).
fn losses(battle: &PubBattle, side: usize, wording: PubWording<'_>) -> (String, usize) {
    let name = typeset(&battle.sides[side].name, wording.language());
    let name = format!("{name} · {}", wording.word(W::LineLosses));
    let most = if battle.hides(side) { OF_HIDDEN } else { sentences::half_of_army(battle, side) };
    (name, most.clamp(1, MOST))
}

impl Counted {
    fn text(&self, wording: PubWording<'_>) -> String {
        let of_turn = |turn: &TurnBox| match turn.enters.is_empty() {
            true => turn.title.clone(),
            false => format!("{}: {}", turn.title, wording.commas(&turn.enters)),
        };
        let of_day = |day: &Day| day.name.clone().into_iter().chain(day.boxes.iter().map(of_turn)).collect::<Vec<_>>();
        let lines = self.days.iter().flat_map(of_day);
        let lines = lines.chain(self.losses.iter().map(|(name, most)| format!("{name}: 0–{most}")));
        lines.collect::<Vec<_>>().join("\n")
    }

    fn draw(&self, look: &Look, frame: &mut Frame, within: Rect) {
        let mut top = within.y;
        for day in &self.days {
            let named = if day.name.is_some() { DAY_NAME } else { 0.0 };
            let name = Rect::new(within.x, top, named - 1.0, DAY - 3.0);
            let text = day.name.as_deref().unwrap_or_default();
            draw_text(frame, text, (Font::SerifBold, look.ink()), name, (12.0, 6.0), 2);
            let width = (within.width - named) / day.boxes.len().max(1) as f64;
            for (i, turn) in day.boxes.iter().enumerate() {
                let rect = Rect::new(within.x + named + width * i as f64, top, width, DAY - 3.0);
                turn.draw(look, frame, rect);
            }
            top += DAY;
        }
        for (name, most) in &self.losses {
            let label = Rect { y: top, height: SIDE - LOSSES - 3.0, ..within };
            draw_text(frame, name, (Font::SansSemi, look.ink()), label, (9.0, 6.0), 1);
            let numbers: Vec<String> = (0..=*most).map(|n| n.to_string()).collect();
            let rect = Rect { y: top + label.height + 0.5, height: LOSSES, ..within };
            boxes(look, frame, rect, &numbers, &|n| n == *most);
            top += SIDE;
        }
    }
}

impl TurnBox {
    fn draw(&self, look: &Look, frame: &mut Frame, rect: Rect) {
        if self.is_night {
            frame.fill(Path::rect(rect), look.rule());
        }
        frame.stroke(Path::rect(rect), Stroke::new(look.ink(), 0.25));
        let title = Rect { height: 6.0, ..rect.inflate(-0.6, -0.6) };
        draw_text(frame, &self.title, (Font::SansBold, look.ink()), title, (11.0, 6.0), 1);
        let below = Rect { y: title.bottom(), height: rect.bottom() - title.bottom() - 0.6, ..title };
        // What is too much for the box is on the set-up sheet.
        let names = self.enters.join(", ");
        let _fits = draw_text(frame, &names, (Font::Sans, look.ink()), below, (7.0, 5.5), 5);
    }
}
