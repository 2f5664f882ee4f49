//! TB182 `effect-changes-nothing`: a special rule has no effect in this battle.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::change_nothing;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB182", "effect-changes-nothing", Severity::Warning, include_str!("effect_changes_nothing.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    for idle in change_nothing(battle) {
        cx.push(cx.finding(battle.effect_address(&effects[idle.effect], &idle.at), idle.why));
    }
}
