//! TT151 `several-orders`: an ability strikes or changes roads more than once.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{WrittenDeed, deeds, is_by_order};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT151", "several-orders", Severity::Error, include_str!("several_orders.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let mut first: Option<WrittenDeed<'_>> = None;
        for written in deeds(battle, card).filter(|written| is_by_order(written.deed)) {
            match &first {
                Some(first) if first.number == written.number => {
                    let message = format!(
                        "the ability already has `{}`; each use allows only one strike, road or demolition",
                        first.deed.word()
                    );
                    cx.push(cx.finding(written.key(), message).with_related(first.key(), "the other one"));
                }
                _ => first = Some(written),
            }
        }
    }
}
