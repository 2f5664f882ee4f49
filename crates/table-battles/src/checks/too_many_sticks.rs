//! TB132 `too-many-sticks`: the battle needs more sticks than the box has (TB-1.2).

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::model::Strength;
use crate::resolve::Battle;

pub(super) const CHECK: Check<Battle> =
    Check { code: Code::new("TB132", "too-many-sticks", Severity::Warning, include_str!("too_many_sticks.md")), run };

/// Sticks in the box.
pub(super) const STICKS: usize = 80;

fn run(battle: &Battle, cx: &mut Cx<'_>) {
    let all = total(battle);
    if all <= STICKS {
        return;
    }
    let mut placed = 0;
    for card in battle.fielded_cards() {
        placed += sticks(battle, card);
        if placed > STICKS {
            let message = format!("the box runs out of sticks here: {all} are needed; it has {STICKS}");
            return cx.push(cx.finding(battle.card_address(card, "/strength"), message));
        }
    }
}

/// Returns the sticks that both sides start with.
pub(super) fn total(battle: &Battle) -> usize {
    battle.fielded_cards().map(|card| sticks(battle, card)).sum()
}

/// Returns the sticks that a card starts with.
pub(super) fn sticks(battle: &Battle, card: usize) -> usize {
    match battle.formation(card).strength {
        Strength::Sticks(sticks) => usize::from(sticks),
        Strength::Cubes(_) => 0,
    }
}
