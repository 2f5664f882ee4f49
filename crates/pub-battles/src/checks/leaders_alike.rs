//! PB153 `leaders-alike`: leaders have ratings, but every leader is average.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::{Leader, OptionalRule};
use crate::resolve::PubBattle;

pub(super) const CHECK: Check<PubBattle> =
    Check { code: Code::new("PB153", "leaders-alike", Severity::Info, include_str!("leaders_alike.md")), run };

fn run(battle: &PubBattle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario() else { return };
    let Some(rule) = scenario.optional.iter().position(|rule| *rule == OptionalRule::Leadership) else { return };
    if !battle.commands.is_empty() && battle.commands.iter().all(|command| command.leader == Leader::Average) {
        let message = "every leader is average, so joining a block has no effect on its rating";
        let finding = cx.finding(battle.scenario_address(&format!("/scenario/optional/{rule}")), message);
        cx.push(finding.help("rate the best and the worst leaders: `leader: great`, `leader: poor`"));
    }
}
