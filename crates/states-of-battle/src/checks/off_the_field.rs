//! SB130 `off-the-field`: a unit, a tray or a place is beyond the field.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::StandIn;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB130", "off-the-field", Severity::Error, include_str!("off_the_field.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let StandIn { depth, lanes, .. } = battle.stand_in;
    let mut look = |at: u8, lane: u8, address: &Address| {
        if at > depth {
            let message = format!("`{at}` inches is beyond the field, which is {depth} inches deep");
            cx.push(cx.finding(address.join("/at"), message));
        }
        if lane > lanes {
            let message = format!("there is no lane `{lane}`; the field has {lanes}");
            cx.push(cx.finding(address.join("/lane"), message));
        }
    };
    for unit in battle.judged_units().filter(|unit| battle.units[*unit].side.is_some()) {
        if let Some(spot) = battle.units[unit].at {
            look(spot.at, spot.lane, &battle.unit_address(unit, "/at"));
        }
    }
    for tray in &battle.concealed {
        look(tray.point.at, tray.point.lane, &tray.at.join("/point"));
    }
    for place in &battle.places {
        if let Some(spot) = place.spot {
            look(spot.at, spot.lane, &place.at);
        }
    }
}
