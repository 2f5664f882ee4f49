//! PB166 `hold-after-losses`: a location is checked after losses have already decided the battle.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB166", "hold-after-losses", Severity::Warning, include_str!("hold_after_losses.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    // Between days only locations are asked for.
    if battle.scenario().is_none_or(|scenario| scenario.days > 1) {
        return;
    }
    let Some(losses) = battle.victory.iter().position(|goal| *goal == ResolvedGoal::Losses) else { return };
    for (i, goal) in battle.victory.iter().enumerate().skip(losses) {
        if matches!(goal, ResolvedGoal::Hold { turn: None, .. }) {
            let at = |i: usize| battle.scenario_address(&format!("/scenario/victory/{i}/rule"));
            let finding = cx.finding(at(i), "losses are checked before this and decide the battle: the side with fewer losses wins, and equal losses are a draw");
            cx.push(finding.with_related(at(losses), "here").help("move it before `losses`"));
        }
    }
}
