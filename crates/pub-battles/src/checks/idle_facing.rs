//! PB147 `idle-facing`: a block that enters has a facing.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::written_commands;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB147", "idle-facing", Severity::Warning, include_str!("idle_facing.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let written = written_commands(battle);
    let written = written.iter().flat_map(|command| command.blocks);
    for (i, (block, written)) in battle.blocks.iter().zip(written).enumerate() {
        if block.at.is_none() && block.entry.is_some() && written.facing.is_some() {
            let finding = cx.finding(battle.block_address(i, "/facing"), "units that enter always face inward");
            cx.push(finding.help("`facing` applies to blocks on the map at the start; remove it"));
        }
    }
}
