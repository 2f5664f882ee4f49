//! TB166 `unshakable-morale`: a side has more morale cubes than its formations can lose.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;
use crate::resolve::CUBES;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB166", "unshakable-morale", Severity::Info, include_str!("unshakable_morale.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    // Special rules move morale in ways of their own; more morale than there are cubes is a mistake of its own.
    let cubes: usize = battle.sides().iter().map(|side| usize::from(side.morale)).sum();
    if !battle.armies_known() || !battle.effects().is_empty() || cubes > usize::from(CUBES) {
        return;
    }
    for (i, (side, army)) in battle.sides().iter().zip(&battle.armies).enumerate() {
        let formations = army.cards.iter().map(|card| battle.formation(*card));
        let gives: u32 = formations.filter(|f| !f.strength.special()).map(|f| if f.star { 2 } else { 1 }).sum();
        if u32::from(side.morale) > gives {
            let at = battle.scenario_address(&format!("/scenario/sides/{i}/morale"));
            let message = format!(
                "`{}` can never lose all its `{}` morale: its routs cost at most {gives}",
                side.name, side.morale
            );
            cx.push(cx.finding(at, message).help("it can lose only by having nothing left to attack with"));
        }
    }
}
