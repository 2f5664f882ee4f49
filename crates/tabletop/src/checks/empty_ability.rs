//! TT159 `empty-ability`: an ability has no effect.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT159", "empty-ability", Severity::Warning, include_str!("empty_ability.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        for (i, ability) in battle.written_card(card).abilities.iter().enumerate() {
            if ability.deeds.is_empty() && ability.text.is_none() {
                let message = format!("`{}` has no effect; it has neither `do` nor `text`", ability.name);
                cx.push(cx.finding(battle.card_address(card, &format!("/abilities/{i}/name")), message));
            }
        }
    }
}
