//! TB128 `duplicate-name`: two formations of a side have the same name.

use std::collections::HashMap;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB128", "duplicate-name", Severity::Error, include_str!("duplicate_name.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let at = |card| battle.card_address(card, "/name");
    for (side, army) in battle.armies.iter().enumerate() {
        let mut lost = causes::renamed_references(battle, side);
        let mut first: HashMap<&str, usize> = HashMap::new();
        for &card in &army.cards {
            let name = &battle.formation(card).name;
            match first.get(name.as_str()) {
                Some(&earlier) => {
                    let finding =
                        cx.finding(at(card), format!("`{name}` is already the name of another card of this side"));
                    let id = battle.cards[earlier].id;
                    let finding = finding.with_related(at(earlier), format!("card `{id}` has the name"));
                    cx.push(lost.drain(..).fold(finding, |finding, i| {
                        let reference = &battle.references[i];
                        finding
                            .with_related(reference.at.clone(), format!("`{}` could be either of them", reference.text))
                    }));
                }
                None => drop(first.insert(name, card)),
            }
        }
    }
}
