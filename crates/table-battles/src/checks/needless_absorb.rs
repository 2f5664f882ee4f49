//! TB152 `needless-absorb`: an absorb lists a friend that is never attacked.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{Action, Targets};
use crate::reach::{attacked_cards, faces_attacks};
use crate::resolve::{Battle, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB152", "needless-absorb", Severity::Warning, include_str!("needless_absorb.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.all_found() {
        return;
    }
    let attacked = attacked_cards(battle);
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Absorb) {
        let Some(friend) = reference.card().filter(|friend| *friend != reference.from) else { continue };
        if !attacked.contains(&friend) {
            let message = format!("no enemy attacks `{}`, so there is nothing to absorb", reference.text);
            cx.push(
                cx.finding(reference.at.clone(), message)
                    .with_related(battle.card_address(friend, "/card"), "no attack targets it"),
            );
        }
    }
    // An enemy without any attack is found as such.
    for card in battle.fielded_cards().filter(|card| faces_attacks(battle, *card)) {
        let friend = |other: &usize| *other != card && battle.cards[*other].sides == battle.cards[card].sides;
        if attacked.iter().any(friend) {
            continue;
        }
        for (i, action) in battle.formation(card).actions.iter().enumerate() {
            if matches!(action, Action::Absorb { targets: Targets::Any(_), .. }) {
                let message = "no enemy attacks any other friend, so there is nothing to absorb";
                cx.push(cx.finding(battle.card_address(card, &format!("/actions/{i}/targets")), message));
            }
        }
    }
}
