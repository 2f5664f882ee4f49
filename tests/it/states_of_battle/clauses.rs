//! The clauses of the rules, SB-1.1 to SB-10.4: each has a recorded battle that shows what it makes happen, or a mistake
//! that it forbids.

use muster_core::play::chance::Chance;
use muster_core::play::rng::Rng;
use muster_core::play::{Blind, Engine, Next};
use muster_games::states_of_battle::StatesOfBattle;
use muster_systems::Played;

use crate::clause_fixtures::ClauseFixtures;

const FIXTURES: ClauseFixtures = ClauseFixtures { prefix: "SB-", folder: "tests/it/states_of_battle/clauses" };

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
    FIXTURES.assert_shown(&FIXTURES.clauses(&[]));
}

#[test]
fn sb_5_4_the_winner_of_the_throw_says_who_goes_first() {
    let fixture = FIXTURES.fixture("5.4-turns-of-a-round");
    let review = fixture.review();
    let (_, replayed) = fixture.replay(&review).swap_remove(0);
    let replayed = replayed.expect("a sound play");
    let first = replayed.steps.iter().find(|step| step["decision"] == "first").expect("a decision");
    assert_eq!((&first["side"], &first["chosen"]["first"]), (&"South".into(), &"North".into()));
}

#[test]
fn sb_10_2_bots_do_not_know_what_lies_under_the_trays_of_the_enemy() {
    let battle = super::battle(include_str!("clauses/fields/wood.yaml"));
    let engine = StatesOfBattle::compile(&battle).expect("a battle that can be played");
    let (mut state, mut rng, mut legal) = (engine.start(), Rng::new(0), Vec::new());
    while state.trays[1].is_none() {
        match engine.next(&state) {
            Next::Over(_) => panic!("over before the first round"),
            Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
            Next::Decide { .. } => {
                engine.moves(&state, &mut legal);
                engine.apply(&mut state, &legal[0], &mut Chance::fair(&mut rng), &mut Blind);
            }
        }
    }
    let under = |player: usize, seed: u64| {
        let mut redrawn = state;
        engine.redraw(&mut redrawn, player, &mut Rng::new(seed));
        redrawn.trays
    };
    assert!((0..100).any(|seed| under(0, seed) != state.trays), "the enemy may meet either under the first tray");
    assert!((0..100).all(|seed| under(1, seed) == state.trays), "their owner knows");
}
