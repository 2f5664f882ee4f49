//! Commands, locations and kinds of terrain that a battle names and nobody has written: entries to go on from.

use muster_core::diag::Edit;
use muster_core::source::{Address, Pointer};
use muster_systems::names::MissingThing;
use muster_systems::scalar;

use super::resolve::{PubBattle, PubReference, PubReferenceKind};

/// Most corps of a side.
const CORPS: usize = 24;

/// Names for which something is offered at most: nobody writes so many new ones at once.
const OFFERED: usize = 400;

/// Returns what can be made for names that mean nothing.
pub(super) fn missing(battle: &PubBattle) -> Vec<MissingThing> {
    let unknown = battle.references.iter().filter(|reference| reference.means.is_none());
    let made = unknown.filter_map(|reference| {
        let (kind, edit) = match reference.kind {
            PubReferenceKind::Command => ("headquarters", corps(battle, reference)?),
            PubReferenceKind::Location => ("location", location(battle, reference)?),
            PubReferenceKind::Terrain => ("terrain", terrain(battle, reference)?),
            // A battle has two sides; where a road runs, and how armies are divided, is for its author to say.
            PubReferenceKind::Side | PubReferenceKind::Road | PubReferenceKind::Army(_) => return None,
        };
        Some(MissingThing { at: reference.at.clone(), kind, names: vec![reference.text.clone()], edits: vec![edit] })
    });
    made.take(OFFERED).collect()
}

/// Returns a corps of one block that enters in the first turn: of the side that is named beside it, or of the first.
fn corps(battle: &PubBattle, reference: &PubReference) -> Option<Edit> {
    let mut steps = reference.at.pointer.steps().skip(2);
    let special = battle.scenario()?.special.get(steps.next()?.parse::<usize>().ok()?)?;
    let named = special.only_while.side.as_ref();
    let side = named.map_or(Some(0), |name| battle.find_side(name))?;
    if battle.scenario()?.sides.get(side)?.corps.len() >= CORPS {
        return None;
    }
    let (hq, block) = (scalar(&reference.text), scalar(&format!("Foot of {}", reference.text)));
    let text = format!("{{hq: {hq}, enters: {{turn: 1}}, blocks: [{{block: {block}}}]}}");
    Some(Edit::append(battle.scenario_address(&format!("/scenario/sides/{side}/corps")), text))
}

/// Returns a location in the middle of the map.
fn location(battle: &PubBattle, reference: &PubReference) -> Option<Edit> {
    let (_, map) = battle.map()?;
    let [x, y] = map.size.map(|side| side / 2);
    member(battle, "locations", map.locations.is_empty(), &format!("{}: [{x}, {y}]", scalar(&reference.text)))
}

/// Returns a kind of terrain that changes nothing.
fn terrain(battle: &PubBattle, reference: &PubReference) -> Option<Edit> {
    let (_, map) = battle.map()?;
    member(battle, "kinds", map.kinds.is_empty(), &format!("{}: {{modifier: 0}}", scalar(&reference.text)))
}

/// Returns the edit that adds a member to a mapping of the map, or the mapping with it.
fn member(battle: &PubBattle, key: &str, is_new: bool, entry: &str) -> Option<Edit> {
    let (file, _) = battle.map()?;
    let map = Pointer::root().key("map");
    Some(match is_new {
        true => Edit::insert(Address::value(file, map), format!("{key}: {{{entry}}}")),
        false => Edit::insert(Address::value(file, map.key(key)), entry),
    })
}
