//! The cards of long texts: what is too long for the sheet that it belongs to.

use super::TITLE;
use crate::print::template::FaceOffer;
use crate::systems::printed::{Back, Moved, Piece};
use crate::systems::pub_battles::resolve::PubBattle;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name"],
    flows: &["rules"],
    styles: &["heading", "rule"],
    ..FaceOffer::NOTHING
};

/// The words on a sheet whose own text stands elsewhere.
pub(super) const ELSEWHERE: &str = "The rules of the battle are long, and stand on a sheet of their own.";

/// Returns a card of long texts; the first of each title stands below it.
pub(super) fn piece<'a>(battle: &'a PubBattle, texts: &[Moved<'_>]) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    Piece { token: true, ..Piece::long_texts(&FACE, name, texts, battle.at_scenario(TITLE), Back::Blank) }
}
