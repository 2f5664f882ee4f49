//! TB190 `unplayed-rule`: a rule in words is printed, but not played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB190", "unplayed-rule", Severity::Info, include_str!("unplayed_rule.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let of_scenario = battle.scenario().filter(|scenario| scenario.rule_text.is_some());
    let of_scenario = of_scenario.map(|_| battle.scenario_address("/scenario/rule_text"));
    let of_cards = battle.judged_cards().filter(|card| battle.formation(*card).rule_text.is_some());
    for at in of_scenario.into_iter().chain(of_cards.map(|card| battle.card_address(card, "/rule_text"))) {
        let finding = cx.finding(at, "this rule is printed but not played: `smoke`, `balance` and `replay` ignore it");
        cx.push(finding.help("if `special` can express the rule, write it there: then it is played too"));
    }
}
