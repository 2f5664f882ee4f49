//! PB166 `hold-after-losses`: a location is looked at after losses have decided.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::pub_battles::resolve::{PubBattle, ResolvedGoal};

/// A location is looked at after losses have decided.
pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB166", "hold-after-losses", Severity::Warning, include_str!("hold_after_losses.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    // Between days only locations are asked for, and losses decide nothing.
    let Some(scenario) = battle.scenario().filter(|scenario| scenario.days == 1) else { return };
    let Some(losses) = battle.victory.iter().position(|goal| *goal == ResolvedGoal::Losses) else { return };
    for (i, goal) in battle.victory.iter().enumerate().skip(losses) {
        let ResolvedGoal::Hold { turn, .. } = goal else { continue };
        if turn.is_none_or(|turn| turn >= scenario.turns) {
            let at = |i: usize| battle.at_scenario(&format!("/scenario/victory/{i}/rule"));
            let finding = cx.at(at(i), "losses are asked before, and decide unless they are equal");
            cx.push(finding.related(at(losses), "here").help("put it before `losses`"));
        }
    }
}
