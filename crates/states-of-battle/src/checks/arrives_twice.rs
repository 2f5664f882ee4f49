//! SB128 `arrives-twice`: a unit is called as a reinforcement twice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;

use crate::resolve::StatesBattle;
use crate::resolve::TriggerEffect;
use rustc_hash::FxHashMap;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB128", "arrives-twice", Severity::Error, include_str!("arrives_twice.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let mut first: FxHashMap<usize, Address> = FxHashMap::default();
    for trigger in &battle.triggers {
        let TriggerEffect::Reinforcements(units) = &trigger.effect else { continue };
        for (i, unit) in units.iter().enumerate() {
            let Some(unit) = unit else { continue };
            let at = trigger.at.join(&format!("/units/{i}"));
            if let Some(earlier) = first.get(unit) {
                let message = format!("`{}` already arrives; a unit can arrive only once", battle.units[*unit].name);
                cx.push(cx.finding(at, message).with_related(earlier.clone(), "here"));
            } else {
                first.insert(*unit, at);
            }
        }
    }
}
