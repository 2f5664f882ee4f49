//! TB157 `star-on-special`: a special formation has a star, which has no effect (TB-10.1).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB157", "star-on-special", Severity::Warning, include_str!("star_on_special.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        if formation.star && formation.strength.special() {
            let message = format!("`{}` is a special formation, so its star has no effect", formation.name);
            cx.push(cx.finding(battle.card_address(card, "/star"), message));
        }
    }
}
