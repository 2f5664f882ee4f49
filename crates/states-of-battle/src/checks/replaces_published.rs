//! SB155 `replaces-published`: your own card replaces a published one.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::CardDefinition;
use crate::resolve::StatesBattle;
use crate::resolve::published_cards;

pub(super) const CHECK: Check<StatesBattle> = Check {
    code: Code::new("SB155", "replaces-published", Severity::Info, include_str!("replaces_published.md")),
    run,
};

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (card, in_use) in battle.cards.iter().enumerate().filter(|(_, card)| card.replaces) {
        let (Some(at), CardDefinition { card: name, deck, .. }) =
            (battle.card_address(card, "/card"), &in_use.definition)
        else {
            continue;
        };
        let before = published_cards().iter().find(|published| published.card == *name).map(|published| published.deck);
        let message = match before.filter(|before| before != deck) {
            Some(before) => format!("`{name}` replaces a published card of the {} deck", before.word()),
            None => format!("`{name}` replaces the published card"),
        };
        cx.push(cx.finding(at, message).help("to use both, give it another name"));
    }
}
