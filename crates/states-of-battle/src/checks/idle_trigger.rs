//! SB141 `idle-trigger`: a trigger waits for a state in which the army starts, or which it never enters.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::MoraleState;
use crate::resolve::BattleSide;
use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB141", "idle-trigger", Severity::Warning, include_str!("idle_trigger.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for trigger in &battle.triggers {
        let Some(side) = trigger.side else { continue };
        let BattleSide { name, counters, by_state, .. } = &battle.sides[side];
        let state = trigger.state;
        let message = match state {
            MoraleState::Emboldened if trigger.effect.is_once() => {
                format!("`{name}` starts in Emboldened, so it can never enter it for the first time")
            }
            MoraleState::Emboldened => format!("`{name}` starts in Emboldened, so this applies from the first round"),
            _ if *counters == 0 || !battle.army_is_known(side) => continue,
            _ if by_state[state as usize] == 0 && !battle.can_push(side) => {
                format!(
                    "`{name}` never enters {}: with {counters} counters, none are left for that state",
                    state.word()
                )
            }
            _ => continue,
        };
        cx.push(cx.finding(trigger.at.join("/state"), message));
    }
}
