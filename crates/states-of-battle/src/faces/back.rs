//! The backs of cards: the deck, and the side and battle that it belongs to.

use muster_core::print::template::{Content, Entry, FaceOffer, PictureEntry};
use muster_systems::art::ScenarioArt;
use muster_systems::printed::{Back, FaceContent, Surface};

use super::TITLE;
use crate::resolve::StatesBattle;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "back",
    texts: &["deck", "side", "name"],
    pictures: &["arms", "art"],
    rooms: &[("deck", 19), ("side", 20), ("name", 48)],
    ..FaceOffer::NOTHING
};

/// Returns the back of cards of an accent, called as their deck is. Cards of one deck and side share it.
pub(super) fn back<'a>(battle: &'a StatesBattle, accent: &'static str, deck: &str, side: Option<usize>) -> Back<'a> {
    let mut texts = vec![("deck", Entry::new(deck, "").with_key(accent))];
    texts.extend(side_entry(battle, side).map(|entry| ("side", entry)));
    texts.extend(battle.scenario().map(|scenario| ("name", Entry::new(&scenario.name, TITLE))));
    let art = scenario_art(battle).and_then(|(art, tag)| Some(("art", art.entry(tag)?)));
    let pictures = arms(battle, side).into_iter().chain(art).collect();
    let content = Content { accent, texts, pictures, ..Content::default() };
    let key = side.map_or_else(|| format!("{accent} {deck}"), |side| format!("{accent} {deck} {side}"));
    let place = Box::new(|tag: &str| battle.scenario_address(tag));
    Back::Own(key, Surface::Face(FaceContent { face: FACE.name, content, place: Some(place) }))
}

/// Returns the pictures of the scenario, and the tag that they are written at.
pub(super) fn scenario_art(battle: &StatesBattle) -> Option<(&ScenarioArt, &'static str)> {
    Some((battle.scenario()?.art.as_ref()?, "/scenario/art"))
}

/// Returns the arms of a side that has some.
pub(super) fn arms(battle: &StatesBattle, side: Option<usize>) -> Option<(&'static str, PictureEntry)> {
    let side = side?;
    let art = battle.scenario()?.sides.get(side)?.art.as_ref()?;
    Some(("arms", art.entry(&format!("/scenario/sides/{side}/art"))))
}

/// Returns the name of a side.
pub(super) fn side_entry(battle: &StatesBattle, side: Option<usize>) -> Option<Entry> {
    let side = side?;
    Some(Entry::new(&battle.sides.get(side)?.name, format!("/scenario/sides/{side}/name")))
}
