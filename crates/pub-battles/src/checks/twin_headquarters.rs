//! PB112 `twin-headquarters`: two headquarters have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{decks, twins};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB112", "twin-headquarters", Severity::Error, include_str!("twin_headquarters.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let names: Vec<&str> = battle.commands.iter().map(|command| command.hq.as_str()).collect();
    for twin in twins(&names) {
        let finding = cx.finding(battle.command_address(twin.again, "/hq"), twin.message("headquarters"));
        cx.push(finding.with_related(battle.command_address(twin.first, "/hq"), "the other headquarters"));
    }
    // Cards of both decks come into one battle.
    let mut cards: Vec<(&str, String)> = Vec::new();
    for (i, deck) in decks(battle) {
        let at = format!("/capture_the_flag/decks/{i}");
        cards.extend(deck.armies().map(|(key, army)| (&*army.hq, format!("{at}{key}/hq"))));
        cards.extend(deck.corps.iter().enumerate().map(|(k, card)| (&*card.hq, format!("{at}/corps/{k}/hq"))));
    }
    let names: Vec<&str> = cards.iter().map(|(name, _)| *name).collect();
    for twin in twins(&names) {
        let [first, again] = [twin.first, twin.again].map(|card| battle.scenario_address(&cards[card].1));
        cx.push(cx.finding(again, twin.message("headquarters")).with_related(first, "the other headquarters"));
    }
}
