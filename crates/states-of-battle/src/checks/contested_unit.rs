//! SB115 `contested-unit`: a unit is listed twice, by both sides or by one.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB115", "contested-unit", Severity::Error, include_str!("contested_unit.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (index, side) in battle.sides.iter().enumerate() {
        for range in side.taken.chunk_by(|(_, a), (_, b)| a == b) {
            let (unit, pointer) = &range[0];
            let id = battle.units[*unit].id;
            let more = match range.len() - 1 {
                0 => String::new(),
                more => format!("; so are {more} more"),
            };
            let message = match battle.units[*unit].side {
                Some(owner) if owner != index => {
                    format!("`{id}` is also a unit of `{}`{more}", battle.sides[owner].name)
                }
                _ => format!("`{id}` is already listed{more}"),
            };
            // Which of the two lists is wrong, nobody but the author knows.
            let first = battle.units[*unit].listed.as_ref();
            let first =
                first.map_or_else(|| battle.unit_address(*unit, "/unit"), |at| battle.scenario_address(at.as_str()));
            let finding = cx.finding(battle.scenario_address(pointer.as_str()), message);
            cx.push(finding.with_related(first, "first listed here"));
        }
    }
}
