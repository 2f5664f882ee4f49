//! TB127 `card-in-no-scenario`: the scenario's own file defines a card that no side lists.

use std::collections::HashSet;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::causes;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB127", "card-in-no-scenario", Severity::Warning, include_str!("card_in_no_scenario.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    // A card that is named is found where it is named.
    let named: HashSet<usize> = causes::unused_names(battle).into_iter().map(|name| name.card).collect();
    for card in causes::unlisted_cards(battle).into_iter().filter(|card| !named.contains(card)) {
        let message = format!("no side lists card `{}`", battle.cards[card].id);
        let finding = cx.finding(battle.card_address(card, "/card"), message);
        cx.push(finding.help("list it in a side's `cards`, or move it to a deck"));
    }
}
