//! PB145 `at-and-enters`: a block or headquarters is on the map at the start and also enters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB145", "at-and-enters", Severity::Error, include_str!("at_and_enters.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let file = battle.file();
    for command in battle.commands.iter().filter(|command| command.at.is_some() && command.entry.is_some()) {
        let message = format!("the headquarters of `{}` is already on the map at the start", command.hq);
        let finding = cx.finding(Address::key(file, command.pointer.key("enters")), message);
        let finding = finding.with_related(Address::value(file, command.pointer.key("at")), "here");
        cx.push(finding.help("remove `at` or `enters`; blocks that enter have their own `enters`"));
    }
    for block in battle.blocks.iter().filter(|block| block.at.is_some() && block.entry.is_some()) {
        let message = format!("`{}` is already on the map at the start", block.name);
        let finding = cx.finding(Address::key(file, block.pointer.key("enters")), message);
        let finding = finding.with_related(Address::value(file, block.pointer.key("at")), "here");
        cx.push(finding.help("remove `at` or `enters`"));
    }
}
