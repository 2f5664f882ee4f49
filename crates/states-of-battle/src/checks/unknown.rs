//! The checks of names that mean nothing, one row each: what the name is meant to be of is all in which they differ.

use muster_core::check::{Check, Cx};
use muster_core::diag::alike::skeleton;
use muster_core::diag::{Code, Severity, did_you_mean};
use muster_systems::hints::{Hints, list_expected, with_hint};

use crate::model::{CardsInUse, DeckKind, UnitId};
use crate::resolve::{NameKind, NameMeaning, StatesBattle, WrittenName, published_cards};
use rustc_hash::FxHashSet;

/// The table: what each check says of itself, its code and page, and what the names are meant to be of.
macro_rules! checks {
    ($($(#[$doc:meta])* $check:ident: $id:literal $name:literal $page:literal |$kind:pat_param|;)*) => {
        $(
            $(#[$doc])*
            pub(super) const $check: Check<StatesBattle> = Check {
                code: Code::new($id, $name, Severity::Error, include_str!($page)),
                run: |battle, cx| report(battle, cx, |kind| matches!(kind, $kind)),
            };
        )*
    };
}

checks! {
    /// Something names a side that does not exist.
    SIDE: "SB101" "unknown-side" "unknown_side.md" |NameKind::Side|;
    /// Something names a unit that does not exist.
    UNIT: "SB102" "unknown-unit" "unknown_unit.md" |NameKind::Unit(_)|;
    /// An Orders deck lists a card that is not an Orders card in use.
    ORDERS: "SB103" "unknown-order" "unknown_order.md" |NameKind::Orders|;
    /// Something names a place that does not exist.
    PLACE: "SB104" "unknown-place" "unknown_place.md" |NameKind::Place|;
}

/// Names are compared with what is legal only up to this many: hints are for people.
const COMPARED: usize = 400;

/// Reports each name of a kind that means nothing, with what was meant when that can be told.
fn report(battle: &StatesBattle, cx: &mut Cx<'_>, is_kind: fn(NameKind) -> bool) {
    let mut hints = Hints::default();
    let missing: FxHashSet<UnitId> = battle.sides.iter().flat_map(|side| &side.missing).map(|(id, _)| *id).collect();
    for name in battle.names.iter().filter(|name| is_kind(name.kind)) {
        if !is_unknown(battle, name, &missing) {
            continue;
        }
        let text = &name.text;
        let message = match (name.kind, name.meaning) {
            (NameKind::Side, _) => format!("`{text}` is not a side of this battle"),
            (NameKind::Unit(Some(side)), _) => format!("`{text}` is not a unit of `{}`", battle.sides[side].name),
            (NameKind::Unit(None), _) => format!("`{text}` is not a unit of this army"),
            (NameKind::Orders, NameMeaning::Elsewhere(card)) => {
                format!("`{text}` is a card of the {} deck, not of Orders", battle.cards[card].definition.deck.word())
            }
            (NameKind::Orders, _) if is_out_of_use(battle, text) => {
                let message =
                    format!("`{text}` is a published card, but with `cards: own` only your own cards are used");
                cx.push(
                    cx.finding(name.at.clone(), message).help(format!("remove `cards: own`, or write a card `{text}`")),
                );
                continue;
            }
            (NameKind::Orders, _) => format!("`{text}` is not a card of the Orders stock"),
            (NameKind::Place, _) => format!("`{text}` is not a place of this scenario"),
        };
        let plain = skeleton(text);
        if matches!(name.kind, NameKind::Unit(_))
            && UnitId::parse(&plain).is_some_and(|id| battle.has_unit_numbered(id))
        {
            let finding = cx.finding(name.at.clone(), message).help(did_you_mean(text, &plain));
            cx.push(finding.replace(false, name.at.clone(), plain));
            continue;
        }
        let carries = name.at.pointer.as_str().ends_with("/in");
        cx.push(match hints.find((name.kind, carries), text, || legal(battle, name.kind, carries)) {
            Some(hint) => {
                let message = format!("{message}; {}", list_expected(&hint.legal));
                with_hint(cx.finding(name.at.clone(), message), hint, |_| false)
            }
            None => cx.finding(name.at.clone(), message),
        });
    }
}

/// Returns true if a name is that of a published Orders card where only own cards are in use.
fn is_out_of_use(battle: &StatesBattle, name: &str) -> bool {
    let is_own = battle.scenario().is_some_and(|scenario| scenario.cards == CardsInUse::Own);
    is_own && published_cards().iter().any(|card| card.deck == DeckKind::Orders && card.card == name)
}

/// Returns true if a name means nothing, and no other finding says why. Units that are `missing` are listed by a side.
fn is_unknown(battle: &StatesBattle, name: &WrittenName, missing: &FxHashSet<UnitId>) -> bool {
    match (name.kind, name.meaning) {
        (NameKind::Orders, NameMeaning::Elsewhere(_)) => true,
        (_, NameMeaning::Meant(_) | NameMeaning::Elsewhere(_)) => false,
        // A unit that a side lists and nobody defines has a finding there.
        (NameKind::Unit(_), NameMeaning::Nothing) => !UnitId::parse(&name.text).is_some_and(|id| missing.contains(&id)),
        // Of two sides with one name, the other is meant that has lost its own.
        (NameKind::Side, NameMeaning::Nothing) => {
            let mut names = battle.sides.iter().map(|side| side.name.to_lowercase());
            let first = names.next();
            names.all(|name| Some(&name) != first.as_ref())
        }
        (_, NameMeaning::Nothing) => true,
    }
}

/// Returns the names that could stand there, each once; of units only those that carry others where one is ridden in.
fn legal(battle: &StatesBattle, kind: NameKind, carries: bool) -> Vec<&str> {
    let mut seen = FxHashSet::default();
    let mut names: Vec<&str> = match kind {
        NameKind::Side => battle.sides.iter().map(|side| side.name.as_str()).take(COMPARED).collect(),
        NameKind::Unit(side) => {
            let units = battle.units.iter().filter(|unit| side.is_none() || unit.side == side);
            units
                .filter(|unit| !carries || !unit.kind.is_character())
                .map(|unit| unit.name.as_str())
                .take(COMPARED)
                .collect()
        }
        NameKind::Orders => {
            let cards = battle.cards.iter().filter(|card| card.definition.deck == DeckKind::Orders && !card.is_lull());
            cards.map(|card| card.definition.card.as_str()).take(COMPARED).collect()
        }
        NameKind::Place => battle.places.iter().map(|place| place.name.as_str()).take(COMPARED).collect(),
    };
    names.retain(|name| seen.insert(*name));
    names
}
