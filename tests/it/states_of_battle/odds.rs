//! Exact odds: of which deck they are, and where they are written.

use muster::systems::states_of_battle::StatesOfBattle;
use muster::systems::{Game, Played};

use super::battle;

/// The chance of the first side to have drawn a Melee by the first round.
fn melee(text: &str) -> f64 {
    let odds = StatesOfBattle::odds(&battle(text)).expect("odds");
    odds.cards.iter().find(|fact| fact.name.starts_with("Melee (")).expect("a Melee").chances[0]
}

#[test]
fn sb_4_1_a_deck_that_is_chosen_in_play_has_fourteen_cards_and_the_lulls_too() {
    let chosen = StatesOfBattle::SKELETON;
    let orders = "orders: {Melee: 4, Brilliant Tactician: 2, Cast Spells: 3, Move: 2, Missile Reload: 3}";
    let written = chosen.replace("units: N1-N9,", &format!("units: N1-N9, {orders},"));
    assert_ne!(chosen, written);
    assert!((melee(chosen) - melee(&written)).abs() < 1e-12, "a deck of sixteen either way");
    let notes = |text: &str| StatesOfBattle::odds(&battle(text)).expect("odds").notes.join(" ");
    assert!(notes(chosen).contains("Northern Army chooses its deck"));
    assert!(!notes(&written).contains("Northern Army chooses its deck"));
}

#[test]
fn odds_of_an_own_card_stand_at_the_card() {
    let own = "cards:\n  - {card: Parley, deck: orders, copies: 1, play: [rally-all]}\n";
    let battle = battle(&format!("{}{own}", StatesOfBattle::SKELETON));
    let odds = StatesOfBattle::odds(&battle).expect("odds");
    let at = |name: &str| {
        odds.cards.iter().find(|fact| fact.name.starts_with(name)).expect("the card").at.pointer.to_string()
    };
    assert_eq!(at("Parley"), "/cards/0");
    assert_eq!(at("Melee"), "/scenario/sides/0/name");
}
