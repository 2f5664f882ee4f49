//! PB159 `orders-without-chit`: a headquarters without a chit has orders.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::checks::written_commands;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB159", "orders-without-chit", Severity::Warning, include_str!("orders_without_chit.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (command, written) in battle.commands.iter().zip(&written_commands(battle)) {
        if !command.has_chit && !written.orders.is_empty() {
            let message = format!(
                "`{}` has no chit: its blocks act with a corps and follow the orders of that corps",
                command.hq
            );
            let at = Address::key(battle.file(), command.pointer.key("orders"));
            cx.push(cx.finding(at, message).help("remove the orders, or give it a chit: `chit: true`"));
        }
    }
}
