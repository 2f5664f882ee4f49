//! The signs of cards and counters, drawn once in a template's colours: what a card is, its might, speed and cost.

use std::f64::consts::TAU;
use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Point, Rect, Segment, Stroke, Transform, at};
use muster_core::print::template::{Drawing, Look};

use super::strokes::{draw_letters, draw_text, fit_ratio, lines, polygon};
use crate::model::CardRole;
use crate::resolve::ResolvedCard;

/// Signs are drawn this wide and high.
const WIDTH: f64 = 24.0;
const HEIGHT: f64 = 16.0;

/// The type of a card, as far as a sign tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeSign {
    Foot,
    Shooters,
    Horse,
    Guns,
    Armour,
    Works,
    Train,
    Ship,
    Submarine,
    Wings,
    Beast,
    Spark,
    Crown,
    Star,
    Banner,
}

/// The words by which a type is known.
const WORDS: [(TypeSign, &[&str]); 15] = [
    (
        TypeSign::Foot,
        &[
            "infantry",
            "foot",
            "guard",
            "grenadier",
            "pike",
            "pikemen",
            "spear",
            "spearmen",
            "line",
            "militia",
            "levy",
            "soldier",
            "warrior",
            "legion",
            "regiment",
            "ward",
            "household",
            "student",
            "marine",
            "warden",
        ],
    ),
    (
        TypeSign::Shooters,
        &[
            "light",
            "archer",
            "bow",
            "crossbow",
            "bowmen",
            "rifle",
            "rifleman",
            "riflemen",
            "musketeer",
            "skirmisher",
            "chasseur",
            "hunter",
            "hunt",
            "scout",
            "ranger",
            "sling",
            "slinger",
            "shot",
            "sniper",
        ],
    ),
    (
        TypeSign::Horse,
        &["cavalry", "horse", "hussar", "lancer", "dragoon", "knight", "rider", "cuirassier", "uhlan", "chariot"],
    ),
    (
        TypeSign::Guns,
        &["artillery", "gun", "cannon", "battery", "mortar", "howitzer", "ordnance", "rocket", "catapult", "siege"],
    ),
    (TypeSign::Armour, &["tank", "armour", "armor", "panzer", "armoured", "mechanised"]),
    (TypeSign::Works, &["engineer", "works", "sapper", "pioneer", "miner", "pontonier", "builder", "demolition"]),
    (TypeSign::Train, &["train", "waggon", "wagon", "supply", "transport", "logistics", "tender", "baggage"]),
    (
        TypeSign::Ship,
        &[
            "ship",
            "boat",
            "fleet",
            "frigate",
            "galley",
            "galleon",
            "destroyer",
            "cruiser",
            "battleship",
            "navy",
            "raft",
        ],
    ),
    (TypeSign::Submarine, &["submarine", "diver", "submersible", "eel", "crab", "ray"]),
    (
        TypeSign::Wings,
        &[
            "aircraft",
            "air",
            "plane",
            "fighter",
            "bomber",
            "airship",
            "balloon",
            "skimmer",
            "helicopter",
            "flyer",
            "bird",
        ],
    ),
    (TypeSign::Beast, &["beast", "monster", "dragon", "elephant", "giant", "ogre", "wolf", "bear"]),
    (TypeSign::Spark, &["wizard", "mage", "witch", "alchemist", "sorcerer", "savant", "priest"]),
    (TypeSign::Crown, &["commander", "general", "marshal", "admiral", "staff", "court", "captain", "leader", "king"]),
    (TypeSign::Star, &["hero", "champion", "legend"]),
    (TypeSign::Banner, &["standard", "banner", "headquarters", "hq", "camp"]),
];

impl TypeSign {
    /// Returns the sign of a card: that of the last word of its type that is known, as `Light Horse` is horse, else that of
    /// its role.
    pub(super) fn find(card: &ResolvedCard) -> Option<TypeSign> {
        if card.is_standard() {
            return Some(TypeSign::Banner);
        }
        let words: Vec<String> = card.kind.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
        let known = |word: &String| {
            let is = |one: &&str| word == one || word.strip_suffix('s') == Some(*one);
            WORDS.iter().find(|(_, words)| words.iter().any(&is)).map(|(sign, _)| *sign)
        };
        words.iter().rev().find_map(known).or(match card.role {
            CardRole::Hero => Some(TypeSign::Star),
            CardRole::Commander => Some(TypeSign::Crown),
            CardRole::Unit | CardRole::Standard => None,
        })
    }
}

/// Returns the drawing of a card's type: its sign, or its first letters.
pub(super) fn type_drawing<'a>(card: &ResolvedCard) -> Drawing<'a> {
    match TypeSign::find(card) {
        Some(sign) => Box::new(move |look, frame, rect| draw(look, frame, sign, rect)),
        None => {
            let letters = first_letters(&card.kind);
            Box::new(move |look, frame, rect| {
                let drawn = fit_ratio(rect, WIDTH / HEIGHT);
                let within = drawn.inflate(-drawn.width * 0.08, -drawn.height * 0.16);
                let scale = drawn.width / WIDTH;
                frame.stroke(Path::rect(sign_box(drawn)), Stroke::new(look.ink(), 1.3 * scale));
                draw_letters(frame, &letters, (Font::SansBold, look.ink()), within);
            })
        }
    }
}

/// Returns the first letters of the words of a type, or the first two of its only word.
fn first_letters(kind: &str) -> String {
    let words: Vec<&str> = kind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        [word] => word.chars().take(2).collect(),
        words => words.iter().filter_map(|word| word.chars().next()).take(3).collect(),
    }
}

/// Draws a sign as large as fits in the middle of a box.
pub(super) fn draw(look: &Look, frame: &mut Frame, sign: TypeSign, rect: Rect) {
    let drawn = look.symbol("type", sign as usize, |look| {
        let mut frame = Frame::default();
        paint(&mut frame, sign, look.ink());
        frame
    });
    put(frame, &drawn, rect);
}

/// Places a drawing of a sign's size as large as fits in the middle of a box.
fn put(frame: &mut Frame, drawn: &Arc<Frame>, rect: Rect) {
    let r = fit_ratio(rect, WIDTH / HEIGHT);
    frame.place(drawn, Transform::from_scale_translate(r.width / WIDTH, r.x, r.y));
}

/// Returns the box of a sign that has one, within a drawing.
fn sign_box(drawn: Rect) -> Rect {
    drawn.inflate(-drawn.width * 0.045, -drawn.height * 0.07)
}

fn paint(frame: &mut Frame, sign: TypeSign, ink: Color) {
    let outline = sign_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT));
    let (left, top, right, bottom) = (outline.x, outline.y, outline.right(), outline.bottom());
    let (x, y) = (WIDTH / 2.0, HEIGHT / 2.0);
    let line = |width: f64| Stroke { round: true, ..Stroke::new(ink, width) };
    // Land forces stand in a box, as on maps of soldiers.
    let has_box = matches!(
        sign,
        TypeSign::Foot
            | TypeSign::Shooters
            | TypeSign::Horse
            | TypeSign::Guns
            | TypeSign::Armour
            | TypeSign::Works
            | TypeSign::Train
    );
    if has_box {
        frame.stroke(Path::rect(outline), Stroke::new(ink, 1.3));
    }
    let up = |frame: &mut Frame| frame.stroke(lines(&[(left, bottom), (right, top)]), Stroke::new(ink, 1.3));
    let down = |frame: &mut Frame| frame.stroke(lines(&[(left, top), (right, bottom)]), Stroke::new(ink, 1.3));
    match sign {
        TypeSign::Foot => {
            up(frame);
            down(frame);
        }
        TypeSign::Horse => up(frame),
        TypeSign::Shooters => {
            frame.stroke(lines(&[(x, bottom - 2.0), (x, top + 3.0)]), line(1.3));
            frame.fill(polygon(&[(x, top + 1.4), (x + 2.2, top + 5.0), (x - 2.2, top + 5.0)]), ink);
            let bow = Segment::Curve(at(x - 4.0, y - 4.4), at(x + 4.0, y - 4.4), at(x + 7.0, y + 2.6));
            frame.stroke(Path(vec![Segment::Move(at(x - 7.0, y + 2.6)), bow]), line(1.3));
            frame.stroke(lines(&[(x - 7.0, y + 2.6), (x + 7.0, y + 2.6)]), line(0.7));
        }
        TypeSign::Guns => frame.fill(Path::circle(at(x, y), 3.3), ink),
        TypeSign::Armour => {
            let round = Rect::new(x - 7.5, y - 3.6, 15.0, 7.2);
            frame.stroke(Path::rounded_rect(round, 3.6), line(1.3));
        }
        TypeSign::Works => {
            frame.stroke(
                lines(&[(x - 6.5, y + 3.4), (x - 6.5, y - 2.6), (x + 6.5, y - 2.6), (x + 6.5, y + 3.4)]),
                line(1.6),
            );
            frame.stroke(lines(&[(x, y - 2.6), (x, y + 2.4)]), line(1.6));
        }
        TypeSign::Train => {
            frame.stroke(Path::circle(at(x, y), 4.6), line(1.3));
            frame.fill(Path::circle(at(x, y), 1.2), ink);
            for (dx, dy) in [(4.6, 0.0), (2.3, 4.0), (2.3, -4.0)] {
                frame.stroke(lines(&[(x - dx, y - dy), (x + dx, y + dy)]), line(0.8));
            }
        }
        TypeSign::Ship => {
            frame.fill(polygon(&[(2.0, 10.6), (22.0, 10.6), (18.6, 15.0), (5.0, 15.0)]), ink);
            frame.fill(polygon(&[(11.4, 0.8), (11.4, 9.4), (4.4, 9.4)]), ink);
            frame.fill(polygon(&[(12.8, 2.4), (19.0, 9.4), (12.8, 9.4)]), ink);
        }
        TypeSign::Submarine => {
            frame.fill(Path::rounded_rect(Rect::new(2.0, 7.0, 20.0, 6.6), 3.3), ink);
            frame.fill(polygon(&[(9.6, 7.6), (10.4, 3.8), (15.0, 3.8), (15.8, 7.6)]), ink);
            frame.stroke(lines(&[(12.7, 4.0), (12.7, 1.2), (15.2, 1.2)]), line(1.1));
            frame.stroke(lines(&[(1.6, 7.8), (1.6, 12.8)]), line(1.3));
        }
        TypeSign::Wings => {
            frame
                .fill(polygon(&[(12.0, 0.6), (13.4, 3.2), (13.4, 13.2), (12.0, 15.4), (10.6, 13.2), (10.6, 3.2)]), ink);
            frame.fill(polygon(&[(12.0, 4.4), (22.6, 8.6), (22.6, 10.4), (12.0, 8.6), (1.4, 10.4), (1.4, 8.6)]), ink);
            frame.fill(polygon(&[(12.0, 12.0), (16.0, 13.8), (16.0, 15.0), (8.0, 15.0), (8.0, 13.8)]), ink);
        }
        TypeSign::Beast => {
            for dx in [-6.0, 0.0, 6.0] {
                let claw = [(x + dx + 1.6, 1.2), (x + dx + 2.4, 7.0), (x + dx - 2.6, 15.0), (x + dx - 1.2, 7.6)];
                frame.fill(polygon(&claw), ink);
            }
        }
        TypeSign::Spark => frame.fill(star(at(x, y), 4, 7.6, 2.0), ink),
        TypeSign::Crown => {
            let crown = [(3.6, 12.6), (2.4, 3.4), (7.4, 7.2), (12.0, 1.2), (16.6, 7.2), (21.6, 3.4), (20.4, 12.6)];
            frame.fill(polygon(&crown), ink);
            frame.fill(Path::rect(Rect::new(3.6, 13.4, 16.8, 1.8)), ink);
        }
        TypeSign::Star => frame.fill(star(at(x, y + 0.5), 5, 7.6, 3.1), ink),
        TypeSign::Banner => {
            frame.stroke(lines(&[(6.4, 0.9), (6.4, 15.1)]), line(1.5));
            frame.fill(polygon(&[(7.4, 1.2), (20.4, 1.2), (17.0, 5.0), (20.4, 8.8), (7.4, 8.8)]), ink);
        }
    }
}

/// Returns a star around a point, one ray upward.
fn star(middle: Point, rays: u32, outer: f64, inner: f64) -> Path {
    let point = |i: u32| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(2 * rays)).sin_cos();
        let radius = if i.is_multiple_of(2) { outer } else { inner };
        at(middle.x + radius * sin, middle.y - radius * cos)
    };
    Path::polygon(&(0..2 * rays).map(point).collect::<Vec<_>>())
}

/// A value of a card, on the sign by which it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ValueSign {
    /// Might: a shield.
    Might,
    /// Speed: an arrow to the right.
    Speed,
    /// Cost: a coin.
    Cost,
}

impl ValueSign {
    /// Returns the drawing of a value as large as fits in the middle of a box.
    pub(super) fn drawing<'a>(self, value: String) -> Drawing<'a> {
        Box::new(move |look, frame, rect| {
            let drawn = look.symbol("value", self as usize, |look| {
                let mut frame = Frame::default();
                self.paint(look, &mut frame);
                frame
            });
            let r = fit_ratio(rect, 1.0);
            let scale = r.width / 20.0;
            frame.place(&drawn, Transform::from_scale_translate(scale, r.x, r.y));
            let (x, y, width, height) = match self {
                ValueSign::Might => (3.4, 3.0, 13.2, 11.4),
                ValueSign::Speed => (2.6, 4.6, 13.0, 10.8),
                ValueSign::Cost => (2.4, 5.2, 15.2, 9.6),
            };
            let room = Rect::new(r.x + x * scale, r.y + y * scale, width * scale, height * scale);
            draw_letters(frame, &value, (Font::SansBold, look.color("on-sign")), room);
        })
    }

    fn paint(self, look: &Look, frame: &mut Frame) {
        let outline = match self {
            ValueSign::Might => Path(vec![
                Segment::Move(at(1.6, 1.4)),
                Segment::Line(at(18.4, 1.4)),
                Segment::Line(at(18.4, 10.0)),
                Segment::Curve(at(18.4, 15.0), at(14.0, 17.6), at(10.0, 19.4)),
                Segment::Curve(at(6.0, 17.6), at(1.6, 15.0), at(1.6, 10.0)),
                Segment::Close,
            ]),
            ValueSign::Speed => {
                polygon(&[(0.8, 3.4), (13.4, 3.4), (19.4, 10.0), (13.4, 16.6), (0.8, 16.6), (3.6, 10.0)])
            }
            ValueSign::Cost => Path::circle(at(10.0, 10.0), 9.2),
        };
        let ground = match self {
            ValueSign::Might => "might",
            ValueSign::Speed => "speed",
            ValueSign::Cost => "cost",
        };
        frame.fill(outline.clone(), look.color(ground));
        frame.stroke(outline, Stroke::new(look.color("sign-line"), 0.7));
        if self == ValueSign::Cost {
            frame.stroke(Path::circle(at(10.0, 10.0), 8.35), Stroke::new(look.color("on-sign"), 0.35));
        }
    }
}

/// Returns the drawing of might and speed as on counters: `3–2`.
pub(super) fn factors<'a>(might: u16, speed: u8) -> Drawing<'a> {
    let text = format!("{might}–{speed}");
    Box::new(move |look, frame, rect| {
        draw_letters(frame, &text, (Font::SansBold, look.ink()), rect);
    })
}

/// Returns the drawing of a name in small letters, on three lines at most; a number where it does not fit.
pub(super) fn name_drawing<'a>(name: String, number: String) -> Drawing<'a> {
    Box::new(move |look, frame, rect| {
        let style = (Font::SansSemi, look.ink());
        if !draw_text(frame, &name, style, rect, (7.5, 3.5), 3) {
            draw_letters(frame, &number, style, rect);
        }
    })
}
