//! The cards of long texts: what is too long for the card that it belongs to.

use muster_core::print::template::FaceOffer;
use muster_systems::printed::{Moved, Piece};

use super::{TITLE, back::back};
use crate::resolve::StatesBattle;
use crate::wording::{StatesWord as W, StatesWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name", "kind"],
    flows: &["rules"],
    styles: &["heading", "rule"],
    ..FaceOffer::NOTHING
};

/// Returns a card of long texts.
pub(super) fn piece<'a>(battle: &'a StatesBattle, texts: &[Moved<'_>], wording: StatesWording<'_>) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    let back = back(battle, "scenario", &wording.word(W::Rules), None);
    Piece::long_texts(&FACE, name, texts, battle.scenario_address(TITLE), back).with_label(&wording.word(W::LongTexts))
}
