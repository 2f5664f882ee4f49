//! Exact odds: Generalship dice against each other, and when a card of a deck is seen. Those of what cards throw for are in
//! [`super::throws`].

use serde_json::{Map, Value, json};

use muster_systems::played::{Fact, Odds};

use crate::model::DeckKind;
use crate::resolve::StatesBattle;
use crate::rules::StatesRules;

use super::throws::{self, per_cent};

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

/// Returns the chance that none of `copies` cards is among so many drawn of a deck, one after the other.
fn unseen(deck: u32, copies: u32, drawn: u32) -> f64 {
    if drawn + copies > deck {
        return 0.0;
    }
    (0..drawn).map(|i| f64::from(deck - copies - i) / f64::from(deck - i)).product()
}

/// Returns the chance to have drawn one of `copies` cards by the end of each round up to `rounds`, without a choice of cards: ties
/// shuffle the deck again, and so does a deck that is used up.
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
    let mut said = vec![
        "The chance to draw a card counts only the dice rolled at the start; cards that players pick are not counted."
            .to_owned(),
    ];
    said.extend([0, 1].into_iter().flat_map(|side| notes(&rules, side)));
    let headings: Vec<String> = ROUNDS.iter().map(|round| format!("by round {round}")).collect();
    Some(Odds {
        title: "the chance to have drawn a card by the end of a round, and the effects of the Generalship dice. Battles are played with a stand-in for the base game.",
        wide: headings.clone(),
        narrow: vec![(0, "round 1"), (2, "round 4")],
        headings,
        words: "",
        labels: ["drawn", "chance"],
        armies: Vec::new(),
        cards,
        notes: said,
    })
}

fn facts(battle: &StatesBattle, rules: &StatesRules, side: usize) -> Vec<Fact> {
    let (own, enemy) = (&rules.sides[side], &rules.sides[1 - side]);
    let dice = generalship(own.die, enemy.die);
    let at_side = battle.scenario_address(&format!("/scenario/sides/{side}/name"));
    let rounds = ROUNDS[ROUNDS.len() - 1];
    let mut facts = Vec::new();
    for (deck, copies) in [(DeckKind::Orders, &own.orders), (DeckKind::Events, &own.events)] {
        let all: u32 = copies.iter().map(|n| u32::from(*n)).sum();
        // Where the player chooses the deck, other cards are left out.
        let left_out = if deck == DeckKind::Orders { own.left_out } else { 0 };
        let size = all - u32::from(left_out);
        let kinds = rules.cards[deck as usize]
            .iter()
            .zip(copies)
            .filter(|(card, n)| **n > 0 && !(deck == DeckKind::Orders && card.lull));
        facts.extend(kinds.map(|(card, copies)| {
            let seen = seen_by(size, (*copies).into(), &dice, rounds);
            let chances: Vec<f64> = ROUNDS.iter().map(|round| seen[round - 1]).collect();
            let mut json = Map::new();
            json.insert("name".to_owned(), json!(card.name));
            json.insert("deck".to_owned(), json!(deck.word()));
            json.insert("copies".to_owned(), json!(copies));
            json.insert("side".to_owned(), json!(own.name));
            json.insert("drawn_by_round".to_owned(), json!(seen));
            json.insert("generalship".to_owned(), dice_json(rules, side, &dice));
            let written = battle.find_card(&card.name).and_then(|card| battle.card_address(card, ""));
            Fact {
                at: written.unwrap_or_else(|| at_side.clone()),
                card: format!("{copies} x"),
                name: format!("{} ({})", card.name, own.name),
                chances,
                words: String::new(),
                sentences: Vec::new(),
                json,
            }
        }));
    }
    facts
}

/// Returns the odds of a side's dice and of the throws of its cards in sentences, and which deck its chances are those of.
fn notes(rules: &StatesRules, side: usize) -> Vec<String> {
    let (own, enemy) = (&rules.sides[side], &rules.sides[1 - side]);
    let name = &own.name;
    let chosen = format!("{name} chooses its deck: the chances assume that it takes every copy of the card.");
    let mut notes: Vec<String> = (own.left_out > 0).then_some(chosen).into_iter().collect();
    notes.push(dice_sentence("", name, own.die, enemy.die));
    for (die, states) in throws::different(throws::dice(own)).into_iter().filter(|(die, _)| *die != own.die) {
        notes.push(dice_sentence(&format!("In {} ", throws::names(&states)), name, die, enemy.die));
    }
    notes.extend(throws::sentences(rules, side));
    notes
}

/// Returns what a Generalship die against another does. `when` stands before it.
fn dice_sentence(when: &str, name: &str, own: u8, enemy: u8) -> String {
    let odds = generalship(own, enemy);
    let [one, two, three] = odds.cards.map(per_cent);
    format!(
        "{when}{name} rolls a d{own} against a d{enemy}: it wins {}, and {} are tied; the difference gives one card {one}, two {two}, three {three}, and a card of its choice {}.",
        per_cent(odds.wins),
        per_cent(odds.tie),
        per_cent(odds.choice)
    )
}

fn dice_json(rules: &StatesRules, side: usize, odds: &GeneralshipOdds) -> Value {
    json!({
        "dice": [rules.sides[side].die, rules.sides[1 - side].die],
        "equal": odds.tie,
        "cards": odds.cards,
        "choice": odds.choice,
        "won": odds.wins,
        "army_morale": throws::army_morale_json(rules, side),
        "tests": throws::tests_json(rules, side),
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
    fn a_melee_among_three_cards_of_a_fresh_deck() {
        assert!(is_near(1.0 - unseen(16, 4, 3), 17.0 / 28.0));
        let always_three = GeneralshipOdds { tie: 0.0, cards: [0.0, 0.0, 1.0], choice: 0.0, wins: 0.5 };
        let seen = seen_by(16, 4, &always_three, 6);
        assert!(is_near(seen[0], 17.0 / 28.0) && is_near(seen[5], 1.0), "sixteen cards are drawn in six rounds");
    }
}
