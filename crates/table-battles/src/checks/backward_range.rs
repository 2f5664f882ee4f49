//! TB123 `backward-range`: a range of cards is backward, or mixes front and back sides.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CardRange;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB123", "backward-range", Severity::Error, include_str!("backward_range.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for (_, range, at) in battle.ranges() {
        let (first, last) = (range.first, range.last);
        if first.letter != last.letter {
            let message = format!("`{range}` goes from front sides to back sides; a range must stay within one letter");
            cx.push(cx.finding(at, message).help("use two ranges, one for each letter"));
        } else if first.number > last.number {
            let forward = CardRange { first: last, last: first }.to_string();
            let finding = cx.finding(at.clone(), format!("`{range}` is backward; put the lower number first"));
            cx.push(finding.help(format!("write `{forward}`")).replace(true, at, forward));
        }
    }
}
