//! The resources of a faction over a whole battle, and the cards they can pay for (TT-1.3).

use crate::resolve::TabletopBattle;

/// Returns the resources that a faction has in a whole battle: those at the start, and its income from the second turn on.
pub fn income_of_battle(battle: &TabletopBattle, faction: usize) -> u64 {
    let faction = &battle.factions[faction];
    u64::from(faction.resources) + u64::from(faction.income) * u64::from(battle.turns().saturating_sub(1))
}

/// Returns the places in a faction's set-up of its standards.
pub fn standards(battle: &TabletopBattle, faction: usize) -> impl Iterator<Item = usize> {
    let setup = battle.factions[faction].setup.iter().enumerate();
    setup.filter(|(_, entry)| entry.card.is_some_and(|card| battle.cards[card].is_standard())).map(|(i, _)| i)
}

/// Returns the cards that a faction can deploy some time: those of its list that it can pay for, where it has a standard.
pub fn affordable(battle: &TabletopBattle, faction: usize) -> impl Iterator<Item = usize> {
    let has_standard = standards(battle, faction).next().is_some();
    let purse = income_of_battle(battle, faction);
    let listed = battle.factions[faction].cards.iter().copied();
    listed.filter(move |card| has_standard && u64::from(battle.cards[*card].cost) <= purse)
}

/// Returns, by card, whether a faction has it on the map at the start or can deploy it.
pub fn may_come(battle: &TabletopBattle, faction: usize) -> Vec<bool> {
    let mut comes = vec![false; battle.cards.len()];
    let at_start = battle.factions[faction].setup.iter().filter_map(|entry| entry.card);
    at_start.chain(affordable(battle, faction)).for_each(|card| comes[card] = true);
    comes
}
