//! The sheet of the field: where units start, places lie and trays stand, as both sides see it before the first round.

use muster_core::print::font::Font;
use muster_core::print::frame::{Frame, Path, Rect, Transform, at};
use muster_core::print::template::{Look, typeset};
use muster_core::print::{MAX_BLEED, Size};
use muster_systems::printed::{Piece, SizedSide, Surface};

use super::field::{BEYOND, FieldPicture, FieldPlace, FieldScale, FieldUnit};
use super::strokes::draw_centered;
use super::{accent_of, units};
use crate::field::FieldSpot;
use crate::model::{FacedSpot, Spot};
use crate::resolve::{BattleUnit, StatesBattle};
use crate::rules::compile::{direction, spot, trays};
use crate::values::Facing;
use crate::wording::{StatesWord as W, StatesWording};

/// The largest sheet: it fits on A4 and on Letter.
const SHEET: Size = Size { width: 190.0, height: 256.0 };
/// The height of the title.
const HEAD: f64 = 12.0;
/// From the edge of the field to the name of its side.
const TO_NAME: f64 = 6.0;

/// Returns the sheet; `None` where nothing has a place before the battle.
pub(super) fn piece<'a>(battle: &'a StatesBattle, wording: StatesWording<'a>) -> Option<Piece<'a>> {
    let scenario = battle.scenario().filter(|_| battle.sides.len() == 2)?;
    let picture = picture(battle, wording);
    if picture.units.is_empty() && picture.places.is_empty() {
        return None;
    }
    let name = typeset(&scenario.name, wording.language());
    let title = format!("{name} · {}", wording.word(W::TheField));
    let text = about(battle, &picture, wording);
    let names = [0, 1].map(|side: usize| typeset(&battle.sides[side].name, wording.language()));
    let side = SizedSide::new(units::FACE.name, text, Box::new(move |look| draw(look, &picture, &title, &names)));
    Some(Piece {
        group: vec![scenario.name.clone()],
        token: true,
        at: Some(battle.scenario_address("/scenario")),
        ..Piece::new("field".to_owned(), wording.word(W::TheField), Surface::Sized(side))
    })
}

/// Returns true for a unit that stands on the field when the battle begins.
fn starts(unit: &&BattleUnit) -> bool {
    unit.side.is_some() && unit.rides_in().is_none() && !unit.waits
}

fn picture(battle: &StatesBattle, wording: StatesWording<'_>) -> FieldPicture {
    let (depth, lanes) = (battle.stand_in.depth, battle.stand_in.lanes);
    let deploys = battle.scenario().is_some_and(|scenario| scenario.deployment.is_some());
    let standing = battle.units.iter().filter(|_| !deploys).filter(starts).filter_map(|unit| {
        let (side, FacedSpot { at, lane, facing }) = (unit.side? as u8, unit.at?);
        Some(FieldUnit {
            number: unit.id.to_string(),
            side: usize::from(side),
            kind: Some(unit.kind),
            spot: spot(battle, side, Spot { at, lane }),
            facing: direction(side, facing),
            ..FieldUnit::default()
        })
    });
    let mut number = [0_u32; 2];
    let concealed = trays(battle).into_iter().map(|tray| {
        let side = usize::from(tray.side);
        number[side] += 1;
        FieldUnit {
            number: wording.say(W::Tray, &[number[side].into()]),
            side,
            spot: tray.spot,
            facing: direction(tray.side, Facing::Front),
            is_concealed: true,
            ..FieldUnit::default()
        }
    });
    let units = standing.chain(concealed).collect();
    let places = battle.places.iter().filter_map(|place| {
        Some(FieldPlace { name: place.name.clone(), spot: spot(battle, 0, place.spot?), holder: place.held_by })
    });
    let room = Size { height: SHEET.height - HEAD, ..SHEET };
    FieldPicture {
        depth,
        lanes,
        zone: deploys.then_some(battle.stand_in.zone.min(depth)),
        units,
        places: places.collect(),
        scale: FieldScale::fit_sheet(depth, lanes, room),
    }
}

/// Draws the title, and the field below it, with the names of the sides at their edges.
fn draw(look: &Look, picture: &FieldPicture, title: &str, names: &[String; 2]) -> (Size, Frame) {
    let (of_field, field) = picture.draw(look, "");
    let size = Size { height: of_field.height + HEAD, ..of_field };
    let mut frame = Frame::default();
    let paper = Rect::new(0.0, 0.0, size.width, size.height).inflate(MAX_BLEED, MAX_BLEED);
    frame.fill(Path::rect(paper), look.paper());
    let middle = at(size.width / 2.0, HEAD / 2.0 + 1.0);
    draw_centered(&mut frame, title, (Font::SerifBold, look.ink()), middle, 18.0, size.width - 12.0);
    frame.place(&std::sync::Arc::new(field), Transform::from_translate(0.0, HEAD));
    for (side, y) in [size.height - BEYOND + TO_NAME, HEAD + BEYOND - TO_NAME].into_iter().enumerate() {
        let font = (Font::SansBold, look.color(accent_of(side)));
        draw_centered(&mut frame, &names[side], font, at(size.width / 2.0, y), 10.0, size.width - 12.0);
    }
    (size, frame)
}

/// Returns what the sheet shows in words: a unit, a tray or a place a line.
fn about(battle: &StatesBattle, picture: &FieldPicture, wording: StatesWording<'_>) -> String {
    let place_of = |side: usize, spot: FieldSpot| {
        let inches = if side == 0 { spot.x } else { picture.depth.saturating_sub(spot.x) };
        wording.say(W::UnitAt, &[inches.into(), spot.lane.into()])
    };
    let unit = |unit: &FieldUnit| {
        let name = battle.units.iter().find(|known| !unit.is_concealed && known.id.to_string() == unit.number);
        let name = name.map_or_else(String::new, |known| format!(" {}", known.name));
        let side = &battle.sides[unit.side].name;
        format!("{side}: {}{name}: {}", unit.number, place_of(unit.side, unit.spot))
    };
    let place = |place: &FieldPlace| {
        let holder = place.holder.map_or_else(|| wording.word(W::Nobody), |side| battle.sides[side].name.clone());
        let held = wording.say(W::PlaceHolder, &[(&place.name).into(), (&holder).into()]);
        format!("{held}: {}", place_of(0, place.spot))
    };
    picture.units.iter().map(unit).chain(picture.places.iter().map(place)).collect::<Vec<_>>().join("\n")
}
