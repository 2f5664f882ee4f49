//! TB141 `takes-no-dice`: a normal formation has actions but takes no dice to pay for them (TB-2.4, TB-6.1).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::can_act;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB141", "takes-no-dice", Severity::Warning, include_str!("takes_no_dice.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        // A requirement that no dice can fill is a finding at the requirement.
        let silent = can_act(formation) || formation.actions.iter().any(|action| action.requires().is_some());
        if !silent && !formation.actions.is_empty() {
            let message = format!("`{}` takes no dice, so it can never do what it lists", formation.name);
            cx.push(cx.finding(battle.card_address(card, "/dice"), message));
        }
    }
}
