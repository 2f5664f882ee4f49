//! TB151 `needless-counterattack`: a counterattack lists an enemy that never attacks this card.

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::blame;
use crate::systems::table_battles::resolve::{Battle, Reference, Role};

/// A counterattack lists an enemy that never attacks this card.
pub(super) const CHECK: Check<Battle> = Check {
    code: Code {
        id: "TB151",
        name: "needless-counterattack",
        severity: Severity::Warning,
        page: include_str!("needless_counterattack.md"),
    },
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| reference.role == Role::Counterattack) {
        let Some(enemy) = reference.card() else { continue };
        let on_this = |r: &Reference| r.role == Role::Attack && r.card() == Some(reference.from);
        if blame::all_found(battle) && !battle.references_of(enemy).iter().any(on_this) {
            let name = &battle.formation(reference.from).name;
            let finding = cx.at(reference.at.clone(), format!("`{}` never attacks `{name}`", reference.text));
            cx.push(finding.related(battle.at(enemy, "/card"), "none of its attacks lists this card"));
        }
    }
}
