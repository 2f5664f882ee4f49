//! PB150 `attack-or-defend`: an order has neither `attack` nor `defend`, or has both.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::checks::written_commands;
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB150", "attack-or-defend", Severity::Error, include_str!("attack_or_defend.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (command, written) in written_commands(battle).iter().enumerate() {
        for (k, order) in written.orders.iter().enumerate() {
            let at = battle.command_address(command, &format!("/orders/{k}"));
            match (&order.attack, &order.defend) {
                (None, None) => {
                    let finding = cx.finding(at, "this order has neither `attack` nor `defend`");
                    cx.push(finding.help("add a location: `attack: LOCATION` or `defend: LOCATION`"));
                }
                (Some(_), Some(_)) => {
                    let key = |key: &str| Address::key(at.file, at.pointer.key(key));
                    let finding = cx
                        .finding(key("defend"), "this order already has `attack`; an order either attacks or defends");
                    cx.push(finding.with_related(key("attack"), "here").help("split it into two orders"));
                }
                (Some(_), None) | (None, Some(_)) => {}
            }
        }
    }
}
