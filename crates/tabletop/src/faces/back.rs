//! The backs of cards: the flag and the name of the faction, and the battle.

use muster_core::print::template::{Content, Entry, FaceOffer};
use muster_systems::printed::{Back, FaceContent, Surface};

use super::TITLE;
use super::flags::FlagToDraw;
use crate::resolve::TabletopBattle;

/// The names that templates of the face may use.
pub(super) const FACE: FaceOffer = FaceOffer {
    name: "back",
    texts: &["faction", "name"],
    drawings: &["flag"],
    pictures: &["flag"],
    ..FaceOffer::NOTHING
};

/// Returns the back of cards of a faction, or of none. Cards of one faction and role share it.
pub(super) fn back<'a>(
    battle: &'a TabletopBattle,
    accent: &'static str,
    faction: Option<usize>,
    nation: &str,
) -> Back<'a> {
    let mut texts = Vec::new();
    match faction {
        Some(index) => {
            let tag = format!("/scenario/factions/{index}/name");
            texts.push(("faction", Entry::new(&battle.factions[index].name, tag)));
        }
        None => texts.push(("faction", Entry::new(nation, ""))),
    }
    texts.extend(battle.scenario().map(|scenario| ("name", Entry::new(&scenario.name, TITLE))));
    let mut content = Content { accent, texts, ..Content::default() };
    FlagToDraw::put(battle, (faction, nation), "flag", &mut content);
    let key = faction.map_or_else(|| format!("{accent} of {nation}"), |faction| format!("{accent} {faction}"));
    let place = Box::new(|tag: &str| battle.scenario_address(tag));
    Back::Own(key, Surface::Face(FaceContent { face: FACE.name, content, place: Some(place) }))
}
