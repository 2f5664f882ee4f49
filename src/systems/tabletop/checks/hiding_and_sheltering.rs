//! TT123 `hiding-and-sheltering`: a card hides and shelters.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::tabletop::model::Trait;
use crate::systems::tabletop::resolve::TabletopBattle;

/// A card hides and shelters.
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
            Some(sheltering) => (hiding.max(sheltering), "a card hides or shelters, never both".to_owned()),
            None if battle.cards[card].is_standard() => (hiding, "a standard shelters, and so never hides".to_owned()),
            None => continue,
        };
        cx.push(cx.at(battle.at_card(card, &format!("/traits/{at}")), message));
    }
}
