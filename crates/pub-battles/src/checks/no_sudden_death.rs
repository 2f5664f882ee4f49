//! PB165 `no-sudden-death`: losses are compared, but a destroyed army fights on.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB165", "no-sudden-death", Severity::Info, include_str!("no_sudden_death.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    if !battle.victory.is_empty() && battle.victory.iter().all(|goal| *goal == ResolvedGoal::Losses) {
        let message = "without `sudden-death` the battle continues to its last turn, whatever the losses";
        let finding = cx.finding(battle.scenario_address("/scenario/victory/0/rule"), message);
        cx.push(finding.help("add `{rule: sudden-death}` before it"));
    }
}
