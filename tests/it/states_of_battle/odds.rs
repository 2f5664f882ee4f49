//! Exact odds: of which deck they are, and where they are written.

use muster_games::states_of_battle::StatesOfBattle;
use muster_systems::{Game, Played};

use super::{SMALL, battle};

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

/// Returns what is said of the odds of a battle beside the tables.
fn notes(text: &str) -> Vec<String> {
    StatesOfBattle::odds(&battle(text)).expect("odds").notes
}

/// Returns the odds that programs get of the first side's throws.
fn generalship(text: &str) -> serde_json::Value {
    let odds = StatesOfBattle::odds(&battle(text)).expect("odds");
    odds.cards[0].json["generalship"].clone()
}

/// Two sides of which the first throws a d12 and the second a d8, with more of the scenario.
fn uneven(more: &str) -> String {
    let dice = SMALL.replace("units: A1-A2", "units: A1-A2, generalship: d12");
    dice.replace("units: B1-B2", "units: B1-B2, generalship: d8").replace("scenario:\n", &format!("scenario:\n{more}"))
}

#[test]
fn sb_6_2_army_morale_is_told_with_the_die_of_each_state() {
    let text = uneven("  triggers: [{side: North, state: Bloodied, rule: generalship, die: d4}]\n");
    let said = notes(&text);
    let north = said.iter().find(|note| note.starts_with("Army Morale of North")).expect("North's");
    assert!(north.contains("90.6 % and 0.0 % in Bloodied (d4)"), "{north}");
    assert!(said.iter().any(|note| note.starts_with("In Bloodied North rolls a d4 against a d8:")), "{said:?}");
    let morale = &generalship(&text)["army_morale"];
    assert_eq!((morale[2]["lost"].as_f64(), morale[2]["gained"].as_f64()), (Some(0.90625), Some(0.0)), "{morale}");
    // The other side meets one die or the other.
    let south: Vec<&String> = said.iter().filter(|note| note.starts_with("Army Morale of South")).collect();
    assert!(
        south[0].contains("while North rolls a d12 (Emboldened, Shaken and Desperate)")
            && south[1].contains("while North rolls a d4 (Bloodied)"),
        "{south:?}"
    );
}

#[test]
fn sb_4_5_army_morale_is_told_of_the_card_that_is_in_use() {
    let own = "cards:\n  - {card: Army Morale, deck: events, copies: 2, play: [{roll: {against: d4, win: [{counters: \
               {change: 2}}], lose: [{counters: {change: -2}}]}}]}\n";
    let said = notes(&format!("{}{own}", uneven("")));
    // A d12 against a d4: 6 of 48 are lost, 38 won.
    assert!(said.contains(&"Army Morale of North, against a d4: 12.5 % lost, 79.2 % won.".to_owned()), "{said:?}");
    let own = "cards:\n  - {card: March, deck: orders, copies: 14, play: [{move: {}}]}\n  - {card: Lull, deck: orders, \
               copies: 2}\n  - {card: Rest, deck: events, copies: 3, play: [rally-all]}\n";
    let text = format!("{}{own}", uneven("  cards: own\n"));
    assert!(!notes(&text).iter().any(|note| note.contains("Army Morale")), "there is no such card");
    assert_eq!(generalship(&text)["army_morale"], serde_json::json!([]));
}

#[test]
fn sb_7_the_throws_of_starter_cards_and_events_are_told() {
    let text = SMALL.replace("units: A1-A2", "units: A1-A2, starter: true");
    let said = notes(&text);
    // A d10 against a d8: 8 pairs are equal, 52 - 8 are won.
    assert!(said.contains(&"Leadership of North stops a card with 55.0 %.".to_owned()), "{said:?}");
    let stratagem = said.iter().find(|note| note.starts_with("Stratagem of North")).expect("North's");
    assert!(
        stratagem.contains("with 30.0 %, 58.0 %, 79.0 %, 91.6 %") && stratagem.contains("(+4) 70.0 %"),
        "{stratagem}"
    );
    assert!(!said.iter().any(|note| note.starts_with("Leadership of South")), "it has none");
    let omens = said.iter().find(|note| note.starts_with("Superstitions & Omens of South")).expect("South's");
    assert!(omens.contains("against a d6: 25.0 % lost, 65.0 % won"), "{omens}");
}
