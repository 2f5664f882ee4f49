//! The backs of cards: the colours of a wing, the battle and the side, for cards that have no other side.

use std::sync::Arc;

use muster_core::print::template::{Content, Entry, FaceOffer};
use muster_systems::printed::{Back, FaceContent, Surface};

use super::TITLE;
use crate::resolve::Battle;
use crate::words::{Word, Wording};

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "back",
    texts: &["name", "side", "wing", "wing-name"],
    pictures: &["art", "arms"],
    rooms: &[("name", 40), ("side", 24), ("wing", 24), ("wing-name", 19)],
    ..FaceOffer::NOTHING
};

/// Returns the back of a card in the colours of `accent`, with the name of a wing and, where the card is `own`ed by the
/// battle and no deck's, those of the battle and a side. Cards of one accent and side share it.
pub(super) fn back<'a>(
    battle: &'a Battle,
    wording: Wording<'_>,
    own: bool,
    accent: &'static str,
    wing: Option<[Word; 2]>,
    side: Option<usize>,
) -> Back<'a> {
    let named = Some(battle).filter(|_| own);
    let side = side.filter(|_| own);
    let mut texts = Vec::new();
    if let Some(scenario) = named.and_then(Battle::scenario) {
        texts.push(("name", Entry::new(&scenario.name, TITLE)));
    }
    if let Some((i, side)) = side.and_then(|i| Some((i, battle.sides().get(i)?))) {
        texts.push(("side", Entry::new(&side.name, format!("/scenario/sides/{i}/name"))));
    }
    if let Some([colour, wing]) = wing {
        texts.push(("wing", Entry::new(wording.word(colour), "").with_key(accent)));
        texts.push(("wing-name", Entry::new(wording.word(wing), "").with_key(accent)));
    }
    let arms = side.and_then(|i| Some((i, battle.sides().get(i)?.art.as_ref()?)));
    let arms = arms.map(|(i, art)| ("arms", art.entry(&format!("/scenario/sides/{i}/art"))));
    let art = named.and_then(Battle::scenario).and_then(|scenario| scenario.art.as_ref()?.entry("/scenario/art"));
    let pictures = art.map(|art| ("art", art)).into_iter().chain(arms).collect();
    let locale = Some(Arc::clone(wording.language()));
    let content = Content { accent, texts, pictures, locale, ..Content::default() };
    let place = Box::new(|tag: &str| battle.scenario_address(tag));
    let key = side.map_or(accent.to_owned(), |side| format!("{accent} {side}"));
    Back::Own(key, Surface::Face(FaceContent { face: FACE.name, content, place: Some(place) }))
}
