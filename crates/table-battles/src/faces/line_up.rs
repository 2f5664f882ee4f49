//! The line-up of a battle, on the other side of its set-up card: both lines from above, face to face, reserves behind them.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Stroke, at};
use muster_core::print::layout::{Align, Style, TextBox, TextSpan, Typesetter, Vertical};
use muster_core::print::locale::Locale;
use muster_core::print::template::{Content, LEAST_POINTS, Look, typeset};
use muster_systems::printed::{Back, FaceContent, Piece, Surface};
use muster_systems::strokes::draw_text;

use super::{formation, setup};
use crate::model::{Reserve, Scenario};
use crate::resolve::{Battle, Found};
use crate::words::{Word, Wording};

/// The number of the piece: it follows that of the set-up card, whose other side it is.
const NUMBER: &str = "setup-line-up";
/// The greatest height of a card in the drawing, and the room around it, in millimetres.
const HIGHEST: f64 = 11.0;
const GAP: f64 = 0.7;
/// The height of the names of the sides.
const NAMES: f64 = 5.0;
/// The room between the two lines.
const BETWEEN: f64 = 4.0;
/// The part of a side's room that its line takes where there are reserves behind it.
const LINE: f64 = 0.56;
/// The width of the strip that has the pattern of the wing.
const STRIP: f64 = 1.6;
/// The largest letters of a name, in points.
const MOST_POINTS: f64 = 8.0;

/// A place in a line, and what waits behind it.
#[derive(Debug, Default)]
struct File {
    /// The card in the line; `None` if only reserves are here.
    front: Option<usize>,
    reserves: Vec<usize>,
}

/// A card of the drawing: the key of its wing, its number, and its name.
struct Shown {
    wing: &'static str,
    number: String,
    name: String,
}

/// A side in the drawing: its name, and its files from the left to the right as its player sees them.
struct ShownSide {
    name: String,
    files: Vec<(Option<Shown>, Vec<Shown>)>,
}

/// Returns the leaf of a set-up card that has a line-up on its other side.
pub(super) fn leaf(scenario: &Scenario) -> String {
    format!("set-up {:?} {}", scenario.number, scenario.name)
}

/// Returns the card with the line-up; `None` for a deck alone.
pub(super) fn piece<'a>(battle: &'a Battle, wording: Wording<'a>, back: Back<'a>) -> Option<Piece<'a>> {
    let scenario = battle.scenario()?;
    let at = |tag: &str| battle.scenario_address(&format!("/scenario{tag}"));
    let title = wording.word(Word::LineUp);
    let sides: Vec<(String, Vec<File>)> = battle
        .armies
        .iter()
        .zip(battle.sides())
        .enumerate()
        .map(|(side, (army, written))| (written.name.clone(), files(battle, side, &army.cards)))
        .collect();
    let texts = setup::heading(scenario, &title);
    let content = Content {
        accent: "scenario",
        texts,
        shown: sides.iter().map(|(name, files)| aloud(battle, wording, name, files)).collect(),
        locale: Some(Arc::clone(wording.language())),
        ..Content::default()
    };
    let shown = |(name, files): (String, Vec<File>)| ShownSide::new(battle, wording.language(), &name, files);
    let shown: Vec<ShownSide> = sides.into_iter().map(shown).collect();
    let drawing = Box::new(move |look: &Look, frame: &mut Frame, rect: Rect| draw(&shown, look, frame, rect));
    let content = Content { drawings: vec![(setup::LINE_UP, drawing)], ..content };
    let place = Box::new(move |tag: &str| battle.scenario_address(&format!("/scenario{tag}")));
    Some(Piece {
        group: vec![scenario.name.clone()],
        leaf: Some(leaf(scenario)),
        back,
        at: Some(at("/sides")),
        ..Piece::new(NUMBER, title, Surface::Face(FaceContent { face: setup::FACE.name, content, place: Some(place) }))
    })
}

/// Returns the files of a side, in the order of its cards. Whoever waits behind a friend is in its file; whoever is commanded into play, in
/// that of the card before it.
fn files(battle: &Battle, side: usize, cards: &[usize]) -> Vec<File> {
    let mut files: Vec<File> = Vec::new();
    for card in cards.iter().filter(|card| battle.formation(**card).reserve.is_none()) {
        files.push(File { front: Some(*card), ..File::default() });
    }
    let mut before = None;
    for card in cards {
        let behind = match &battle.formation(*card).reserve {
            None => {
                before = Some(*card);
                continue;
            }
            Some(Reserve::Behind(friend)) => match battle.find(side, true, friend) {
                Found::Card(friend) => Some(friend),
                _ => before,
            },
            Some(Reserve::CommandedBy(_)) => before,
        };
        if files.is_empty() {
            files.push(File::default());
        }
        let at = |front: Option<usize>| files.iter().position(|file| file.front == front);
        let file = at(behind).or_else(|| at(before)).unwrap_or(0);
        files[file].reserves.push(*card);
    }
    files
}

/// Returns the line of a side in words, from its left to its right, and its reserves.
fn aloud(battle: &Battle, wording: Wording<'_>, side: &str, files: &[File]) -> String {
    let name = |card: &usize| battle.formation(*card).name.clone();
    let names = |cards: &mut dyn Iterator<Item = &usize>| {
        cards.map(name).reduce(|before, next| wording.say(Word::Comma, &[(&before).into(), (&next).into()]))
    };
    let line = names(&mut files.iter().filter_map(|file| file.front.as_ref())).unwrap_or_default();
    let line = wording.say(Word::LineOf, &[side.into(), (&line).into()]);
    match names(&mut files.iter().flat_map(|file| &file.reserves)) {
        Some(reserves) => format!("{line} · {} {reserves}", wording.word(Word::InReserve)),
        None => line,
    }
}

impl ShownSide {
    fn new(battle: &Battle, locale: &Locale, name: &str, files: Vec<File>) -> ShownSide {
        let shown = |card: usize| {
            let written = battle.formation(card);
            Shown {
                wing: formation::wing(written.wing).0,
                number: written.card.to_string(),
                name: typeset(&written.name, locale),
            }
        };
        let files = files
            .into_iter()
            .map(|File { front, reserves }| (front.map(shown), reserves.into_iter().map(shown).collect()));
        ShownSide { name: typeset(name, locale), files: files.collect() }
    }

    fn has_reserves(&self) -> bool {
        self.files.iter().any(|(_, reserves)| !reserves.is_empty())
    }

    /// Draws the side in its half: the first one on the left, its left at the top; the second one, which looks at it, on the right, its left at
    /// the foot.
    fn draw(&self, look: &Look, frame: &mut Frame, half: Rect, is_first: bool) {
        let names = Rect { height: NAMES, ..half };
        draw_text(frame, &self.name, (Font::SerifBold, look.ink()), names, (9.0, LEAST_POINTS), 2);
        let room = Rect { y: half.y + NAMES, height: half.height - NAMES, ..half };
        let pitch = room.height / self.files.len().max(1) as f64;
        let width = if self.has_reserves() { room.width * LINE } else { room.width };
        for (i, (front, reserves)) in self.files.iter().enumerate() {
            let place = if is_first { i } else { self.files.len() - 1 - i };
            let row = Rect { y: room.y + pitch * place as f64, height: pitch, ..room };
            let (line, behind) = match is_first {
                true => (Rect { x: row.right() - width, width, ..row }, Rect { width: row.width - width, ..row }),
                false => (Rect { width, ..row }, Rect { x: row.x + width, width: row.width - width, ..row }),
            };
            if let Some(front) = front {
                front.draw(look, frame, line, is_first);
            }
            let part = behind.height / reserves.len().max(1) as f64;
            for (j, reserve) in reserves.iter().enumerate() {
                let rect = Rect { y: behind.y + part * j as f64, height: part, ..behind };
                reserve.draw(look, frame, rect, is_first);
            }
        }
    }
}

impl Shown {
    /// Draws the card in the middle of a box: on the edge that looks at the enemy the pattern of its wing, then its number and its name.
    fn draw(&self, look: &Look, frame: &mut Frame, room: Rect, looks_right: bool) {
        let look = look.with_accent(self.wing);
        let height = (room.height - GAP).clamp(0.5, HIGHEST);
        let card = Rect { y: room.y + (room.height - height) / 2.0, height, ..room }.inflate(-GAP / 2.0, 0.0);
        frame.fill(Path::rounded_rect(card, 0.6), look.paper());
        let strip = Rect { width: STRIP, x: if looks_right { card.right() - STRIP } else { card.x }, ..card };
        look.draw_pattern(frame, strip.inflate(-0.15, -0.3), STRIP - 0.3);
        let border = if looks_right { strip.x } else { strip.right() };
        frame.stroke(Path::line(at(border, card.y), at(border, card.bottom())), Stroke::new(look.accent(), 0.25));
        frame.stroke(Path::rounded_rect(card, 0.6), Stroke::new(look.accent(), 0.4));
        let left = if looks_right { card.x } else { strip.right() };
        let rect = Rect { x: left + 0.5, width: card.width - STRIP - 0.9, ..card }.inflate(0.0, -0.3);
        let number = TextSpan::new(&self.number, Style { font: Font::SansBold, color: look.accent() });
        let name = format!(" {}", self.name);
        let name = TextSpan::new(&name, Style { font: Font::SansSemi, color: look.ink() });
        let text_box = TextBox {
            rect,
            sizes: (MOST_POINTS, LEAST_POINTS),
            lines: 3,
            hyphens: false,
            align: Align::Left,
            vertical: Vertical::Middle,
        };
        let hyphenated = TextBox { hyphens: true, ..text_box };
        // Where there is no room for a name the number says it alone.
        let _ = Typesetter::lent(|ts| {
            let whole = text_box.set(ts, &[number, name], frame);
            let whole = whole.or_else(|_| hyphenated.set(ts, &[number, name], frame));
            whole.or_else(|_| text_box.set(ts, &[number], frame))
        });
    }
}

/// Draws both sides, with the ground between them.
fn draw(sides: &[ShownSide], look: &Look, frame: &mut Frame, rect: Rect) {
    let width = (rect.width - BETWEEN) / 2.0;
    let middle = rect.x + rect.width / 2.0;
    let dashed = Stroke { dash: Some((1.2, 0.8)), ..Stroke::new(look.muted_color(), 0.3) };
    frame.stroke(Path::line(at(middle, rect.y + NAMES), at(middle, rect.bottom())), dashed);
    for (i, side) in sides.iter().take(2).enumerate() {
        let x = if i == 0 { rect.x } else { rect.right() - width };
        side.draw(look, frame, Rect { x, width, ..rect }, i == 0);
    }
}
