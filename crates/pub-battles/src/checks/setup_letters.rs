//! PB203 `setup-letters`: the letters of a setup card are not three of S, R and X.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::capture_the_flag::{FlagSetup, StackLetter};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB203", "setup-letters", Severity::Error, include_str!("setup_letters.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, card) in battle.decks().into_iter().flat_map(|decks| &decks.setup).enumerate() {
        let at = || battle.scenario_address(&format!("/capture_the_flag/setup/{i}/letters"));
        match FlagSetup::read_letters(&card.letters) {
            None => {
                let message = format!("`{}` is not three letters of S, R and X", card.letters);
                cx.push(cx.finding(at(), message));
            }
            Some([StackLetter::Reserve, ..]) => {
                let finding = cx.finding(at(), "with three X there are no blocks on the first day");
                cx.push(finding.help("at least one letter must be S or R"));
            }
            Some(_) => {}
        }
    }
}
