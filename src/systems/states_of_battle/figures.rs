//! The figures of a battle: what cards and units do in runs of battles, what each Orders card is worth, and exact odds.

pub mod counted;
pub mod odds;

use super::StatesOfBattle;
use super::engine::{PlayerChoice, StatesEngine};
use super::model::{DeckKind, StandIn};
use super::resolve::StatesBattle;
use super::rules::StatesRules;
use super::state::FieldState;
use crate::source::Address;
use crate::systems::counters::{Counters, WeighedPart};
use crate::systems::played::{Odds, Played};

/// A change of the stand-in's numbers.
type Change = fn(StandIn) -> StandIn;

/// What else the stand-in's numbers could as well be (SB-8): a card's worth is looked at with these too.
const VARIANTS: [(&str, Change); 2] = [("more shooting", more_shooting), ("more melee", more_melee)];

/// Half as much again dies from missiles, war machines and bolts.
fn more_shooting(numbers: StandIn) -> StandIn {
    let StandIn { shooting, artillery, magic, .. } = numbers;
    let more = |per_cent: u8| (u16::from(per_cent) * 3 / 2).min(200) as u8;
    StandIn { shooting: more(shooting), artillery: more(artillery), magic: more(magic), ..numbers }
}

/// Half as much again dies and breaks in melee.
fn more_melee(numbers: StandIn) -> StandIn {
    let StandIn { melee, r#break, .. } = numbers;
    let more = |per_cent: u8| (u16::from(per_cent) * 3 / 2).min(100) as u8;
    StandIn { melee: more(melee), r#break: more(r#break), ..numbers }
}

impl Played for StatesOfBattle {
    type Engine = StatesEngine;

    const PIECES: &'static str = "cards";

    const PROVISO: Option<&'static str> = Some(
        "Moves, melee, shooting and magic are those of a plain stand-in for the base game; the cards and counters are exact.",
    );

    fn compile(battle: &StatesBattle) -> Result<StatesEngine, String> {
        StatesRules::compile(battle).map(StatesEngine::new)
    }

    fn title_address(battle: &StatesBattle) -> Address {
        battle.at_scenario("/scenario/name")
    }

    fn sides(battle: &StatesBattle) -> Vec<(String, Address)> {
        let sides = battle.sides.iter().enumerate();
        sides.map(|(i, side)| (side.name.clone(), battle.at_scenario(&format!("/scenario/sides/{i}/name")))).collect()
    }

    fn counters(engine: &StatesEngine, battle: &StatesBattle) -> Counters {
        counted::counters(engine, battle)
    }

    fn without(battle: &StatesBattle, part: &WeighedPart) -> Option<StatesEngine> {
        let mut rules = StatesRules::compile(battle).ok()?;
        rules.barred = Some((part.side as u8, order(&rules, part)?));
        Some(StatesEngine::new(rules))
    }

    fn variants(battle: &StatesBattle) -> Vec<(&'static str, StatesBattle)> {
        let variant = |(name, change): (&'static str, Change)| {
            let mut variant = battle.clone();
            variant.stand_in = change(battle.stand_in);
            (name, variant)
        };
        VARIANTS.map(variant).into()
    }

    fn uses(_: &StatesEngine, _: &WeighedPart, _: &FieldState, _: &PlayerChoice) -> bool {
        // The engine of `without` does not offer the card.
        false
    }

    fn odds(battle: &StatesBattle) -> Option<Odds> {
        odds::odds(battle)
    }
}

/// The kind of the Orders card that is weighed.
fn order(rules: &StatesRules, part: &WeighedPart) -> Option<u8> {
    let cards = &rules.cards[DeckKind::Orders as usize];
    cards.iter().position(|row| row.name == part.name).map(|kind| kind as u8)
}
