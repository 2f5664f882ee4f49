//! SB145 `end-never-comes`: a victory condition waits for a last round that is never played.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::VictoryTime;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB145", "end-never-comes", Severity::Warning, include_str!("end_never_comes.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    if battle.scenario().is_none_or(|scenario| scenario.rounds.is_some()) {
        return;
    }
    for victory in battle.victory.iter().filter(|victory| victory.time == VictoryTime::End) {
        let message = "this is checked after the last round, but without `rounds` there is none";
        cx.push(cx.finding(victory.at.join("/at"), message).help("add `rounds` to the scenario, or write `at: now`"));
    }
}
