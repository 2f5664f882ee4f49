//! TB163 `needless-requirement`: an action requires what the dice on the card always show.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::dice::always_met;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB163", "needless-requirement", Severity::Info, include_str!("needless_requirement.md")),
    run,
};

/// Reports once a battle: who prints a requirement as a reminder does so on purpose, and on every such card.
fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let mut needless = Vec::new();
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        for (i, action) in formation.actions.iter().enumerate().filter(|_| !formation.strength.special()) {
            let required = action.requires().filter(|required| always_met(&formation.dice, *required));
            needless.extend(required.map(|required| (card, i, required)));
        }
    }
    let Some(&(card, i, required)) = needless.first() else { return };
    let mut message = format!("dice `{}` always include a `{}`", battle.formation(card).dice, required.name());
    match needless.len() - 1 {
        0 => {}
        1 => message += "; 1 more action also requires it",
        more => message += &format!("; so do {more} more actions"),
    }
    let finding = cx.finding(battle.card_address(card, &format!("/actions/{i}/requires")), message);
    cx.push(finding.with_related(battle.card_address(card, "/dice"), "the card's dice area"));
}
