//! SB126 `rule-in-words`: a rule in words is printed, but not played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB126", "rule-in-words", Severity::Info, include_str!("rule_in_words.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let of_scenario = battle.scenario().filter(|scenario| scenario.rule_text.is_some());
    let of_scenario = of_scenario.map(|_| battle.scenario_address("/scenario/rule_text"));
    let of_units = battle.judged_units().filter(|unit| battle.written_unit(*unit).rule_text.is_some());
    for at in of_scenario.into_iter().chain(of_units.map(|unit| battle.unit_address(unit, "/rule_text"))) {
        let finding = cx.finding(at, "this rule is printed but not played: players must apply it themselves");
        cx.push(finding.help("if `special`, `triggers` or the effects of cards can express the rule, write it there: then it is played too"));
    }
}
