//! PB154 `forgotten-orders`: a command has no orders, but others have.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::written_commands;
use crate::model::OptionalRule;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB154", "forgotten-orders", Severity::Warning, include_str!("forgotten_orders.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let written = written_commands(battle);
    if !battle.has(OptionalRule::WrittenOrders) || written.iter().all(|command| command.orders.is_empty()) {
        return;
    }
    for (i, (command, written)) in battle.commands.iter().zip(&written).enumerate() {
        if written.orders.is_empty() && command.has_chit && !command.blocks.is_empty() {
            let message =
                format!("`{}` has no orders, so its blocks stay where they are until orders are written", command.hq);
            cx.push(cx.finding(battle.command_address(i, "/hq"), message));
        }
    }
}
