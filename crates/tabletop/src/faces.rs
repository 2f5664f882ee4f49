//! The model to faces: what cards, counters, markers and sheets say; templates place it. The map is drawn in their colours.
//!
//! The tag of a text ends the JSON Pointer of what the piece is written at (`/name`); one that begins with `/scenario` is
//! whole.

mod back;
mod cards;
mod counters;
mod flags;
mod map;
mod markers;
mod pieces;
mod position;
mod reference;
mod rules;
mod setup;
mod signs;
mod strokes;
mod tabled;
mod terrain;
mod track;

use muster_core::print::template::Offer;

/// The names that templates may use.
const OFFER: Offer = Offer {
    faces: &[
        cards::FACE,
        counters::offer(counters::FACES[0]),
        counters::offer(counters::FACES[1]),
        counters::offer(counters::FACES[2]),
        counters::offer(counters::FACES[3]),
        markers::MARKER,
        markers::ROAD,
        map::FACE,
        setup::FACE,
        reference::FACE,
        back::FACE,
        rules::FACE,
    ],
    accents: &["unit", "hero", "commander", "standard", "scenario"],
    colors: &[
        "might",
        "speed",
        "cost",
        "on-sign",
        "sign-line",
        "plain",
        "forest",
        "mountain",
        "water",
        "trees",
        "peaks",
        "waves",
        "road",
    ],
    icons: &[],
    icon: |_, _| None,
};

/// The place of a battle's name.
const TITLE: &str = "/scenario/name";
