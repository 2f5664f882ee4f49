//! TB165 `idle-wing`: the only card of a wing takes no dice.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB165", "idle-wing", Severity::Info, include_str!("idle_wing.md")), run };

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    if !battle.armies_known() {
        return;
    }
    for card in battle.judged_cards().filter(|card| battle.formation(*card).dice.sets.is_empty()) {
        let formation = battle.formation(card);
        let army = |other: &usize| battle.cards[*other].sides == battle.cards[card].sides;
        let wing = battle.fielded_cards().filter(army).filter(|other| battle.formation(*other).wing == formation.wing);
        // What lists actions without dice has its own finding.
        if formation.actions.is_empty() && wing.count() == 1 {
            let message =
                format!("`{}` is alone in its wing and takes no dice, so the wing has no effect", formation.name);
            let help = "move it to another wing, or add a card that takes dice to its wing";
            cx.push(cx.finding(battle.card_address(card, "/wing"), message).help(help));
        }
    }
}
