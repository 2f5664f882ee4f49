//! The State of Battle: a round board of four states with a place for every counter of both sides.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

use muster_core::print::MAX_BLEED;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, Transform, at};
use muster_core::print::template::{Content, Drawing, Entry, FaceOffer, Look};
use muster_systems::printed::Piece;

use super::places::{BOARD, DISC, MIDDLE, Place, Places, begin};
use super::strokes::{draw_centered, draw_curved, open_arc, polar, sector};
use super::{accent_of, signs};
use crate::model::MoraleState;
use crate::resolve::{BattleSide, StatesBattle};
use crate::sentences::state as called;
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use. `about` describes the drawing in words.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "board",
    texts: &["first", "second", "about"],
    drawings: &["board", "first-sign", "second-sign"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// The colours of the states, in a template's palette.
pub(super) const COLORS: [&str; 4] = ["emboldened", "shaken", "bloodied", "desperate"];

/// Returns the board; `None` if there are not two sides to share it.
pub(super) fn piece<'a>(battle: &'a StatesBattle, wording: StatesWording<'_>) -> Option<Piece<'a>> {
    let by_state = places(battle)?;
    let name = |side: usize| Entry::new(&battle.sides[side].name, format!("/sides/{side}/name"));
    let texts = vec![("first", name(0)), ("second", name(1)), ("about", Entry::new(about(battle, wording), ""))];
    let names = MoraleState::ALL.map(|state| called(wording, state));
    let draw_board: Drawing<'_> = Box::new(move |look, frame, rect| draw(look, frame, (by_state, &names), rect));
    let drawings =
        vec![("board", draw_board), ("first-sign", signs::side_emblem(0)), ("second-sign", signs::side_emblem(1))];
    let content = Content { accent: "scenario", texts, drawings, ..Content::default() };
    let at = battle.scenario_address("/scenario");
    let board = Piece::from_content("board", wording.word(W::StateOfBattle), &FACE, content, at);
    Some(Piece { group: vec![battle.scenario()?.name.clone()], token: true, ..board })
}

/// Returns the counters of both sides in their states; `None` if there are not two sides.
pub(super) fn places(battle: &StatesBattle) -> Option<[[u16; 4]; 2]> {
    let by_state: Vec<[u16; 4]> = battle.sides.iter().map(|side| side.by_state).collect();
    by_state.try_into().ok()
}

/// Returns what the board shows, for those who cannot see it.
fn about(battle: &StatesBattle, wording: StatesWording<'_>) -> String {
    let states = MoraleState::ALL.map(|state| {
        let of_side = |side: &BattleSide| {
            wording.say(W::BoardCounters, &[side.by_state[state as usize].into(), (&side.name).into()])
        };
        let counters: Vec<String> = battle.sides.iter().map(of_side).collect();
        let state = called(wording, state);
        wording.say(W::BoardState, &[(&state).into(), (&wording.all_of(&counters)).into()])
    });
    wording.say(W::BoardShows, &[(&states.join("; ")).into()])
}

/// Draws the board into a square.
fn draw(look: &Look, frame: &mut Frame, (by_state, names): ([[u16; 4]; 2], &[String; 4]), rect: Rect) {
    let mut board = Frame::default();
    for state in MoraleState::ALL {
        quarter(look, &mut board, (state, &names[state as usize]));
    }
    let line = Stroke::new(look.ink(), 0.35);
    for state in MoraleState::ALL {
        let direction = begin(state);
        board.stroke(Path::line(polar(MIDDLE, HUB, direction), polar(MIDDLE, BOARD, direction)), line);
    }
    board.stroke(Path::circle(MIDDLE, DISC), line);
    let Places { counter, places } = Places::new(by_state);
    for place in places {
        self::place(look, &mut board, place, counter);
    }
    hub(look, &mut board);
    draw_cut_line(&mut board);
    let scale = rect.width.min(rect.height) / (2.0 * BOARD);
    frame.place(&std::sync::Arc::new(board), Transform::from_scale_translate(scale, rect.x, rect.y));
}

/// The radius of the hub, where the sides are named.
const HUB: f64 = 17.0;

/// Draws the ground of a state, its name on the rim, and an arrow to the next one.
fn quarter(look: &Look, frame: &mut Frame, (state, name): (MoraleState, &str)) {
    let (from, to) = (begin(state), begin(state) + FRAC_PI_2);
    let color = look.color(COLORS[state as usize]);
    frame.fill(sector(MIDDLE, (0.0, DISC), from, to), color.mix(look.paper(), 0.86));
    frame.fill(sector(MIDDLE, (DISC, BOARD + MAX_BLEED), from, to), color);
    let on_rim = look.readable(color);
    let middle = from + FRAC_PI_4;
    let letters = format!("{} · {}", state as u8 + 1, name.to_uppercase());
    draw_curved(frame, &letters, (Font::SansBold, on_rim), (MIDDLE, DISC + 1.7, middle), (10.5, 0.9));
    // Against the clock; after the last state there is none.
    for direction in [from + 0.16, to - 0.16] {
        let tip = polar(MIDDLE, (DISC + BOARD) / 2.0, direction + 0.03);
        let barb = |radius: f64| polar(MIDDLE, radius, direction - 0.01);
        frame.fill(Path::polygon(&[tip, barb(DISC + 1.5), barb(BOARD - 1.5)]), on_rim);
    }
}

/// Draws a ring for a counter, or several on each other, with what is left of the side's counters while it lies there.
fn place(look: &Look, frame: &mut Frame, place: Place, counter: f64) {
    let color = look.color(accent_of(place.side));
    let ring = Path::circle(place.middle, counter / 2.0);
    frame.fill(ring.clone(), look.paper());
    // Dashed for the second side, told apart without colour.
    let dash = (place.side == 1).then_some((1.6, 0.9));
    frame.stroke(ring, Stroke { dash, ..Stroke::new(color, 0.5) });
    let sign =
        Rect::new(place.middle.x - counter * 0.11, place.middle.y - counter * 0.38, counter * 0.22, counter * 0.22);
    signs::side_emblem(place.side)(look, frame, sign);
    let number = match place.most - place.least {
        0 => place.most.to_string(),
        _ => format!("{}–{}", place.most, place.least),
    };
    let middle = at(place.middle.x, place.middle.y + counter * 0.1);
    draw_centered(frame, &number, (Font::SansSemi, color), middle, counter * 0.62, counter * 0.8);
}

/// Draws the ring around the names of the sides, with arrows against the clock.
fn hub(look: &Look, frame: &mut Frame) {
    frame.fill(Path::circle(MIDDLE, HUB), look.paper());
    frame.stroke(Path::circle(MIDDLE, HUB), Stroke::new(look.ink(), 0.35));
    let ring = HUB - 1.9;
    for quarter in 0..4 {
        let from = FRAC_PI_2 * f64::from(quarter) + 0.3;
        let to = from + 0.95;
        frame.stroke(open_arc(MIDDLE, ring, from, to), Stroke { round: true, ..Stroke::new(look.muted_color(), 0.5) });
        let barb = |radius: f64| polar(MIDDLE, radius, to);
        let tip = polar(MIDDLE, ring, to + 0.12);
        frame.fill(Path::polygon(&[tip, barb(ring - 1.0), barb(ring + 1.0)]), look.muted_color());
    }
}

/// Draws the line to cut along: black and white, so that it is seen on any ground.
fn draw_cut_line(frame: &mut Frame) {
    let circle = open_arc(MIDDLE, BOARD - 0.1, 0.0, TAU);
    frame.stroke(circle.clone(), Stroke::new(Color::BLACK, 0.2));
    frame.stroke(circle, Stroke { dash: Some((1.2, 1.2)), ..Stroke::new(Color::WHITE, 0.2) });
}
