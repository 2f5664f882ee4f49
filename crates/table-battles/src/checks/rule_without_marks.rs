//! TB172 `rule-without-marks`: an expansion rule is on, but no card uses it (TB-12.1, TB-12.2, TB-12.4).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{Arm, Formation, Rule};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB172", "rule-without-marks", Severity::Warning, include_str!("rule_without_marks.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario().filter(|_| battle.all_listed()) else { return };
    let nobody = |has: fn(&Formation) -> bool| !battle.fielded_cards().any(|card| has(battle.formation(card)));
    for (i, rule) in scenario.rules.iter().enumerate() {
        let lacking = match rule {
            Rule::Links => nobody(|f| f.link.is_some()).then_some("`links` is on, but no card has a link mark"),
            Rule::Shift => nobody(|f| f.arm.is_some()).then_some("`shift` is on, but no card has an arm"),
            Rule::Oblique => nobody(|f| f.arm == Some(Arm::Infantry) && !f.strength.special())
                .then_some("`oblique` is on, but no normal formation is infantry"),
        };
        if let Some(message) = lacking {
            cx.push(cx.finding(battle.scenario_address(&format!("/scenario/rules/{i}")), message));
        }
    }
}
