//! PB150 `attack-or-defend`: an order neither attacks nor defends, or both.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::source::Address;
use crate::systems::pub_battles::checks::written_commands;
use crate::systems::pub_battles::resolve::PubBattle;

/// An order neither attacks nor defends, or both.
pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB150", "attack-or-defend", Severity::Error, include_str!("attack_or_defend.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    for (command, written) in written_commands(battle).iter().enumerate() {
        for (k, order) in written.orders.iter().enumerate() {
            let at = battle.at_command(command, &format!("/orders/{k}"));
            match (&order.attack, &order.defend) {
                (None, None) => {
                    let finding = cx.at(at, "this order neither attacks nor defends");
                    cx.push(finding.help("name a location: `attack: LOCATION` or `defend: LOCATION`"));
                }
                (Some(_), Some(_)) => {
                    let key = |key: &str| Address::key(at.file, at.pointer.key(key));
                    let finding = cx.at(key("defend"), "this order is to attack; an order does one of both");
                    cx.push(finding.related(key("attack"), "here").help("make two orders of it"));
                }
                (Some(_), None) | (None, Some(_)) => {}
            }
        }
    }
}
