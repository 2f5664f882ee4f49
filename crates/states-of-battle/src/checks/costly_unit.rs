//! SB123 `costly-unit`: a unit is worth more counters than its army has.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::BattleUnit;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB123", "costly-unit", Severity::Warning, include_str!("costly_unit.md")).formerly(&["dear-unit"]),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (_, side) in battle.sides.iter().enumerate().filter(|(i, side)| battle.army_is_known(*i) && side.counters > 0) {
        for unit in side.units.iter().copied().filter(|unit| u16::from(battle.units[*unit].mcv) > side.counters) {
            let BattleUnit { name, mcv, .. } = &battle.units[unit];
            let key = if battle.written_unit(unit).mcv.is_some() { "/mcv" } else { "/points" };
            let message = format!(
                "`{name}` costs {mcv} counters and `{}` has {}, so losing this unit loses the battle",
                side.name, side.counters
            );
            cx.push(
                cx.finding(battle.unit_address(unit, key), message)
                    .help("reduce its `mcv`, or `add` counters to its side"),
            );
        }
    }
}
