//! The cards of long texts: what is too long for the card that it belongs to.

use super::{TITLE, back::back};
use crate::print::template::{Content, Entry, FaceOffer};
use crate::systems::printed::{FaceContent, Moved, Piece, Surface};
use crate::systems::states_of_battle::resolve::StatesBattle;

/// What templates of the face may name.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name"],
    flows: &["rules"],
    styles: &["heading", "rule"],
    ..FaceOffer::NOTHING
};

/// What stands on a card instead of its text.
pub(super) const ELSEWHERE: &str = "Its text is long, and stands on the card of long texts.";

/// Returns a card of long texts.
pub(super) fn piece<'a>(battle: &'a StatesBattle, texts: &[Moved<'_>]) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    let content = Content {
        accent: "scenario",
        texts: name.map(|name| ("name", Entry::new(name, TITLE))).into_iter().collect(),
        flows: vec![("rules", Moved::blocks(texts, "long text", "rule"))],
        ..Content::default()
    };
    let place = Box::new(|_: &str| battle.at_scenario(TITLE));
    let front = FaceContent { face: FACE.name, content, place: Some(place) };
    Piece {
        group: name.cloned().into_iter().collect(),
        back: back(battle, "scenario", "Rules", None),
        ..Piece::new("rules", "Long texts", Surface::Face(front))
    }
}
