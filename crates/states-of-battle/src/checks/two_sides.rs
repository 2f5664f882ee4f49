//! SB110 `two-sides`: a scenario does not have exactly two sides.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::{Address, Pointer};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB110", "two-sides", Severity::Error, include_str!("two_sides.md")), run };

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    let count = battle.sides.len();
    if battle.scenario().is_some() && count != 2 {
        let at = Address::key(battle.file(), Pointer::parse("/scenario/sides"));
        let s = if count == 1 { "" } else { "s" };
        cx.push(cx.finding(at, format!("the battle has {count} side{s}; expected exactly two")));
    }
}
