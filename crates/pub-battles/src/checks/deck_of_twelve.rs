//! PB201 `deck-of-twelve`: a deck does not have exactly twelve cards.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::capture_the_flag::CARDS;
use crate::checks::decks;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB201", "deck-of-twelve", Severity::Error, include_str!("deck_of_twelve.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, deck) in decks(battle) {
        let cards = deck.corps.len() + usize::from(deck.fog.unwrap_or(0));
        let is_short = cards < CARDS && deck.fog.is_some();
        if cards <= CARDS && !is_short {
            continue;
        }
        let at = if deck.fog.is_some() { "fog" } else { "name" };
        let at = battle.scenario_address(&format!("/capture_the_flag/decks/{i}/{at}"));
        let message = format!("the deck of `{}` has {cards} cards; expected {CARDS}", deck.name);
        let finding = cx.finding(at, message);
        cx.push(match CARDS.checked_sub(deck.corps.len()) {
            Some(fog) => finding.help(format!("with `fog: {fog}`, or without `fog`, there are {CARDS}")),
            None => finding.help(format!("a deck has at most {CARDS} corps")),
        });
    }
}
