//! TB120 `side-count`: a scenario does not have exactly two sides (TB-1.1).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB120", "side-count", Severity::Error, include_str!("side_count.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    if scenario.sides.len() != 2 {
        let at = Address::key(battle.file(), Pointer::parse("/scenario/sides"));
        let (count, s) = (scenario.sides.len(), if scenario.sides.len() == 1 { "" } else { "s" });
        cx.push(cx.finding(at, format!("the battle has {count} side{s}; expected exactly two")));
    }
}
