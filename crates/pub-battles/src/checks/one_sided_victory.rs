//! PB164 `one-sided-victory`: only one side can win.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::{PubBattle, ResolvedGoal};

pub(super) const CHECK: Check<PubBattle> = Check {
    code: Code::new("PB164", "one-sided-victory", Severity::Warning, include_str!("one_sided_victory.md")),
    run,
};

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let [_, _] = &battle.sides[..] else { return };
    let only = |goal: &ResolvedGoal| match goal {
        ResolvedGoal::Hold { side, or_loses: false, .. } => *side,
        ResolvedGoal::Hold { or_loses: true, .. } | ResolvedGoal::SuddenDeath | ResolvedGoal::Losses => None,
    };
    let Some(winner) = battle.victory.first().and_then(only) else { return };
    if battle.victory.iter().all(|goal| only(goal) == Some(winner)) {
        let loser = 1 - winner;
        let [winner, name] = [winner, loser].map(|side| &battle.sides[side].name);
        let message = format!("`{name}` cannot win: only `{winner}` can win by these rules");
        let finding = cx.finding(battle.scenario_address(&format!("/scenario/sides/{loser}/name")), message);
        cx.push(finding.help("add a way for it to win, such as `{rule: sudden-death}`"));
    }
}
