//! SB120 `unfit-rider`: a unit rides itself or another rider, or is not a character.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB120", "unfit-rider", Severity::Error, include_str!("unfit_rider.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for unit in battle.judged_units() {
        let rider = &battle.units[unit];
        let Some(carrier) = rider.rides_in() else { continue };
        let (name, other) = (&rider.name, &battle.units[carrier]);
        let message = if carrier == unit {
            format!("`{name}` rides itself")
        } else if other.carrier.is_some() {
            format!("`{}` is itself a rider; riders cannot carry others", other.name)
        } else if !rider.kind.is_character() {
            format!("`{name}` is {}; only a general, a character or a wizard can ride", rider.kind.noun())
        } else if other.kind.is_character() {
            format!("`{}` is {} and cannot carry a rider", other.name, other.kind.noun())
        } else {
            continue;
        };
        let finding = cx.finding(battle.unit_address(unit, "/in"), message);
        cx.push(match carrier == unit {
            true => finding,
            false => finding.with_related(battle.unit_address(carrier, "/unit"), format!("`{}`", other.id)),
        });
    }
}
