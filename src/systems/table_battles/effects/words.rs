//! The words of printed effects: names, lists, conditions and events as a rulebook would put them.

use super::event::{CubesLeft, Performs};
use super::{Cards, Condition, Event, Gate, Pick};
use crate::systems::table_battles::model::Wing;
use crate::systems::table_battles::resolve::Battle;

/// What names stand for in the texts of one card's effects, or of the scenario's.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    battle: &'a Battle,
    card: Option<usize>,
}

impl<'a> Words<'a> {
    /// For the effects of a card, or of the scenario.
    pub fn new(battle: &'a Battle, card: Option<usize>) -> Words<'a> {
        Words { battle, card }
    }

    /// A formation's name, by the name or number that is written.
    pub fn name(&self, text: &'a str) -> &'a str {
        let card = self.battle.find_anyone(self.card, text).card();
        card.map_or(text, |card| &self.battle.formation(card).name)
    }

    /// The name of the card itself.
    pub fn this(&self) -> &'a str {
        self.card.map_or("this", |card| &self.battle.formation(card).name)
    }

    /// The name of the card's side.
    pub fn side(&self) -> &'a str {
        let side = self.card.and_then(|card| self.battle.cards[card].sides.first());
        side.map_or("this side", |side| &self.battle.sides()[*side].name)
    }

    /// The name of the other side.
    pub fn enemy(&self) -> &'a str {
        let side = self.card.and_then(|card| self.battle.cards[card].sides.first());
        let other = side.and_then(|side| self.battle.sides().get(1 - side.min(&1)));
        other.map_or("the enemy", |side| &side.name)
    }

    /// The wing of the card itself.
    pub fn wing(&self) -> Option<Wing> {
        self.card.map(|card| self.battle.formation(card).wing)
    }

    /// All of these: `Grant and Hessians`, `all friends`; and whether a verb is in the plural.
    pub fn all(&self, cards: &'a Cards) -> (String, bool) {
        let one = |pick| match pick {
            Pick::This => (self.this(), false),
            Pick::Named(text) => (self.name(text), false),
            Pick::Friends => ("all friends", true),
            Pick::Enemies => ("all enemies", true),
            Pick::Any => ("all formations", true),
        };
        let all: Vec<_> = cards.picks().map(one).collect();
        let plural = all.len() > 1 || all.iter().any(|(_, plural)| *plural);
        (list(all.into_iter().map(|(text, _)| text), "and"), plural)
    }

    /// Any one of these: `Byron or Northern Horse`, `a friend`.
    pub fn one(&self, cards: &'a Cards) -> String {
        let one = |pick| match pick {
            Pick::This => self.this(),
            Pick::Named(text) => self.name(text),
            Pick::Friends => "a friend",
            Pick::Enemies => "an enemy",
            Pick::Any => "any formation",
        };
        list(cards.picks().map(one), "or")
    }

    /// A sentence: `core` under the effect's condition. `own` tells that the effect plainly concerns only the card
    /// itself, so that it need not be said that the card is in play.
    pub fn sentence(&self, gate: Gate<'a>, own: bool, core: &str) -> String {
        let mut whiles = Vec::new();
        if self.card.is_some() && !own && !gate.places_this() {
            whiles.push(format!("{} is in play", self.this()));
        }
        whiles.extend(gate.only_while.map(|condition| self.so(condition)));
        let mut text = match whiles.as_slice() {
            [] => core.to_owned(),
            all => format!("while {}, {core}", all.join(" and ")),
        };
        if let Some(condition) = gate.unless {
            text.push_str(", unless ");
            text.push_str(&self.so(condition));
        }
        stop(&text)
    }

    /// That a condition holds.
    pub fn so(&self, condition: &'a Condition) -> String {
        self.clauses(condition, true).join(" and ")
    }

    /// That a condition does not hold.
    fn not_so(&self, condition: &'a Condition) -> String {
        self.clauses(condition, false).join(" or ")
    }

    fn clauses(&self, condition: &'a Condition, so: bool) -> Vec<String> {
        let mut clauses = Vec::new();
        for (key, cards) in condition.members() {
            let (who, plural) = if so || cards.texts().len() > 1 { self.all(cards) } else { (self.one(cards), false) };
            // `A and B are not both in play`: a list is denied as a whole.
            let not = match (so, cards.texts().len()) {
                (true, _) => "",
                (false, 0 | 1) => " not",
                (false, 2) => " not both",
                (false, _) => " not all",
            };
            let (is, has) = if plural { ("are", "have") } else { ("is", "has") };
            clauses.push(match key {
                "in_play" => format!("{who} {is}{not} in play"),
                "in_reserve" => format!("{who} {is}{not} in reserve"),
                "routed" => format!("{who} {has}{not} routed"),
                "out" => format!("{who} {has}{not} left play"),
                "has_dice" if so => format!("{who} {has} dice"),
                "has_dice" => format!("there are{not} dice on {who}"),
                _ if so => format!("{who} {has} a cube"),
                _ => format!("there is{not} a cube on {who}"),
            });
        }
        if let Some(event) = &condition.happened {
            clauses.push(self.event(event, if so { Tense::Has } else { Tense::HasNot }));
        }
        if let Some(any) = &condition.any {
            let each = any.iter().map(|condition| if so { self.so(condition) } else { self.not_so(condition) });
            clauses.push(each.collect::<Vec<_>>().join(if so { " or " } else { " and " }));
        }
        if let Some(inner) = &condition.not {
            clauses.push(if so { self.not_so(inner) } else { self.so(inner) });
        }
        clauses
    }

    /// That an event happens, or has happened.
    pub fn event(&self, event: &'a Event, tense: Tense) -> String {
        let (who, verb) = match event {
            Event::Enters(cards) => (self.one(cards), ["enters play", "entered play"]),
            Event::Routs(cards) => (self.one(cards), ["routs", "routed"]),
            Event::Retires(cards) => (self.one(cards), ["retires", "retired"]),
            Event::Pursues(cards) => (self.one(cards), ["pursues", "pursued"]),
            Event::Leaves(cards) => (self.one(cards), ["leaves play", "left play"]),
            Event::Attacks(cards) => (self.one(cards), ["attacks", "attacked"]),
            Event::Counterattacks(cards) => (self.one(cards), ["counterattacks", "counterattacked"]),
            Event::Screens(cards) => (self.one(cards), ["screens an attack", "screened an attack"]),
            Event::Absorbs(cards) => (self.one(cards), ["absorbs hits", "absorbed hits"]),
            Event::Commands(cards) => (self.one(cards), ["commands", "commanded"]),
            Event::Bombards(cards) => (self.one(cards), ["bombards", "bombarded"]),
            Event::Performs(Performs { card, action }) => {
                let who = card.as_deref().map_or(self.this(), |card| self.name(card));
                return match tense {
                    Tense::Now => format!("{who} performs its {} action", ordinal(*action)),
                    Tense::Has => format!("{who} has performed its {} action", ordinal(*action)),
                    Tense::HasNot => format!("{who} has not performed its {} action", ordinal(*action)),
                };
            }
            Event::Cubes(CubesLeft { of, left }) => {
                let who = of.as_deref().map_or(self.this(), |card| self.name(card));
                let (come, has) = match left {
                    0 => ("the last cube".to_owned(), "its last cube".to_owned()),
                    n => (format!("a cube, leaving {},", number(*n)), format!("all but {} of its cubes", number(*n))),
                };
                return match tense {
                    Tense::Now => format!("{come} comes off {who}"),
                    Tense::Has => format!("{who} has lost {has}"),
                    Tense::HasNot => format!("{who} has not lost {has}"),
                };
            }
        };
        match tense {
            Tense::Now => format!("{who} {}", verb[0]),
            Tense::Has => format!("{who} has {}", verb[1]),
            Tense::HasNot => format!("{who} has not {}", verb[1]),
        }
    }
}

/// How an event is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    /// It happens.
    Now,
    /// It has happened.
    Has,
    /// It has not happened.
    HasNot,
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
