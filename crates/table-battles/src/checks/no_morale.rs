//! TB131 `no-morale`: a side starts without morale and loses at once (TB-11.1).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::effects::Effect;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB131", "no-morale", Severity::Error, include_str!("no_morale.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    // With a victory of its own a battle can do without morale (TB-11.4).
    let own = battle.scenario().is_some_and(|s| s.special.iter().any(|effect| matches!(effect, Effect::Victory(_))));
    if own && battle.sides().iter().all(|side| side.morale == 0) {
        return;
    }
    for (i, side) in battle.sides().iter().enumerate().filter(|(_, side)| side.morale == 0) {
        let at = battle.scenario_address(&format!("/scenario/sides/{i}/morale"));
        cx.push(cx.finding(at, format!("`{}` has no morale and loses at once; expected at least one cube", side.name)));
    }
}
