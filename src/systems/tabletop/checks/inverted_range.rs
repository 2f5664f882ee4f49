//! TT113 `inverted-range`: a range of cards runs backward, or over several letters.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::source::Address;
use crate::systems::tabletop::model::TabletopCardRange;
use crate::systems::tabletop::resolve::TabletopBattle;

/// A range of cards runs backward, or over several letters.
pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT113", "inverted-range", Severity::Error, include_str!("inverted_range.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (_, range, pointer) in battle.card_ranges() {
        let at = Address::value(battle.file(), pointer);
        let TabletopCardRange { first, last } = range;
        if !first.is_alike(last) {
            let message = format!("`{range}` runs over several letters; the cards of a range have the same");
            cx.push(cx.at(at, message).help("list a range for each of them"));
        } else if first.number > last.number {
            let forward = TabletopCardRange { first: last, last: first }.to_string();
            let finding = cx.at(at.clone(), format!("`{range}` runs backward; the lower number comes first"));
            cx.push(finding.help(format!("write `{forward}`")).replace(true, at, forward));
        }
    }
}
