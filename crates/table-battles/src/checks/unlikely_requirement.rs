//! TB162 `unlikely-requirement`: an action waits for dice that are very rare.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::figures::odds;
use crate::reach::{Opened, can_perform, lent};
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> = Check {
    code: Code::new("TB162", "unlikely-requirement", Severity::Warning, include_str!("unlikely_requirement.md"))
        .formerly(&["long-shot"]),
    run,
};

/// Own turns that a requirement may take on average. Battles seldom last thirty turns of a side, and no card has all six
/// dice to itself in each of them.
const MOST: f64 = 15.0;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let opened = Opened::new(battle);
    for card in battle.judged_cards() {
        let formation = battle.formation(card);
        if formation.strength.special() {
            if let Some(turns) = odds::turns_for_cube(&formation.dice).filter(|turns| *turns > MOST) {
                let message =
                    format!("dice `{}` give a cube at best once in {turns:.0} turns of its side", formation.dice);
                cx.push(
                    cx.finding(battle.card_address(card, "/dice"), message).help("a shorter straight is rolled sooner"),
                );
            }
            continue;
        }
        for (i, action) in formation.actions.iter().enumerate() {
            let Some(required) = action.requires().filter(|_| can_perform(battle, &opened, card, action)) else {
                continue;
            };
            // How soon the dice of several cards come is not reckoned.
            if !lent(battle, &opened, card, action).is_empty() {
                continue;
            }
            let Some(turns) = odds::turns(&formation.dice, Some(required)).filter(|turns| *turns > MOST) else {
                continue;
            };
            let message = format!(
                "`{}` on dice `{}` takes {turns:.0} turns of its side on average, even with all six dice",
                required.name(),
                formation.dice
            );
            let finding = cx.finding(battle.card_address(card, &format!("/actions/{i}/requires")), message);
            cx.push(finding.with_related(battle.card_address(card, "/dice"), "the card's dice area"));
        }
    }
}
