//! PB167 `brittle-army`: losing one block loses half of the army.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{BlockKind, BlockQuality};
use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB167", "brittle-army", Severity::Warning, include_str!("brittle_army.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if !battle.victory.contains(&ResolvedGoal::SuddenDeath) {
        return;
    }
    for (side, resolved) in battle.sides.iter().enumerate() {
        let blocks: Vec<usize> =
            resolved.commands.iter().flat_map(|command| battle.commands[*command].blocks.clone()).collect();
        let size = blocks.iter().filter(|block| battle.blocks[**block].kind != BlockKind::Train).count();
        let counts_two = |block: &&usize| {
            let block = &battle.blocks[**block];
            block.quality == BlockQuality::Elite || block.kind == BlockKind::Train
        };
        match size {
            1 | 2 => {
                let blocks = if size == 1 { "block; losing it is" } else { "blocks; losing one is half of it and" };
                let message = format!("the army of `{}` has {size} {blocks} the end of the battle", resolved.name);
                cx.push(cx.finding(battle.scenario_address(&format!("/scenario/sides/{side}/name")), message));
            }
            3 | 4 => {
                let Some(block) = blocks.iter().find(counts_two) else { continue };
                let name = &battle.blocks[*block].name;
                let message = format!(
                    "losing `{name}` counts as 2, which is at least half of an army of {size} blocks and ends the battle"
                );
                cx.push(cx.finding(battle.block_address(*block, "/block"), message));
            }
            _ => {}
        }
    }
}
