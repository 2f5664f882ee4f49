//! PB207 `wrong-card-strength`: the strength of a corps card does not match its blocks.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::english::count_in_digits;

use crate::checks::decks;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB207", "wrong-card-strength", Severity::Error, include_str!("wrong_card_strength.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (i, deck) in decks(battle) {
        for (k, card) in deck.corps.iter().enumerate() {
            let Some(strength) = card.strength.filter(|strength| usize::from(*strength) != card.fighting()) else {
                continue;
            };
            let at = battle.scenario_address(&format!("/capture_the_flag/decks/{i}/corps/{k}/strength"));
            let blocks = count_in_digits(card.fighting(), "block", "blocks");
            let finding = cx.finding(
                at.clone(),
                format!("the strength is {strength}, but `{}` has {blocks} besides trains", card.hq),
            );
            cx.push(finding.replace(true, at, card.fighting().to_string()));
        }
    }
}
