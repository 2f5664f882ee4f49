//! TB155 `pursuit-without-attack`: a card with PURSUIT has no attack, so it never pursues (TB-10.3).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Action;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB155", "pursuit-without-attack", Severity::Warning, include_str!("pursuit_without_attack.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        if formation.pursuit && !formation.actions.iter().any(Action::is_attack) {
            let message = format!("`{}` has no attack, so it can never pursue", formation.name);
            cx.push(cx.finding(battle.card_address(card, "/pursuit"), message));
        }
    }
}
