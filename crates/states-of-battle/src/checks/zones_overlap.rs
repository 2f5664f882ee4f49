//! SB134 `zones-overlap`: the zones of the two sides overlap.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::StandIn;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB134", "zones-overlap", Severity::Warning, include_str!("zones_overlap.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let StandIn { depth, zone, .. } = battle.stand_in;
    let written = battle.scenario().is_some_and(|scenario| scenario.stand_in.is_some());
    if written && u16::from(zone) * 2 > u16::from(depth) {
        let message = format!("two zones of {zone} inches overlap on a field that is {depth} inches deep");
        cx.push(cx.finding(battle.scenario_address("/scenario/stand_in/zone"), message));
    }
}
