//! TB111 `no-targets`: an action or reaction lists no formation.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{Battle, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB111", "no-targets", Severity::Error, include_str!("no_targets.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        for (i, action) in battle.formation(card).actions.iter().enumerate() {
            let Some((role, [])) = action.names() else { continue };
            let any = matches!(role, ReferenceRole::Screen | ReferenceRole::Counterattack | ReferenceRole::Absorb);
            let message = if any {
                "no targets; expected at least one name, or `any`"
            } else {
                "no targets; expected at least one name"
            };
            cx.push(cx.finding(battle.card_address(card, &format!("/actions/{i}/targets")), message));
        }
    }
}
