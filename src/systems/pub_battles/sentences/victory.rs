//! Sentences for victory: how a battle is won, and when it ends.

use super::measure;
use crate::systems::english::{capital, counted, list};
use crate::systems::pub_battles::model::{BlockKind, HoldTime, PubScenario, PubVictory};
use crate::systems::pub_battles::resolve::PubBattle;

/// Returns the sentence of a rule of victory (PB-7).
pub fn victory(battle: &PubBattle, victory: &PubVictory) -> String {
    match victory {
        PubVictory::SuddenDeath => sudden_death(battle),
        PubVictory::Hold { location, within, at, side } => {
            let when = match at {
                HoldTime::Turn(turn) => format!("at the end of turn {turn}"),
                HoldTime::End(_) if battle.scenario().is_some_and(|scenario| scenario.days > 1) => {
                    "at the end of a day".to_owned()
                }
                HoldTime::End(_) => "at the end of the battle".to_owned(),
            };
            let names = location.names();
            let each = if names.len() > 1 { "each of " } else { "" };
            let place = format!("within {} of {each}{}", measure(*within), list(names, "and"));
            let nobody = if names.len() > 1 { "the enemy none at any of them" } else { "the enemy none" };
            match side {
                Some(side) => format!("{side} wins, {when}, with a block {place}, {nobody}."),
                None => format!("{}, a side wins that has a block {place}, {nobody}.", capital(&when)),
            }
        }
        PubVictory::Losses => {
            "When the battle is over, the side with fewer losses wins; with as many on both sides, nobody.".to_owned()
        }
    }
}

/// Returns at how many losses each side has lost.
pub fn sudden_death(battle: &PubBattle) -> String {
    let size = |side: usize| {
        let of_side = battle.blocks.iter().filter(|block| battle.commands[block.command].side == side);
        of_side.filter(|block| block.kind != BlockKind::Train).count()
    };
    let at = battle.sides.iter().enumerate().map(|(side, of)| format!("{} at {}", of.name, size(side).div_ceil(2)));
    let at: Vec<String> = at.collect();
    format!("A side has lost at once when its losses reach half the number of its blocks: {}.", list(&at, "and"))
}

/// Returns the sentence about the length of the battle.
pub fn end(scenario: &PubScenario) -> String {
    let turns = counted(scenario.turns.into(), "turn", "turns");
    match scenario.days {
        0 | 1 => format!("The battle lasts {turns}. If nothing has decided it then, it is drawn."),
        days => format!(
            "A day has {turns}. If nothing has decided the battle then, there is a night turn and a further day, up to {}. If \
             nothing decides it, it is drawn.",
            counted(days.into(), "day", "days")
        ),
    }
}
