//! TB150 `needless-screen`: a screen lists an enemy that never attacks.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Action;
use crate::resolve::{Battle, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB150", "needless-screen", Severity::Warning, include_str!("needless_screen.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Screen) {
        let Some(card) = reference.card() else { continue };
        if !battle.formation(card).actions.iter().any(Action::is_attack) {
            let finding = cx.finding(
                reference.at.clone(),
                format!("`{}` never attacks, so there is nothing to screen", reference.text),
            );
            cx.push(finding.with_related(battle.card_address(card, "/card"), "it has no attack"));
        }
    }
}
