//! Markers that are laid on counters and hexes: formations and armies, fortified, morale, debuffs, rest of abilities, experience, roads
//! that were built or demolished.

use std::f64::consts::TAU;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, Transform, at};
use muster_core::print::template::{Content, Drawing, Entry, FaceOffer, LEAST_POINTS};
use muster_core::source::Address;
use muster_systems::printed::{Back, FaceContent, Piece, Surface};

use super::cards::printed_cards;
use super::counters::copies;
use super::strokes::{corners, draw_text, lines, polygon};
use crate::model::{AbilityDeed, PlainDeed};
use crate::resolve::{ResolvedAbility, TabletopBattle};
use crate::wording::{TabletopWord as W, TabletopWording};

/// The names that templates of the faces may use.
pub(super) const MARKER: FaceOffer =
    FaceOffer { name: "marker", texts: &["name"], drawings: &["sign", "title"], ..FaceOffer::NOTHING };
pub(super) const ROAD: FaceOffer = FaceOffer { name: "road", drawings: &["road"], ..MARKER };

/// The state of the card below a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkerSign {
    Formation,
    Army,
    Fortified,
    High,
    Low,
    Routed,
    Outflanked,
    Encircled,
    Cooldown,
    Experience(u8),
}

/// The most experience that has markers of its own.
const MOST_EXPERIENCE: u8 = 5;
/// The most markers of a kind.
const MOST: u32 = 60;

/// Returns the markers of a battle: as many as are seldom too few for its counters.
pub(super) fn pieces<'a>(battle: &'a TabletopBattle, wording: TabletopWording<'_>) -> Vec<Piece<'a>> {
    let cards = printed_cards(battle);
    let count = |is: &dyn Fn(&ResolvedAbility) -> bool| {
        let with = cards.iter().filter(|(card, _)| battle.cards[*card].abilities.iter().any(is));
        with.map(|(card, faction)| copies(battle, *card, *faction)).sum::<u32>()
    };
    let all: u32 = cards.iter().map(|(card, faction)| copies(battle, *card, *faction)).sum();
    let part = |of: u32| all.div_ceil(of);
    let rests = count(&|ability| ability.written.active.is_some_and(|active| active.cooldown.unwrap_or(0) > 0));
    let does =
        |word: PlainDeed| move |ability: &ResolvedAbility| ability.written.deeds.contains(&AbilityDeed::Plain(word));
    let mut pieces = vec![
        marker((battle, wording), MarkerSign::Formation, part(4)),
        marker((battle, wording), MarkerSign::Army, part(6)),
        marker((battle, wording), MarkerSign::Fortified, part(3)),
        marker((battle, wording), MarkerSign::High, part(4)),
        marker((battle, wording), MarkerSign::Low, part(4)),
        marker((battle, wording), MarkerSign::Routed, part(6)),
        marker((battle, wording), MarkerSign::Outflanked, part(6)),
        marker((battle, wording), MarkerSign::Encircled, part(8)),
        marker((battle, wording), MarkerSign::Cooldown, rests),
    ];
    let by_level = [4, 5, 6, 8, 10];
    pieces.extend(
        (1..=MOST_EXPERIENCE)
            .zip(by_level)
            .map(|(n, of)| marker((battle, wording), MarkerSign::Experience(n), part(of))),
    );
    pieces.push(road((battle, wording), true, 4 * count(&does(PlainDeed::BuildRoad))));
    pieces.push(road((battle, wording), false, 3 * count(&does(PlainDeed::DemolishRoad))));
    pieces.retain(|piece| piece.copies > 0);
    pieces
}

fn piece<'a>(
    (battle, wording): (&TabletopBattle, TabletopWording<'_>),
    (number, name): (String, String),
    (face, drawings): (&'static str, Vec<(&'static str, Drawing<'a>)>),
    copies: u32,
) -> Piece<'a> {
    let at = battle.scenario_address("/scenario");
    let written: Address = at.clone();
    let texts = vec![("name", Entry::new(&name, ""))];
    let content = Content { accent: "scenario", texts, drawings, ..Content::default() };
    let front = FaceContent { face, content, place: Some(Box::new(move |_| written.clone())) };
    let group = battle.scenario().map(|scenario| scenario.name.clone()).into_iter().chain([wording.word(W::Markers)]);
    Piece {
        group: group.collect(),
        back: Back::Front,
        copies: copies.min(MOST),
        token: true,
        at: Some(at),
        ..Piece::new(number, name, Surface::Face(front))
    }
}

fn marker<'a>((battle, wording): (&TabletopBattle, TabletopWording<'_>), sign: MarkerSign, copies: u32) -> Piece<'a> {
    let (number, name) = sign.names();
    let (number, name) = match sign {
        MarkerSign::Experience(n) => (format!("{number}-{n}"), wording.say(name, &[n.into()])),
        _ => (number.to_owned(), wording.word(name)),
    };
    let title = name.clone();
    let draw: Drawing<'_> = Box::new(move |look, frame, rect| {
        let mut drawn = Frame::default();
        sign.paint(&mut drawn, look.ink(), look.paper());
        let size = rect.width.min(rect.height);
        let (x, y) = (rect.x + (rect.width - size) / 2.0, rect.y + (rect.height - size) / 2.0);
        frame.place(&std::sync::Arc::new(drawn), Transform::from_scale_translate(size / 20.0, x, y));
    });
    let draw_title: Drawing<'_> = Box::new(move |look, frame, rect| {
        // The serif is narrower: a long title is as large in it as is read with ease.
        let is_large = draw_text(frame, &title, (Font::SansSemi, look.ink()), rect, (6.5, LEAST_POINTS), 1);
        let _ = is_large || draw_text(frame, &title, (Font::SerifBold, look.ink()), rect, (6.5, 3.0), 1);
    });
    piece((battle, wording), (number, name), (MARKER.name, vec![("sign", draw), ("title", draw_title)]), copies)
}

/// Returns strips to be laid from hex to hex: of a road that was built, or over one that was demolished.
fn road<'a>((battle, wording): (&TabletopBattle, TabletopWording<'_>), is_built: bool, copies: u32) -> Piece<'a> {
    let draw: Drawing<'_> = Box::new(move |look, frame, rect| {
        let y = rect.y + rect.height / 2.0;
        let (left, right) = (rect.x, rect.right());
        if is_built {
            frame.stroke(lines(&[(left, y), (right, y)]), Stroke::new(look.ink(), 2.2));
            frame.stroke(lines(&[(left, y), (right, y)]), Stroke::new(look.color("road"), 1.4));
        } else {
            let dash = Some((1.6, 1.4));
            for dy in [-0.9, 0.9] {
                frame
                    .stroke(lines(&[(left, y + dy), (right, y + dy)]), Stroke { dash, ..Stroke::new(look.ink(), 0.4) });
            }
            let x = (left + right) / 2.0;
            let line = Stroke { round: true, ..Stroke::new(look.ink(), 0.8) };
            frame.stroke(lines(&[(x - 1.4, y - 1.4), (x + 1.4, y + 1.4)]), line);
            frame.stroke(lines(&[(x - 1.4, y + 1.4), (x + 1.4, y - 1.4)]), line);
        }
    });
    let (number, name) = match is_built {
        true => ("road-built", W::RoadBuilt),
        false => ("road-demolished", W::RoadDemolished),
    };
    let names = (number.to_owned(), wording.word(name));
    piece((battle, wording), names, (ROAD.name, vec![("road", draw)]), copies)
}

/// Returns true for the number of a marker, or of a strip of road.
pub(super) fn is_marker(number: &str) -> bool {
    use MarkerSign::{Army, Cooldown, Encircled, Experience, Formation, Fortified, High, Low, Outflanked, Routed};
    let is_of = |sign: MarkerSign| match sign {
        Experience(_) => number.starts_with("experience-"),
        _ => number == sign.names().0,
    };
    let all = [Formation, Army, Fortified, High, Low, Routed, Outflanked, Encircled, Cooldown, Experience(1)];
    number.starts_with("road-") || all.into_iter().any(is_of)
}

impl MarkerSign {
    /// Returns its number, without the level of experience, and its name.
    fn names(self) -> (&'static str, W) {
        match self {
            MarkerSign::Formation => ("formation", W::Formation),
            MarkerSign::Army => ("army", W::Army),
            MarkerSign::Fortified => ("fortified", W::Fortified),
            MarkerSign::High => ("high", W::HighMorale),
            MarkerSign::Low => ("low", W::LowMorale),
            MarkerSign::Routed => ("routed", W::Routed),
            MarkerSign::Outflanked => ("outflanked", W::Outflanked),
            MarkerSign::Encircled => ("encircled", W::Encircled),
            MarkerSign::Cooldown => ("cooldown", W::Cooldown),
            MarkerSign::Experience(_) => ("experience", W::ExperienceLevel),
        }
    }

    /// Draws the sign, 20 mm wide and high.
    fn paint(self, frame: &mut Frame, ink: Color, paper: Color) {
        let line = |width: f64| Stroke { round: true, ..Stroke::new(ink, width) };
        match self {
            // Cards that have become one.
            MarkerSign::Formation => {
                frame.stroke(Path::rect(Rect::new(2.0, 5.4, 16.0, 9.2)), line(1.5));
                for x in [7.3, 12.7] {
                    frame.stroke(lines(&[(x, 5.4), (x, 14.6)]), line(1.5));
                }
            }
            // Cards together, each for itself.
            MarkerSign::Army => {
                frame.stroke(Path::circle(at(10.0, 10.0), 8.6), line(1.3));
                for (x, y) in [(10.0, 6.6), (6.3, 12.4), (13.7, 12.4)] {
                    frame.fill(Path::rect(Rect::new(x - 2.3, y - 1.7, 4.6, 3.4)), ink);
                }
            }
            MarkerSign::Fortified => {
                let wall = [
                    (2.0, 18.0),
                    (2.0, 5.0),
                    (5.2, 5.0),
                    (5.2, 8.2),
                    (8.4, 8.2),
                    (8.4, 5.0),
                    (11.6, 5.0),
                    (11.6, 8.2),
                    (14.8, 8.2),
                    (14.8, 5.0),
                    (18.0, 5.0),
                    (18.0, 18.0),
                ];
                frame.fill(polygon(&wall), ink);
                let gate = Path::rounded_rect(Rect::new(8.0, 12.0, 4.0, 9.0), 2.0);
                frame.fill(gate, paper);
                frame.fill(Path::rect(Rect::new(7.5, 18.0, 5.0, 3.2)), paper);
            }
            MarkerSign::High => {
                frame.fill(polygon(&[(10.0, 2.0), (18.0, 10.4), (2.0, 10.4)]), ink);
                frame.fill(Path::rect(Rect::new(7.0, 10.4, 6.0, 7.6)), ink);
            }
            MarkerSign::Low => {
                frame.stroke(
                    polygon(&[(10.0, 18.0), (2.4, 9.6), (7.2, 9.6), (7.2, 2.4), (12.8, 2.4), (12.8, 9.6), (17.6, 9.6)]),
                    line(1.5),
                );
            }
            MarkerSign::Routed => {
                frame.stroke(lines(&[(4.0, 2.0), (4.0, 18.4)]), line(1.5));
                frame.stroke(polygon(&[(4.0, 2.6), (17.0, 2.6), (13.6, 6.8), (17.0, 11.0), (4.0, 11.0)]), line(1.2));
                frame.stroke(lines(&[(17.6, 16.0), (8.4, 16.0)]), line(1.5));
                frame.fill(polygon(&[(6.8, 16.0), (10.6, 13.4), (10.6, 18.6)]), ink);
            }
            MarkerSign::Outflanked => ring(frame, ink, &[0, 2, 4]),
            MarkerSign::Encircled => ring(frame, ink, &[0, 1, 2, 3, 4, 5]),
            MarkerSign::Cooldown => {
                frame.fill(polygon(&[(4.0, 3.0), (16.0, 3.0), (10.0, 10.4)]), ink);
                frame.stroke(polygon(&[(4.4, 17.0), (15.6, 17.0), (10.0, 9.8)]), line(1.2));
                frame.stroke(lines(&[(3.0, 2.2), (17.0, 2.2)]), line(1.6));
                frame.stroke(lines(&[(3.0, 17.8), (17.0, 17.8)]), line(1.6));
            }
            MarkerSign::Experience(n) => {
                let (pitch, count) = (3.2, f64::from(n));
                let top = 10.0 - (pitch * (count - 1.0) + 3.4) / 2.0;
                for i in 0..n {
                    let y = top + pitch * f64::from(i);
                    frame.stroke(lines(&[(3.6, y + 3.4), (10.0, y), (16.4, y + 3.4)]), line(1.5));
                }
            }
        }
    }
}

/// Draws a hexagon with a mark at some of its sides.
fn ring(frame: &mut Frame, ink: Color, sides: &[u8]) {
    let middle = at(10.0, 10.0);
    frame.stroke(Path::polygon(&corners(middle, 9.0, true)), Stroke::new(ink, 1.2));
    for side in sides {
        let (sin, cos) = (TAU * f64::from(*side) / 6.0).sin_cos();
        frame.fill(Path::circle(at(middle.x + 7.6 * sin, middle.y - 7.6 * cos), 1.9), ink);
    }
}
