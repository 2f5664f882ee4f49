//! PB156 `order-never-followed`: an order follows an order to defend, which never ends.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::checks::written_commands;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB156", "order-never-followed", Severity::Warning, include_str!("order_never_followed.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (command, written) in written_commands(battle).iter().enumerate() {
        let defends = written.orders.iter().position(|order| order.defend.is_some() && order.attack.is_none());
        let Some(defends) = defends.filter(|k| k + 1 < written.orders.len()) else { continue };
        let at = |order: usize| battle.command_address(command, &format!("/orders/{order}"));
        let finding =
            cx.finding(at(defends + 1), "this order is never followed: the order to defend before it never ends");
        cx.push(
            finding
                .with_related(at(defends), "defends")
                .help("move the order to defend to the end, or remove the orders after it"),
        );
    }
}
