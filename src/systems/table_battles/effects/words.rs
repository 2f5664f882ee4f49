//! The words of printed effects: names, lists, numbers and whole sentences as a rulebook would put them.

use super::{Cards, Condition, Gate, Pick};
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

    /// The wing of the card itself.
    pub fn wing(&self) -> Option<Wing> {
        self.card.map(|card| self.battle.formation(card).wing)
    }

    /// All of these: `Grant and Hessians`, `all friends`; and whether a verb is in the plural.
    pub fn all(&self, cards: &'a Cards) -> (String, bool) {
        let one = |pick| match pick {
            Pick::This => (self.this(), plural(self.this())),
            Pick::Named(text) => (self.name(text), plural(self.name(text))),
            Pick::Friends => ("all friends", true),
            Pick::Enemies => ("all enemies", true),
            Pick::Any => ("all formations", true),
        };
        let all: Vec<_> = cards.picks().map(one).collect();
        let plural = all.len() > 1 || all.iter().any(|(_, plural)| *plural);
        (list(all.into_iter().map(|(text, _)| text), "and"), plural)
    }

    /// Any one of these: `Byron or Northern Horse`, `a friend`; and whether a verb is in the plural.
    pub fn one(&self, cards: &'a Cards) -> (String, bool) {
        self.one_of(cards.picks())
    }

    /// As [`Words::one`], of these entries.
    pub(super) fn one_of(&self, picks: impl Iterator<Item = Pick<'a>>) -> (String, bool) {
        let one = |pick| match pick {
            Pick::This => self.this(),
            Pick::Named(text) => self.name(text),
            Pick::Friends => "a friend",
            Pick::Enemies => "an enemy",
            Pick::Any => "any formation",
        };
        let all: Vec<&str> = picks.map(one).collect();
        // The verb goes with the name next to it.
        let several = all.last().is_some_and(|last| plural(last));
        (list(all, "or"), several)
    }

    /// A sentence: `core` under the effect's condition. `own` tells that the effect plainly concerns only the card
    /// itself, so that it need not be said that the card is in play.
    pub fn sentence(&self, gate: Gate<'a>, own: bool, core: &str) -> String {
        let mut whiles = Vec::new();
        let lasting = gate.only_while.is_some_and(Condition::is_lasting);
        if self.card.is_some() && !own && !gate.places_this() {
            let is = if plural(self.this()) { "are" } else { "is" };
            whiles.push(format!("{} {is} in play", self.this()));
        }
        whiles.extend(gate.only_while.map(|condition| self.so(condition)));
        let mut text = match whiles.as_slice() {
            [] => core.to_owned(),
            [only] if lasting => format!("once {only}, {core}"),
            all => format!("while {}, {core}", all.join(" and ")),
        };
        if let Some(condition) = gate.unless {
            text.push_str(", unless ");
            text.push_str(&self.so(condition));
        }
        stop(&text)
    }
}

/// Whether a verb after this name is in the plural: `The Stanleys enter`, `Walloons and Italians have`. Where a plain name
/// such as `Hessians` is meant as one body or as many men, the author's own wording can say.
pub(super) fn plural(name: &str) -> bool {
    let troops = name.starts_with("The ") && name.ends_with('s') && !name.ends_with("ss");
    troops || name.contains(" and ") || name.contains(" & ")
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
