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

use crate::print::template::Offer;
use crate::systems::printed::CarriedLook;

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

/// A look carried in the program: its name and the files of its folder.
macro_rules! look {
    ($look:literal: $($name:literal)*) => {
        ($look, &[$(include_str!(concat!("../../../templates/tabletop/", $look, "/", $name, ".yaml"))),*])
    };
}

/// The looks that are carried in the program; what one lacks stands in the last.
const TEMPLATES: &[CarriedLook] = &[
    look!("period-size-bridge": "card" "back"),
    look!("period-size-mini": "card" "reference" "rules" "back"),
    look!("period-size-square": "card" "back"),
    look!("period-size-tarot": "card" "back"),
    look!("size-poker": "card" "reference" "rules" "back"),
    look!("size-bridge": "card" "reference" "rules" "back"),
    look!("size-mini": "card" "reference" "rules" "back"),
    look!("size-square": "card" "reference" "rules" "back"),
    look!("size-tarot": "card" "reference" "rules" "back"),
    look!("period-low-ink": "base" "back"),
    look!("period": "base" "card" "reference" "setup" "counter-hex" "rules" "back"),
    look!("low-ink": "base" "card" "setup" "reference" "back" "rules"),
    look!(
        "plain": "base" "card" "counter" "counter-half" "counter-large" "counter-hex" "marker" "road" "map" "setup"
            "reference" "back" "rules"
    ),
];

/// The layouts to start a look of one's own from.
const LAYOUTS: &[CarriedLook] =
    &[look!("layout-art-left": "card"), look!("layout-full-art": "card"), look!("layout-text-only": "card")];

/// The catalogues that are carried in the program, English first.
const CATALOGUES: &[&str] = &[
    include_str!("../../../templates/languages/tabletop/en.yaml"),
    include_str!("../../../templates/languages/tabletop/de.yaml"),
];

/// The place of a battle's name.
const TITLE: &str = "/scenario/name";
