//! SB112 `reversed-range`: a range of units runs backward, or over several letters.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::states_of_battle::model::UnitRange;
use crate::systems::states_of_battle::resolve::StatesBattle;

/// A range of units runs backward, or over several letters.
pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB112", "reversed-range", Severity::Error, include_str!("reversed_range.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (_, range, at) in battle.unit_ranges() {
        let UnitRange { first, last } = range;
        if !first.is_alike(last) {
            let message = format!("`{range}` runs over several letters; the units of a range have the same");
            cx.push(cx.at(at, message).help("list a range for each of them"));
        } else if first.number > last.number {
            let forward = UnitRange { first: last, last: first }.to_string();
            let finding = cx.at(at.clone(), format!("`{range}` runs backward; the lower number comes first"));
            cx.push(finding.help(format!("write `{forward}`")).replace(true, at, forward));
        }
    }
}
