//! The clauses of the rules, TT-1.1 to TT-8.6: each has a recorded battle that shows what it makes happen, or a mistake
//! that it forbids.

use crate::clause_fixtures::ClauseFixtures;

const FIXTURES: ClauseFixtures = ClauseFixtures { prefix: "TT-", folder: "tests/it/tabletop/clauses" };

/// How a card is posted: no battle shows it.
const UNPLAYED: [&str; 2] = ["TT-9.1", "TT-9.2"];

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
