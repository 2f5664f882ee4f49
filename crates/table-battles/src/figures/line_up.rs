//! What the dice areas of a side say together: rolls of which nothing can be placed, and numbers that several cards take.

use serde_json::{Value, json};

use muster_core::play::interval::rounded;
use muster_systems::played::ArmyFact;

use super::odds;
use crate::model::Formation;
use crate::resolve::Battle;
use crate::values::{DiceArea, DiceSet, Wing};

/// A number of dice, and the cards that name it; in brackets those that take one die of it (TB-2.2).
type Shared = (u8, Vec<String>);

/// Returns what is calculated of each side.
pub(super) fn armies(battle: &Battle) -> Vec<ArmyFact> {
    battle.sides().iter().zip(&battle.armies).map(|(side, army)| fact(battle, &side.name, &army.cards)).collect()
}

fn fact(battle: &Battle, side: &str, cards: &[usize]) -> ArmyFact {
    let formations = || cards.iter().map(|card| battle.formation(*card));
    let in_play: Vec<&DiceArea> =
        formations().filter(|formation| formation.reserve.is_none()).map(|formation| &formation.dice).collect();
    let nothing: Vec<f64> = (1..=odds::MOST_DICE).map(|dice| odds::nothing_fits(&in_play, dice)).collect();
    let of_wing = |wing: Wing| shared_numbers(formations().filter(|formation| formation.wing == wing));
    let wings: Vec<(Wing, Vec<Shared>)> =
        Wing::ALL.map(|wing| (wing, of_wing(wing))).into_iter().filter(|(_, shared)| !shared.is_empty()).collect();
    let army = shared_numbers(formations());
    let percent = |dice: usize| format!("{:.1} %", nothing[dice - 1] * 100.0);
    let in_wings = wings.iter().flat_map(|(wing, all)| {
        all.iter().map(|(number, cards)| format!("{number} in {} ({})", wing.word(), cards.join(", ")))
    });
    let in_army = army.iter().map(|(number, cards)| format!("{number} ({})", cards.join(", ")));
    let listed = |numbers: Vec<String>| if numbers.is_empty() { "none".to_owned() } else { numbers.join(" · ") };
    let sentences = vec![
        format!("nothing can be placed of {} of rolls of 6 dice, and of {} of 3", percent(6), percent(3)),
        format!("numbers on two or more cards of a wing: {}", listed(in_wings.collect())),
        format!("numbers on two or more cards of the army: {}", listed(in_army.collect())),
    ];
    let numbers = |all: &[Shared]| -> Vec<Value> {
        all.iter().map(|(number, cards)| json!({"number": number, "cards": cards})).collect()
    };
    let in_wings: Vec<Value> =
        wings.iter().map(|(wing, all)| json!({"wing": wing.word(), "numbers": numbers(all)})).collect();
    let chances: Vec<f64> = nothing.iter().map(|chance| rounded(*chance, 4)).collect();
    let json = json!({"nothing_fits": chances, "wings": in_wings, "numbers": numbers(&army)});
    let Value::Object(json) = json else { unreachable!("internal error: an object") };
    ArmyFact { side: side.to_owned(), sentences, json }
}

/// Returns the numbers that at least two of these formations name (TB-2.1, TB-2.2). Doubles, triples and straights name none.
fn shared_numbers<'f>(formations: impl Iterator<Item = &'f Formation>) -> Vec<Shared> {
    let mut by_number = [const { Vec::new() }; 6];
    for formation in formations {
        let card = formation.card.to_string();
        for (number, cards) in (1..).zip(&mut by_number) {
            let many = |set: &DiceSet| matches!(*set, DiceSet::Numbers { low, high } if (low..=high).contains(&number));
            let single = |set: &DiceSet| matches!(*set, DiceSet::Single(face) if face == number);
            if formation.dice.sets.iter().any(many) {
                cards.push(card.clone());
            } else if formation.dice.sets.iter().any(single) {
                cards.push(format!("({card})"));
            }
        }
    }
    (1..).zip(by_number).filter(|(_, cards)| cards.len() > 1).collect()
}
