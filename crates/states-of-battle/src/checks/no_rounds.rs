//! SB144 `no-rounds`: a battle ends before its first round.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB144", "no-rounds", Severity::Error, include_str!("no_rounds.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    if battle.scenario().and_then(|scenario| scenario.rounds) == Some(0) {
        let finding =
            cx.finding(battle.scenario_address("/scenario/rounds"), "a battle of `0` rounds ends before it begins");
        cx.push(finding.help("for a battle without a limit, remove `rounds`"));
    }
}
