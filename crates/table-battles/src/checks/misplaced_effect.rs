//! TB185 `misplaced-effect`: a special rule is in a place where it has no meaning.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::engine::{Refusal, TableBattles};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB185", "misplaced-effect", Severity::Error, include_str!("misplaced_effect.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let effects = battle.effects();
    if effects.is_empty() {
        return;
    }
    let Err(Refusal::Effects(refused)) = TableBattles::compile(battle) else { return };
    for (number, why) in refused {
        let placed = &effects[number];
        if battle.unknown_actions(placed).is_empty() {
            cx.push(cx.finding(battle.effect_address(placed, "/rule"), why));
        }
    }
}
