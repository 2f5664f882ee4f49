//! TT131 `two-maps`: a scenario names the file of a map and has one of its own.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::source::{Address, Pointer};
use crate::systems::tabletop::resolve::TabletopBattle;

/// A scenario names the file of a map and has one of its own.
pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT131", "two-maps", Severity::Error, include_str!("two_maps.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let own = battle.docs()[0].model.map.is_some();
    if own && battle.scenario().is_some_and(|scenario| scenario.map.is_some()) {
        let message = "this file has a map of its own; the battle is fought on that, not on this one";
        let finding = cx.at(battle.at_scenario("/scenario/map"), message);
        let at = Address::key(battle.file(), Pointer::parse("/map"));
        cx.push(finding.related(at, "its own").help("take one of them out"));
    }
}
