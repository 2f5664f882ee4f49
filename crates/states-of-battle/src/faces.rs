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

use muster_core::print::template::{Block, Offer, Paragraph};

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
