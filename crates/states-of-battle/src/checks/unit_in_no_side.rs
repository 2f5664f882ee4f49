//! SB116 `unit-in-no-side`: the scenario's own file defines a unit that no side lists.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB116", "unit-in-no-side", Severity::Warning, include_str!("unit_in_no_side.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    if battle.scenario().is_none() || !battle.has_two_sides() {
        return;
    }
    let slips = battle.misnumbered_units();
    let idle = |unit: &usize| {
        !slips.contains_key(unit)
            && battle.units[*unit].side.is_none()
            && battle.doc_of_unit(*unit).file == battle.file()
    };
    for unit in (0..battle.units.len()).filter(idle) {
        let id = battle.units[unit].id;
        // The second unit of a number is another finding.
        if !battle.is_numbered_twice(unit) {
            let finding = cx.finding(battle.unit_address(unit, "/unit"), format!("unit `{id}` is in no side"));
            cx.push(finding.help("list it in a side's `units`, or move it to a file of `decks`"));
        }
    }
}
