//! PB206 `short-setup-deck`: a setup deck has one card.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB206", "short-setup-deck", Severity::Error, include_str!("short_setup_deck.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if battle.decks().is_some_and(|decks| decks.setup.len() == 1) {
        let finding = cx.finding(
            battle.scenario_address("/capture_the_flag/setup/0/letters"),
            "the setup deck has one card; expected at least two",
        );
        cx.push(finding.help("to use the nine cards of the rules, remove `setup`"));
    }
}
