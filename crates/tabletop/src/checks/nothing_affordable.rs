//! TT181 `nothing-affordable`: a faction can never pay for any card that it does not already have.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{affordable, income_of_battle, may_come, standards};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT181", "nothing-affordable", Severity::Warning, include_str!("nothing_affordable.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, faction) in battle.factions.iter().enumerate() {
        let has_standard = standards(battle, i).next().is_some();
        // A listed card that no file has may be the one that is cheap enough.
        if !has_standard || !faction.missing.is_empty() || affordable(battle, i).next().is_some() {
            continue;
        }
        let comes = may_come(battle, i);
        let resources = income_of_battle(battle, i);
        let cheapest = faction.cards.iter().copied().min_by_key(|card| battle.cards[*card].cost);
        let (key, message) = match cheapest {
            // A battle without resources is fought with what is there.
            _ if resources == 0 && faction.cards.iter().all(|card| comes[*card]) => continue,
            None => continue,
            Some(_) if resources == 0 => (
                "/name",
                format!("`{}` has no resources, but lists cards that are not on the map at the start", faction.name),
            ),
            Some(card) => {
                let key = if faction.resources > 0 { "/resources" } else { "/income" };
                let (name, cost) = (&battle.cards[card].name, battle.cards[card].cost);
                let message = format!(
                    "`{}` has {resources} resources in the whole battle, but `{name}`, its cheapest card, costs {cost}",
                    faction.name
                );
                (key, message)
            }
        };
        cx.push(cx.finding(battle.faction_address(i, key), message));
    }
}
