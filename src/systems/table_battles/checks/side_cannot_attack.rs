//! TB134 `side-cannot-attack`: a side has nothing to attack with and loses at its first turn (TB-11.2).

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::prospects::{can_act, is_attack};
use crate::systems::table_battles::resolve::Battle;

/// A side has nothing to attack with and loses at its first turn (TB-11.2).
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB134",
        name: "side-cannot-attack",
        severity: Severity::Error,
        page: include_str!("side_cannot_attack.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for (i, (side, army)) in battle.sides().iter().zip(&battle.armies).enumerate() {
        // An attack that can never be made for any other reason has its own finding, at that reason.
        let attacks = |card: &usize| {
            let formation = battle.formation(*card);
            can_act(formation) && formation.actions.iter().any(is_attack)
        };
        if army.missing.is_empty() && !army.cards.iter().any(attacks) {
            let at = battle.at_scenario(&format!("/scenario/sides/{i}/name"));
            let message = format!("`{}` can never attack and loses at its first turn", side.name);
            cx.push(cx.at(at, message).help("give one of its formations an attack"));
        }
    }
}
