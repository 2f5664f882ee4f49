//! The figures of a battle: what cards and units do in runs of battles, what each Orders card is worth, and exact odds.

pub mod counted;
pub mod odds;
pub mod throws;
pub mod usable;

use muster_core::source::Address;
use muster_systems::counters::{Counters, Course, CourseRound, WeighedPart};
use muster_systems::played::{Odds, Played, Variant};

use super::StatesOfBattle;
use super::engine::{PlayerChoice, StatesEngine, tally};
use super::model::{DeckKind, StandIn};
use super::resolve::StatesBattle;
use super::rules::StatesRules;
use super::state::FieldState;

/// Returns the battle in which half as much again dies from missiles, war machines and bolts.
fn more_shooting(battle: &StatesBattle) -> StatesBattle {
    let mut variant = battle.clone();
    let StandIn { shooting, artillery, magic, .. } = &mut variant.stand_in;
    [shooting, artillery, magic].into_iter().for_each(|per_cent| *per_cent = half_more(*per_cent, 200));
    variant
}

/// Returns the battle in which half as much again dies and breaks in melee.
fn more_melee(battle: &StatesBattle) -> StatesBattle {
    let mut variant = battle.clone();
    let StandIn { melee, r#break, .. } = &mut variant.stand_in;
    [melee, r#break].into_iter().for_each(|per_cent| *per_cent = half_more(*per_cent, 100));
    variant
}

/// Returns half as many per cent again, up to the most that the number may be.
fn half_more(per_cent: u8, most: u16) -> u8 {
    (u16::from(per_cent) * 3 / 2).min(most) as u8
}

impl Played for StatesOfBattle {
    type Engine = StatesEngine;

    const TURN: &'static str = "round";

    /// Of a card of a deck that is written, one fewer is drawn.
    const WEIGHED_DESPITE: &'static [&'static str] = &["SB150"];

    const PROVISO: Option<&'static str> = Some(
        "Moves, melee, shooting and magic follow a simple stand-in for the base game; cards and counters are exact.",
    );

    // What else the stand-in's numbers could as well be (SB-8).
    const VARIANTS: &'static [Variant<StatesBattle>] = &[("more shooting", more_shooting), ("more melee", more_melee)];

    fn compile(battle: &StatesBattle) -> Result<StatesEngine, String> {
        StatesRules::compile(battle).map(StatesEngine::new)
    }

    fn title_address(battle: &StatesBattle) -> Address {
        battle.scenario_address("/scenario/name")
    }

    fn sides(battle: &StatesBattle) -> Vec<(String, Address)> {
        let sides = battle.sides.iter().enumerate();
        sides
            .map(|(i, side)| (side.name.clone(), battle.scenario_address(&format!("/scenario/sides/{i}/name"))))
            .collect()
    }

    fn counters(engine: &StatesEngine, battle: &StatesBattle) -> Counters {
        counted::counters(engine, battle)
    }

    fn without(battle: &StatesBattle, part: &WeighedPart) -> Option<StatesEngine> {
        let mut rules = StatesRules::compile(battle).ok()?;
        rules.barred = Some((part.side as u8, order(&rules, part)?));
        Some(StatesEngine::new(rules))
    }

    fn uses(_: &StatesEngine, _: &WeighedPart, _: &FieldState, _: &PlayerChoice) -> bool {
        // The engine of `without` does not offer the card.
        false
    }

    fn course(_: &StatesEngine) -> Option<Course> {
        let round = |(place, round): (usize, &u32)| CourseRound {
            round: *round,
            ended: tally::ended_counter(place),
            left: [0, 1].map(|side| tally::left_counter(side, place)).to_vec(),
        };
        Some(Course { what: "counters", rounds: tally::COUNTED_ROUNDS.iter().enumerate().map(round).collect() })
    }

    fn odds(battle: &StatesBattle) -> Option<Odds> {
        odds::odds(battle)
    }
}

/// Returns the kind of the Orders card that is weighed.
fn order(rules: &StatesRules, part: &WeighedPart) -> Option<u8> {
    let cards = &rules.cards[DeckKind::Orders as usize];
    cards.iter().position(|row| row.name == part.name).map(|kind| kind as u8)
}
