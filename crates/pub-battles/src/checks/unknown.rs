//! The checks of names that mean nothing, one row each: what the name is meant to be of is all in which they differ.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::hints::{Hints, list_expected, with_hint};

use crate::resolve::{PubBattle, PubReferenceKind};

/// The table: what each check says of itself, its code and page, and what the names are meant to be of.
macro_rules! checks {
    ($($(#[$doc:meta])* $check:ident: $id:literal $name:literal $page:literal $kind:pat => $noun:literal;)*) => {
        $(
            $(#[$doc])*
            pub(super) const $check: Check<PubBattle> = Check {
                code: Code::new($id, $name, Severity::Error, include_str!($page)),
                run: |battle, cx| report(battle, cx, |kind| matches!(kind, $kind), $noun),
            };
        )*
    };
}

checks! {
    /// Something names a side that there is not.
    SIDE: "PB101" "unknown-army" "unknown_army.md" PubReferenceKind::Side => "a side of this battle";
    /// Something names a command that there is not.
    COMMAND: "PB102" "unknown-headquarters" "unknown_headquarters.md" PubReferenceKind::Command => "a headquarters of this battle";
    /// A corps names a headquarters that is not that of an army of its side.
    ARMY: "PB108" "unknown-superior" "unknown_superior.md" PubReferenceKind::Army(_) => "an army headquarters of its side";
    /// Something names a location that is not on the map.
    LOCATION: "PB103" "unknown-location" "unknown_location.md" PubReferenceKind::Location => "a location of the map";
    /// Something names a road that is not on the map.
    ROAD: "PB104" "unknown-road" "unknown_road.md" PubReferenceKind::Road => "a road of the map";
    /// A feature is of a kind that the map does not have.
    TERRAIN: "PB105" "unknown-terrain" "unknown_terrain.md" PubReferenceKind::Terrain => "a kind of terrain of the map";
}

/// Reports each name of a kind that means nothing, with what was meant when that can be told.
fn report(battle: &PubBattle, cx: &mut Cx<'_>, is_of: impl Fn(&PubReferenceKind) -> bool, noun: &str) {
    let mut hints = Hints::default();
    let meaningless = battle.references.iter().filter(|reference| is_of(&reference.kind) && reference.means.is_none());
    for reference in meaningless {
        let message = format!("`{}` is not {noun}", reference.text);
        cx.push(match hints.find(reference.kind, &reference.text, || legal(battle, reference.kind)) {
            Some(hint) => {
                let message = format!("{message}; {}", list_expected(&hint.legal));
                with_hint(cx.finding(reference.at.clone(), message), hint, |_| false)
            }
            None => cx.finding(reference.at.clone(), message),
        });
    }
}

/// Returns the names that could stand there.
fn legal(battle: &PubBattle, kind: PubReferenceKind) -> Vec<&str> {
    let field = battle.field.as_ref();
    match kind {
        PubReferenceKind::Side => battle.sides.iter().map(|side| side.name.as_str()).collect(),
        PubReferenceKind::Command => battle.commands.iter().map(|command| command.hq.as_str()).collect(),
        PubReferenceKind::Army(side) => {
            battle.sides[side].armies.iter().map(|army| battle.commands[*army].hq.as_str()).collect()
        }
        PubReferenceKind::Location => {
            let locations = field.into_iter().flat_map(|field| &field.locations);
            // Of several of one name only the first is ever meant.
            let is_meant = |name: &str, index: usize| battle.location(name).is_some_and(|first| first.index == index);
            let meant = locations.filter(|location| is_meant(&location.name, location.index));
            meant.map(|location| location.name.as_str()).collect()
        }
        PubReferenceKind::Road => {
            field.into_iter().flat_map(|field| field.roads.iter().map(|road| road.name.as_str())).collect()
        }
        PubReferenceKind::Terrain => {
            field.into_iter().flat_map(|field| field.kinds.iter().map(|(name, _)| name.as_str())).collect()
        }
    }
}
