//! PB151 `rule-not-in-force`: something is for an optional rule that is not in force.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};
use muster_core::source::Address;
use muster_systems::english::count_in_digits;

use crate::checks::written_commands;
use crate::model::{BlockKind, Leader, OptionalRule};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB151", "rule-not-in-force", Severity::Warning, include_str!("rule_not_in_force.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let commands = battle.commands.iter().enumerate();
    let written = written_commands(battle);
    let orders = written.iter().enumerate().filter(|(_, command)| !command.orders.is_empty());
    let orders = orders.map(|(i, _)| Address::key(battle.file(), battle.commands[i].pointer.key("orders"))).collect();
    let leaders = commands.filter(|(_, command)| command.leader != Leader::Average);
    let leaders = leaders.map(|(i, _)| battle.command_address(i, "/leader")).collect();
    let trains = battle.blocks.iter().enumerate().filter(|(_, block)| block.kind == BlockKind::Train);
    let trains = trains.map(|(i, _)| battle.block_address(i, "/kind")).collect();
    let rules: [(OptionalRule, Vec<Address>, &str); 3] = [
        (OptionalRule::WrittenOrders, orders, "orders have no effect"),
        (OptionalRule::Leadership, leaders, "every leader counts as average"),
        (OptionalRule::Trains, trains, "trains have no effect"),
    ];
    for (rule, places, what) in rules {
        let (Some(first), false) = (places.first(), battle.has(rule)) else { continue };
        let word = rule.word();
        let more = match places.len() - 1 {
            0 => String::new(),
            more => format!("; this also applies to {}", count_in_digits(more, "other place", "other places")),
        };
        let finding = cx.finding(first.clone(), format!("without `{word}` {what}{more}"));
        let finding = finding.help(format!("add `{word}` to `optional` of the scenario, or remove this"));
        let list = battle.scenario_address("/scenario/optional");
        cx.push(match scenario.optional.is_empty() {
            true => finding,
            false => finding.mend(false, vec![Edit::append(list, word)]),
        });
    }
}
