//! TB112 `special-target`: an attack names a special formation, which cannot be attacked (TB-6.5).

use crate::check::{Check, Cx};
use crate::diag::{Code, Severity};
use crate::systems::table_battles::effects::Effect;
use crate::systems::table_battles::resolve::{Battle, ReferenceRole};

/// An attack names a special formation, which cannot be attacked (TB-6.5).
pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB112", "special-target", Severity::Error, include_str!("special_target.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Attack) {
        let Some(card) = reference.card() else { continue };
        let strength = battle.formation(card).strength;
        let routable = battle.formation(card).special.iter().any(|effect| matches!(effect, Effect::CanRout(_)));
        if strength.special() && !routable {
            let message = format!("`{}` is a special formation, which cannot be attacked", reference.text);
            let finding = cx.at(reference.at.clone(), message);
            cx.push(
                finding
                    .related(battle.at(card, "/strength"), format!("strength {strength} makes it a special formation")),
            );
        }
    }
}
