//! TB181 `effect-never-applies`: the condition of a special rule contradicts itself or the cards.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::never_hold;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB181", "effect-never-applies", Severity::Warning, include_str!("effect_never_applies.md"))
        .formerly(&["effect-never-holds"]),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    for idle in never_hold(battle) {
        cx.push(cx.finding(battle.effect_address(&effects[idle.effect], &idle.at), idle.why));
    }
}
