//! SB131 `crowded-units`: two units start less than three inches apart.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::StandIn;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB131", "crowded-units", Severity::Error, include_str!("crowded_units.md")), run };

/// Inches that units are apart (SB-8.12).
const APART: i32 = 3;

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    if battle.scenario().is_none_or(|scenario| scenario.deployment.is_some()) || !battle.has_two_sides() {
        return;
    }
    // By lane, in inches from the first side's edge: units in other lanes are four inches apart.
    let mut standing: Vec<(u8, i32, usize)> = Vec::new();
    for unit in
        battle.fielded_units().filter(|unit| !battle.units[*unit].waits && battle.units[*unit].carrier.is_none())
    {
        // One that starts in the enemy's zone, or off the field, has a finding of its own.
        let StandIn { depth, zone, .. } = battle.stand_in;
        let Some(spot) = battle.units[unit].at.filter(|spot| spot.at + zone <= depth) else { continue };
        let from_own = i32::from(spot.at);
        let inches = if battle.units[unit].side == Some(0) { from_own } else { i32::from(depth) - from_own };
        standing.push((spot.lane, inches, unit));
    }
    standing.sort_unstable();
    for pair in standing.windows(2) {
        let [(lane, at, a), (other_lane, other_at, b)] = *pair else { continue };
        if lane != other_lane || other_at - at >= APART {
            continue;
        }
        let (first, second) = (a.min(b), a.max(b));
        let (name, other) = (&battle.units[second].name, &battle.units[first].name);
        let message = match other_at - at {
            0 => format!("`{name}` is in the same place as `{other}`"),
            inches => {
                format!("`{name}` is {inches} inches from `{other}`; units must be at least {APART} inches apart")
            }
        };
        let message = message.replace(" 1 inches", " 1 inch");
        let finding = cx.finding(battle.unit_address(second, "/at"), message);
        cx.push(finding.with_related(battle.unit_address(first, "/at"), format!("`{other}`")));
    }
}
