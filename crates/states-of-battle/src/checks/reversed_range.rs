//! SB112 `reversed-range`: a range of units is backward, or covers several letters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::UnitRange;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB112", "reversed-range", Severity::Error, include_str!("reversed_range.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (_, range, at) in battle.unit_ranges() {
        let UnitRange { first, last } = range;
        if !first.is_alike(last) {
            let message = format!("`{range}` covers several letters; a range must stay within one letter");
            cx.push(cx.finding(at, message).help("use one range for each letter"));
        } else if first.number > last.number {
            let forward = UnitRange { first: last, last: first }.to_string();
            let finding = cx.finding(at.clone(), format!("`{range}` is backward; put the lower number first"));
            cx.push(finding.help(format!("write `{forward}`")).replace(true, at, forward));
        }
    }
}
