//! TT175 `costly-ability`: the cost of an ability is more than its faction has in the whole battle.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::income_of_battle;
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT175", "costly-ability", Severity::Warning, include_str!("costly_ability.md"))
        .formerly(&["dear-ability"]),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let purses: Vec<u64> = (0..battle.factions.len()).map(|faction| income_of_battle(battle, faction)).collect();
    for card in battle.fielded_cards() {
        let owners = &battle.cards[card].factions;
        let Some(richest) = owners.iter().copied().max_by_key(|faction| purses[*faction]) else { continue };
        for (i, ability) in battle.written_card(card).abilities.iter().enumerate() {
            let Some(cost) = ability.active.map(|active| active.cost) else { continue };
            if u64::from(cost) > purses[richest] {
                let message = format!(
                    "each use costs {cost}, but `{}` has {} resources in the whole battle",
                    battle.factions[richest].name, purses[richest]
                );
                cx.push(cx.finding(battle.card_address(card, &format!("/abilities/{i}/active/cost")), message));
            }
        }
    }
}
