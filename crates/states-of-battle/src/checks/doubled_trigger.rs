//! SB147 `doubled-trigger`: two triggers give a side two Generalship dice in the same state.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;
use crate::resolve::{BattleTrigger, TriggerEffect};

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB147", "doubled-trigger", Severity::Warning, include_str!("doubled_trigger.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let dice = battle.triggers.iter().filter(|trigger| matches!(trigger.effect, TriggerEffect::Generalship(_)));
    let dice: Vec<_> = dice.filter(|trigger| trigger.side.is_some()).collect();
    for (i, trigger) in dice.iter().enumerate() {
        let same = |other: &&&BattleTrigger| (other.side, other.state) == (trigger.side, trigger.state);
        if let Some(earlier) = dice[..i].iter().find(same) {
            let message = format!("the side already has another Generalship die in {}", trigger.state.word());
            cx.push(
                cx.finding(trigger.at.join("/die"), message).with_related(earlier.at.join("/die"), "the first one"),
            );
        }
    }
}
