//! TT163 `destroys-nothing`: a card must be destroyed, but no other faction can have it.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{income_of_battle, may_come};
use crate::resolve::{ResolvedFaction, TabletopBattle, VictoryGoal};

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT163", "destroys-nothing", Severity::Warning, include_str!("destroys_nothing.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    if !battle.factions.iter().all(ResolvedFaction::knows_cards) {
        return;
    }
    let comes: Vec<Vec<bool>> = (0..battle.factions.len()).map(|faction| may_come(battle, faction)).collect();
    for (i, victory) in battle.victory.iter().enumerate() {
        let (Some(faction), VictoryGoal::Destroy(Some(card))) = (victory.faction, &victory.rule) else { continue };
        if comes.iter().enumerate().any(|(other, comes)| other != faction && comes[*card]) {
            continue;
        }
        let (name, own) = (&battle.cards[*card].name, &battle.factions[faction].name);
        let owners = &battle.cards[*card].factions;
        let cost = u64::from(battle.cards[*card].cost);
        let can_pay = |owner: &usize| *owner != faction && income_of_battle(battle, *owner) >= cost;
        let message = match owners.iter().any(|owner| *owner != faction) {
            // Who can pay for it has no standard.
            true if owners.iter().any(can_pay) => {
                format!("no enemy of `{own}` has `{name}` at the start or a standard to deploy it at")
            }
            true => format!("no enemy of `{own}` has `{name}` at the start or can ever pay for it"),
            false if owners.is_empty() => format!("no faction has `{name}`"),
            false => format!("only `{own}` has `{name}`, and `{own}` can win only by destroying cards of others"),
        };
        cx.push(cx.finding(battle.scenario_address(&format!("/scenario/victory/{i}/card")), message));
    }
}
