//! The cards of long texts: what is too long for the card that it belongs to.

use super::{TITLE, back::back};
use crate::print::template::FaceOffer;
use crate::systems::printed::{Moved, Piece};
use crate::systems::states_of_battle::resolve::StatesBattle;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name"],
    flows: &["rules"],
    styles: &["heading", "rule"],
    ..FaceOffer::NOTHING
};

/// The words on a card whose own text stands elsewhere.
pub(super) const ELSEWHERE: &str = "Its text is long, and stands on the card of long texts.";

/// Returns a card of long texts.
pub(super) fn piece<'a>(battle: &'a StatesBattle, texts: &[Moved<'_>]) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    Piece::long_texts(&FACE, name, texts, battle.at_scenario(TITLE), back(battle, "scenario", "Rules", None))
}
