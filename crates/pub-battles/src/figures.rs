//! The figures of a battle: what commands do in runs of battles, what each is worth, and exact odds.

pub mod counted;
pub mod odds;

use muster_core::source::Address;
use muster_systems::counters::{Counters, WeighedPart};
use muster_systems::played::{Odds, Played};

use super::PubBattles;
use super::engine::{PubEngine, PubMove};
use super::resolve::PubBattle;
use super::rules::{HqCover, PubRules, compile};
use super::state::PubState;

/// The chits of a side.
const CHITS: &str = "chits";
/// A command as it is weighed.
const COMMAND: &str = "with its blocks";
/// That they may come before those of the enemy: without it all of them come after.
const EARLY: &str = "drawn early";
/// That they may come after those of the enemy: without it all of them come before.
const LATE: &str = "drawn late";

/// Takes a command out of a battle; `None` if its side would have no block left.
fn without_command(rules: &mut PubRules, part: &WeighedPart) -> Option<()> {
    let command = rules.commands.iter().position(|command| command.name == part.name)?;
    let (first, end) = rules.commands[command].blocks;
    let others = rules.blocks.iter().filter(|block| usize::from(block.side) == part.side);
    if others.count() == usize::from(end - first) {
        return None;
    }
    for block in &mut rules.blocks[usize::from(first)..usize::from(end)] {
        (block.at, block.entry) = (None, None);
    }
    rules.commands[command].has_chit = false;
    rules.commands[command].cover = HqCover::Open;
    (rules.commands[command].at, rules.commands[command].entry) = (None, None);
    Some(())
}

impl Played for PubBattles {
    type Engine = PubEngine;

    const TURN: &'static str = "activation";
    const ROUND: &'static str = "turn";
    const PROVISO: Option<&'static str> = Some(
        "blocks may go anywhere, but bots choose among some places: ends of moves in thirds and halves, ahead and at 45°, contacts, roads, places that matter, turns on the spot",
    );

    const SEARCH: u32 = 20;

    fn compile(battle: &PubBattle) -> Result<PubEngine, String> {
        compile(battle).map(PubEngine::new)
    }

    fn title_address(battle: &PubBattle) -> Address {
        battle.scenario_address("/scenario/name")
    }

    fn sides(battle: &PubBattle) -> Vec<(String, Address)> {
        let sides = battle.sides.iter().enumerate();
        sides
            .map(|(i, side)| (side.name.clone(), battle.scenario_address(&format!("/scenario/sides/{i}/name"))))
            .collect()
    }

    fn counters(engine: &PubEngine, battle: &PubBattle) -> Counters {
        counted::counters(engine, battle)
    }

    fn parts(counters: &Counters) -> Vec<WeighedPart> {
        let part = |side: usize, name: &str, what: &str| WeighedPart {
            card: String::new(),
            name: name.to_owned(),
            side,
            piece: 0,
            part: None,
            what: what.to_owned(),
        };
        let chits = (0..2).flat_map(|side| [EARLY, LATE].map(|what| part(side, CHITS, what)));
        let victories = counters.used.iter().filter(|used| used.what == counted::VICTORY);
        let victories = victories.map(|used| part(0, &used.name, counted::VICTORY));
        let commands = counters.parts().into_iter().map(|part| WeighedPart { what: COMMAND.to_owned(), ..part });
        commands.chain(chits).chain(victories).collect()
    }

    fn without(battle: &PubBattle, part: &WeighedPart) -> Option<PubEngine> {
        let mut rules = compile(battle).ok()?;
        match part.what.as_str() {
            EARLY => rules.chits_first = Some(1 - part.side as u8),
            LATE => rules.chits_first = Some(part.side as u8),
            counted::VICTORY => {
                let written = &battle.scenario()?.victory;
                let number = written.iter().position(|victory| counted::title(victory) == part.name)?;
                // Without its last victory a battle is drawn whatever happens.
                if rules.victory.len() == 1 {
                    return None;
                }
                rules.victory.remove(number);
            }
            _ => without_command(&mut rules, part)?,
        }
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
