//! SB129 `nobody-on-the-field`: all units of an army wait to be called as reinforcements.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB129", "nobody-on-the-field", Severity::Error, include_str!("nobody_on_the_field.md")),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate().filter(|(i, _)| battle.army_is_known(*i)) {
        let waits = |unit: usize| battle.units[battle.units[unit].rides_in().unwrap_or(unit)].waits;
        if side.units.iter().all(|unit| waits(*unit)) {
            let message = format!(
                "all units of `{}` are off the field until called; none is on the field at the start",
                side.name
            );
            cx.push(cx.finding(battle.side_address(i, "/name"), message));
        }
    }
}
