//! PB181 `special-twice`: a special rule is listed twice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Edit, Severity};

use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB181", "special-twice", Severity::Warning, include_str!("special_twice.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    for (i, special) in scenario.special.iter().enumerate() {
        let is_same = |k: &usize| {
            let earlier = &scenario.special[*k];
            earlier.only_while == special.only_while && earlier.effect == special.effect
        };
        if let Some(earlier) = (0..i).find(is_same) {
            let at = |i: usize, suffix: &str| battle.scenario_address(&format!("/scenario/special/{i}{suffix}"));
            let finding =
                cx.finding(at(i, "/do"), "this rule is already listed; rules that repeat each other count once");
            let finding = finding.with_related(at(earlier, "/do"), "the first one").help("remove it");
            cx.push(finding.mend(special.text.is_none(), vec![Edit::remove(at(i, ""))]));
        }
    }
}
