//! TT152 `zero-cooldown`: an active ability has a cooldown of 0.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::activations;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT152", "zero-cooldown", Severity::Warning, include_str!("zero_cooldown.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (card, i, active) in activations(battle).filter(|(.., active)| active.cooldown == Some(0)) {
        let at = battle.card_address(card, &format!("/abilities/{i}/active/cooldown"));
        let help = match active.once {
            true => "remove it: the ability is used once in a battle",
            false => "remove it: the ability can be used in every turn",
        };
        cx.push(cx.finding(at, "a cooldown of `0` has no effect; expected at least 1 turn").help(help));
    }
}
