//! The movement sticks at the scale of the map, with their thirds.

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, at};
use muster_core::print::template::Look;
use muster_core::print::{MAX_BLEED, Size};
use muster_core::source::{Address, Pointer};
use muster_systems::printed::{Back, Piece, SizedSide, Surface};
use muster_systems::strokes::{draw_text, polygon};

use super::blocks::least_points;
use super::labels::{FACE, millimetres};
use crate::model::Stick;
use crate::resolve::PubBattle;
use crate::wording::{PubWord as W, PubWording};

/// The width of a stick.
const WIDTH: f64 = 12.0;
/// Least length of a stick, in millimetres: a shorter one is not printed shorter.
const LEAST: f64 = 6.0;

/// The words of a stick.
struct StickWords {
    label: W,
    aloud: W,
    /// Its name, and what is measured by a third, a half and all of it.
    written: [W; 4],
}

const FOOT: StickWords = StickWords {
    label: W::FootStick,
    aloud: W::FootStickAloud,
    written: [W::Foot, W::FootThird, W::FootHalf, W::FootWhole],
};
const MOUNTED: StickWords = StickWords {
    label: W::MountedStick,
    aloud: W::MountedStickAloud,
    written: [W::Mounted, W::MountedThird, W::MountedHalf, W::MountedWhole],
};

/// Returns both sticks, one of each for each player.
pub(super) fn pieces<'a>(battle: &'a PubBattle, wording: PubWording<'a>) -> Vec<Piece<'a>> {
    let Some(field) = &battle.field else { return Vec::new() };
    let piece = |(stick, number, words): (Stick, &'static str, &StickWords)| {
        let length = millimetres(battle, field.stick(stick));
        let in_digits = format!("{length:.1}");
        let (whole, tenths) = in_digits.split_once('.').unwrap_or((&in_digits, "0"));
        let written = words.written.map(|word| wording.word(word));
        let size = Size { width: length.max(LEAST), height: WIDTH };
        let text = wording.say(words.aloud, &[whole.into(), tenths.into()]);
        let side = SizedSide::new(FACE.name, text, Box::new(move |look| (size, draw(look, size, &written))));
        let at = battle.map().map(|(file, _)| Address::value(file, Pointer::parse(format!("/map/{}", stick.word()))));
        Piece {
            group: battle
                .scenario()
                .map(|scenario| scenario.name.clone())
                .into_iter()
                .chain([wording.word(W::Sticks)])
                .collect(),
            back: Back::Front,
            copies: 2,
            token: true,
            at,
            ..Piece::new(number, wording.word(words.label), Surface::Sized(side))
        }
    };
    vec![piece((Stick::Foot, "foot-stick", &FOOT)), piece((Stick::Mounted, "mounted-stick", &MOUNTED))]
}

/// Draws a stick: thirds in turn dark and light, a mark for a half, and what is measured by its first third.
fn draw(look: &Look, Size { width, height }: Size, [name, by_third, by_half, by_all]: &[String; 4]) -> Frame {
    let mut frame = Frame::default();
    let third = width / 3.0;
    let whole = Rect::new(0.0, 0.0, width, height);
    frame.fill(Path::rect(whole.inflate(MAX_BLEED, MAX_BLEED)), look.paper());
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
    let mut say = |text: &str, style: (Font, Color), rect: Rect| {
        let least = least_points(style.1);
        // On a short stick it is small rather than missing.
        let _ = draw_text(&mut frame, text, style, rect, (7.0, least), 2)
            || draw_text(&mut frame, text, style, rect, (least, 3.5), 2);
    };
    say(by_third, (Font::SansSemi, dark), room(0.0, 5.7, 5.2));
    say(by_half, (Font::Sans, look.ink()), room(1.0, 6.2, 4.2));
    say(by_all, (Font::Sans, dark), room(2.0, 6.2, 4.8));
    draw_text(&mut frame, name, (Font::SansBold, dark), room(0.0, 1.2, 4.4), (12.0, 4.0), 1);
    draw_text(&mut frame, "⅔", (Font::SansBold, look.ink()), room(1.0, 1.8, 4.6), (12.0, 4.0), 1);
    draw_text(&mut frame, "1", (Font::SansBold, dark), room(2.0, 1.6, 5.0), (12.0, 4.0), 1);
    frame
}
