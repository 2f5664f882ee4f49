//! TT131 `two-maps`: a scenario names a map file but also has its own map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT131", "two-maps", Severity::Error, include_str!("two_maps.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let own = battle.docs()[0].model.map.is_some();
    if own && battle.scenario().is_some_and(|scenario| scenario.map.is_some()) {
        let message = "the map file is ignored: this file has its own `map`";
        let finding = cx.finding(battle.scenario_address("/scenario/map"), message);
        let at = Address::key(battle.file(), Pointer::parse("/map"));
        cx.push(finding.with_related(at, "its own map").help("remove one of them"));
    }
}
