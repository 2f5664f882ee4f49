//! TB131 `no-morale`: a side starts without morale and so has lost at once (TB-11.1).

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::Battle;

/// A side starts without morale and so has lost at once (TB-11.1).
pub(super) const CHECK: Check<Battle> = Check {
    code: Code { id: "TB131", name: "no-morale", severity: Severity::Error, page: include_str!("no_morale.md") },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides().iter().enumerate().filter(|(_, side)| side.morale == 0) {
        let at = battle.at_scenario(&format!("/scenario/sides/{i}/morale"));
        cx.push(cx.at(at, format!("`{}` has no morale and loses at once; one cube at least", side.name)));
    }
}
