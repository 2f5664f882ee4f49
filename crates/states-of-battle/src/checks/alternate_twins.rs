//! SB125 `alternate-twins`: a side has more than one unit that moves by itself.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB125", "alternate-twins", Severity::Info, include_str!("alternate_twins.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for side in &battle.sides {
        let alternate: Vec<usize> = side.units.iter().copied().filter(|unit| battle.units[*unit].alternate).collect();
        for unit in alternate.iter().skip(1) {
            let first = &battle.units[alternate[0]].name;
            let message = format!(
                "`{}` and `{first}` are both `alternate`, so they move with the same cards",
                battle.units[*unit].name
            );
            let finding = cx.finding(battle.unit_address(*unit, "/alternate"), message);
            cx.push(finding.with_related(battle.unit_address(alternate[0], "/alternate"), format!("`{first}`")));
        }
    }
}
