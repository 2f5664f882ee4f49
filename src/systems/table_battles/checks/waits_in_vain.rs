//! TB145 `waits-in-vain`: a formation waits in reserve behind one that can never leave play (TB-10.4).

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::blame;
use crate::systems::table_battles::prospects::{can_lose_sticks, can_retire};
use crate::systems::table_battles::resolve::{Battle, Reference, Role};

/// A formation waits in reserve behind one that can never leave play (TB-10.4).
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB145",
        name: "waits-in-vain",
        severity: Severity::Warning,
        page: include_str!("waits_in_vain.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let all_found = blame::all_found(battle);
    for reference in battle.references.iter().filter(|reference| reference.role == Role::Behind) {
        let (card, Some(friend)) = (reference.from, reference.card()) else { continue };
        let formation = battle.formation(friend);
        let commanded = |r: &&_| matches!(r, Reference { role: Role::Command, .. } if r.card() == Some(card));
        // A name that means nobody yet may be the attack that lets it rout.
        let routs = !formation.strength.special() && (!all_found || can_lose_sticks(battle, friend));
        let leaves = formation.pursuit || can_retire(formation) || routs;
        if leaves || friend == card || battle.references.iter().any(|r| commanded(&r)) {
            continue;
        }
        let message = format!("`{}` can never retire, rout or pursue, so nobody behind it enters", reference.text);
        cx.push(cx.at(reference.at.clone(), message).related(battle.at(friend, "/card"), "it is defined here"));
    }
}
