//! PB152 `no-trains`: blocks can rally only with trains, but a side has none.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{BlockKind, OptionalRule};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB152", "no-trains", Severity::Warning, include_str!("no_trains.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if !battle.has(OptionalRule::Trains) {
        return;
    }
    for (side, resolved) in battle.sides.iter().enumerate() {
        let is_train = |command: &usize| {
            let mut blocks = battle.commands[*command].blocks.iter();
            blocks.any(|block| battle.blocks[*block].kind == BlockKind::Train)
        };
        if !resolved.commands.iter().any(is_train) {
            let message =
                format!("`{}` has no train, so with the rule `trains` none of its blocks can rally", resolved.name);
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/sides/{side}/name")), message));
        }
    }
}
