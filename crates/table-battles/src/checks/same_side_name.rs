//! TB122 `same-side-name`: both sides have the same name.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB122", "same-side-name", Severity::Error, include_str!("same_side_name.md")), run };

/// Sides looked at: a scenario with more has another mistake.
const CHECKED: usize = 8;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let sides = battle.sides();
    let at = |i| battle.scenario_address(&format!("/scenario/sides/{i}/name"));
    for (i, side) in sides.iter().enumerate().take(CHECKED) {
        if let Some(earlier) = sides[..i].iter().position(|other| other.name == side.name) {
            let finding = cx.finding(at(i), format!("`{}` is already the name of another side", side.name));
            cx.push(finding.with_related(at(earlier), "the other side"));
        }
    }
}
