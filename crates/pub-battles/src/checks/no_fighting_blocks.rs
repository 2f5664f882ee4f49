//! PB115 `no-fighting-blocks`: a side has only trains.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::BlockKind;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB115", "no-fighting-blocks", Severity::Error, include_str!("no_fighting_blocks.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (side, resolved) in battle.sides.iter().enumerate() {
        let mut blocks = battle.blocks.iter().filter(|block| battle.commands[block.command].side == side).peekable();
        if blocks.peek().is_some() && blocks.all(|block| block.kind == BlockKind::Train) {
            let message = format!("`{}` has only trains, which do not count as an army", resolved.name);
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/sides/{side}/name")), message));
        }
    }
}
