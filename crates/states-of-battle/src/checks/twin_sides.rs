//! SB111 `twin-sides`: both sides have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::StatesBattle;

pub(super) const CHECK: Check<StatesBattle> =
    Check { code: Code::new("SB111", "twin-sides", Severity::Error, include_str!("twin_sides.md")), run };

/// Sides looked at: a scenario with more has another mistake.
const CHECKED: usize = 8;

fn run(battle: &StatesBattle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides.iter().enumerate().take(CHECKED) {
        let is_same = |name: &str| name.to_lowercase() == side.name.to_lowercase();
        if let Some(earlier) = battle.sides[..i].iter().position(|other| is_same(&other.name)) {
            let other = &battle.sides[earlier].name;
            let message = match *other == side.name {
                true => format!("`{}` is already the name of another side", side.name),
                false => format!("`{}` and `{other}` differ only in capitals", side.name),
            };
            let finding = cx.finding(battle.side_address(i, "/name"), message);
            cx.push(finding.with_related(battle.side_address(earlier, "/name"), "the other side"));
        }
    }
}
