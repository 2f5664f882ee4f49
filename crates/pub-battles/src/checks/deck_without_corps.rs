//! PB202 `deck-without-corps`: a deck has no corps, or only the guard.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::decks;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB202", "deck-without-corps", Severity::Error, include_str!("deck_without_corps.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, deck) in decks(battle).filter(|(_, deck)| deck.corps.iter().all(|card| card.guard)) {
        let who = if deck.corps.is_empty() { "no corps" } else { "no corps but the guard" };
        let at = battle.scenario_address(&format!("/capture_the_flag/decks/{i}/name"));
        cx.push(cx.finding(at, format!("the deck of `{}` has {who}", deck.name)));
    }
}
