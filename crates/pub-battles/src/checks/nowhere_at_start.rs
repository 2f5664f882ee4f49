//! PB144 `nowhere-at-start`: a block or headquarters is neither on the map at the start nor enters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB144", "nowhere-at-start", Severity::Error, include_str!("nowhere_at_start.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let is_nowhere = |command: usize| {
        let command = &battle.commands[command];
        command.at.is_none() && command.entry.is_none()
    };
    for (i, command) in battle.commands.iter().enumerate().filter(|(i, _)| is_nowhere(*i)) {
        let message = format!("the headquarters of `{}` is neither on the map nor enters", command.hq);
        let finding = cx.finding(battle.command_address(i, "/hq"), message);
        cx.push(finding.help("add a place (`at`), or the turn in which it enters (`enters`)"));
    }
    for (i, block) in battle.blocks.iter().enumerate() {
        // Where its headquarters is nowhere, that is what is missing; and hidden blocks are placed later.
        if battle.commands[block.command].is_hidden {
            continue;
        }
        if block.at.is_none() && block.entry.is_none() && !is_nowhere(block.command) {
            let message =
                format!("`{}` is neither on the map nor enters, and its headquarters does not enter", block.name);
            let finding = cx.finding(battle.block_address(i, "/block"), message);
            cx.push(finding.help("add a place (`at`), or the turn in which it enters (`enters`)"));
        }
    }
}
