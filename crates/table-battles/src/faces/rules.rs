//! The cards of special rules: what is too long for the card that it belongs to.

use std::sync::Arc;

use muster_core::print::template::{Content, Entry, FaceOffer};
use muster_systems::printed::{FaceContent, Moved, Piece, Surface};

use super::TITLE;
use super::back::back;
use crate::resolve::Battle;
use crate::words::{Word, Wording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name", "kind"],
    flows: &["rules"],
    styles: &["heading", "special"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Returns a card of special rules of a battle.
pub(super) fn piece<'a>(battle: &'a Battle, wording: Wording<'_>, rules: &[Moved<'_>]) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    // The piece is called so already.
    let kind = Entry::new(wording.word(Word::SpecialRules), "").read_as("");
    let content = Content {
        accent: "scenario",
        texts: name.map(|name| ("name", Entry::new(name, TITLE))).into_iter().chain([("kind", kind)]).collect(),
        flows: vec![("rules", Moved::blocks(rules, "special rules", "special"))],
        locale: Some(Arc::clone(wording.language())),
        ..Content::default()
    };
    let place = Box::new(|_: &str| battle.scenario_address(TITLE));
    let front = FaceContent { face: FACE.name, content, place: Some(place) };
    Piece {
        group: name.cloned().into_iter().collect(),
        back: back(battle, wording, true, "scenario", None, None),
        ..Piece::new("rules", wording.word(Word::SpecialRules), Surface::Face(front))
    }
}
