//! PB148 `hidden-block-stands`: a block that is hidden with its headquarters has a position or entry of its own.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::checks::written_commands;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB148", "hidden-block-stands", Severity::Error, include_str!("hidden_block_stands.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (command, written) in battle.commands.iter().zip(written_commands(battle)).filter(|(of, _)| of.is_hidden) {
        for (block, written) in command.blocks.iter().map(|block| &battle.blocks[*block]).zip(written.blocks) {
            let keys = [
                ("at", written.at.is_some()),
                ("enters", written.enters.is_some()),
                ("facing", written.facing.is_some()),
            ];
            let Some((key, _)) = keys.into_iter().find(|(_, is_there)| *is_there) else { continue };
            let message =
                format!("`{}` is hidden with `{}` until that headquarters is spotted", block.name, command.hq);
            let finding = cx.finding(Address::key(battle.file(), block.pointer.key(key)), message);
            let finding = finding.with_related(Address::key(battle.file(), command.pointer.key("hidden")), "here");
            cx.push(finding.help(format!("remove `{key}`, or remove `hidden` from its headquarters")));
        }
    }
}
