//! TT128 `costly-card`: a card costs more than its faction has in the whole battle.

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;
use muster_systems::english::quote_names;

use crate::reach::{affordable, income_of_battle, may_come};
use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> = Check {
    code: Code::new("TT128", "costly-card", Severity::Warning, include_str!("costly_card.md")).formerly(&["dear-card"]),
    run,
};

/// The most cards that a finding names.
const NAMED: usize = 4;

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    for (faction, range, pointer) in battle.card_ranges() {
        // Where nothing can be paid for, or what is on the map means nothing, that is found.
        if affordable(battle, faction).next().is_none() || !battle.factions[faction].knows_cards() {
            continue;
        }
        let comes = may_come(battle, faction);
        let dear = range.numbers().filter_map(|id| battle.card_numbered(id)).filter(|card| !comes[*card]);
        let dear: Vec<usize> = dear.collect();
        if dear.is_empty() {
            continue;
        }
        let mut names = quote_names(dear.iter().take(NAMED).map(|card| &*battle.cards[*card].name), "and");
        if let Some(more) = dear.len().checked_sub(NAMED).filter(|more| *more > 0) {
            names += &format!(" and {more} more");
        }
        let cost = if dear.len() == 1 { "costs" } else { "cost" };
        let (resources, name) = (income_of_battle(battle, faction), &battle.factions[faction].name);
        let message =
            format!("{names} {cost} more than the {resources} resources that `{name}` has in the whole battle");
        let finding = cx.finding(Address::value(battle.file(), pointer), message);
        let finding = dear.iter().take(NAMED).fold(finding, |finding, card| {
            let label = format!("costs {}", battle.cards[*card].cost);
            finding.with_related(battle.card_address(*card, "/cost"), label)
        });
        cx.push(finding.help("remove what it can never afford from the list, or give it more resources"));
    }
}
