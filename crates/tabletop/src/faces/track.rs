//! The track: a box for each turn, and for each faction boxes in which its resources are counted.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Rect};
use muster_core::print::template::{Look, typeset};
use muster_systems::printed::Piece;
use muster_systems::strokes::draw_text;
use muster_systems::tracks::{Track, boxes, track};

use super::map::FACE;
use crate::resolve::TabletopBattle;
use crate::sentences::plainly;
use crate::wording::{TabletopWord as W, TabletopWording};

/// The height of the parts, in millimetres.
const LABEL: f64 = 6.0;
const ROW: f64 = 10.0;
const BELOW_ROW: f64 = 1.5;
/// Between two runs of boxes in a row.
const GAP: f64 = 3.0;
const BELOW_PART: f64 = 3.0;
/// Boxes side by side.
const TURNS_OF_ROW: u32 = 10;
const PLACES_OF_ROW: usize = 2;
/// The most turns that have a box each. More are counted as resources are.
const MOST_TURNS: u32 = 60;
/// The most places of a number. More resources than that are counted on paper.
const MOST_PLACES: u32 = 6;

/// Boxes side by side, each with its number.
struct Boxes {
    numbers: Vec<u32>,
    /// The box in which the counter lies at the start.
    start: Option<usize>,
}

/// A number that is counted: its name, and rows with one or several runs of boxes.
struct Counted {
    label: String,
    text: String,
    rows: Vec<Vec<Boxes>>,
}

/// Returns the track of a scenario; none of a deck or a map alone.
pub(super) fn piece<'a>(battle: &'a TabletopBattle, wording: TabletopWording<'_>) -> Option<Piece<'a>> {
    let scenario = battle.scenario()?;
    let turns = u32::from(battle.turns()).max(1);
    let mut parts = vec![Counted::turns(plainly(wording, W::Turns, turns), turns)];
    for index in battle.initiative_order() {
        let faction = &battle.factions[index];
        let most = faction.income.saturating_mul(turns - 1).saturating_add(faction.resources);
        let mut label =
            vec![typeset(&faction.name, wording.language()), plainly(wording, W::Resources, faction.resources)];
        label.extend((faction.income > 0).then(|| wording.say(W::Income, &[faction.income.into()])));
        parts.extend((most > 0).then(|| Counted::number(label.join(" · "), faction.resources, most)));
    }
    let name = typeset(&scenario.name, wording.language());
    Some(track(Track {
        face: FACE.name,
        scenario: (scenario.name.clone(), battle.scenario_address("/scenario")),
        label: (wording.word(W::Track), format!("{name} · {}", wording.word(W::Track))),
        height: parts.iter().map(Counted::height).sum(),
        text: parts.iter().map(|part| part.text.clone()).collect::<Vec<_>>().join("\n"),
        parts: Box::new(move |look, frame, within| draw(&parts, look, frame, within)),
    }))
}

impl Counted {
    /// Returns a box for each turn.
    fn turns(label: String, turns: u32) -> Counted {
        if turns > MOST_TURNS {
            return Counted::number(label, 1, turns);
        }
        let row = |first: u32| {
            let numbers = (first..=turns.min(first + TURNS_OF_ROW - 1)).collect();
            vec![Boxes { numbers, start: None }]
        };
        let rows = (1..=turns).step_by(TURNS_OF_ROW as usize).map(row).collect();
        Counted { text: format!("{label}: 1–{turns}"), label, rows }
    }

    /// Returns boxes in which a number up to another is counted, a counter for each of its places: `20` and `7`.
    fn number(label: String, start: u32, most: u32) -> Counted {
        let places = (most.max(1).ilog10() + 1).min(MOST_PLACES);
        let place = |place: u32| {
            let of = 10_u32.pow(place);
            Boxes { numbers: (0..10).map(|digit| digit * of).collect(), start: Some((start / of % 10) as usize) }
        };
        let mut rows: Vec<Vec<Boxes>> = Vec::new();
        for boxes in (0..places).rev().map(place) {
            match rows.last_mut().filter(|row| row.len() < PLACES_OF_ROW) {
                Some(row) => row.push(boxes),
                None => rows.push(vec![boxes]),
            }
        }
        Counted { text: format!("{label}: 0–{}", 10_u32.pow(places) - 1), label, rows }
    }

    fn height(&self) -> f64 {
        LABEL + (ROW + BELOW_ROW) * self.rows.len() as f64 + BELOW_PART
    }
}

/// Draws the numbers below each other.
fn draw(parts: &[Counted], look: &Look, frame: &mut Frame, within: Rect) {
    let mut top = within.y;
    for part in parts {
        let label = Rect { y: top, height: LABEL - 1.0, ..within };
        draw_text(frame, &part.label, (Font::SansSemi, look.ink()), label, (9.0, 6.0), 1);
        for (row, i) in part.rows.iter().zip(0_u32..) {
            let top = top + LABEL + (ROW + BELOW_ROW) * f64::from(i);
            let longest = TURNS_OF_ROW as f64 * if row.len() > 1 { PLACES_OF_ROW as f64 } else { 1.0 };
            let mut left = within.x;
            for Boxes { numbers, start } in row {
                let width = (within.width - GAP * (row.len() - 1) as f64) / longest * numbers.len() as f64;
                let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
                let rect = Rect::new(left, top, width, ROW);
                boxes(look, frame, rect, &texts, &|n| Some(n) == *start);
                left += width + GAP;
            }
        }
        top += part.height();
    }
}
