//! TT180 `nowhere-to-deploy`: a faction has resources, but no standard to use them at.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::reach::{income_of_battle, standards};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT180", "nowhere-to-deploy", Severity::Warning, include_str!("nowhere_to_deploy.md")),
    run,
};

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (i, faction) in battle.factions.iter().enumerate() {
        let has_standard = standards(battle, i).next().is_some();
        // What starts with nothing is another finding, and abilities may have a price.
        if has_standard || faction.setup.is_empty() || !faction.knows_cards() || income_of_battle(battle, i) == 0 {
            continue;
        }
        let has_price = |card: usize| {
            let of_faction = battle.cards[card].factions.contains(&i);
            of_faction
                && battle.written_card(card).abilities.iter().any(|a| a.active.is_some_and(|active| active.cost > 0))
        };
        if !battle.fielded_cards().any(has_price) {
            let key = if faction.resources > 0 { "/resources" } else { "/income" };
            let message = format!(
                "`{}` cannot use its resources: it has no standard on the map to deploy cards at",
                faction.name
            );
            cx.push(cx.finding(battle.faction_address(i, key), message).help("add a standard to its `setup`"));
        }
    }
}
