//! TB158 `unusual-strength`: a formation starts with more sticks than any published card.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Strength;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB158", "unusual-strength", Severity::Warning, include_str!("unusual_strength.md")), run };

/// The most sticks of a formation that are usual.
const USUAL: u8 = 8;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let strength = battle.formation(card).strength;
        if matches!(strength, Strength::Sticks(sticks) if sticks > USUAL) {
            let message = format!("strength `{strength}` is unusual; published cards have at most {USUAL}");
            cx.push(cx.finding(battle.card_address(card, "/strength"), message));
        }
    }
}
