//! The words of printed effects: names, lists, numbers and whole sentences as a rulebook would put them.

use super::clauses::Circumstances;
use super::{Cards, Gate, Pick};
use crate::systems::table_battles::model::{Formation, Wing};
use crate::systems::table_battles::resolve::Battle;

/// The card that an effect stands on, as its sentence names it.
pub(super) const THIS: &str = "this card";

/// What names stand for in the texts of one card's effects, or of the scenario's.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    battle: &'a Battle,
    card: Option<usize>,
}

/// Formations as a sentence names them.
#[derive(Debug, Clone)]
pub(super) struct Noun {
    pub(super) text: String,
    pub(super) number: Number,
}

/// The form of the verb that goes with formations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    /// `routs`.
    One,
    /// `rout`.
    Several,
    /// A name such as `Hessians` or `Magnus` can be either: its sentence has no verb that shows a number.
    Open,
}

/// How formations are named that an effect does not name one by one: friends, enemies, any.
type Groups = [&'static str; 3];

const EACH: Groups = ["each friendly formation", "each enemy", "each formation"];

impl<'a> Words<'a> {
    /// For the effects of a card, or of the scenario.
    pub fn new(battle: &'a Battle, card: Option<usize>) -> Words<'a> {
        Words { battle, card }
    }

    /// A formation's name, by the name or number that is written.
    pub fn name(&self, text: &'a str) -> &'a str {
        self.formation(Pick::Named(text)).map_or(text, |formation| &formation.name)
    }

    /// The wing of the card itself; none in the scenario.
    pub fn wing(&self) -> Option<Wing> {
        self.card.map(|card| self.battle.formation(card).wing)
    }

    /// Whether the effect stands on a special formation.
    pub(super) fn is_special(&self) -> bool {
        self.all_special(std::iter::once(Pick::This))
    }

    /// Whether some of these may be in reserve.
    pub(super) fn can_wait(&self, cards: &'a Cards) -> bool {
        cards.picks().any(|pick| match pick {
            Pick::This | Pick::Named(_) => self.formation(pick).is_some_and(|formation| formation.reserve.is_some()),
            Pick::Friends | Pick::Enemies | Pick::Any => true,
        })
    }

    /// A formation by name or number, or the card itself: `Foot`, `this card`.
    pub(super) fn single(&self, text: Option<&'a str>) -> Noun {
        self.noun(std::iter::once(text.map_or(Pick::This, Pick::of)), EACH, "and")
    }

    /// All of these, one by one: `Grant and Hessians`, `each enemy`.
    pub(super) fn each(&self, cards: &'a Cards) -> Noun {
        self.noun(cards.picks(), EACH, "and")
    }

    /// All of these at once: `Grant and Hessians`, `every enemy`.
    pub(super) fn every(&self, cards: &'a Cards) -> Noun {
        self.noun(cards.picks(), ["every friendly formation", "every enemy", "every formation"], "and")
    }

    /// Any one of these: `Byron or Northern Horse`, `a friendly formation`.
    pub(super) fn one(&self, cards: &'a Cards) -> Noun {
        self.one_of(cards.picks(), "or")
    }

    /// As [`Words::one`], of these entries, with this word before the last.
    pub(super) fn one_of(&self, picks: impl Iterator<Item = Pick<'a>>, word: &str) -> Noun {
        self.noun(picks, ["a friendly formation", "an enemy", "a formation"], word)
    }

    /// Any of these, where something is denied: `Byron or Northern Horse`, `any enemy formation`.
    pub(super) fn any(&self, cards: &'a Cards) -> String {
        self.noun(cards.picks(), ["any friendly formation", "any enemy formation", "any formation"], "or").text
    }

    /// These as a kind: `Byron or Northern Horse`, `enemies`.
    pub(super) fn kind(&self, cards: &'a Cards, word: &str) -> String {
        self.noun(cards.picks(), ["friendly formations", "enemies", "any formation"], word).text
    }

    /// Whether cubes lie there instead of dice: on all of these formations, as far as they are named.
    pub(super) fn all_special(&self, mut picks: impl Iterator<Item = Pick<'a>>) -> bool {
        picks.all(|pick| self.formation(pick).is_some_and(|formation| formation.strength.special()))
    }

    /// The formation of an entry that means one.
    fn formation(&self, pick: Pick<'_>) -> Option<&'a Formation> {
        let card = match pick {
            Pick::This => self.card,
            Pick::Named(text) => self.battle.find_anyone(self.card, text).card(),
            Pick::Friends | Pick::Enemies | Pick::Any => None,
        };
        card.map(|card| self.battle.formation(card))
    }

    fn noun(&self, picks: impl Iterator<Item = Pick<'a>>, [friends, enemies, any]: Groups, word: &str) -> Noun {
        let text = |pick| match pick {
            Pick::This => (THIS, Number::One),
            Pick::Named(text) => (self.name(text), number_of(self.name(text))),
            Pick::Friends => (friends, Number::One),
            Pick::Enemies => (enemies, Number::One),
            Pick::Any => (any, Number::One),
        };
        let all: Vec<(&str, Number)> = picks.map(text).collect();
        let number = match all.as_slice() {
            [_, _, ..] if word == "and" => Number::Several,
            all if all.iter().all(|(_, number)| *number == Number::One) => Number::One,
            _ => Number::Open,
        };
        Noun { text: list(all.into_iter().map(|(text, _)| text), word), number }
    }

    /// When an effect holds, beyond its `unless`. `own` tells that the effect plainly concerns only the card itself, so
    /// that it need not be said that the card is in play.
    pub(super) fn circumstances(&self, gate: Gate<'a>, own: bool) -> Circumstances {
        let mut all = Circumstances::default();
        if self.card.is_some() && !own && !gate.places_this() {
            all.clause(format!("{THIS} is in play"));
        }
        if let Some(condition) = gate.only_while {
            self.add(condition, true, &mut all);
        }
        all
    }

    /// A sentence: `core` under the effect's condition; `own` as in [`Words::circumstances`].
    pub(super) fn sentence(&self, gate: Gate<'a>, own: bool, core: &str) -> String {
        let when = self.circumstances(gate, own);
        let text = if when.is_empty() { core.to_owned() } else { format!("{}, {core}", when.adverbial()) };
        self.ended(text, gate)
    }

    /// A sentence that only lacks the effect's exception.
    pub(super) fn ended(&self, mut text: String, gate: Gate<'a>) -> String {
        if let Some(condition) = gate.unless {
            let mut unless = Circumstances::default();
            self.add(condition, true, &mut unless);
            text.push_str(", ");
            text.push_str(&unless.exception());
        }
        stop(&text)
    }
}

impl Noun {
    /// The noun with a verb, `each` after one of several: `Foot routs`, `Foot and Horse take a hit each`, `Hessians must
    /// rout`.
    pub(super) fn does(&self, one: &str, bare: &str, each: &str) -> String {
        let text = &self.text;
        match self.number {
            Number::One => format!("{text} {one}"),
            Number::Several => format!("{text} {bare}{each}"),
            Number::Open => format!("{text} must {bare}"),
        }
    }
}

/// The number of a name: open where it ends as plurals do or joins two, whatever is meant.
fn number_of(name: &str) -> Number {
    let lower = name.to_lowercase();
    let joined = [" and ", " & ", " + "].iter().any(|word| lower.contains(word));
    let ends = ["s", "x", "men", "folk", "people"].iter().any(|end| lower.ends_with(end));
    if joined || ends { Number::Open } else { Number::One }
}

/// `A`, `A and B`, `A, B and C`.
pub(super) fn list<'t>(texts: impl IntoIterator<Item = &'t str>, word: &str) -> String {
    let texts: Vec<&str> = texts.into_iter().collect();
    match texts.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// A small number in letters.
pub(super) fn number(n: u8) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `one hit`, `two hits`.
pub(super) fn counted(n: u8, what: &str) -> String {
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

/// `first`, `second`.
pub(super) fn ordinal(n: u8) -> String {
    const WORDS: [&str; 6] = ["first", "second", "third", "fourth", "fifth", "sixth"];
    let word = WORDS.get(usize::from(n).wrapping_sub(1));
    word.map_or_else(|| format!("{n}th"), |word| (*word).to_owned())
}

/// A sentence: a capital at its head, a full stop at its end.
pub(super) fn stop(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).chain(['.']).collect()
}
