//! TB121 `first-side`: no side, or more than one, goes first (TB-4.1).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB121", "first-side", Severity::Error, include_str!("first_side.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let Some(scenario) = battle.scenario().filter(|_| battle.sides_known()) else { return };
    let mut first = scenario.sides.iter().enumerate().filter(|(_, side)| side.first).map(|(i, _)| i);
    let at = |i| battle.scenario_address(&format!("/scenario/sides/{i}/first"));
    let Some(one) = first.next() else {
        let sides = Address::key(battle.file(), Pointer::parse("/scenario/sides"));
        return cx.push(cx.finding(sides, "no side goes first; expected `first: true` on exactly one"));
    };
    for other in first {
        let message = format!("`{}` also goes first; expected exactly one side", scenario.sides[other].name);
        let earlier = format!("`{}` goes first", scenario.sides[one].name);
        cx.push(cx.finding(at(other), message).with_related(at(one), earlier));
    }
}
