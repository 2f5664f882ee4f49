//! SB132 `outside-zone`: a unit starts in the enemy's zone, or a tray is outside the zone of its side.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::StandIn;
use crate::resolve::BattleUnit;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB132", "outside-zone", Severity::Warning, include_str!("outside_zone.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let StandIn { depth, zone, .. } = battle.stand_in;
    let deployed = battle.scenario().is_some_and(|scenario| scenario.deployment.is_some());
    for unit in battle.fielded_units() {
        let BattleUnit { name, at, carrier, waits, .. } = &battle.units[unit];
        let Some(spot) = at.filter(|_| carrier.is_none() && !waits && !deployed) else { continue };
        if spot.at <= depth && depth - spot.at < zone {
            let message = format!(
                "`{name}` starts {} inches from the enemy's edge, inside the enemy's zone of {zone}; `at` is measured from its own edge",
                depth - spot.at
            );
            cx.push(cx.finding(battle.unit_address(unit, "/at/at"), message));
        }
    }
    for tray in &battle.concealed {
        if tray.point.at > zone && tray.point.at <= depth {
            let message =
                format!("a tray is `{}` inches from its own edge; the zone is {zone} inches deep", tray.point.at);
            cx.push(cx.finding(tray.at.join("/point/at"), message));
        }
    }
}
