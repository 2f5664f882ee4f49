//! PB157 `idle-way-point`: a way-point has no effect on the route of an order.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::checks::written_commands;
use crate::model::LocationRef;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB157", "idle-way-point", Severity::Warning, include_str!("idle_way_point.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (command, written) in written_commands(battle).iter().enumerate() {
        for (k, order) in written.orders.iter().enumerate() {
            for (i, name) in order.via.iter().enumerate() {
                let last = i + 1 == order.via.len();
                let aim = [&order.attack, &order.defend].into_iter().flatten().next();
                let is_aim = last && matches!(aim, Some(LocationRef::One(aim)) if aim == name);
                let message = match i > 0 && order.via[i - 1] == *name {
                    true => format!("`{name}` is already the previous way-point"),
                    false if is_aim => format!("`{name}` is the goal of the order; it is not needed as a way-point"),
                    false => continue,
                };
                let at = battle.command_address(command, &format!("/orders/{k}/via/{i}"));
                cx.push(cx.finding(at.clone(), message).help("remove it").mend(true, vec![Edit::remove(at)]));
            }
        }
    }
}
