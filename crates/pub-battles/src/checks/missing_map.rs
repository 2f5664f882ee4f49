//! PB130 `missing-map`: a battle has no map.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB130", "missing-map", Severity::Error, include_str!("missing_map.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if battle.field.is_none() && battle.scenario().is_some_and(|scenario| scenario.map.is_none()) {
        let finding = cx.finding(battle.scenario_address("/scenario/name"), "the battle has no map");
        cx.push(finding.help("draw one under `map`, or name its file in the scenario: `map: maps/my-map.yaml`"));
    }
    if battle.field.is_none() && battle.decks().is_some_and(|decks| decks.map.is_none()) {
        let finding =
            cx.finding(battle.scenario_address("/capture_the_flag/name"), "the decks have no map to be dealt on");
        cx.push(finding.help("draw one under `map`, or name its file: `map: maps/my-map.yaml`"));
    }
}
