//! The model to faces: what labels, chits, order sheets and the set-up say; templates place it. The map, labels and sticks are
//! drawn in their colours.
//!
//! The tag of a text ends the JSON Pointer of what the piece is written at (`/name`); one that begins with `/scenario` is
//! whole.

mod blocks;
mod chits;
mod cubes;
mod decks;
mod labels;
mod lettering;
mod map;
mod orders;
mod pieces;
mod position;
mod reference;
mod rules;
mod scene;
mod setup;
mod sticks;
mod tabled;
mod terrain;
mod track;

use muster_core::print::frame::{Frame, Icon, Rect};
use muster_core::print::template::{Look, Offer};

use crate::model::{BlockKind, BlockQuality};

/// The names that templates may use.
const OFFER: Offer = Offer {
    faces: &[
        map::FACE,
        labels::FACE,
        chits::FACE,
        chits::BACK,
        orders::FACE,
        setup::FACE,
        reference::FACE,
        rules::FACE,
        decks::CORPS,
        decks::FOG,
        decks::SETUP,
        decks::BACK,
    ],
    accents: &["scenario", "first-deck", "second-deck"],
    colors: &[
        "ground",
        "plain",
        "wood",
        "hill",
        "water",
        "town",
        "marsh",
        "field",
        "trees",
        "hachures",
        "waves",
        "houses",
        "reeds",
        "rows",
        "road",
        "road-edge",
        "goal",
        "stick",
        "army",
        "corps-1",
        "corps-2",
        "corps-3",
        "corps-4",
        "corps-5",
        "corps-6",
        "corps-7",
        "corps-8",
        "corps-9",
        "corps-10",
        "corps-11",
        "corps-12",
        "first-wash",
        "second-wash",
    ],
    icons: &["infantry", "cavalry", "artillery", "horse-artillery", "train", "elite", "militia"],
    icon,
};

/// Draws the sign of a kind or a quality, to stand in a text.
fn icon(look: &Look, name: &str) -> Option<Icon> {
    if let Some(kind) = BlockKind::ALL.into_iter().find(|kind| kind.word() == name) {
        let frame = look.symbol("kind", kind as usize, |look| {
            let mut frame = Frame::default();
            blocks::sign(&mut frame, kind, Rect::new(0.0, 0.0, 15.0, 10.0), (look.ink(), look.paper()));
            frame
        });
        return Some(Icon { frame, height: 10.0, width: 1.5 });
    }
    let qualities = [BlockQuality::Elite, BlockQuality::Militia];
    let quality = qualities.into_iter().find(|quality| quality.word() == name)?;
    let frame = look.symbol("quality", quality as usize, |look| {
        let mut frame = Frame::default();
        blocks::quality(&mut frame, quality, Rect::new(0.0, 0.0, 10.0, 10.0), look.ink());
        frame
    });
    Some(Icon { frame, height: 10.0, width: 1.0 })
}

/// The place of a battle's name.
const TITLE: &str = "/scenario/name";
