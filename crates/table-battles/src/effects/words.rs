//! The words of printed effects: names, lists and whole sentences as a rulebook would put them.

use muster_systems::catalogue::{Given, Phrase};

use super::clauses::Circumstances;
use super::{CardPicks, Deed, Gate, Pick};
use crate::values::Wing;
use crate::words::{Word, Wording};

/// The formations of a battle, as sentences need them.
pub trait Roster: std::fmt::Debug {
    /// Returns the formation that a name or number means in an effect of a card, or of the scenario; without a name, the card
    /// itself. `None` if there is no such formation.
    fn member(&self, card: Option<usize>, name: Option<&str>) -> Option<Member<'_>>;
}

/// A formation's properties that sentences ask for.
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
    /// The kinds of its actions, in printed order.
    pub actions: Vec<Deed>,
}

/// The meaning of names in the texts of one card's effects, or of the scenario's.
#[derive(Debug, Clone, Copy)]
pub struct Words<'a> {
    roster: &'a dyn Roster,
    card: Option<usize>,
    /// The language that they are said in.
    pub(super) wording: Wording<'a>,
}

/// Formations as a sentence names them.
#[derive(Debug, Clone)]
pub(super) struct Noun {
    /// The form where no verb shows their number: `Hessians`.
    pub(super) text: Phrase,
    /// As the subject of a verb: `the formation Hessians`, since such a name alone can be in the singular or the plural.
    pub(super) subject: Phrase,
    /// Whether it denies what is said: `neither Byron nor Hessians`.
    pub(super) denies: bool,
}

/// Words for formations that an effect does not name one by one: friends, enemies, any.
type Groups = [Word; 3];

const EACH: Groups = [Word::EachFriend, Word::EachEnemy, Word::EachFormation];
const EVERY: Groups = [Word::EveryFriend, Word::EveryEnemy, Word::EveryFormation];
const ONE: Groups = [Word::AFriend, Word::AnEnemy, Word::AFormation];
const ANY: Groups = [Word::AnyFriend, Word::AnyEnemy, Word::AnyFormation];
const KIND: Groups = [Word::Friends, Word::Enemies, Word::Formations];

impl<'a> Words<'a> {
    /// Returns the words for the effects of a card, or of the scenario, in a language.
    pub fn new(roster: &'a dyn Roster, card: Option<usize>, wording: Wording<'a>) -> Words<'a> {
        Words { roster, card, wording }
    }

    /// Returns a word of the language, with what is put into it.
    pub(super) fn say(&self, word: Word, given: &[Given<'_>]) -> String {
        self.wording.say(word, given)
    }

    /// Returns a formation's name, by the name or number that is written.
    pub fn name(&self, text: &'a str) -> &'a str {
        self.formation(Pick::Named(text)).map_or(text, |formation| formation.name)
    }

    /// Returns the wing of the card itself; none in the scenario.
    pub fn wing(&self) -> Option<Wing> {
        self.formation(Pick::This).map(|formation| formation.wing)
    }

    /// Returns true if the effect stands on a special formation.
    pub(super) fn is_special(&self) -> bool {
        self.all_special(std::iter::once(Pick::This))
    }

    /// Returns true if this, or some of these, may be in reserve.
    pub(super) fn can_wait(&self, pick: Pick<'_>) -> bool {
        match pick {
            Pick::This | Pick::Named(_) => self.formation(pick).is_some_and(|formation| formation.can_wait),
            Pick::Friends | Pick::Enemies | Pick::Any => true,
        }
    }

    /// Returns a formation by name or number, or the card itself: `Foot`, `this card`.
    pub(super) fn single(&self, text: Option<&'a str>) -> Noun {
        self.noun(std::iter::once(text.map_or(Pick::This, Pick::parse)), EACH, Word::And)
    }

    /// Returns all of these, one by one: `Grant and Hessians`, `each enemy`.
    pub(super) fn one_by_one(&self, cards: &'a CardPicks) -> Noun {
        self.noun(cards.picks(), EACH, Word::And)
    }

    /// Like [`Words::one_by_one`], as what does something; the card itself, where it is the first of these and has just been named,
    /// is `it`.
    pub(super) fn doing(&self, cards: &'a CardPicks, has_named_this: bool) -> Phrase {
        let noun = self.one_by_one(cards);
        let mut picks = cards.picks();
        // A longer list does not begin with so short a word.
        if !has_named_this || cards.texts().len() > 2 || picks.next() != Some(Pick::This) {
            return noun.subject;
        }
        let it = self.wording.phrase(Word::It, &[], false);
        let rest: Vec<Phrase> = picks.map(|pick| self.phrase_pick(pick, EACH, false)).collect();
        match rest.is_empty() {
            true => it,
            false => self.wording.phrases(&[&[it], rest.as_slice()].concat(), Word::And, true),
        }
    }

    /// Returns all of these at once: `Grant and Hessians`, `every enemy`.
    pub(super) fn every(&self, cards: &'a CardPicks) -> Noun {
        self.noun(cards.picks(), EVERY, Word::And)
    }

    /// Like [`Words::every`], each entry by itself.
    pub(super) fn every_one(&self, cards: &'a CardPicks) -> Vec<String> {
        let text = |pick| self.noun(std::iter::once(pick), EVERY, Word::And).text.plain().to_owned();
        cards.picks().map(text).collect()
    }

    /// Returns any one of these: `Byron or Northern Horse`, `a friendly formation`.
    pub(super) fn one(&self, cards: &'a CardPicks) -> Noun {
        self.one_of(cards.picks(), Word::Or)
    }

    /// Like [`Words::one`], of these entries, with this word before the last.
    pub(super) fn one_of(&self, picks: impl Iterator<Item = Pick<'a>>, word: Word) -> Noun {
        self.noun(picks, ONE, word)
    }

    /// Returns these as the subject of what none of them does: `neither Byron nor Northern Horse`.
    pub(super) fn none_of(&self, picks: impl Iterator<Item = Pick<'a>>) -> Noun {
        let picks: Vec<Pick<'a>> = picks.collect();
        let (lead, word) = if picks.len() == 2 { (Word::Neither, Word::Nor) } else { (Word::NoneOf, Word::Or) };
        let noun = self.one_of(picks.into_iter(), word);
        let [text, subject] =
            [noun.text, noun.subject].map(|names| self.wording.phrase(lead, &[(&names).into()], false));
        Noun { text, subject, denies: true }
    }

    /// Returns any of these, where something is denied: `Byron or Northern Horse`, `any enemy formation`.
    pub(super) fn any(&self, cards: &'a CardPicks) -> Phrase {
        self.noun(cards.picks(), ANY, Word::Or).text
    }

    /// Returns a formation, whichever it is.
    pub(super) fn a_formation(&self) -> Phrase {
        self.wording.phrase(Word::AFormation, &[], false)
    }

    /// Returns any formation, where something is denied.
    pub(super) fn any_formation(&self) -> Phrase {
        self.wording.phrase(Word::AnyFormation, &[], true)
    }

    /// Returns these as a kind: `Byron or Northern Horse`, `enemies`.
    pub(super) fn kind(&self, cards: &'a CardPicks, word: Word) -> Phrase {
        self.noun(cards.picks(), KIND, word).text
    }

    /// Returns the card that an effect stands on.
    pub(super) fn this(&self) -> Phrase {
        self.wording.phrase(Word::ThisCard, &[], false)
    }

    /// Returns true if cubes lie there instead of dice: on all of these formations, as far as they are named.
    pub(super) fn all_special(&self, mut picks: impl Iterator<Item = Pick<'a>>) -> bool {
        picks.all(|pick| self.formation(pick).is_some_and(|formation| formation.special))
    }

    /// Returns what an action of a card by name or number, or of the card itself, is; counted from 1.
    pub(super) fn action(&self, text: Option<&str>, number: u8) -> Option<Deed> {
        let formation = self.formation(text.map_or(Pick::This, Pick::parse))?;
        formation.actions.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Returns words for the action of these formations, counted from 1, by which something is done: `with its second action`;
    /// empty for any.
    pub(super) fn with_action(&self, cards: Option<&CardPicks>, action: Option<u8>) -> String {
        let one = |cards: &CardPicks| {
            let mut picks = cards.picks();
            matches!((picks.next(), picks.next()), (Some(Pick::This | Pick::Named(_) | Pick::Any), None))
        };
        let with = if cards.is_none_or(one) { Word::WithItsAction } else { Word::WithTheirAction };
        action.map(|action| self.say(with, &[(&self.ordinal(action)).into()])).unwrap_or_default()
    }

    /// Returns an ordinal: `first`, `second`.
    pub(super) fn ordinal(&self, n: u8) -> String {
        self.say(Word::Ordinal, &[n.into()])
    }

    /// Returns a number of hits as the object of a sentence: `one hit`, `two hits`.
    pub(super) fn hits(&self, n: u8) -> String {
        self.say(Word::NumberOfHits, &[n.into()])
    }

    /// Returns the formation of an entry that means one.
    fn formation(&self, pick: Pick<'_>) -> Option<Member<'a>> {
        match pick {
            Pick::This => self.roster.member(self.card, None),
            Pick::Named(text) => self.roster.member(self.card, Some(text)),
            Pick::Friends | Pick::Enemies | Pick::Any => None,
        }
    }

    fn noun(&self, picks: impl Iterator<Item = Pick<'a>>, groups: Groups, word: Word) -> Noun {
        let picks: Vec<Pick<'a>> = picks.collect();
        let plural = matches!(word, Word::And) && picks.len() > 1;
        let text: Vec<Phrase> = picks.iter().map(|pick| self.phrase_pick(*pick, groups, false)).collect();
        let is_open = |pick: &Pick<'a>| matches!(pick, Pick::Named(name) if self.wording.catalogue().may_be_plural(self.name(name)));
        let one = |pick: &Pick<'a>| self.phrase_pick(*pick, groups, is_open(pick));
        // Several kinds are in the plural though one word names them.
        let joined = |all: &[Phrase]| match all {
            [only] => only.clone(),
            all => self.wording.phrases(all, word, plural),
        };
        let text = joined(&text);
        let subject = if plural || !picks.iter().any(is_open) {
            text.clone()
        } else {
            joined(&picks.iter().map(one).collect::<Vec<_>>())
        };
        Noun { text, subject, denies: false }
    }

    /// Returns one entry as a sentence names it: a name that `is_open` with what it is.
    fn phrase_pick(&self, pick: Pick<'a>, [friends, enemies, any]: Groups, is_open: bool) -> Phrase {
        let plural = friends == Word::Friends;
        match pick {
            Pick::This => self.this(),
            Pick::Named(text) => {
                let word = if is_open { Word::OpenName } else { Word::Name };
                self.wording.phrase(word, &[self.name(text).into()], false)
            }
            Pick::Friends => self.wording.phrase(friends, &[], plural),
            Pick::Enemies => self.wording.phrase(enemies, &[], plural),
            Pick::Any => self.wording.phrase(any, &[], plural),
        }
    }

    /// Returns when an effect holds, beyond its `unless`. `own` tells that the effect plainly concerns only the card
    /// itself, so that it need not be said that the card is in play.
    pub(super) fn circumstances(&self, gate: Gate<'a>, own: bool) -> Circumstances {
        let mut all = Circumstances::default();
        if self.card.is_some() && !own && !gate.places_this() {
            let this = self.this();
            all.push_in_play(self.say(Word::IsInPlay, &[(&this).into()]), vec![this.plain().to_owned()]);
        }
        if let Some(condition) = gate.only_while {
            self.add(condition, true, &mut all);
        }
        all
    }

    /// Returns a sentence: `core` under the effect's condition; `own` as in [`Words::circumstances`].
    pub(super) fn sentence(&self, gate: Gate<'a>, own: bool, core: &str) -> String {
        let when = self.circumstances(gate, own);
        let text = match when.is_empty() {
            true => core.to_owned(),
            false => self.say(Word::SentenceWhen, &[(&when.adverbial(self.wording)).into(), core.into()]),
        };
        self.end_sentence(text, gate)
    }

    /// Returns a sentence that only lacks the effect's exception.
    pub(super) fn end_sentence(&self, mut text: String, gate: Gate<'a>) -> String {
        if let Some(condition) = gate.unless {
            let mut unless = Circumstances::default();
            self.add(condition, true, &mut unless);
            text = self.say(Word::Unless, &[(&text).into(), (&unless.clauses(self.wording)).into()]);
        }
        self.wording.sentence(&text)
    }
}
