//! PB174 `loses-without-side`: a victory rule has `or_loses` but no side.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::PubVictory;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB174", "loses-without-side", Severity::Error, include_str!("loses_without_side.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, victory) in battle.scenario().iter().flat_map(|scenario| &scenario.victory).enumerate() {
        if matches!(victory, PubVictory::Hold { or_loses: true, side: None, .. }) {
            let at = battle.scenario_address(&format!("/scenario/victory/{i}/or_loses"));
            cx.push(
                cx.finding(at, "no side loses by this rule: `side` is missing")
                    .help("add `side:` with the side that must hold it"),
            );
        }
    }
}
