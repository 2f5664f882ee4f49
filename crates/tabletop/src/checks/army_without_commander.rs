//! TT155 `army-without-commander`: an ability affects the army of a card that leads none.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::deeds;
use crate::model::{CardRole, RecipientGroup};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT155", "army-without-commander", Severity::Error, include_str!("army_without_commander.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards().filter(|card| battle.cards[*card].role != CardRole::Commander) {
        for written in deeds(battle, card) {
            if written.deed.recipients().is_some_and(|recipients| recipients.to == RecipientGroup::Army) {
                let role = battle.cards[card].role.word();
                let message =
                    format!("`{}` is a {role}; only a commander can affect its army", battle.cards[card].name);
                let finding = cx.finding(written.part("/to"), message);
                cx.push(finding.help("write `role: commander`, or use `formation` or `friends` here"));
            }
        }
    }
}
