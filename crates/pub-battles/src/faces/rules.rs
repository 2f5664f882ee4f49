//! The cards of long texts: what is too long for the sheet that it belongs to.

use muster_core::print::template::FaceOffer;
use muster_systems::printed::{Back, Moved, Piece};

use super::TITLE;
use crate::resolve::PubBattle;
use crate::wording::{PubWord as W, PubWording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "rules",
    texts: &["name", "kind"],
    flows: &["rules"],
    styles: &["heading", "rule"],
    accents: &["scenario"],
    ..FaceOffer::NOTHING
};

/// Returns a card of long texts; the first of each title stands below it.
pub(super) fn piece<'a>(battle: &'a PubBattle, texts: &[Moved<'_>], wording: PubWording<'_>) -> Piece<'a> {
    let name = battle.scenario().map(|scenario| &scenario.name);
    let piece = Piece::long_texts(&FACE, name, texts, battle.scenario_address(TITLE), Back::Blank);
    Piece { token: true, ..piece.with_label(&wording.word(W::LongTexts)) }
}
