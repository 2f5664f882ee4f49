//! The turn track: a box for each turn of each day with what may enter in it, for each night, and the losses of both sides.

use super::labels::FACE;
use crate::print::font::Font;
use crate::print::frame::{Frame, Path, Rect, Stroke};
use crate::print::template::Look;
use crate::print::{MAX_BLEED, Size};
use crate::systems::printed::{Back, Piece, SizedSide, Surface};
use crate::systems::pub_battles::resolve::{PubBattle, ResolvedEntry};
use crate::systems::pub_battles::sentences;
use crate::systems::pub_battles::wording::{PubWord as W, PubWording};
use crate::systems::strokes::{boxes, written};

/// The width of the track, and the height of its parts, in millimetres: it fits on A4 and on Letter.
const WIDTH: f64 = 190.0;
const MARGIN: f64 = 6.0;
const HEAD: f64 = 12.0;
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

/// The content of a track, as it is drawn.
struct Track {
    title: String,
    days: Vec<Day>,
    /// By side: its name with the word for losses, and the losses that are half of its army.
    losses: Vec<(String, usize)>,
}

/// Returns the track of a scenario.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let Some(scenario) = battle.scenario().filter(|_| battle.sides.len() == 2) else { return Vec::new() };
    let track = Track {
        title: format!("{} · {}", scenario.name, wording.word(W::TurnTrack)),
        days: days(battle, wording),
        losses: (0..battle.sides.len()).map(|side| losses(battle, side, wording)).collect(),
    };
    let of_turn = |turn: &TurnBox| match turn.enters.is_empty() {
        true => turn.title.clone(),
        false => format!("{}: {}", turn.title, wording.commas(&turn.enters)),
    };
    let of_day = |day: &Day| day.name.clone().into_iter().chain(day.boxes.iter().map(of_turn)).collect::<Vec<_>>();
    let lines = track.days.iter().flat_map(of_day);
    let lines = lines.chain(track.losses.iter().map(|(name, most)| format!("{name}: 0–{most}")));
    let text = lines.collect::<Vec<_>>().join("\n");
    let side = SizedSide::new(FACE.name, text, Box::new(move |look| track.draw(look)));
    vec![Piece {
        group: vec![scenario.name.clone()],
        back: Back::Blank,
        token: true,
        at: Some(battle.at_scenario("/scenario/turns")),
        ..Piece::new("track", wording.word(W::TurnTrack), Surface::Sized(side))
    }]
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
                names.push(command.hq.clone());
            }
            let alone = command.blocks.iter().map(|block| &battle.blocks[*block]);
            let alone = alone.filter(|block| is_due(block.entry.as_ref()) && block.entry != command.entry);
            names.extend(alone.map(|block| block.name.clone()));
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
    let name = format!("{} · {}", battle.sides[side].name, wording.word(W::LineLosses));
    let most = if battle.hides(side) { OF_HIDDEN } else { sentences::half_of_army(battle, side) };
    (name, most.clamp(1, MOST))
}

impl Track {
    fn draw(&self, look: &Look) -> (Size, Frame) {
        let height = MARGIN + HEAD + DAY * self.days.len() as f64 + SIDE * self.losses.len() as f64 + MARGIN;
        let mut frame = Frame::default();
        let paper = Rect::new(0.0, 0.0, WIDTH, height).grown(MAX_BLEED, MAX_BLEED);
        frame.fill(Path::rect(paper), look.paper());
        let within = WIDTH - 2.0 * MARGIN;
        let head = Rect::new(MARGIN, MARGIN, within, HEAD - 3.0);
        written(&mut frame, &self.title, (Font::SerifBold, look.ink()), head, (18.0, 8.0), 1);
        let mut top = MARGIN + HEAD;
        for day in &self.days {
            let named = if day.name.is_some() { DAY_NAME } else { 0.0 };
            let name = Rect::new(MARGIN, top, named - 1.0, DAY - 3.0);
            let text = day.name.as_deref().unwrap_or_default();
            written(&mut frame, text, (Font::SerifBold, look.ink()), name, (12.0, 6.0), 2);
            let width = (within - named) / day.boxes.len().max(1) as f64;
            for (i, turn) in day.boxes.iter().enumerate() {
                let rect = Rect::new(MARGIN + named + width * i as f64, top, width, DAY - 3.0);
                turn.draw(look, &mut frame, rect);
            }
            top += DAY;
        }
        for (name, most) in &self.losses {
            let label = Rect::new(MARGIN, top, within, SIDE - LOSSES - 3.0);
            written(&mut frame, name, (Font::SansSemi, look.ink()), label, (9.0, 6.0), 1);
            let numbers: Vec<String> = (0..=*most).map(|n| n.to_string()).collect();
            let rect = Rect::new(MARGIN, top + label.height + 0.5, within, LOSSES);
            boxes(look, &mut frame, rect, &numbers, &|n| n == *most);
            top += SIDE;
        }
        (Size { width: WIDTH, height }, frame)
    }
}

impl TurnBox {
    fn draw(&self, look: &Look, frame: &mut Frame, rect: Rect) {
        if self.is_night {
            frame.fill(Path::rect(rect), look.rule());
        }
        frame.stroke(Path::rect(rect), Stroke::new(look.ink(), 0.25));
        let title = Rect { height: 6.0, ..rect.grown(-0.6, -0.6) };
        written(frame, &self.title, (Font::SansBold, look.ink()), title, (11.0, 6.0), 1);
        let below = Rect { y: title.bottom(), height: rect.bottom() - title.bottom() - 0.6, ..title };
        // What is too much for the box is on the set-up sheet.
        let names = self.enters.join(", ");
        let _fits = written(frame, &names, (Font::Sans, look.ink()), below, (7.0, 5.5), 5);
    }
}
