//! The model to faces: what cards, sheets, counters and the State of Battle say; templates place it.
//!
//! The tag of a text ends the JSON Pointer of what the piece is written at (`/text`); one that begins with `/scenario` is
//! whole.

mod achievements;
mod back;
mod battlefield;
mod board;
mod cards;
mod counters;
mod field;
mod markers;
mod pieces;
mod places;
mod position;
mod reference;
mod roster;
mod rules;
mod scenario;
mod signs;
mod states;
mod strokes;
mod tabled;
mod units;

use crate::print::template::{Block, Offer, Paragraph};
use crate::systems::printed::CarriedLook;

/// The names that templates may use.
const OFFER: Offer = Offer {
    faces: &[
        cards::FACE,
        units::FACE,
        roster::FACE,
        scenario::FACE,
        reference::FACE,
        board::FACE,
        counters::FACE,
        counters::SMALL_FACE,
        markers::MARKER,
        markers::TRACK,
        markers::TRAY,
        back::FACE,
        rules::FACE,
    ],
    accents: &["orders", "events", "starter", "achievement", "scenario", "first", "second"],
    colors: &["first", "second", "emboldened", "shaken", "bloodied", "desperate"],
    icons: signs::ICONS,
    icon: signs::icon,
};

/// A look carried in the program: its name and the files of its folder.
macro_rules! look {
    ($look:literal: $($name:literal)*) => {
        ($look, &[$(include_str!(concat!("../../../templates/states-of-battle/", $look, "/", $name, ".yaml"))),*])
    };
}

/// The looks that are carried in the program; what one lacks stands in the last.
const TEMPLATES: &[CarriedLook] = &[
    look!("period-size-bridge": "back"),
    look!("period-size-mini": "card" "unit" "reference" "rules" "back"),
    look!("period-size-square": "card" "back"),
    look!("period-size-tarot": "card" "unit" "back"),
    look!("size-bridge": "card" "unit" "reference" "rules" "back"),
    look!("size-mini": "card" "unit" "reference" "rules" "back"),
    look!("size-square": "card" "unit" "reference" "rules" "back"),
    look!("size-tarot": "card" "unit" "reference" "rules" "back"),
    look!("period-low-ink": "base" "unit" "roster" "scenario" "track" "back"),
    look!(
        "period": "base" "card" "unit" "roster" "scenario" "reference" "board" "marker" "track" "tray" "rules" "back"
    ),
    look!(
        "low-ink": "base" "card" "unit" "roster" "scenario" "reference" "counter" "small-counter" "marker" "track" "tray" "back"
            "rules"
    ),
    look!(
        "plain": "base" "card" "unit" "roster" "scenario" "reference" "board" "counter" "small-counter" "marker" "track" "tray"
            "back" "rules"
    ),
];

/// The layouts to start a look of one's own from.
const LAYOUTS: &[CarriedLook] = &[
    look!("layout-art-left": "unit" "card"),
    look!("layout-full-art": "unit" "card"),
    look!("layout-text-only": "unit" "card"),
];

/// The catalogues that are carried in the program, English first.
const CATALOGUES: &[&str] = &[
    include_str!("../../../templates/languages/states-of-battle/en.yaml"),
    include_str!("../../../templates/languages/states-of-battle/de.yaml"),
];

/// The place of a battle's name.
const TITLE: &str = "/scenario/name";

/// Returns the lore of a piece, at its foot.
fn lore(text: &str) -> Block {
    Block { foot: true, ..Block::new("lore", "/lore", vec![Paragraph::new("lore", text)]) }
}

/// Returns the accent of a side's pieces: the first's or the second's.
fn accent_of(side: usize) -> &'static str {
    if side.is_multiple_of(2) { "first" } else { "second" }
}
