//! Exact odds of the throws that cards bring: tests of generalship in each state, cards that stop others, the Stratagem.
//! Everything is read from the battle: its cards, its dice, and the dice that triggers give.

use serde_json::{Value, json};

use crate::model::DeckKind;
use crate::rules::{CardRow, DeedRow, ProgramId, RollRow, SideRow, StarterUse, StatesRules, TriggerRow};
use crate::values::MoraleState;

/// The states of an army.
const STATES: [u8; 4] = [0, 1, 2, 3];
/// The throws for a Stratagem whose chances are told.
const THROWS: usize = 4;

/// The chances of a test of generalship.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TestOdds {
    /// It is lost.
    pub lost: f64,
    /// It is won, by much or not.
    pub won: f64,
    /// It is won by more than the number that the card names.
    pub much: f64,
}

/// Returns the chances of a Generalship die, less a handicap, against another die (SB-6.2). Equal throws are neither.
pub fn test(own: u8, handicap: u8, other: u8, much: Option<u8>) -> TestOdds {
    let (mut lost, mut won, mut by_much) = (0, 0, 0);
    for a in 1..=i32::from(own) {
        for b in 1..=i32::from(other) {
            let lead = a - i32::from(handicap) - b;
            lost += u32::from(lead < 0);
            won += u32::from(lead > 0);
            by_much += u32::from(much.is_some_and(|much| lead > i32::from(much)));
        }
    }
    let all = f64::from(own) * f64::from(other);
    TestOdds { lost: f64::from(lost) / all, won: f64::from(won) / all, much: f64::from(by_much) / all }
}

/// Returns the chances that a Stratagem is awarded by the first throws, each with `bonus` (SB-7.2).
pub fn stratagem(own: u8, die: u8, bonus: u8) -> [f64; THROWS] {
    let mut open = 1.0;
    let mut left = die;
    [(); THROWS].map(|()| {
        let fails = f64::from(left.saturating_sub(bonus).saturating_sub(1).min(own)) / f64::from(own);
        left = left.saturating_sub(1);
        // At 0 it is awarded without a throw that succeeds.
        open *= if left == 0 { 0.0 } else { fails };
        1.0 - open
    })
}

/// Returns the sides of a side's Generalship die in each state, as triggers change it.
pub(super) fn dice(side: &SideRow) -> [u8; 4] {
    STATES.map(|state| {
        let triggers = side.triggers[usize::from(state)].iter();
        let mut other = triggers.filter_map(|t| if let TriggerRow::Generalship(die) = t { Some(*die) } else { None });
        other.next().unwrap_or(side.die)
    })
}

/// Returns the dice of an army, each once, with the states in which it throws them; the die of most states first.
pub(super) fn different(dice: [u8; 4]) -> Vec<(u8, Vec<MoraleState>)> {
    let mut different: Vec<(u8, Vec<MoraleState>)> = Vec::new();
    for (state, die) in MoraleState::ALL.into_iter().zip(dice) {
        match different.iter_mut().find(|(known, _)| *known == die) {
            Some((_, states)) => states.push(state),
            None => different.push((die, vec![state])),
        }
    }
    different
}

/// A test of generalship on a card of a side.
struct CardTest<'a> {
    card: &'a CardRow,
    roll: &'a RollRow,
}

/// Returns the tests on the cards that a side plays, in the order of decks and cards.
fn tests(rules: &StatesRules, side: usize) -> Vec<CardTest<'_>> {
    let row = &rules.sides[side];
    let mut tests = Vec::new();
    for (deck, copies) in
        [(DeckKind::Orders, &row.orders), (DeckKind::Events, &row.events), (DeckKind::Starter, &row.starter)]
    {
        for (card, _) in rules.cards[deck as usize].iter().zip(copies).filter(|(_, copies)| **copies > 0) {
            let programs = [Some(card.program), card.kept];
            programs.into_iter().flatten().for_each(|program| find_tests(rules, card, program, &mut tests));
        }
    }
    tests
}

fn find_tests<'a>(rules: &'a StatesRules, card: &'a CardRow, program: ProgramId, into: &mut Vec<CardTest<'a>>) {
    for deed in rules.program(program) {
        let DeedRow::Roll(roll) = deed else { continue };
        let roll = &rules.rolls[usize::from(*roll)];
        into.push(CardTest { card, roll });
        let much = roll.much.map(|(_, program)| program);
        [Some(roll.win), much, Some(roll.lose)]
            .into_iter()
            .flatten()
            .for_each(|program| find_tests(rules, card, program, into));
    }
}

impl CardTest<'_> {
    /// Returns the chances in a state, with a die against another.
    fn odds(&self, state: u8, own: u8, other: u8) -> TestOdds {
        let handicap = if self.roll.handicap { state } else { 0 };
        test(own, handicap, other, self.roll.much.map(|(by, _)| by))
    }

    /// Returns true if it costs a counter to lose it and gives one to win it, as on the published card.
    fn is_of_counters(&self, rules: &StatesRules) -> bool {
        let change = |program: ProgramId| match rules.program(program) {
            [] => Some(0),
            [DeedRow::Counters { enemy: false, change }] => Some(*change),
            _ => None,
        };
        let gain = self.roll.much.map_or(self.roll.win, |(_, program)| program);
        let is_idle = self.roll.much.is_none() || change(self.roll.win) == Some(0);
        is_idle && change(self.roll.lose) == Some(-1) && change(gain) == Some(1)
    }

    /// Returns the outcomes of which something comes, in words.
    fn outcomes(&self, rules: &StatesRules, odds: TestOdds) -> String {
        let does = |program: ProgramId| !rules.program(program).is_empty();
        let mut outcomes = Vec::new();
        if does(self.roll.lose) {
            outcomes.push(format!("{} lost", per_cent(odds.lost)));
        }
        if does(self.roll.win) || self.roll.much.is_none() {
            outcomes.push(format!("{} won", per_cent(odds.won)));
        }
        if let Some((by, _)) = self.roll.much {
            outcomes.push(format!("{} won by more than {by}", per_cent(odds.much)));
        }
        outcomes.join(", ")
    }
}

pub(super) fn per_cent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// Returns the names of states, joined: `Shaken and Bloodied`.
pub(super) fn names(states: &[MoraleState]) -> String {
    let words: Vec<&str> = states.iter().map(|state| state.word()).collect();
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        words => words.concat(),
    }
}

/// Returns the odds of a side's throws in sentences.
pub(super) fn sentences(rules: &StatesRules, side: usize) -> Vec<String> {
    let (own, enemy) = (&rules.sides[side], &rules.sides[1 - side]);
    let (own_dice, enemy_dice) = (dice(own), dice(enemy));
    let mut sentences = Vec::new();
    for test in tests(rules, side) {
        let against = match test.roll.against {
            Some(die) => vec![(die, Vec::new())],
            None => different(enemy_dice),
        };
        let is_always = against.len() == 1;
        for (other, states) in &against {
            sentences.push(sentence(
                rules,
                &test,
                own,
                own_dice,
                (*other, enemy, if is_always { &[] } else { states }),
            ));
        }
    }
    sentences.extend(starters(rules, own, own_dice));
    sentences
}

/// Returns the odds of a test in each of the player's states. `other` is the die against it, its player, and the states in
/// which he throws it; none if he always does.
fn sentence(
    rules: &StatesRules,
    test: &CardTest<'_>,
    own: &SideRow,
    dice: [u8; 4],
    (other, enemy, states): (u8, &SideRow, &[MoraleState]),
) -> String {
    let mut of = format!("{} of {}", test.card.name, own.name);
    if test.roll.against.is_some() {
        of += &format!(", against a d{other}");
    } else if !states.is_empty() {
        of += &format!(", while {} rolls a d{other} ({}),", enemy.name, names(states));
    }
    let is_same = !test.roll.handicap && dice.iter().all(|die| *die == dice[0]);
    let in_state = |state: u8| {
        let die = dice[usize::from(state)];
        let thrown = if die == own.die { String::new() } else { format!(" (d{die})") };
        format!("{}{thrown}", MoraleState::ALL[usize::from(state)].word())
    };
    let odds = |state: u8| test.odds(state, dice[usize::from(state)], other);
    if test.is_of_counters(rules) {
        let gained = |odds: TestOdds| if test.roll.much.is_some() { odds.much } else { odds.won };
        let told = |odds: TestOdds| format!("{} and {}", per_cent(odds.lost), per_cent(gained(odds)));
        if is_same {
            return format!("{of} loses a counter and gains one with {}.", told(odds(0)));
        }
        let all = STATES.map(|state| format!("{} in {}", told(odds(state)), in_state(state)));
        return format!("{of} loses a counter and gains one with {}.", all.join(", "));
    }
    if is_same {
        return format!("{of}: {}.", test.outcomes(rules, odds(0)));
    }
    let all = STATES.map(|state| format!("{} in {}", test.outcomes(rules, odds(state)), in_state(state)));
    format!("{of}: {}.", all.join("; "))
}

/// Returns the odds of the starter cards that are thrown for.
fn starters(rules: &StatesRules, own: &SideRow, dice: [u8; 4]) -> Vec<String> {
    let cards = rules.cards[DeckKind::Starter as usize].iter().zip(&own.starter);
    let of_card = |(card, copies): (&CardRow, &u8)| {
        let of = format!("{} of {}", card.name, own.name);
        match card.starter {
            _ if *copies == 0 => None,
            StarterUse::Stop(die) => {
                let all = different(dice).into_iter().map(|(own_die, states)| {
                    let chance = per_cent(test(own_die, 0, die, None).won);
                    if own_die == own.die { chance } else { format!("{chance} in {} (d{own_die})", names(&states)) }
                });
                Some(format!("{of} stops a card with {}.", all.collect::<Vec<_>>().join(", ")))
            }
            StarterUse::Stratagem { die, wizard, .. } => {
                let told = |bonus: u8| stratagem(own.die, die, bonus).map(per_cent).join(", ");
                Some(format!(
                    "{of} is awarded by the first, second, third and fourth throw with {}; with a spell trashed for each (+{wizard}) {}.",
                    told(0),
                    told(wizard)
                ))
            }
            StarterUse::Program | StarterUse::ReRoll => None,
        }
    };
    cards.filter_map(of_card).collect()
}

/// Returns the tests of a side for programs: the chances in each of its states, against each die of the enemy.
pub(super) fn tests_json(rules: &StatesRules, side: usize) -> Value {
    let (own, enemy) = (&rules.sides[side], &rules.sides[1 - side]);
    let own_dice = dice(own);
    let states = |test: &CardTest<'_>| -> Vec<Value> {
        let against: Vec<u8> = match test.roll.against {
            Some(die) => vec![die],
            None => different(dice(enemy)).into_iter().map(|(die, _)| die).collect(),
        };
        let pairs = against.iter().flat_map(|other| STATES.map(|state| (state, *other)));
        let row = |(state, other): (u8, u8)| {
            let own = own_dice[usize::from(state)];
            let odds = test.odds(state, own, other);
            let mut row = json!({
                "state": MoraleState::ALL[usize::from(state)].word(),
                "dice": [own, other],
                "lost": odds.lost,
                "won": odds.won,
            });
            if test.roll.much.is_some() {
                row["won_by_much"] = json!(odds.much);
            }
            row
        };
        pairs.map(row).collect()
    };
    tests(rules, side).iter().map(|test| json!({"card": test.card.name, "states": states(test)})).collect()
}

/// Returns the chances that Army Morale loses a counter and gains one in each state of a side, while the enemy throws the die
/// that he begins with; empty if there is no card of that name with a test in its deck.
pub(super) fn army_morale_json(rules: &StatesRules, side: usize) -> Value {
    let (own, enemy) = (&rules.sides[side], &rules.sides[1 - side]);
    let dice = dice(own);
    let tests = tests(rules, side);
    let Some(test) = tests.iter().find(|test| test.card.name == "Army Morale") else { return json!([]) };
    let morale = |state: u8| {
        let odds = test.odds(state, dice[usize::from(state)], test.roll.against.unwrap_or(enemy.die));
        json!({"lost": odds.lost, "gained": if test.roll.much.is_some() { odds.much } else { odds.won }})
    };
    STATES.map(morale).into_iter().collect()
}

#[cfg(test)]
mod tests_of_odds {
    use super::*;

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn sb_6_2_army_morale_is_harder_in_later_states() {
        let odds = test(10, 0, 10, Some(4));
        assert!(is_near(odds.lost, 9.0 / 20.0) && is_near(odds.much, 3.0 / 20.0));
        let odds = test(10, 3, 10, Some(4));
        assert!(is_near(odds.lost, 18.0 / 25.0) && is_near(odds.much, 3.0 / 100.0));
        let odds = test(4, 2, 8, Some(4));
        assert!(is_near(odds.lost, 29.0 / 32.0) && is_near(odds.much, 0.0), "a d4 in Bloodied against a d8");
    }

    #[test]
    fn sb_7_2_a_stratagem_comes_sooner_with_every_throw() {
        // 8, then 7, 6 and 5 of a d10.
        let by = stratagem(10, 8, 0);
        let open = [0.7, 0.7 * 0.6, 0.7 * 0.6 * 0.5, 0.7 * 0.6 * 0.5 * 0.4];
        assert!(by.iter().zip(open).all(|(by, open)| is_near(*by, 1.0 - open)), "{by:?}");
        assert!(is_near(stratagem(10, 8, 4)[0], 0.7), "4 or more");
        assert!(is_near(stratagem(4, 8, 0)[3], 0.0), "a d4 never shows 5");
        assert!(is_near(stratagem(4, 2, 0)[1], 1.0), "at 0 it is awarded");
    }
}
