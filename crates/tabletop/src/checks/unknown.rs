//! The checks of names that mean nothing, one row each: what the name is meant to be of is all in which they differ.

use rustc_hash::FxHashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::alike::skeleton;
use muster_core::diag::{Code, Severity, did_you_mean};
use muster_systems::hints::{Hints, list_expected, with_hint};

use crate::checks::off_the_map;
use crate::model::{HexNumber, TabletopCardId};
use crate::resolve::{ReferenceKind, TabletopBattle};

/// The table: what each check says of itself, its code and page, and what the names are meant to be of.
macro_rules! checks {
    ($($(#[$doc:meta])* $check:ident: $id:literal $name:literal $page:literal $kind:expr;)*) => {
        $(
            $(#[$doc])*
            pub(super) const $check: Check<TabletopBattle> = Check {
                code: Code::new($id, $name, Severity::Error, include_str!($page)),
                run: |battle, cx| report(battle, cx, $kind),
            };
        )*
    };
}

checks! {
    /// Something names a faction that does not exist.
    FACTION: "TT101" "unknown-faction" "unknown_faction.md" ReferenceKind::Faction;
    /// Something names a card that does not exist.
    CARD: "TT102" "unknown-card" "unknown_card.md" ReferenceKind::Card;
    /// Something names a hex or place that is not on the map.
    HEX: "TT103" "unknown-hex" "unknown_hex.md" ReferenceKind::Hex;
}

/// Names are compared with what is legal only up to this many: hints are for people.
const COMPARED: usize = 400;

/// Reports each name of a kind that means nothing, with what was meant when that can be told.
fn report(battle: &TabletopBattle, cx: &mut Cx<'_>, kind: ReferenceKind) {
    let mut hints = Hints::default();
    let meaningless = battle.references.iter().filter(|reference| reference.kind == kind && reference.means.is_none());
    for reference in meaningless {
        let text = &reference.text;
        let is_number = text.bytes().all(|b| b.is_ascii_digit());
        let message = match kind {
            ReferenceKind::Faction => format!("`{text}` is not a faction of this battle"),
            ReferenceKind::Card => format!("`{text}` is not a card of this battle"),
            ReferenceKind::Hex if is_number => {
                if let (Some(map), Some(number)) = (&battle.map, HexNumber::parse(text)) {
                    cx.push(cx.finding(reference.at.clone(), off_the_map(map, number)));
                }
                continue;
            }
            // That is reported where the place is.
            ReferenceKind::Hex if is_off_map(battle, text) => continue,
            ReferenceKind::Hex => format!("`{text}` is not a place of the map"),
        };
        if let Some(meant) = number_like(battle, kind, text) {
            let finding = cx.finding(reference.at.clone(), message).help(did_you_mean(text, &meant));
            cx.push(finding.replace(false, reference.at.clone(), meant));
            continue;
        }
        cx.push(match hints.find(kind, text, || legal(battle, kind)) {
            Some(hint) => {
                let message = format!("{message}; {}", list_expected(&hint.legal));
                with_hint(cx.finding(reference.at.clone(), message), hint, |_| false)
            }
            None => cx.finding(reference.at.clone(), message),
        });
    }
}

/// Returns true for the name of a place that has no hex of the map.
fn is_off_map(battle: &TabletopBattle, name: &str) -> bool {
    battle.map.iter().flat_map(|map| &map.places).any(|(place, hex)| place == name && hex.is_none())
}

/// Returns the number of a card, or of a hex of the map, that a text looks like.
fn number_like(battle: &TabletopBattle, kind: ReferenceKind, text: &str) -> Option<String> {
    let plain: String = skeleton(text).split_whitespace().collect();
    match kind {
        ReferenceKind::Faction => None,
        ReferenceKind::Card => TabletopCardId::parse(&plain).and_then(|id| battle.card_numbered(id)).map(|_| plain),
        ReferenceKind::Hex => {
            // The letter looks like a nought.
            let plain = plain.replace(['O', 'o'], "0");
            let number = HexNumber::parse(&plain)?;
            battle.map.as_ref()?.hex(number).map(|_| plain)
        }
    }
}

/// Returns the names that could stand there, each once.
fn legal(battle: &TabletopBattle, kind: ReferenceKind) -> Vec<&str> {
    let mut seen = FxHashSet::default();
    let names: Vec<&str> = match kind {
        ReferenceKind::Faction => battle.factions.iter().map(|faction| faction.name.as_str()).collect(),
        ReferenceKind::Card => battle.cards.iter().map(|card| card.name.as_str()).collect(),
        ReferenceKind::Hex => {
            battle.map.iter().flat_map(|map| map.places.iter().map(|(name, _)| name.as_str())).collect()
        }
    };
    names.into_iter().filter(|name| seen.insert(*name)).take(COMPARED).collect()
}
