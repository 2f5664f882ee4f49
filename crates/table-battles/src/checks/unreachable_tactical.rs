//! TB159 `unreachable-tactical`: a tactical number is larger than the number of all enemy sticks (TB-11.3).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use super::too_many_sticks::sticks;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB159", "unreachable-tactical", Severity::Error, include_str!("unreachable_tactical.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for (i, side) in battle.sides().iter().enumerate().filter(|_| battle.armies_known()) {
        let Some(tactical) = &side.tactical else { continue };
        let enemies = battle.fielded_cards().filter(|card| battle.cards[*card].sides != [i]);
        let all: usize = enemies.map(|card| sticks(battle, card)).sum();
        if usize::from(tactical.sticks) > all {
            let at = battle.scenario_address(&format!("/scenario/sides/{i}/tactical/sticks"));
            cx.push(cx.finding(at, format!("`{}` can never be reached; the enemy has {all} sticks", tactical.sticks)));
        }
    }
}
