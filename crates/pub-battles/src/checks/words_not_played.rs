//! PB190 `words-not-played`: a special rule in words is printed, but not played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB190", "words-not-played", Severity::Info, include_str!("words_not_played.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if battle.scenario().is_some_and(|scenario| scenario.rule_text.is_some()) {
        let message = "this rule is printed but not played: players must apply it themselves";
        let finding = cx.finding(battle.scenario_address("/scenario/rule_text"), message);
        cx.push(finding.help("if `special` can express the rule, write it there: then it is played too"));
    }
}
