//! The figures of a battle: what commands do in runs of battles, what each is worth, and exact odds.

pub mod counted;
pub mod odds;

use super::PubBattles;
use super::engine::{PubEngine, PubMove};
use super::resolve::PubBattle;
use super::rules::compile;
use super::state::PubState;
use crate::source::Address;
use crate::systems::counters::{Counters, WeighedPart};
use crate::systems::played::{Odds, Played};

impl Played for PubBattles {
    type Engine = PubEngine;

    const PIECES: &'static str = "commands";
    const TURN: &'static str = "activation";
    const PROVISO: Option<&'static str> = Some(
        "blocks may go to any place; bots choose among some: ends of moves in thirds and halves ahead and at 45°, \
         contacts, roads, places that matter, turns on the spot",
    );

    const SEARCH: u32 = 20;

    fn compile(battle: &PubBattle) -> Result<PubEngine, String> {
        compile(battle).map(PubEngine::new)
    }

    fn title_address(battle: &PubBattle) -> Address {
        battle.at_scenario("/scenario/name")
    }

    fn sides(battle: &PubBattle) -> Vec<(String, Address)> {
        let sides = battle.sides.iter().enumerate();
        sides.map(|(i, side)| (side.name.clone(), battle.at_scenario(&format!("/scenario/sides/{i}/name")))).collect()
    }

    fn counters(engine: &PubEngine, battle: &PubBattle) -> Counters {
        counted::counters(engine, battle)
    }

    fn without(battle: &PubBattle, part: &WeighedPart) -> Option<PubEngine> {
        let mut rules = compile(battle).ok()?;
        let command = rules.commands.iter().position(|command| command.name == part.card)?;
        let (first, end) = rules.commands[command].blocks;
        // A side without a block has no battle.
        let others = rules.blocks.iter().filter(|block| usize::from(block.side) == part.side);
        if others.count() == usize::from(end - first) {
            return None;
        }
        for block in &mut rules.blocks[usize::from(first)..usize::from(end)] {
            (block.at, block.entry) = (None, None);
        }
        rules.commands[command].has_chit = false;
        rules.commands[command].at = None;
        rules.commands[command].entry = None;
        Some(PubEngine::new(rules))
    }

    fn uses(_: &PubEngine, _: &WeighedPart, _: &PubState, _: &PubMove) -> bool {
        // The engine of `without` does not have the command.
        false
    }

    fn odds(battle: &PubBattle) -> Option<Odds> {
        odds::odds(battle)
    }
}
