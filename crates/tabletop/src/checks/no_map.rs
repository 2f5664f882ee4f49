//! TT130 `no-map`: a battle has no map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT130", "no-map", Severity::Error, include_str!("no_map.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    if battle.map.is_none() && battle.scenario().is_some_and(|scenario| scenario.map.is_none()) {
        let finding = cx.finding(battle.scenario_address("/scenario/name"), "the battle has no map");
        cx.push(finding.help("draw one under `map`, or name its file in the scenario: `map: maps/my-map.yaml`"));
    }
}
