//! TB112 `special-target`: an attack names a special formation, which cannot be attacked (TB-6.5).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::effects::Effect;
use crate::resolve::{Battle, ReferenceRole};

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB112", "special-target", Severity::Error, include_str!("special_target.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for reference in battle.references.iter().filter(|reference| reference.role == ReferenceRole::Attack) {
        let Some(card) = reference.card() else { continue };
        let strength = battle.formation(card).strength;
        let routable = battle.formation(card).special.iter().any(|effect| matches!(effect, Effect::CanRout(_)));
        if strength.special() && !routable {
            let message = format!("`{}` is a special formation, which cannot be attacked", reference.text);
            let finding = cx.finding(reference.at.clone(), message);
            cx.push(finding.with_related(
                battle.card_address(card, "/strength"),
                format!("strength {strength} makes it a special formation"),
            ));
        }
    }
}
