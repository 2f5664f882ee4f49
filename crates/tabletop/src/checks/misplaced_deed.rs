//! TT150 `misplaced-deed`: a passive ability strikes, or builds or demolishes roads.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::checks::{deeds, is_by_order};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT150", "misplaced-deed", Severity::Error, include_str!("misplaced_deed.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        for written in deeds(battle, card).filter(|written| written.ability.active.is_none()) {
            if is_by_order(written.deed) {
                let message = format!("`{}` needs an order, but this ability is passive", written.deed.word());
                let ability = battle.card_address(card, &format!("/abilities/{}", written.number));
                let finding = cx.finding(written.key(), message).help("to use it by an order, write `active: {}`");
                cx.push(finding.mend(false, vec![Edit::insert(ability, "active: {}")]));
            }
        }
    }
}
