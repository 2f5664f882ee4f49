//! TB152 `needless-absorb`: an absorb lists a friend that is never attacked.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::blame;
use crate::systems::table_battles::prospects::attacked;
use crate::systems::table_battles::resolve::{Battle, Role};

/// An absorb lists a friend that is never attacked.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB152",
        name: "needless-absorb",
        severity: Severity::Warning,
        page: include_str!("needless_absorb.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !blame::all_found(battle) {
        return;
    }
    let attacked = attacked(battle);
    for reference in battle.references.iter().filter(|reference| reference.role == Role::Absorb) {
        let Some(friend) = reference.card().filter(|friend| *friend != reference.from) else { continue };
        if !attacked.contains(&friend) {
            let message = format!("`{}` is never attacked, so there is nothing to absorb", reference.text);
            cx.push(cx.at(reference.at.clone(), message).related(battle.at(friend, "/card"), "no attack lists it"));
        }
    }
}
