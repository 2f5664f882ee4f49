//! TT173 `idle-condition`: a condition of an ability has no effect.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::reach::{Conditions, UnmetCondition, is_always};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT173", "idle-condition", Severity::Warning, include_str!("idle_condition.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        for (i, ability) in battle.cards[card].abilities.iter().enumerate() {
            if ability.written.only_while.as_ref().is_some_and(is_always) {
                let at = battle.card_address(card, &format!("/abilities/{i}/while"));
                cx.push(
                    cx.finding(Address::key(at.file, at.pointer), "this is always true; the ability does not need it"),
                );
            }
        }
    }
    let conditions = Conditions::new(battle);
    for card in battle.fielded_cards() {
        for (i, ability) in battle.cards[card].abilities.iter().enumerate() {
            let unless = ability.written.unless.as_ref();
            if let Some(UnmetCondition { key, why }) =
                unless.and_then(|unless| conditions.never(card, unless, ability.companions[1]))
            {
                let at = battle.card_address(card, &format!("/abilities/{i}/unless/{key}"));
                cx.push(cx.finding(at, format!("{why}, so this condition has no effect")));
            }
        }
    }
}
