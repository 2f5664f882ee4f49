//! The words of printed effects: names, lists, numbers and whole sentences as a rulebook would put them.

use super::clauses::Circumstances;
use super::{CardPicks, Deed, Gate, Pick};
use crate::systems::table_battles::values::Wing;

/// The card that an effect stands on, as its sentence names it.
pub(super) const THIS: &str = "this card";

/// The formations of a battle, as sentences need them.
pub trait Roster: std::fmt::Debug {
    /// Returns the formation that a name or number means in an effect of a card, or of the scenario; without a name, the
    /// card itself. None where there is no such formation.
    fn member(&self, card: Option<usize>, name: Option<&str>) -> Option<Member<'_>>;
}

/// What a sentence tells of a formation.
#[derive(Debug, Clone)]
pub struct Member<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its wing.
    pub wing: Wing,
    /// Whether it is a special formation.
    pub special: bool,
    /// Whether it may be in reserve.
    pub can_wait: bool,
    /// What its actions are, in printed order.
    pub actions: Vec<Deed>,
}

/// What names stand for in the texts of one card's effects, or of the scenario's.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    roster: &'a dyn Roster,
    card: Option<usize>,
}

/// Formations as a sentence names them.
#[derive(Debug, Clone)]
pub(super) struct Noun {
    /// Where no verb shows their number: `Hessians`.
    pub(super) text: String,
    /// As the subject of a verb: `the formation Hessians`, since such a name alone can be in the singular or the plural.
    pub(super) subject: String,
    /// Whether the verb is in the plural.
    pub(super) plural: bool,
}

/// How formations are named that an effect does not name one by one: friends, enemies, any.
type Groups = [&'static str; 3];

const EACH: Groups = ["each friendly formation", "each enemy", "each formation"];
const EVERY: Groups = ["every friendly formation", "every enemy", "every formation"];

impl<'a> Words<'a> {
    /// For the effects of a card, or of the scenario.
    pub fn new(roster: &'a dyn Roster, card: Option<usize>) -> Words<'a> {
        Words { roster, card }
    }

    /// A formation's name, by the name or number that is written.
    pub fn name(&self, text: &'a str) -> &'a str {
        self.formation(Pick::Named(text)).map_or(text, |formation| formation.name)
    }

    /// The wing of the card itself; none in the scenario.
    pub fn wing(&self) -> Option<Wing> {
        self.formation(Pick::This).map(|formation| formation.wing)
    }

    /// Whether the effect stands on a special formation.
    pub(super) fn is_special(&self) -> bool {
        self.all_special(std::iter::once(Pick::This))
    }

    /// Whether this, or some of these, may be in reserve.
    pub(super) fn can_wait(&self, pick: Pick<'_>) -> bool {
        match pick {
            Pick::This | Pick::Named(_) => self.formation(pick).is_some_and(|formation| formation.can_wait),
            Pick::Friends | Pick::Enemies | Pick::Any => true,
        }
    }

    /// A formation by name or number, or the card itself: `Foot`, `this card`.
    pub(super) fn single(&self, text: Option<&'a str>) -> Noun {
        self.noun(std::iter::once(text.map_or(Pick::This, Pick::parse)), EACH, "and")
    }

    /// All of these, one by one: `Grant and Hessians`, `each enemy`.
    pub(super) fn each(&self, cards: &'a CardPicks) -> Noun {
        self.noun(cards.picks(), EACH, "and")
    }

    /// All of these at once: `Grant and Hessians`, `every enemy`.
    pub(super) fn every(&self, cards: &'a CardPicks) -> Noun {
        self.noun(cards.picks(), EVERY, "and")
    }

    /// As [`Words::every`], each entry by itself.
    pub(super) fn every_one(&self, cards: &'a CardPicks) -> Vec<String> {
        cards.picks().map(|pick| self.noun(std::iter::once(pick), EVERY, "and").text).collect()
    }

    /// Any one of these: `Byron or Northern Horse`, `a friendly formation`.
    pub(super) fn one(&self, cards: &'a CardPicks) -> Noun {
        self.one_of(cards.picks(), "or")
    }

    /// As [`Words::one`], of these entries, with this word before the last.
    pub(super) fn one_of(&self, picks: impl Iterator<Item = Pick<'a>>, word: &str) -> Noun {
        self.noun(picks, ["a friendly formation", "an enemy", "a formation"], word)
    }

    /// As the subject of what none of these does: `neither Byron nor Northern Horse`.
    pub(super) fn none_of(&self, picks: impl Iterator<Item = Pick<'a>>) -> Noun {
        let picks: Vec<Pick<'a>> = picks.collect();
        let (lead, word) = if picks.len() == 2 { ("neither", "nor") } else { ("none of", "or") };
        let noun = self.one_of(picks.into_iter(), word);
        let [text, subject] = [noun.text, noun.subject].map(|text| format!("{lead} {text}"));
        Noun { text, subject, plural: false }
    }

    /// Any of these, where something is denied: `Byron or Northern Horse`, `any enemy formation`.
    pub(super) fn any(&self, cards: &'a CardPicks) -> String {
        self.noun(cards.picks(), ["any friendly formation", "any enemy formation", "any formation"], "or").text
    }

    /// These as a kind: `Byron or Northern Horse`, `enemies`.
    pub(super) fn kind(&self, cards: &'a CardPicks, word: &str) -> String {
        self.noun(cards.picks(), ["friendly formations", "enemies", "any formation"], word).text
    }

    /// Whether cubes lie there instead of dice: on all of these formations, as far as they are named.
    pub(super) fn all_special(&self, mut picks: impl Iterator<Item = Pick<'a>>) -> bool {
        picks.all(|pick| self.formation(pick).is_some_and(|formation| formation.special))
    }

    /// What an action of a card by name or number, or of the card itself, is; counted from 1.
    pub(super) fn action(&self, text: Option<&str>, number: u8) -> Option<Deed> {
        let formation = self.formation(text.map_or(Pick::This, Pick::parse))?;
        formation.actions.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// The possessive for the actions of these formations: `its`, `their`.
    pub(super) fn possessive(cards: Option<&CardPicks>) -> &'static str {
        let one = |cards: &CardPicks| {
            let mut picks = cards.picks();
            matches!((picks.next(), picks.next()), (Some(Pick::This | Pick::Named(_) | Pick::Any), None))
        };
        if cards.is_none_or(one) { "its" } else { "their" }
    }

    /// The formation of an entry that means one.
    fn formation(&self, pick: Pick<'_>) -> Option<Member<'a>> {
        match pick {
            Pick::This => self.roster.member(self.card, None),
            Pick::Named(text) => self.roster.member(self.card, Some(text)),
            Pick::Friends | Pick::Enemies | Pick::Any => None,
        }
    }

    fn noun(&self, picks: impl Iterator<Item = Pick<'a>>, [friends, enemies, any]: Groups, word: &str) -> Noun {
        let text = |pick| match pick {
            Pick::This => THIS,
            Pick::Named(text) => self.name(text),
            Pick::Friends => friends,
            Pick::Enemies => enemies,
            Pick::Any => any,
        };
        let picks: Vec<Pick<'a>> = picks.collect();
        let text_of_all = list(picks.iter().map(|pick| text(*pick)), word);
        let plural = word == "and" && picks.len() > 1;
        let one = |pick: &Pick<'a>| match pick {
            Pick::Named(name) if is_open(self.name(name)) => format!("the formation {}", self.name(name)),
            pick => text(*pick).to_owned(),
        };
        let subjects: Vec<String> = picks.iter().map(one).collect();
        let subject = if plural { text_of_all.clone() } else { list(subjects.iter().map(String::as_str), word) };
        Noun { text: text_of_all, subject, plural }
    }

    /// When an effect holds, beyond its `unless`. `own` tells that the effect plainly concerns only the card itself, so
    /// that it need not be said that the card is in play.
    pub(super) fn circumstances(&self, gate: Gate<'a>, own: bool) -> Circumstances {
        let mut all = Circumstances::default();
        if self.card.is_some() && !own && !gate.places_this() {
            all.in_play(format!("{THIS} is in play"), vec![THIS.to_owned()]);
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
            text.push_str(", unless ");
            text.push_str(&unless.clauses());
        }
        stop(&text)
    }
}

impl Noun {
    /// The noun with a verb, `each` after one of several: `Foot routs`, `Foot and Horse take a hit each`.
    pub(super) fn does(&self, one: &str, bare: &str, each: &str) -> String {
        let subject = &self.subject;
        if self.plural { format!("{subject} {bare}{each}") } else { format!("{subject} {one}") }
    }
}

/// Whether a name can be in the singular or the plural: where it joins two or a word in it ends as plurals do, whatever
/// is meant.
fn is_open(name: &str) -> bool {
    let joined = name.contains(['&', '+']);
    let lower = name.to_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '\'' | '’'));
    let plural = |word: &str| {
        let possessive = word.ends_with("'s") || word.ends_with("’s");
        !possessive && ["s", "x", "men", "folk", "people"].iter().any(|end| word.ends_with(end))
    };
    joined || words.any(|word| word == "and" || plural(word))
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
