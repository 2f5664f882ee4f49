//! TB109 `targets-itself`: a card names itself: as a target, as a friend, or as the formation it waits behind.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB109", "targets-itself", Severity::Error, include_str!("targets_itself.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| causes::to_itself(reference)) {
        let other = if reference.role.friendly() { "another formation of its side" } else { "an enemy" };
        let message = format!("`{}` names itself; expected {other}", reference.text);
        cx.push(cx.finding(reference.at.clone(), message));
    }
    // A card of a deck has no side yet, but what means a friend and says its own name can only be itself.
    for card in battle.judged_cards().filter(|card| battle.cards[*card].sides.is_empty()) {
        let (formation, number) = (battle.formation(card), battle.cards[card].id.to_string());
        for named in formation.names() {
            if *named.text == number || (named.role.friendly() && *named.text == formation.name) {
                let message = format!("`{}` names itself; expected another formation", named.text);
                cx.push(cx.finding(battle.card_address(card, &named.suffix), message));
            }
        }
    }
}
