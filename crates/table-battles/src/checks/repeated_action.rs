//! TB146 `repeated-action`: a card lists the same action twice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB146", "repeated-action", Severity::Warning, include_str!("repeated_action.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    // A special rule may tell actions apart by their numbers.
    if battle.effects().iter().any(|placed| !battle.numbered_actions(placed).is_empty()) {
        return;
    }
    for card in battle.judged_cards() {
        let actions = &battle.formation(card).actions;
        for (i, action) in actions.iter().enumerate() {
            if let Some(first) = actions[..i].iter().position(|other| other == action) {
                let at = |i: usize| battle.card_address(card, &format!("/actions/{i}/type"));
                let finding = cx.finding(at(i), format!("action {} is the same as action {}", i + 1, first + 1));
                cx.push(finding.with_related(at(first), "the first one"));
            }
        }
    }
}
