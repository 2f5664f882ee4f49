//! TT153 `cooldown-of-once`: an ability that is used once in a battle has a cooldown.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::activations;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT153", "cooldown-of-once", Severity::Warning, include_str!("cooldown_of_once.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (card, i, active) in activations(battle) {
        if active.once && active.cooldown.is_some_and(|turns| turns > 0) {
            let at = battle.card_address(card, &format!("/abilities/{i}/active/cooldown"));
            cx.push(cx.finding(at, "an ability that is used once in a battle needs no cooldown"));
        }
    }
}
