//! TT117 `card-in-no-faction`: the scenario's own file has a card that no faction lists.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT117", "card-in-no-faction", Severity::Warning, include_str!("card_in_no_faction.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    if battle.factions.len() < 2 {
        return;
    }
    let slip = battle.misnumbered_card().map(|(card, _)| card);
    for card in (0..battle.cards.len()).filter(|card| battle.is_idle(*card) && Some(*card) != slip) {
        // The second card of a number is another finding.
        if !battle.is_numbered_twice(card) {
            let finding = cx.finding(
                battle.card_address(card, "/card"),
                format!("no faction lists card `{}`", battle.cards[card].id),
            );
            cx.push(finding.help("list it in a faction's `cards`, or move it to a file of `decks`"));
        }
    }
}
