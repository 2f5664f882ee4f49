//! The cards of long texts: what is too long for the card or the sheet that it belongs to.

use super::TITLE;
use crate::print::template::{Content, Entry, FaceOffer};
use crate::systems::printed::{Back, FaceContent, Moved, Piece, Surface};
use crate::systems::tabletop::resolve::TabletopBattle;

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

/// Returns a card of long texts; the first of each title stands below it.
pub(super) fn piece<'a>(battle: &'a TabletopBattle, texts: &[Moved<'_>]) -> Piece<'a> {
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
        back: Back::Blank,
        ..Piece::new("rules", "Long texts", Surface::Face(front))
    }
}
