//! PB204 `setup-strength`: the strength of a setup card is not 1 to 3.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB204", "setup-strength", Severity::Error, include_str!("setup_strength.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, card) in battle.decks().into_iter().flat_map(|decks| &decks.setup).enumerate() {
        if !(1..=3).contains(&card.strength) {
            let at = battle.scenario_address(&format!("/capture_the_flag/setup/{i}/strength"));
            cx.push(cx.finding(at, format!("the strength is {}; expected 1 to 3", card.strength)));
        }
    }
}
