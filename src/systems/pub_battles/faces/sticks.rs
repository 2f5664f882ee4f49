//! The movement sticks at the scale of the map, with their thirds.

use super::labels::{FACE, millimetres};
use crate::print::font::Font;
use crate::print::frame::{Frame, Path, Rect, Stroke, at};
use crate::print::template::Look;
use crate::print::{MAX_BLEED, Size};
use crate::source::{Address, Pointer};
use crate::systems::printed::{Back, Piece, SizedSide, Surface};
use crate::systems::pub_battles::model::Stick;
use crate::systems::pub_battles::resolve::PubBattle;
use crate::systems::strokes::{polygon, written};

/// The width of a stick.
const WIDTH: f64 = 12.0;
/// Least length of a stick, in millimetres: a shorter one is not printed shorter.
const LEAST: f64 = 6.0;

/// Returns both sticks, one of each for each player.
pub(super) fn pieces(battle: &PubBattle) -> Vec<Piece<'_>> {
    let Some(field) = &battle.field else { return Vec::new() };
    let sticks = [(Stick::Foot, "foot-stick", "Foot"), (Stick::Mounted, "mounted-stick", "Mounted")];
    let piece = |(stick, number, name): (Stick, &'static str, &'static str)| {
        let length = millimetres(battle, field.stick(stick));
        let size = Size { width: length.max(LEAST), height: WIDTH };
        let side = SizedSide {
            face: FACE.name,
            accent: "scenario",
            picture: None,
            draw: Box::new(move |look| (size, draw(look, size, stick, name))),
            text: format!("{name} move, {length:.1} mm in thirds"),
            misfits: Vec::new(),
        };
        let at = battle.map().map(|(file, _)| Address::value(file, Pointer::parse(format!("/map/{}", stick.word()))));
        Piece {
            group: battle
                .scenario()
                .map(|scenario| scenario.name.clone())
                .into_iter()
                .chain(["Sticks".to_owned()])
                .collect(),
            back: Back::Front,
            copies: 2,
            token: true,
            at,
            ..Piece::new(number, format!("{name} stick"), Surface::Sized(side))
        }
    };
    sticks.map(piece).into()
}

/// Draws a stick: thirds in turn dark and light, a mark for a half, and what is measured by its first third.
fn draw(look: &Look, Size { width, height }: Size, stick: Stick, name: &str) -> Frame {
    let mut frame = Frame::default();
    let third = width / 3.0;
    let whole = Rect::new(0.0, 0.0, width, height);
    frame.fill(Path::rect(whole.grown(MAX_BLEED, MAX_BLEED)), look.paper());
    for i in [0.0, 2.0] {
        let beyond = if i == 0.0 { (-MAX_BLEED, 0.0) } else { (0.0, MAX_BLEED) };
        let r = Rect::new(third * i + beyond.0, -MAX_BLEED, third + beyond.1 - beyond.0, height + 2.0 * MAX_BLEED);
        frame.fill(Path::rect(r), look.color("stick"));
    }
    let dark = look.readable(look.color("stick"));
    let edge = Stroke::new(look.ink(), 0.3);
    for i in [1.0, 2.0] {
        frame.stroke(Path::line(at(third * i, -MAX_BLEED), at(third * i, height + MAX_BLEED)), edge);
    }
    frame.stroke(Path::rect(whole), Stroke::new(look.ink(), 0.25));
    // Half of it, for the perimeter of orders.
    let half = width / 2.0;
    frame.fill(polygon(&[(half - 1.0, 0.0), (half + 1.0, 0.0), (half, 1.7)]), look.ink());
    frame.fill(polygon(&[(half - 1.0, height), (half + 1.0, height), (half, height - 1.7)]), look.ink());
    let room = |i: f64, y: f64, height: f64| Rect::new(third * i + 0.8, y, (third - 1.6).max(0.1), height);
    let measured = match stick {
        Stick::Foot => ["⅓ rally: no enemy", "½ perimeter", "bombardment"],
        Stick::Mounted => ["⅓ command, trains", "½", "headquarters"],
    };
    written(&mut frame, name, (Font::SansBold, dark), room(0.0, 1.4, 5.2), (12.0, 4.0), 1);
    written(&mut frame, measured[0], (Font::SansSemi, dark), room(0.0, 7.2, 3.4), (7.0, 3.5), 1);
    written(&mut frame, "⅔", (Font::SansBold, look.ink()), room(1.0, 1.8, 4.6), (12.0, 4.0), 1);
    written(&mut frame, measured[1], (Font::Sans, look.ink()), room(1.0, 7.2, 3.0), (6.5, 3.5), 1);
    written(&mut frame, "1", (Font::SansBold, dark), room(2.0, 1.6, 5.0), (12.0, 4.0), 1);
    written(&mut frame, measured[2], (Font::Sans, dark), room(2.0, 7.2, 3.4), (7.0, 3.5), 1);
    frame
}
