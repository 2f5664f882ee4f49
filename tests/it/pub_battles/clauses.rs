//! The clauses of the rules, PB-1.1 to PB-9.5, and of PB-10 those that are played: each has a recorded battle that shows what it makes happen, or a mistake
//! that it forbids.

use std::sync::Arc;

use muster_core::play::replay::replay;
use muster_games::pub_battles::PubBattles;
use muster_systems::{Game, Notation, Played};
use serde_json::{Value, json};

use crate::battery::document;
use crate::clause_fixtures::ClauseFixtures;

const FIXTURES: ClauseFixtures = ClauseFixtures { prefix: "PB-", folder: "tests/it/pub_battles/clauses" };

/// How a scenario is made of cards: no battle shows it.
const UNPLAYED: [&str; 4] = ["PB-10.1", "PB-10.2", "PB-10.4", "PB-10.8"];

#[test]
fn every_recorded_battle_is_played_as_its_clause_says() {
    FIXTURES.assert_marked();
}

#[test]
fn every_play_of_a_clause_expects_something_or_has_a_mistake() {
    FIXTURES.assert_plays_say_something();
}

#[test]
fn every_clause_is_shown() {
    FIXTURES.assert_shown(&FIXTURES.clauses(&UNPLAYED));
}

/// What a side is shown stands in no play: PB-9.4 is checked here.
#[test]
fn the_other_side_is_shown_what_was_followed_before_new_orders() {
    let fixture = FIXTURES.fixture("9.4-shown-orders");
    let [scenario, play] = &fixture.documents()[..] else { panic!("a scenario and a play") };
    let map = std::fs::read_to_string(fixture.folder.join("fields/inns.yaml")).expect("a map");
    let battle = PubBattles::resolve([scenario, &map].map(|text| Arc::new(document::<PubBattles>(text))).into());
    let engine = PubBattles::compile(&battle).expect("a battle that can be played");
    let play = document::<PubBattles>(play);
    let turns = PubBattles::read(&play, &battle).expect("a play that can be read");
    let states = replay(&engine, &turns, &PubBattles::unsaid, None).states;
    let orders = |state: usize, side: usize| -> Value {
        PubBattles::show(&engine, &states[state], Some(side))["hqs"]["Scott"]["orders"].clone()
    };
    let (first, second) = (json!({"defend": "The Inn", "via": ["The Mill"]}), json!({"attack": "The Ford"}));
    let new = json!({"attack": "The Mill"});
    assert_eq!(orders(0, 0), json!({"follows": [first, second], "next": [new]}));
    assert_eq!(orders(0, 1), Value::Null);
    assert_eq!(orders(2, 0), json!({"follows": [new]}));
    assert_eq!(orders(2, 1), json!({"before": first}));
}
