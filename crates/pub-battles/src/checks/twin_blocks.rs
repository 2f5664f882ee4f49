//! PB113 `twin-blocks`: two blocks of a command have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::{decks, twins};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB113", "twin-blocks", Severity::Error, include_str!("twin_blocks.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for command in &battle.commands {
        let names: Vec<&str> = command.blocks.iter().map(|block| battle.blocks[*block].name.as_str()).collect();
        for twin in twins(&names) {
            let at = |block: usize| battle.block_address(command.blocks[block], "/block");
            let what = format!("block of `{}`", command.hq);
            cx.push(cx.finding(at(twin.again), twin.message(&what)).with_related(at(twin.first), "the other block"));
        }
    }
    for (i, deck) in decks(battle) {
        for (k, card) in deck.corps.iter().enumerate() {
            let names: Vec<&str> = card.blocks.iter().map(|block| &*block.block).collect();
            for twin in twins(&names) {
                let at = |block| {
                    battle.scenario_address(&format!("/capture_the_flag/decks/{i}/corps/{k}/blocks/{block}/block"))
                };
                let what = format!("block of `{}`", card.hq);
                cx.push(
                    cx.finding(at(twin.again), twin.message(&what)).with_related(at(twin.first), "the other block"),
                );
            }
        }
    }
}
