//! SB129 `nobody-on-the-field`: every unit of an army waits for its reinforcements to be called.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::states_of_battle::resolve::StatesBattle;

/// Every unit of an army waits for its reinforcements to be called.
pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB129", "nobody-on-the-field", Severity::Error, include_str!("nobody_on_the_field.md")),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate().filter(|(i, _)| battle.army_is_known(*i)) {
        let waits = |unit: usize| battle.units[battle.units[unit].rides_in().unwrap_or(unit)].waits;
        if side.units.iter().all(|unit| waits(*unit)) {
            let message = format!("every unit of `{}` waits to be called; none stands on the field", side.name);
            cx.push(cx.at(battle.at_side(i, "/name"), message));
        }
    }
}
