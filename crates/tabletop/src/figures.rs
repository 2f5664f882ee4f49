//! The figures of a battle: what cards do in runs of battles, what each is worth beside its cost, and exact odds.

pub mod counted;
mod in_hex;
pub mod odds;

use muster_core::play::smoke::Totals;
use muster_core::source::Address;
use muster_systems::counters::{Counters, WeighedPart};
use muster_systems::played::{Clash, Odds, Played};

use super::Tabletop;
use super::engine::tally::CardTally;
use super::engine::{HexEngine, HexOrder};
use super::resolve::TabletopBattle;
use super::rules::HexRules;
use super::state::HexState;

/// Copies that are deployed in a battle, on average, from which it is told what a card is worth beside its cost.
const SELDOM: f64 = 0.1;

impl Played for Tabletop {
    type Engine = HexEngine;

    const TURN: &'static str = "faction turn";
    const ROUND: &'static str = "turn";

    const SEARCH: u32 = 20;

    fn compile(battle: &TabletopBattle) -> Result<HexEngine, String> {
        HexRules::compile(battle).map(HexEngine::new)
    }

    fn title_address(battle: &TabletopBattle) -> Address {
        battle.scenario_address("/scenario/name")
    }

    fn sides(battle: &TabletopBattle) -> Vec<(String, Address)> {
        let factions = battle.factions.iter().enumerate();
        factions.map(|(i, faction)| (faction.name.clone(), battle.faction_address(i, "/name"))).collect()
    }

    fn counters(engine: &HexEngine, battle: &TabletopBattle) -> Counters {
        counted::counters(engine, battle)
    }

    fn other_first(battle: &TabletopBattle) -> Option<HexEngine> {
        let mut rules = HexRules::compile(battle).ok()?;
        rules.order.reverse();
        Some(HexEngine::new(rules))
    }

    fn without(battle: &TabletopBattle, part: &WeighedPart) -> Option<HexEngine> {
        let mut rules = HexRules::compile(battle).ok()?;
        let row = row_of(&rules, part)?;
        // What the card has cost is there for others.
        rules.factions[part.side].resources += paid_at_start(&rules, part.side, row);
        rules.setup.retain(|setup| usize::from(setup.faction) != part.side || setup.card != row);
        rules.factions[part.side].cards.retain(|card| *card != row);
        // Without its last card at the start a faction has no battle.
        let is_left = rules.setup.iter().any(|setup| usize::from(setup.faction) == part.side);
        is_left.then(|| HexEngine::new(rules))
    }

    fn uses(_: &HexEngine, _: &WeighedPart, _: &HexState, _: &HexOrder) -> bool {
        // The engine of `without` does not have the card.
        false
    }

    fn spent(engine: &HexEngine, part: &WeighedPart, totals: &Totals) -> Option<f64> {
        let rules = &engine.rules;
        let row = row_of(rules, part)?;
        let counter = engine.tally().card(part.side as u8, row, CardTally::Deployed);
        let deployed = totals.counters[counter] as f64 / totals.games.max(1) as f64;
        let cost = f64::from(rules.cards[usize::from(row)].cost);
        let at_start = f64::from(paid_at_start(rules, part.side, row));
        // Of a card that hardly ever comes, nothing is known.
        (at_start > 0.0 || deployed >= SELDOM).then_some(at_start + deployed * cost)
    }

    fn odds(battle: &TabletopBattle) -> Option<Odds> {
        odds::odds(battle)
    }

    fn clash(battle: &TabletopBattle, sides: &[String]) -> Option<Result<Clash, String>> {
        Some(odds::clash(battle, sides))
    }
}

/// Returns the row of a card that is weighed.
fn row_of(rules: &HexRules, part: &WeighedPart) -> Option<u8> {
    rules.cards.iter().position(|row| row.id == part.card).map(|row| row as u8)
}

/// Returns what the copies of a card cost that a faction has on the map at the start.
fn paid_at_start(rules: &HexRules, faction: usize, row: u8) -> u32 {
    let copies = rules.setup.iter().filter(|setup| usize::from(setup.faction) == faction && setup.card == row);
    copies.map(|_| rules.cards[usize::from(row)].cost).sum()
}
