//! SB145 `end-never-comes`: a condition of victory waits for a last round that never comes.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::states_of_battle::model::VictoryTime;
use crate::systems::states_of_battle::resolve::StatesBattle;

/// A condition of victory waits for a last round that never comes.
pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB145", "end-never-comes", Severity::Warning, include_str!("end_never_comes.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    if battle.scenario().is_none_or(|scenario| scenario.rounds.is_some()) {
        return;
    }
    for victory in battle.victory.iter().filter(|victory| victory.time == VictoryTime::End) {
        let message = "this is looked at after the last round, and without `rounds` there is none";
        cx.push(cx.at(victory.at.join("/at"), message).help("give the scenario `rounds`, or write `at: now`"));
    }
}
