//! The cards of special rules: what is too long for the card that it belongs to.

use super::TITLE;
use super::back::back;
use crate::print::template::{Content, Entry, FaceOffer};
use crate::systems::printed::{FaceContent, Moved, Piece, Surface};
use crate::systems::table_battles::resolve::Battle;

/// What templates of the face may name.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name"],
    drawings: &[],
    flows: &["rules"],
    styles: &["heading", "special"],
    pictures: &[],
    room: 0,
};

/// What stands on a card instead of its special rules.
pub(super) const ELSEWHERE: &str = "Its special rules stand on the card of special rules.";

/// Returns a card of special rules of a battle.
pub(super) fn piece<'a>(battle: &'a Battle, rules: &[Moved<'_>]) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    let content = Content {
        accent: "scenario",
        texts: name.map(|name| ("name", Entry::new(name, TITLE))).into_iter().collect(),
        flows: vec![("rules", Moved::blocks(rules, "special rules", "special"))],
        ..Content::default()
    };
    let place = Box::new(|_: &str| battle.at_scenario(TITLE));
    let front = FaceContent { face: FACE.name, content, place: Some(place) };
    Piece {
        group: name.cloned().into_iter().collect(),
        back: back(battle, true, "scenario", None, None),
        ..Piece::new("rules", "Special rules", Surface::Face(front))
    }
}
