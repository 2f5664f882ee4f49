//! SB136 `crowded-zone`: there are more units than places to deploy them.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::StandIn;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB136", "crowded-zone", Severity::Error, include_str!("crowded_zone.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let StandIn { lanes, zone, .. } = battle.stand_in;
    let Some(scenario) = battle.scenario() else { return };
    for (i, side) in battle.sides.iter().enumerate() {
        let stands = |unit: &&usize| {
            let unit = &battle.units[**unit];
            unit.carrier.is_none() && !unit.waits && (scenario.deployment.is_some() || unit.at.is_none())
        };
        let units = side.units.iter().filter(stands).count();
        // Units are three inches apart, and without deployment in three rows (SB-8.9).
        let rows = if scenario.deployment.is_some() { usize::from(zone) / 3 + 1 } else { 3 };
        let places = usize::from(lanes) * rows;
        if units > places {
            let message = format!("`{}` deploys {units} units, but has room for {places}", side.name);
            cx.push(
                cx.finding(battle.side_address(i, "/name"), message)
                    .help("add `lanes` to `stand_in`, or place units with `at`"),
            );
        }
    }
}
