//! Exact odds: Generalship dice against each other, Army Morale in each state, and when a card of a deck is seen.

use serde_json::{Map, Value, json};

use crate::systems::played::{Fact, Odds};
use crate::systems::states_of_battle::model::DeckKind;
use crate::systems::states_of_battle::resolve::StatesBattle;
use crate::systems::states_of_battle::rules::{CardCounts, CardRow, SideRow, StatesRules};
use crate::systems::states_of_battle::values::MoraleState;

/// The rounds by which a card may have been seen.
const ROUNDS: [usize; 4] = [1, 2, 4, 8];
/// The most cards of a deck that a round brings.
const MOST: u8 = 3;
/// A throw that is won by more lets the winner choose a card.
const CHOICE: u8 = 5;

/// The chances of two Generalship dice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeneralshipOdds {
    /// Both show the same.
    pub tie: f64,
    /// One, two or three cards are drawn.
    pub cards: [f64; 3],
    /// The difference is above five.
    pub choice: f64,
    /// The first of the two wins.
    pub wins: f64,
}

/// Returns the chances of two Generalship dice (SB-5.1 to 5.3).
pub fn generalship(own: u8, enemy: u8) -> GeneralshipOdds {
    let mut odds = GeneralshipOdds { tie: 0.0, cards: [0.0; 3], choice: 0.0, wins: 0.0 };
    let each = 1.0 / (f64::from(own) * f64::from(enemy));
    for a in 1..=own {
        for b in 1..=enemy {
            let difference = a.abs_diff(b);
            match difference.min(MOST) {
                0 => odds.tie += each,
                cards => odds.cards[usize::from(cards) - 1] += each,
            }
            odds.choice += if difference > CHOICE { each } else { 0.0 };
            odds.wins += if a > b { each } else { 0.0 };
        }
    }
    odds
}

/// Returns the chances that Army Morale loses a counter and gains one, in a state (SB-6.2).
pub fn army_morale(own: u8, enemy: u8, state: u8) -> (f64, f64) {
    let (mut lost, mut gained) = (0, 0);
    for a in 1..=i32::from(own) {
        for b in 1..=i32::from(enemy) {
            let lead = a - i32::from(state) - b;
            lost += u32::from(lead < 0);
            gained += u32::from(lead > 4);
        }
    }
    let all = f64::from(own) * f64::from(enemy);
    (f64::from(lost) / all, f64::from(gained) / all)
}

/// Returns the chance that none of `copies` cards is among so many drawn of a deck, one after the other.
fn unseen(deck: u32, copies: u32, drawn: u32) -> f64 {
    if drawn + copies > deck {
        return 0.0;
    }
    (0..drawn).map(|i| f64::from(deck - copies - i) / f64::from(deck - i)).product()
}

/// Returns the chance to have drawn one of `copies` cards by the end of each round up to `rounds`, without a choice of cards: ties
/// shuffle the deck anew, and so does a deck that is used up.
pub fn seen_by(deck: u32, copies: u32, odds: &GeneralshipOdds, rounds: usize) -> Vec<f64> {
    // By cards that were drawn since the last shuffle: the chance to be there, with none of them seen yet.
    let mut since: Vec<f64> = vec![0.0; deck as usize + 1];
    since[0] = 1.0;
    let mut seen = Vec::new();
    for _ in 0..rounds {
        let mut next = vec![0.0; deck as usize + 1];
        for (gone, chance) in since.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
            next[0] += chance * odds.tie;
            for (cards, of) in (1..).zip(odds.cards) {
                let left = deck - gone as u32;
                // A deck that is used up is shuffled: the rest is drawn from what was discarded, none of them the card.
                let drawn = cards.min(left);
                let missed = unseen(left, copies, drawn);
                let after = if drawn == left { 0 } else { gone + drawn as usize };
                next[after] += chance * of * missed;
            }
        }
        since = next;
        seen.push(1.0 - since.iter().sum::<f64>());
    }
    seen
}

/// Returns the exact odds of a battle: a row for each Orders card of each side. The dice stand in the words.
pub(super) fn odds(battle: &StatesBattle) -> Option<Odds> {
    let rules = StatesRules::compile(battle).ok()?;
    let cards: Vec<Fact> = [0, 1].into_iter().flat_map(|side| facts(battle, &rules, side)).collect();
    let notes = [0, 1].into_iter().flat_map(|side| notes(&rules.sides[side], &rules.sides[1 - side])).collect();
    let headings: Vec<String> = ROUNDS.iter().map(|round| format!("by round {round}")).collect();
    Some(Odds {
        title: "the chance to have drawn an Orders card by the end of a round, and what the Generalship dice do. The battles \
                themselves are played with a stand-in for the base game.",
        wide: headings.clone(),
        narrow: vec![(0, "round 1"), (2, "round 4")],
        headings,
        words: "",
        labels: ["drawn", "chance"],
        cards,
        notes,
    })
}

fn facts(battle: &StatesBattle, rules: &StatesRules, side: usize) -> Vec<Fact> {
    let (own, enemy) = (&rules.sides[side], &rules.sides[1 - side]);
    let dice = generalship(own.die, enemy.die);
    let orders: &CardCounts = &own.orders;
    // Where the player chooses the deck, other cards are left out.
    let deck: u32 = orders.iter().map(|n| u32::from(*n)).sum::<u32>() - u32::from(own.left_out);
    let at_side = battle.at_scenario(&format!("/scenario/sides/{side}/name"));
    let kinds = rules.cards[DeckKind::Orders as usize].iter().zip(orders).filter(|(card, n)| **n > 0 && !card.lull);
    let rounds = ROUNDS[ROUNDS.len() - 1];
    let fact = |(card, copies): (&CardRow, &u8)| {
        let seen = seen_by(deck, (*copies).into(), &dice, rounds);
        let chances: Vec<f64> = ROUNDS.iter().map(|round| seen[round - 1]).collect();
        let mut json = Map::new();
        json.insert("name".to_owned(), json!(card.name));
        json.insert("copies".to_owned(), json!(copies));
        json.insert("side".to_owned(), json!(own.name));
        json.insert("drawn_by_round".to_owned(), json!(seen));
        json.insert("generalship".to_owned(), dice_json(own.die, enemy.die, &dice));
        Fact {
            at: battle
                .find_card(&card.name)
                .and_then(|card| battle.at_card(card, ""))
                .unwrap_or_else(|| at_side.clone()),
            card: format!("{copies} x"),
            name: format!("{} ({})", card.name, own.name),
            chances,
            words: String::new(),
            sentences: Vec::new(),
            json,
        }
    };
    kinds.map(fact).collect()
}

/// Returns the odds of a side's dice in sentences, and which deck its chances are those of.
fn notes(own: &SideRow, enemy: &SideRow) -> Vec<String> {
    let per_cent = |chance: f64| format!("{:.1} %", 100.0 * chance);
    let odds = generalship(own.die, enemy.die);
    let [one, two, three] = odds.cards.map(per_cent);
    let morale = |state: u8| {
        let (lost, gained) = army_morale(own.die, enemy.die, state);
        let name = MoraleState::ALL[usize::from(state)].word();
        format!("{} and {} in {name}", per_cent(lost), per_cent(gained))
    };
    let name = &own.name;
    let chosen = format!("{name} chooses its deck: the chances are those of a deck that takes every copy of the card.");
    let dice = format!(
        "{name} throws a d{} against a d{}: it wins {}, and {} are equal; the difference brings one card {one}, two {two}, \
         three {three}, and a card of choice {}.",
        own.die,
        enemy.die,
        per_cent(odds.wins),
        per_cent(odds.tie),
        per_cent(odds.choice)
    );
    let states: Vec<String> = (0..4).map(morale).collect();
    let morale = format!("Army Morale of {name} loses a counter and gains one with {}.", states.join(", "));
    [(own.left_out > 0).then_some(chosen), Some(dice), Some(morale)].into_iter().flatten().collect()
}

fn dice_json(own: u8, enemy: u8, odds: &GeneralshipOdds) -> Value {
    let morale = |state: u8| {
        let (lost, gained) = army_morale(own, enemy, state);
        json!({"lost": lost, "gained": gained})
    };
    json!({
        "dice": [own, enemy],
        "equal": odds.tie,
        "cards": odds.cards,
        "choice": odds.choice,
        "won": odds.wins,
        "army_morale": (0..4).map(morale).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn sb_5_1_dice_are_what_enumeration_says() {
        let even = generalship(10, 10);
        assert!(is_near(even.tie, 0.1) && is_near(even.choice, 0.2));
        let [one, two, three] = even.cards;
        assert!(is_near(one, 9.0 / 50.0) && is_near(two, 4.0 / 25.0) && is_near(three, 14.0 / 25.0));
        let uneven = generalship(12, 8);
        let [one, two, three] = uneven.cards;
        assert!(is_near(uneven.tie, 1.0 / 12.0) && is_near(uneven.choice, 0.25));
        assert!(is_near(one, 5.0 / 32.0) && is_near(two, 7.0 / 48.0) && is_near(three, 59.0 / 96.0));
    }

    #[test]
    fn sb_6_2_army_morale_is_harder_in_later_states() {
        let (lost, gained) = army_morale(10, 10, 0);
        assert!(is_near(lost, 9.0 / 20.0) && is_near(gained, 3.0 / 20.0));
        let (lost, gained) = army_morale(10, 10, 3);
        assert!(is_near(lost, 18.0 / 25.0) && is_near(gained, 3.0 / 100.0));
    }

    #[test]
    fn a_melee_among_three_cards_of_a_fresh_deck() {
        assert!(is_near(1.0 - unseen(16, 4, 3), 17.0 / 28.0));
        let always_three = GeneralshipOdds { tie: 0.0, cards: [0.0, 0.0, 1.0], choice: 0.0, wins: 0.5 };
        let seen = seen_by(16, 4, &always_three, 6);
        assert!(is_near(seen[0], 17.0 / 28.0) && is_near(seen[5], 1.0), "sixteen cards are drawn in six rounds");
    }
}
