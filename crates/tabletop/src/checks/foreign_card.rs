//! TT148 `foreign-card`: a faction starts with a card that only another faction lists.

use rustc_hash::{FxHashMap, FxHashSet};

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};

use crate::resolve::TabletopBattle;

pub(super) const CHECK: Check<TabletopBattle> =
    Check { code: Code::new("TT148", "foreign-card", Severity::Warning, include_str!("foreign_card.md")), run };

fn run(battle: &TabletopBattle, cx: &mut Cx<'_>) {
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    battle.cards.iter().for_each(|card| *by_name.entry(&card.name).or_default() += 1);
    let lists: Vec<FxHashSet<usize>> =
        battle.factions.iter().map(|faction| faction.cards.iter().copied().collect()).collect();
    for (faction, entry, setup) in battle.setup() {
        let Some(card) = setup.card.filter(|card| !lists[faction].contains(card)) else { continue };
        let Some(owner) = lists.iter().position(|list| list.contains(&card)) else { continue };
        // Of several cards of a name another may be meant, which is found too.
        if by_name[&*battle.cards[card].name] == 1 {
            let (own, other) = (&battle.factions[faction].name, &battle.factions[owner].name);
            let message = format!("`{other}` lists `{}`, but `{own}` does not", battle.cards[card].name);
            cx.push(cx.finding(battle.setup_address(faction, entry, "/card"), message));
        }
    }
}
