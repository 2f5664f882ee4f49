//! The figures of a battle: what cards do in runs of battles, what each is worth beside its cost, and exact odds.

pub mod counted;
pub mod odds;

use super::Tabletop;
use super::engine::{HexEngine, HexOrder};
use super::resolve::TabletopBattle;
use super::rules::HexRules;
use super::state::HexState;
use crate::source::Address;
use crate::systems::counters::{Counters, WeighedPart};
use crate::systems::played::{Odds, Played};

impl Played for Tabletop {
    type Engine = HexEngine;

    const PIECES: &'static str = "cards";

    fn compile(battle: &TabletopBattle) -> Result<HexEngine, String> {
        HexRules::compile(battle).map(HexEngine::new)
    }

    fn title_address(battle: &TabletopBattle) -> Address {
        battle.at_scenario("/scenario/name")
    }

    fn sides(battle: &TabletopBattle) -> Vec<(String, Address)> {
        let factions = battle.factions.iter().enumerate();
        factions.map(|(i, faction)| (faction.name.clone(), battle.at_faction(i, "/name"))).collect()
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
        let row = rules.cards.iter().position(|row| row.id == part.card)? as u8;
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

    fn odds(battle: &TabletopBattle) -> Option<Odds> {
        odds::odds(battle)
    }
}
