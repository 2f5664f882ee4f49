//! PB213 `idle-train`: a card has a baggage train, but trains are not in force.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::FlagRule;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB213", "idle-train", Severity::Warning, include_str!("idle_train.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(flag) = battle.decks().filter(|decks| !decks.optional.contains(&FlagRule::Trains)) else { return };
    for (i, deck) in flag.decks.iter().enumerate() {
        for (k, card) in deck.corps.iter().enumerate() {
            let Some(train) = card.blocks.iter().position(|block| !block.kind.is_fighting()) else { continue };
            let at = battle.scenario_address(&format!("/capture_the_flag/decks/{i}/corps/{k}/blocks/{train}/kind"));
            let finding =
                cx.finding(at, format!("`{}` is not used: the rule `trains` is off", card.blocks[train].block));
            cx.push(finding.help("add `optional: [trains]`, or remove the train"));
        }
    }
}
