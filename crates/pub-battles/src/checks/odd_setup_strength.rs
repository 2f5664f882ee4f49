//! PB205 `odd-setup-strength`: the strength of a setup card does not match its letters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::capture_the_flag::FlagSetup;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB205", "odd-setup-strength", Severity::Warning, include_str!("odd_setup_strength.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, card) in battle.decks().into_iter().flat_map(|decks| &decks.setup).enumerate() {
        let Some(setup) = FlagSetup::parse(card).filter(|setup| setup.strength != setup.natural_strength()) else {
            continue;
        };
        let (at, natural) = (format!("/capture_the_flag/setup/{i}/strength"), setup.natural_strength());
        let message =
            format!("`{}` has a strength of {}, but {natural} of its letters are not X", card.letters, card.strength);
        cx.push(cx.finding(battle.scenario_address(&at), message));
    }
}
