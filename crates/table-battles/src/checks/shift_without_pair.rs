//! TB173 `shift-without-pair`: sticks may be shifted, but no side has two normal formations of one arm (TB-12.2).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{Arm, Rule};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB173", "shift-without-pair", Severity::Warning, include_str!("shift_without_pair.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario().filter(|_| battle.all_listed()) else { return };
    let Some(rule) = scenario.rules.iter().position(|rule| *rule == Rule::Shift) else { return };
    // Where no card has an arm, `rule-without-marks` speaks.
    let arms = battle.fielded_cards().any(|card| battle.formation(card).arm.is_some());
    if arms && !(0..battle.armies.len()).any(|side| has_pair(battle, side)) {
        let message = "no side has two normal formations of one arm, so no sticks can be shifted";
        cx.push(cx.finding(battle.scenario_address(&format!("/scenario/rules/{rule}")), message));
    }
}

/// Returns true if two normal formations of a side are of one arm.
fn has_pair(battle: &Battle, side: usize) -> bool {
    let cards = || battle.armies[side].cards.iter().map(|card| battle.formation(*card));
    let of = |arm| cards().filter(|f| f.arm == Some(arm) && !f.strength.special()).count();
    of(Arm::Infantry) > 1 || of(Arm::Cavalry) > 1
}
