//! The checks of names that mean nothing, one row each: who writes the name is all in which they differ.

use std::collections::{HashMap, HashSet};

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;
use muster_systems::hints::{Hints, had, list_expected, with_hint};

use crate::resolve::{Battle, Found, ReferenceRole};
use crate::{causes, effects};

/// The table: what each check says of itself, its code and page, and how it looks.
macro_rules! checks {
    ($($(#[$doc:meta])* $check:ident: $id:literal $name:literal $page:literal $run:expr;)*) => {
        $(
            $(#[$doc])*
            pub(super) const $check: Check<Battle> =
                Check { code: Code::new($id, $name, Severity::Error, include_str!($page)), run: $run };
        )*
    };
}

checks! {
    /// An attack names a formation that the enemy does not have.
    TARGET: "TB101" "unknown-target" "unknown_target.md" |battle, cx| report(battle, cx, &[ReferenceRole::Attack]);
    /// A screen names an enemy that does not exist.
    SCREEN: "TB102" "unknown-screen" "unknown_screen.md" |battle, cx| report(battle, cx, &[ReferenceRole::Screen]);
    /// A counterattack names an enemy that does not exist.
    COUNTERATTACK: "TB103" "unknown-counterattack" "unknown_counterattack.md"
        |battle, cx| report(battle, cx, &[ReferenceRole::Counterattack]);
    /// An absorb names a friend that does not exist.
    ABSORB: "TB104" "unknown-absorb" "unknown_absorb.md" |battle, cx| report(battle, cx, &[ReferenceRole::Absorb]);
    /// A command names a friend that does not exist.
    COMMAND: "TB105" "unknown-command" "unknown_command.md" |battle, cx| report(battle, cx, &[ReferenceRole::Command]);
    /// A reserve line names a friend that does not exist.
    RESERVE: "TB106" "unknown-reserve" "unknown_reserve.md"
        |battle, cx| report(battle, cx, &[ReferenceRole::Behind, ReferenceRole::CommandedBy]);
    /// A special rule names a formation or side that does not exist.
    IN_EFFECT: "TB180" "unknown-in-effect" "unknown_in_effect.md" report_in_effects;
}

/// The word that reactions may have instead of a list.
const ANY: &str = "any";

/// Reports each reference of these roles that means no card, with what was meant when that can be told.
fn report(battle: &Battle, cx: &mut Cx<'_>, roles: &[ReferenceRole]) {
    let unknown = causes::unknown(battle, roles);
    let mut listed_names: HashMap<_, HashSet<&str>> = HashMap::new();
    for other in battle.references.iter().filter(|_| !unknown.is_empty()) {
        let Some(card) = other.card() else { continue };
        listed_names.entry((other.from, other.action)).or_default().insert(&battle.formation(card).name);
    }
    let mut hints = Hints::default();
    for i in unknown {
        let reference = &battle.references[i];
        let whose = if reference.role.friendly() { "its own side" } else { "the enemy" };
        let message = format!("{whose} has no formation named `{}`", reference.text);
        let (sides, friendly) = (&battle.cards[reference.from].sides, reference.role.friendly());
        // A card does not mean itself; among the enemies it is not in any case.
        let itself = (friendly || sides.len() > 1).then_some(reference.from);
        let key = (reference.role, sides[0], itself);
        let Some(hint) = hints.find(key, &reference.text, || causes::legal(battle, reference)) else {
            cx.push(cx.finding(reference.at.clone(), message));
            continue;
        };
        let message = format!("{message}; {}", had(&hint.legal));
        if reference.text == ANY {
            let help = "attacks and commands must name their targets; only reactions take `any`";
            cx.push(cx.finding(reference.at.clone(), message).help(help));
            continue;
        }
        let beside = listed_names.get(&(reference.from, reference.action));
        let is_listed = |name: &str| beside.is_some_and(|names| names.contains(name));
        cx.push(with_hint(cx.finding(reference.at.clone(), message), hint, is_listed));
    }
}

/// Reports each name in an effect that means nothing there, with what was meant when that can be told.
fn report_in_effects(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    let list = |at: &Address| (at.file, at.pointer.parent());
    let mut listed_names: HashMap<_, HashSet<&str>> = HashMap::new();
    for other in battle.effect_references() {
        let Some(card) = other.found.and_then(Found::card) else { continue };
        listed_names.entry(list(&other.at)).or_default().insert(&battle.formation(card).name);
    }
    let mut hints = Hints::default();
    for reference in causes::unknown_in_effects(battle) {
        let beside = listed_names.get(&list(&reference.at));
        let card = effects[reference.effect].card;
        let message = match (reference.meant, reference.text.as_str(), card) {
            (_, "", _) => "the name of the side is missing".to_owned(),
            (_, text @ ("this" | "friends" | "enemies" | "enemy"), None) => {
                format!("`{text}` needs a card; an effect of the scenario has none")
            }
            (effects::Referent::Side, text, _) => format!("`{text}` is not a side of this battle"),
            (effects::Referent::Friend, text, _) => format!("its own side has no formation named `{text}`"),
            (effects::Referent::Anyone, text, _) => format!("this battle has no formation named `{text}`"),
        };
        let friend = card.filter(|_| reference.meant == effects::Referent::Friend);
        let key = (reference.meant, card.is_some(), friend);
        let legal = || causes::legal_in_effect(battle, card, reference.meant);
        cx.push(match hints.find(key, &reference.text, legal) {
            Some(hint) => {
                let legal = match reference.meant {
                    effects::Referent::Side => list_expected(&hint.legal),
                    _ => had(&hint.legal),
                };
                let message = format!("{message}; {legal}");
                with_hint(cx.finding(reference.at, message), hint, |name| {
                    beside.is_some_and(|names| names.contains(name))
                })
            }
            None => cx.finding(reference.at, message),
        });
    }
}
