//! TB140 `unfillable-requirement`: an action requires dice that the card's dice area can never hold (TB-2, TB-3).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{Opened, can_perform};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB140", "unfillable-requirement", Severity::Error, include_str!("unfillable_requirement.md")),
    run,
};

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let opened = Opened::new(battle);
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        for (i, action) in formation.actions.iter().enumerate() {
            let Some(required) = action.requires().filter(|_| !can_perform(battle, &opened, card, action)) else {
                continue;
            };
            let message = format!("`{}` can never lie on a card with dice `{}`", required.name(), formation.dice);
            let finding = cx.finding(battle.card_address(card, &format!("/actions/{i}/requires")), message);
            cx.push(finding.with_related(battle.card_address(card, "/dice"), "the card's dice area"));
        }
    }
}
