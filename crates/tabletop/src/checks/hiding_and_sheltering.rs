//! TT123 `hiding-and-sheltering`: a card both hides and shelters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Trait;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT123", "hiding-and-sheltering", Severity::Error, include_str!("hiding_and_sheltering.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let traits = &battle.written_card(card).traits;
        let place = |quality: Trait| traits.iter().position(|one| *one == quality);
        let Some(hiding) = place(Trait::Hiding) else { continue };
        let (at, message) = match place(Trait::Sheltering) {
            Some(sheltering) => (hiding.max(sheltering), "a card either hides or shelters, not both".to_owned()),
            None if battle.cards[card].is_standard() => (hiding, "a standard shelters, so it never hides".to_owned()),
            None => continue,
        };
        cx.push(cx.finding(battle.card_address(card, &format!("/traits/{at}")), message));
    }
}
