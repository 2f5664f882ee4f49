//! TT113 `inverted-range`: a range of cards is backward, or covers several letters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::model::TabletopCardRange;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT113", "inverted-range", Severity::Error, include_str!("inverted_range.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (_, range, pointer) in battle.card_ranges() {
        let at = Address::value(battle.file(), pointer);
        let TabletopCardRange { first, last } = range;
        if !first.is_alike(last) {
            let message = format!("`{range}` covers several letters; a range must stay within one letter");
            cx.push(cx.finding(at, message).help("use one range for each letter"));
        } else if first.number > last.number {
            let forward = TabletopCardRange { first: last, last: first }.to_string();
            let finding = cx.finding(at.clone(), format!("`{range}` is backward; put the lower number first"));
            cx.push(finding.help(format!("write `{forward}`")).replace(true, at, forward));
        }
    }
}
