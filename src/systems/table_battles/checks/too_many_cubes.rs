//! TB130 `too-many-cubes`: morale and special formations need more than ten cubes at set-up (TB-4.2).

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::resolve::Battle;

/// Morale and special formations need more than ten cubes at set-up (TB-4.2).
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB130",
        name: "too-many-cubes",
        severity: Severity::Error,
        page: include_str!("too_many_cubes.md"),
    },
    run,
};

/// Cubes in the box (TB-1.2).
pub(super) const CUBES: usize = 10;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let sides = battle.sides();
    let special: Vec<usize> = battle.fielded().filter(|card| battle.formation(*card).strength.special()).collect();
    let cubes = special.len() + sides.iter().map(|side| usize::from(side.morale)).sum::<usize>();
    // The larger morale is the likelier mistake.
    let Some((most, side)) = sides.iter().enumerate().max_by_key(|(_, side)| side.morale) else { return };
    if cubes <= CUBES {
        return;
    }
    let at = |i| battle.at_scenario(&format!("/scenario/sides/{i}/morale"));
    let message =
        format!("`{}` of {cubes} cubes at set-up; the box has {CUBES} for morale and special formations", side.morale);
    let mut finding = cx.at(at(most), message);
    for (i, side) in sides.iter().enumerate().filter(|(i, _)| *i != most) {
        finding = finding.related(at(i), format!("{} for the morale of `{}`", side.morale, side.name));
    }
    for card in special {
        finding = finding.related(battle.at(card, "/strength"), format!("1 on `{}`", battle.formation(card).name));
    }
    cx.push(finding);
}
