//! TB156 `retire-without-dice`: a card with RETIRE can never have the die that it needs (TB-6.10).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::can_retire;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB156", "retire-without-dice", Severity::Warning, include_str!("retire_without_dice.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        if formation.retire && !can_retire(formation) {
            let why = if formation.strength.special() { "a special formation has no dice" } else { "it takes no dice" };
            let message = format!("`{}` can never retire: {why}", formation.name);
            cx.push(cx.finding(battle.card_address(card, "/retire"), message));
        }
    }
}
