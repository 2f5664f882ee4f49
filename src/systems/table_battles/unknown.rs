//! Reports references that mean no card: what the `unknown-*` checks share.

use std::collections::HashMap;

use super::effects::{Cards, Effect, Event, Placed};
use super::resolve::{Battle, Found, Role};
use super::{blame, effects};
use crate::check::Cx;
use crate::diag::Diagnostic;
use crate::diag::near::{Meant, meant};
use crate::source::Address;

/// What reactions may say instead of a list.
const ANY: &str = "any";

/// How many legal names a message lists.
const LISTED: usize = 8;

/// How many findings say what was meant: nobody reads more, and comparing names takes time.
const HINTED: usize = 1000;

/// Reports each reference of these roles that means no card, with what was meant when that can be told.
pub fn report(battle: &Battle, cx: &mut Cx<'_>, roles: &[Role]) {
    for (n, i) in blame::unknown(battle, roles).into_iter().enumerate() {
        let reference = &battle.references[i];
        let whose = if reference.role.friendly() { "its own side" } else { "the enemy" };
        let message = format!("`{}` is not a formation of {whose}", reference.text);
        if n >= HINTED {
            cx.push(cx.at(reference.at.clone(), message));
            continue;
        }
        let legal = blame::legal(battle, reference);
        let message = format!("{message}; {}", listed(&legal));
        if reference.text == ANY {
            let help = "attacks and commands list whom they mean by name: only reactions take `any`";
            cx.push(cx.at(reference.at.clone(), message).help(help));
            continue;
        }
        let listed = battle.references_of(reference.from).iter().filter(|other| other.action == reference.action);
        let listed: Vec<&str> =
            listed.filter_map(|other| Some(battle.formation(other.card()?).name.as_str())).collect();
        cx.push(hinted(cx.at(reference.at.clone(), message), n, &reference.text, (&legal, &listed)));
    }
}

/// Reports each name in an effect that means nothing there, with what was meant when that can be told.
pub fn report_in_effects(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    let list = |at: &Address| (at.file, at.pointer.parent());
    let mut listed_names: HashMap<_, Vec<&str>> = HashMap::new();
    for other in battle.effect_references() {
        let Some(card) = other.found.and_then(Found::card) else { continue };
        listed_names.entry(list(&other.at)).or_default().push(&battle.formation(card).name);
    }
    for (n, reference) in blame::unknown_in_effects(battle).into_iter().enumerate() {
        let beside = listed_names.get(&list(&reference.at)).map_or(&[][..], Vec::as_slice);
        let card = effects[reference.effect].card;
        let legal = blame::legal_in_effect(battle, card, reference.meant);
        let what = match (reference.meant, reference.text.as_str(), card) {
            (_, "this" | "friends" | "enemies" | "enemy", None) => {
                "needs a card, which an effect of the scenario has not"
            }
            (effects::Meant::Side, _, _) => "is not a side of this battle",
            (effects::Meant::Friend, _, _) => "is not a formation of its own side",
            (effects::Meant::Anyone, _, _) => "is not a formation of this battle",
        };
        let message = match reference.text.as_str() {
            "" => format!("no side is named; {}", listed(&legal)),
            text => format!("`{text}` {what}; {}", listed(&legal)),
        };
        cx.push(hinted(cx.at(reference.at, message), n, &reference.text, (&legal, beside)));
    }
}

/// The numbers of actions in an effect that none of its cards has: where each is written within the effect, the number, and
/// the first of the cards.
pub fn actions(battle: &Battle, placed: &Placed<'_>) -> Vec<(String, u8, usize)> {
    let lacks = |n: u8, card: usize| battle.formation(card).actions.len() < usize::from(n);
    let unknown =
        numbered(battle, placed).into_iter().filter(|(_, n, cards)| cards.iter().all(|card| lacks(*n, *card)));
    unknown.filter_map(|(at, n, cards)| Some((at, n, *cards.first()?))).collect()
}

/// The numbers of actions in an effect: where each is written within the effect, the number, and the cards it is about.
pub fn numbered(battle: &Battle, placed: &Placed<'_>) -> Vec<(String, u8, Vec<usize>)> {
    let this = || Cards::One("this".to_owned());
    let mut named = Vec::new();
    let restricted = match placed.effect {
        Effect::Forbid(rule) => rule.action.zip(Some(rule.cards.as_ref())),
        Effect::ReserveTarget(rule) => rule.action.zip(Some(rule.cards.as_ref())),
        _ => None,
    };
    named.extend(restricted.map(|(n, cards)| ("/action".to_owned(), n, battle.meant(placed.card, cards))));
    for (event, at) in placed.effect.events() {
        if let Event::Performs(performs) = event {
            let whose = performs.card.clone().map_or_else(this, Cards::One);
            named.push((format!("{at}/performs/action"), performs.action, battle.meant(placed.card, Some(&whose))));
        }
    }
    named
}

/// The `n`th finding about a name, with what was meant when that can be told: a `legal` name, though not put in place of it
/// where it is listed already.
fn hinted(finding: Diagnostic, n: usize, text: &str, (legal, listed): (&[&str], &[&str])) -> Diagnostic {
    if n >= HINTED {
        return finding;
    }
    let at = finding.at.clone();
    let finding = finding.nearest(text, legal.iter().copied());
    match meant(text, legal) {
        Some(Meant { text, .. }) if listed.contains(&text) => {
            finding.help(format!("did you mean `{text}`? It is listed already"))
        }
        Some(Meant { text, sure }) => {
            let help = format!("did you mean `{text}`?");
            finding.help(help).replace(sure, at, scalar(text))
        }
        None => finding,
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
pub fn scalar(name: &str) -> String {
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
