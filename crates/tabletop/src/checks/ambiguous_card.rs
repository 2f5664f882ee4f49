//! TT104 `ambiguous-card`: a name could mean several cards.

use rustc_hash::FxHashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::quote_names;

use crate::resolve::{ReferenceKind, TabletopBattle, TabletopReference};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT104", "ambiguous-card", Severity::Warning, include_str!("ambiguous_card.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut named: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (index, card) in battle.cards.iter().enumerate() {
        let alike = named.entry(&card.name).or_default();
        // A second card of the same number is another finding.
        if alike.iter().all(|other| battle.cards[*other].id != card.id) {
            alike.push(index);
        }
    }
    for reference in battle.references.iter().filter(|reference| reference.kind == ReferenceKind::Card) {
        let Some(several) = named.get(&*reference.text).filter(|cards| cards.len() > 1) else { continue };
        let Some(meant) = reference.means.filter(|card| several.contains(card)) else { continue };
        let numbers: Vec<String> = several.iter().map(|card| battle.cards[*card].id.to_string()).collect();
        let numbers = quote_names(numbers.iter().map(String::as_str), "or");
        let finding =
            cx.finding(reference.at.clone(), format!("`{}` could be {numbers}; use a number", reference.text));
        // In a set-up the faction's own card is meant, if it has one of them.
        let own = owner(reference).and_then(|faction| {
            let mut own = several.iter().filter(|card| battle.factions[faction].cards.contains(card));
            own.next().filter(|_| own.next().is_none())
        });
        let (number, safe) = (battle.cards[*own.unwrap_or(&meant)].id, own.is_none_or(|own| *own == meant));
        let help = match safe {
            true => format!("`{number}` is used; if it is meant, write the number"),
            false => format!("`{}` is used; did you mean `{number}`?", battle.cards[meant].id),
        };
        cx.push(finding.help(help).replace(safe, reference.at.clone(), number.to_string()));
    }
}

/// Returns the faction in whose set-up a reference stands.
fn owner(reference: &TabletopReference) -> Option<usize> {
    let mut steps = reference.at.pointer.steps().skip(1);
    steps.next().filter(|step| step == "factions").and_then(|_| steps.next()?.parse().ok())
}
