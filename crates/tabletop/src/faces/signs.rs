//! The signs of cards and counters, drawn once in a template's colours: what a card is, its might, speed and cost.

use std::sync::Arc;

use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, Path, Rect, Stroke, Transform};
use muster_core::print::picture::carried_drawings;
use muster_core::print::template::{Drawing, Look};

use super::strokes::{draw_letters, draw_text, fit_ratio};
use crate::model::CardRole;
use crate::resolve::ResolvedCard;

/// Signs are drawn this wide and high.
const WIDTH: f64 = 24.0;
const HEIGHT: f64 = 16.0;
/// Those of values are drawn this wide and high.
const VALUE: f64 = 20.0;

/// The ground of a value in the file of its sign.
const GRAY: Color = Color(128, 128, 128);

carried_drawings! {
    /// The type of a card, as far as a sign tells it, in black. Land forces stand in a box, as on maps of soldiers.
    pub(super) enum TypeSign {
        Foot = "signs/foot.svg",
        Shooters = "signs/shooters.svg",
        Horse = "signs/horse.svg",
        Guns = "signs/guns.svg",
        Armour = "signs/armour.svg",
        Works = "signs/works.svg",
        Train = "signs/train.svg",
        Ship = "signs/ship.svg",
        Submarine = "signs/submarine.svg",
        Wings = "signs/wings.svg",
        Beast = "signs/beast.svg",
        Spark = "signs/spark.svg",
        Crown = "signs/crown.svg",
        Star = "signs/star.svg",
        Banner = "signs/banner.svg",
    }
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
    let drawn = look.symbol("type", sign as usize, |look| sign.carried().draw(WIDTH, &[(Color::BLACK, look.ink())]));
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

carried_drawings! {
    /// A value of a card, on the sign by which it is known: gray is its ground, black the line around it, white one on it.
    pub(super) enum ValueSign {
        /// Might: a shield.
        Might = "signs/might.svg",
        /// Speed: an arrow to the right.
        Speed = "signs/speed.svg",
        /// Cost: a coin.
        Cost = "signs/cost.svg",
    }
}

impl ValueSign {
    /// Returns the drawing of a value as large as fits in the middle of a box.
    pub(super) fn drawing<'a>(self, value: String) -> Drawing<'a> {
        Box::new(move |look, frame, rect| {
            let drawn = look.symbol("value", self as usize, |look| self.draw(look));
            let r = fit_ratio(rect, 1.0);
            let scale = r.width / VALUE;
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

    fn draw(self, look: &Look) -> Frame {
        let ground = match self {
            ValueSign::Might => "might",
            ValueSign::Speed => "speed",
            ValueSign::Cost => "cost",
        };
        let inks = [(GRAY, ground), (Color::BLACK, "sign-line"), (Color::WHITE, "on-sign")];
        self.carried().draw(VALUE, &inks.map(|(written, name)| (written, look.color(name))))
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
