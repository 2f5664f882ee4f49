//! TB151 `needless-counterattack`: a counterattack lists an enemy that never attacks this card.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{attacked_cards, counterattacks_any, faces_attacks};
use crate::resolve::{Battle, Reference, ReferenceRole};

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB151", "needless-counterattack", Severity::Warning, include_str!("needless_counterattack.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Counterattack) {
        let Some(enemy) = reference.card() else { continue };
        let on_this = |r: &Reference| r.role == ReferenceRole::Attack && r.card() == Some(reference.from);
        if battle.all_found() && !battle.references_of(enemy).iter().any(on_this) {
            let name = &battle.formation(reference.from).name;
            let finding = cx.finding(reference.at.clone(), format!("`{}` never attacks `{name}`", reference.text));
            cx.push(
                finding
                    .with_related(battle.card_address(enemy, "/card"), format!("none of its attacks targets `{name}`")),
            );
        }
    }
    if !battle.all_found() {
        return;
    }
    let attacked = attacked_cards(battle);
    // An enemy without any attack is found as such.
    for card in battle.fielded_cards().filter(|card| !attacked.contains(card) && faces_attacks(battle, *card)) {
        for (i, action) in battle.formation(card).actions.iter().enumerate() {
            if counterattacks_any(action) {
                let message = format!("no enemy attacks `{}`, so it never counterattacks", battle.formation(card).name);
                cx.push(cx.finding(battle.card_address(card, &format!("/actions/{i}/targets")), message));
            }
        }
    }
}
