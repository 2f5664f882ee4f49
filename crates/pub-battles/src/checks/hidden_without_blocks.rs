//! PB116 `hidden-without-blocks`: a hidden army headquarters has no blocks.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB116", "hidden-without-blocks", Severity::Warning, include_str!("hidden_without_blocks.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for command in battle.commands.iter().filter(|command| command.is_hidden && command.blocks.is_empty()) {
        let message = format!("`{}` has no blocks of its own, so hiding it has no effect", command.hq);
        let finding = cx.finding(Address::key(battle.file(), command.pointer.key("hidden")), message);
        cx.push(finding.help("remove it; each corps hides its own blocks"));
    }
}
