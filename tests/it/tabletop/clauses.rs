//! The clauses of the rules, TT-1.1 to TT-8.6: each has a recorded battle that shows what it makes happen, or a mistake
//! that it forbids.

use crate::clause_fixtures::ClauseFixtures;

const FIXTURES: ClauseFixtures = ClauseFixtures { prefix: "TT-", folder: "tests/it/tabletop/clauses" };

/// How many clauses each chapter of the rules has. Chapter 9, how a card is posted, is no play.
const CHAPTERS: [(u32, u32); 8] = [(1, 4), (2, 5), (3, 3), (4, 5), (5, 10), (6, 2), (7, 2), (8, 6)];

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
    FIXTURES.assert_shown(&FIXTURES.clauses(&CHAPTERS));
}
