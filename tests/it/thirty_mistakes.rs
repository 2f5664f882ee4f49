//! Thirty planted mistakes give thirty findings: each on its scalar, none twice, none missing.

use muster_games::pub_battles::PubBattles;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::tabletop::Tabletop;

use crate::mistake_marks::{Upto, assert_marked, assert_marked_of, findings_upto, marks};

const MEANING: &str = include_str!("thirty-mistakes.yaml");
const STATES: &str = include_str!("thirty-mistakes-of-states.yaml");
const TABLETOP: &str = include_str!("thirty-mistakes-of-tabletop.yaml");
const PUB_BATTLES: &str = include_str!("thirty-mistakes-of-pub-battles.yaml");
const SCHEMA: &str = include_str!("schema-mistakes.yaml");

#[test]
fn thirty_mistakes_of_meaning() {
    assert_eq!(marks(0, MEANING).len(), 30);
    assert_marked("thirty-mistakes.yaml", &[MEANING]);
}

#[test]
fn thirty_mistakes_of_states_of_battle() {
    assert_eq!(marks(0, STATES).len(), 30);
    assert_marked_of::<StatesOfBattle>("thirty-mistakes-of-states.yaml", &[STATES]);
}

#[test]
fn thirty_mistakes_of_tabletop() {
    assert_eq!(marks(0, TABLETOP).len(), 30);
    assert_marked_of::<Tabletop>("thirty-mistakes-of-tabletop.yaml", &[TABLETOP]);
}

#[test]
fn thirty_mistakes_of_pub_battles() {
    assert_eq!(marks(0, PUB_BATTLES).len(), 30);
    assert_marked_of::<PubBattles>("thirty-mistakes-of-pub-battles.yaml", &[PUB_BATTLES]);
}

#[test]
fn mistakes_of_form() {
    let places =
        |marks: Vec<_>| marks.into_iter().map(|(_, line, column, length, code, _)| (line, column, length, code));
    let found: Vec<_> = places(findings_upto(Upto::Form, &[SCHEMA])).collect();
    assert_eq!(found, places(marks(0, SCHEMA)).collect::<Vec<_>>());
}
