//! TT154 `nothing-lasts`: an ability lasts several turns, but none of its effects can last.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{activations, is_by_order};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT154", "nothing-lasts", Severity::Warning, include_str!("nothing_lasts.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (card, i, _) in activations(battle).filter(|(.., active)| active.lasts > 1) {
        let ability = &battle.written_card(card).abilities[i];
        if !ability.deeds.is_empty() && ability.deeds.iter().all(is_by_order) {
            let at = battle.card_address(card, &format!("/abilities/{i}/active/lasts"));
            cx.push(cx.finding(at, "strikes and roads take effect at once; only changes and traits can last"));
        }
    }
}
