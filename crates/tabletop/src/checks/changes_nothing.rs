//! TT157 `changes-nothing`: a change changes neither might, speed nor range.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::deeds;
use crate::model::{AbilityDeed, DetailedDeed, StatChange};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT157", "changes-nothing", Severity::Warning, include_str!("changes_nothing.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        for written in deeds(battle, card) {
            if let AbilityDeed::Deed(DetailedDeed::Change(StatChange { might: 0, speed: 0, range: 0, .. })) =
                written.deed
            {
                cx.push(cx.finding(written.key(), "this changes neither might, speed nor range"));
            }
        }
    }
}
