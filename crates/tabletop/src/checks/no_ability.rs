//! TT124 `no-ability`: a card has no ability.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CardRole;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT124", "no-ability", Severity::Info, include_str!("no_ability.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards().filter(|card| !battle.cards[*card].is_standard()) {
        if battle.cards[card].abilities.is_empty() {
            let (name, role) = (&battle.cards[card].name, battle.cards[card].role);
            let allowed = if role == CardRole::Hero { "one or two" } else { "one" };
            let message = format!("`{name}` has no ability; a {} can have {allowed}", role.word());
            cx.push(cx.finding(battle.card_address(card, "/name"), message));
        }
    }
}
