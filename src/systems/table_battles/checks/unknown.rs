//! The checks of names that mean nothing, one row each: who writes the name is all in which they differ.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::check::{Check, Cx};
use crate::diag::near::{Meant, meant};
use crate::diag::{Code, Diagnostic, Severity, nearest};
use crate::source::Address;
use crate::systems::table_battles::resolve::{Battle, Found, ReferenceRole};
use crate::systems::table_battles::{causes, effects};

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

/// What reactions may say instead of a list.
const ANY: &str = "any";

/// How many legal names a message lists.
const LISTED: usize = 8;

/// How many different names are compared with the legal ones: nobody reads more, and comparing takes time.
const COMPARED: usize = 1000;

/// What is legal where a name stands, and which of it the name means.
struct Hint<'a> {
    legal: Vec<&'a str>,
    near: Option<&'a str>,
    meant: Option<Meant<'a>>,
}

/// The hints for names, by what is legal there (`K`) and the name: each is compared once, however often it is written.
struct Hints<'a, K>(HashMap<(K, String), Hint<'a>>);

impl<'a, K: Eq + Hash> Hints<'a, K> {
    fn new() -> Hints<'a, K> {
        Hints(HashMap::new())
    }

    /// The hint for a name; none where too many others were compared.
    fn find(&mut self, key: K, text: &str, legal: impl FnOnce() -> Vec<&'a str>) -> Option<&Hint<'a>> {
        let is_full = self.0.len() >= COMPARED;
        match self.0.entry((key, text.to_owned())) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(_) if is_full => None,
            Entry::Vacant(new) => {
                let legal = legal();
                let near = nearest(text, legal.iter().copied());
                Some(new.insert(Hint { near, meant: meant(text, &legal), legal }))
            }
        }
    }
}

/// Reports each reference of these roles that means no card, with what was meant when that can be told.
fn report(battle: &Battle, cx: &mut Cx<'_>, roles: &[ReferenceRole]) {
    let unknown = causes::unknown(battle, roles);
    let mut listed_names: HashMap<_, HashSet<&str>> = HashMap::new();
    for other in battle.references.iter().filter(|_| !unknown.is_empty()) {
        let Some(card) = other.card() else { continue };
        listed_names.entry((other.from, other.action)).or_default().insert(&battle.formation(card).name);
    }
    let mut hints = Hints::new();
    for i in unknown {
        let reference = &battle.references[i];
        let whose = if reference.role.friendly() { "its own side" } else { "the enemy" };
        let message = format!("`{}` is not a formation of {whose}", reference.text);
        let (sides, friendly) = (&battle.cards[reference.from].sides, reference.role.friendly());
        // A card does not mean itself; among the enemies it is not in any case.
        let itself = (friendly || sides.len() > 1).then_some(reference.from);
        let key = (reference.role, sides[0], itself);
        let Some(hint) = hints.find(key, &reference.text, || causes::legal(battle, reference)) else {
            cx.push(cx.at(reference.at.clone(), message));
            continue;
        };
        let message = format!("{message}; {}", listed(&hint.legal));
        if reference.text == ANY {
            let help = "attacks and commands list whom they mean by name: only reactions take `any`";
            cx.push(cx.at(reference.at.clone(), message).help(help));
            continue;
        }
        let beside = listed_names.get(&(reference.from, reference.action));
        let is_listed = |name: &str| beside.is_some_and(|names| names.contains(name));
        cx.push(hinted(cx.at(reference.at.clone(), message), hint, is_listed));
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
    let mut hints = Hints::new();
    for reference in causes::unknown_in_effects(battle) {
        let beside = listed_names.get(&list(&reference.at));
        let card = effects[reference.effect].card;
        let what = match (reference.meant, reference.text.as_str(), card) {
            (_, "this" | "friends" | "enemies" | "enemy", None) => {
                "needs a card, which an effect of the scenario has not"
            }
            (effects::Referent::Side, _, _) => "is not a side of this battle",
            (effects::Referent::Friend, _, _) => "is not a formation of its own side",
            (effects::Referent::Anyone, _, _) => "is not a formation of this battle",
        };
        let message = match reference.text.as_str() {
            "" => "no side is named".to_owned(),
            text => format!("`{text}` {what}"),
        };
        let friend = card.filter(|_| reference.meant == effects::Referent::Friend);
        let key = (reference.meant, card.is_some(), friend);
        let legal = || causes::legal_in_effect(battle, card, reference.meant);
        cx.push(match hints.find(key, &reference.text, legal) {
            Some(hint) => {
                let message = format!("{message}; {}", listed(&hint.legal));
                hinted(cx.at(reference.at, message), hint, |name| beside.is_some_and(|names| names.contains(name)))
            }
            None => cx.at(reference.at, message),
        });
    }
}

/// A finding about a name, with what was meant when that can be told: a legal name, though not put in place of it where
/// it is listed already.
fn hinted(finding: Diagnostic, hint: &Hint<'_>, is_listed: impl Fn(&str) -> bool) -> Diagnostic {
    let at = finding.at.clone();
    match (hint.meant, hint.near) {
        (Some(Meant { text, .. }), _) if is_listed(text) => {
            finding.help(format!("did you mean `{text}`? It is listed already"))
        }
        (Some(Meant { text, sure }), _) => {
            finding.help(format!("did you mean `{text}`?")).replace(sure, at, scalar(text))
        }
        (None, Some(near)) => finding.help(format!("did you mean `{near}`?")),
        (None, None) => finding,
    }
}

fn listed(legal: &[&str]) -> String {
    let quoted: Vec<String> = legal.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    match legal.len().saturating_sub(LISTED) {
        _ if legal.is_empty() => "there is none to name here".to_owned(),
        0 if legal.len() == 1 => format!("expected {}", quoted.join(", ")),
        0 => format!("expected one of {}", quoted.join(", ")),
        more => format!("expected one of {} and {more} more", quoted.join(", ")),
    }
}

/// A name as a YAML scalar, in block and flow style: plain where that is safe.
pub(super) fn scalar(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " '&.()-".contains(c);
    let word = name.chars().next().is_some_and(char::is_alphabetic) && !name.ends_with(' ') && name.chars().all(plain);
    let typed = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    if word && !typed.contains(&name.to_lowercase().as_str()) {
        return name.to_owned();
    }
    serde_json::to_string(name).unwrap_or_else(|_| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::scalar;

    #[test]
    fn names_are_quoted_where_yaml_needs_it() {
        assert_eq!(scalar("Imperials & Catholic League"), "Imperials & Catholic League");
        assert_eq!(scalar("Prince Rupert's Horse"), "Prince Rupert's Horse");
        assert_eq!(scalar("No"), "\"No\"");
        assert_eq!(scalar("Foot, left"), "\"Foot, left\"");
        assert_eq!(scalar("14e Ligne"), "\"14e Ligne\"");
    }
}
