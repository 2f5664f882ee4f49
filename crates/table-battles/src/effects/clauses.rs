//! Conditions and events in words.

use std::collections::HashSet;

use muster_systems::catalogue::Given;

use super::event::{CubesLeft, Performs};
use super::words::Noun;
use super::{CardPicks, Condition, Deed, Event, Pick, Words};
use crate::words::{Word, Wording};

/// The circumstances in which something holds, in words that can begin or end a sentence.
#[derive(Debug, Default)]
pub(super) struct Circumstances {
    parts: Vec<Part>,
}

/// One circumstance.
#[derive(Debug)]
struct Part {
    /// A clause with a verb: `Horse has not attacked`.
    text: String,
    /// Whether it stays so when it once is so.
    lasting: bool,
    /// The event that ends it, where only that is told: `Horse attacks`.
    until: Option<String>,
    /// The formations, where it says no more than that these are in play.
    present: Vec<String>,
    /// The same where the card itself has just been named, if it says what lies on it: `there are dice on it`.
    on_it: Option<String>,
}

impl Part {
    fn new(text: String, lasting: bool) -> Part {
        Part { text, lasting, until: None, present: Vec::new(), on_it: None }
    }
}

impl Circumstances {
    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a clause that can cease to be so.
    pub(super) fn clause(&mut self, text: String) {
        self.parts.push(Part::new(text, false));
    }

    /// Adds a clause that says what lies on the card itself, with the same where that has just been named.
    fn push_on_card(&mut self, text: String, on_it: String) {
        self.parts.push(Part { on_it: Some(on_it), ..Part::new(text, false) });
    }

    /// Says `it` where the only thing that is said is what lies on the card, which has just been named.
    pub(super) fn name_it(&mut self) {
        if let [Part { text, on_it: Some(on_it), .. }] = self.parts.as_mut_slice() {
            text.clone_from(on_it);
        }
    }

    /// Adds that formations are in play.
    pub(super) fn push_in_play(&mut self, text: String, present: Vec<String>) {
        self.parts.push(Part { present, ..Part::new(text, false) });
    }

    /// Adds a clause that stays so.
    fn lasting_clause(&mut self, text: String) {
        self.parts.push(Part::new(text, true));
    }

    /// Drops a clause that is plain already.
    pub(super) fn drop_clause(&mut self, text: &str) {
        self.parts.retain(|part| part.text != text);
    }

    /// Returns all of them as clauses: `Foot is in play and Horse has routed`, `both Foot and Horse are in play`.
    pub(super) fn clauses(&self, wording: Wording<'_>) -> String {
        let in_play = || self.parts.iter().filter(|part| !part.present.is_empty());
        let several = in_play().count() > 1;
        let mut present: Vec<&str> = in_play().flat_map(|part| &part.present).map(String::as_str).collect();
        let mut said = HashSet::new();
        present.retain(|name| said.insert(*name));
        let mut merged = several.then(|| {
            let word = match present.len() {
                1 => Word::IsInPlay,
                2 => Word::BothInPlay,
                _ => Word::AllInPlay,
            };
            wording.say(word, &[(&wording.list(&present, Word::And)).into()])
        });
        let text = |part: &Part| match part.present.is_empty() || !several {
            true => Some(part.text.clone()),
            false => merged.take(),
        };
        let texts: Vec<String> = self.parts.iter().filter_map(text).collect();
        wording.list(&texts, Word::And)
    }

    /// Returns all of them with a word that leads them: `while Foot is in play`, `once Horse has routed`, `until Horse attacks`.
    pub(super) fn adverbial(&self, wording: Wording<'_>) -> String {
        match self.parts.as_slice() {
            [Part { until: Some(until), .. }] => wording.say(Word::Until, &[until.into()]),
            parts => {
                let word = if parts.iter().all(|part| part.lasting) { Word::Once } else { Word::While };
                wording.say(word, &[(&self.clauses(wording)).into()])
            }
        }
    }

    /// Adds that any one of several is so: `either Foot is in play or Horse has routed`.
    fn any(each: &[Circumstances], wording: Wording<'_>, into: &mut Circumstances) {
        let clauses: Vec<String> = each.iter().map(|one| one.clauses(wording)).collect();
        // With a mark where the choice begins, since more may be joined to it.
        let text = wording.say(Word::Either, &[(&wording.list(&clauses, Word::Or)).into()]);
        let lasting = each.iter().flat_map(|one| &one.parts).all(|part| part.lasting);
        into.parts.push(Part::new(text, lasting));
    }
}

impl<'a> Words<'a> {
    /// Adds that a condition holds, or that it does not.
    pub(super) fn add(&self, condition: &'a Condition, so: bool, into: &mut Circumstances) {
        let mut each: Vec<Circumstances> =
            condition.members().map(|(key, cards)| self.member(key, cards, so)).collect();
        let mut one = |fill: &dyn Fn(&mut Circumstances)| {
            let mut circumstances = Circumstances::default();
            fill(&mut circumstances);
            each.push(circumstances);
        };
        if let Some(event) = &condition.happened {
            one(&|into| self.push_event(event, so, into));
        }
        if let Some(any) = &condition.any {
            one(&|into| self.alternatives(any, so, into));
        }
        if let Some(inner) = &condition.not {
            one(&|into| self.add(inner, !so, into));
        }
        // Not all is one of them not.
        if so || each.len() < 2 {
            into.parts.extend(each.into_iter().flat_map(|one| one.parts));
        } else {
            Circumstances::any(&each, self.wording, into);
        }
    }

    /// Adds that at least one of some conditions holds, or that none does.
    fn alternatives(&self, any: &'a [Condition], so: bool, into: &mut Circumstances) {
        if let Some((key, picks)) = alike(any).filter(|(_, picks)| picks.len() > 1) {
            let denies_who = !so && !key.starts_with("has_");
            let key = self.key(key, picks.iter().copied());
            let picks = picks.into_iter();
            let who = if denies_who { self.none_of(picks) } else { self.one_of(picks, Word::Or) };
            // `Neither has routed`: what is denied is who, not what.
            let denied = if so || denies_who { Denied::No } else { Denied::It };
            return self.state(key, &who, denied, false, into);
        }
        let each: Vec<Circumstances> = any
            .iter()
            .map(|condition| {
                let mut one = Circumstances::default();
                self.add(condition, so, &mut one);
                one
            })
            .collect();
        match each.as_slice() {
            _ if !so => into.parts.extend(each.into_iter().flat_map(|one| one.parts)),
            [_, _, ..] => Circumstances::any(&each, self.wording, into),
            _ => into.parts.extend(each.into_iter().flat_map(|one| one.parts)),
        }
    }

    /// Returns the circumstance that all of some formations are where or as a member of a condition says, or that not all are.
    fn member(&self, key: &'static str, cards: &'a CardPicks, so: bool) -> Circumstances {
        let mut into = Circumstances::default();
        let several = cards.texts().len();
        let group = !matches!(cards.picks().next(), Some(Pick::This | Pick::Named(_)));
        let key = self.key(key, cards.picks());
        match several {
            _ if so && key.starts_with("has_") => match several {
                0 | 1 => self.state(key, &self.every(cards), Denied::No, cards.only_this(), &mut into),
                _ => {
                    let word = if key == "has_dice" { Word::DiceOnEach } else { Word::CubeOnEach };
                    into.clause(self.say(word, &[(&self.every(cards).text).into()]));
                }
            },
            _ if so && key == "in_play" => {
                let who = self.every(cards);
                into.push_in_play(self.say(Word::IsInPlay, &[(&who.subject).into()]), self.every_one(cards));
            }
            _ if so => self.state(key, &self.every(cards), Denied::No, false, &mut into),
            0 | 1 if group && key.starts_with("has_") => {
                let word = if key == "has_dice" { Word::HasNoDice } else { Word::HasNoCube };
                into.clause(self.say(word, &[(&self.one(cards).text).into()]));
            }
            0 | 1 => self.state(key, &self.one(cards), Denied::It, false, &mut into),
            // `A and B are not both in play`: a list is denied as a whole.
            n => {
                let denied = if n == 2 { Denied::Both } else { Denied::All };
                self.state(key, &self.every(cards), denied, false, &mut into);
            }
        }
        into
    }

    /// Returns the member of a condition that says what lies there: what counts as dice on a special formation is its cube.
    fn key(&self, key: &'static str, picks: impl Iterator<Item = Pick<'a>>) -> &'static str {
        if key == "has_dice" && self.all_special(picks) { "has_cube" } else { key }
    }

    /// Says that an event happens now: `when Horse attacks`, `the first time Horse attacks`.
    pub(super) fn event(&self, event: &'a Event, first: bool) -> String {
        let (when, mark) = match first {
            true => (Word::TheFirstTime, self.wording.word(Word::FirstTime)),
            false => (Word::When, String::new()),
        };
        self.say(when, &[(&self.deed(event, &mark).present).into()])
    }

    /// Says that an event has happened: `Horse has attacked`.
    pub(super) fn has_happened(&self, event: &'a Event) -> String {
        self.deed(event, "").perfect
    }

    /// Adds that an event has happened, or that it has not.
    fn push_event(&self, event: &'a Event, so: bool, into: &mut Circumstances) {
        let Clauses { present, perfect, denied } = self.deed(event, "");
        if so {
            into.lasting_clause(perfect);
        } else {
            into.parts.push(Part { until: Some(present), ..Part::new(denied, false) });
        }
    }

    /// Returns an event in clauses; `first` is put where one happens for the first time.
    fn deed(&self, event: &'a Event, first: &str) -> Clauses {
        let deed = |who: &Noun, words: [Word; 3], with: &str| {
            let [present, perfect, denied] = words;
            let who = Given::from(&who.subject);
            Clauses {
                present: self.say(present, &[who, first.into(), with.into()]),
                perfect: self.say(perfect, &[who, with.into()]),
                denied: self.say(denied, &[who, with.into()]),
            }
        };
        let done = |cards: &'a CardPicks, words| deed(&self.one(cards), words, "");
        match event {
            Event::Enters(cards) => done(cards, [Word::Enters, Word::HasEnters, Word::HasNotEnters]),
            Event::Routs(cards) => done(cards, [Word::Routs, Word::HasRouts, Word::HasNotRouts]),
            Event::Retires(cards) => done(cards, [Word::Retires, Word::HasRetires, Word::HasNotRetires]),
            Event::Pursues(cards) => done(cards, [Word::Pursues, Word::HasPursues, Word::HasNotPursues]),
            Event::Leaves(cards) => done(cards, [Word::Leaves, Word::HasLeaves, Word::HasNotLeaves]),
            Event::Attacks(cards) => done(cards, ATTACKS),
            Event::Counterattacks(cards) => done(cards, COUNTERATTACKS),
            Event::Screens(cards) => done(cards, SCREENS),
            Event::Absorbs(cards) => done(cards, ABSORBS),
            Event::Commands(cards) => done(cards, COMMANDS),
            Event::Bombards(cards) => done(cards, BOMBARDS),
            Event::Performs(Performs { card, action }) => {
                let words = match self.action(card.as_deref(), *action) {
                    Some(Deed::Attack) => ATTACKS,
                    Some(Deed::Bombard) => BOMBARDS,
                    Some(Deed::Command) => COMMANDS,
                    Some(Deed::Screen) => SCREENS,
                    Some(Deed::Counterattack) => COUNTERATTACKS,
                    Some(Deed::Absorb) => ABSORBS,
                    Some(Deed::Retire | Deed::Pursue | Deed::Dice) | None => {
                        [Word::Acts, Word::HasActs, Word::HasNotActs]
                    }
                };
                deed(&self.single(card.as_deref()), words, &self.with_action(None, Some(*action)))
            }
            Event::Cubes(CubesLeft { of, left }) => {
                let who = self.single(of.as_deref()).text;
                let (words, given) = match left {
                    0 => (
                        [Word::LastCubeLeaves, Word::LastCubeHasLeft, Word::LastCubeHasNotLeft],
                        vec![Given::from(&who), first.into()],
                    ),
                    n => (
                        [Word::CubeLeaves, Word::CubeHasLeft, Word::CubeHasNotLeft],
                        vec![(*n).into(), (&who).into(), first.into()],
                    ),
                };
                let [present, perfect, denied] = words.map(|word| self.say(word, &given));
                Clauses { present, perfect, denied }
            }
        }
    }

    /// Adds that formations are where or as a member of a condition says. `on_this` tells that it is about the card itself.
    fn state(&self, key: &str, who: &Noun, denied: Denied, on_this: bool, into: &mut Circumstances) {
        let lies = |words: [Word; 4]| self.say(words[denied as usize], &[(&who.text).into()]);
        let is = |words: [Word; 4]| self.say(words[denied as usize], &[(&who.subject).into()]);
        // Who has routed or left play has so for good.
        let is_lasting = denied == Denied::No && !who.denies;
        match key {
            "has_dice" | "has_cube" => {
                let (words, on_it) = match key {
                    "has_dice" => ([Word::DiceOn, Word::NoDiceOn, Word::NotBothDice, Word::NotAllDice], Word::DiceOnIt),
                    _ => ([Word::CubeOn, Word::NoCubeOn, Word::NotBothCube, Word::NotAllCube], Word::CubeOnIt),
                };
                match on_this && denied == Denied::No {
                    true => into.push_on_card(lies(words), self.wording.word(on_it)),
                    false => into.clause(lies(words)),
                }
            }
            "in_play" => {
                into.clause(is([Word::IsInPlay, Word::IsNotInPlay, Word::NotBothInPlay, Word::NotAllInPlay]));
            }
            "in_reserve" => into.clause(is([
                Word::IsInReserve,
                Word::IsNotInReserve,
                Word::NotBothInReserve,
                Word::NotAllInReserve,
            ])),
            key => {
                let clause = is(match key {
                    "routed" => {
                        [Word::HasRoutedAlready, Word::HasNotRoutedAlready, Word::NotBothRouted, Word::NotAllRouted]
                    }
                    _ => [Word::IsOut, Word::IsNotOut, Word::NotBothOut, Word::NotAllOut],
                });
                if is_lasting { into.lasting_clause(clause) } else { into.clause(clause) }
            }
        }
    }
}

/// The part of a state that is denied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Denied {
    /// Nothing.
    No,
    /// That it is so.
    It,
    /// That it is so of both.
    Both,
    /// That it is so of all.
    All,
}

/// That something happens, has happened and has not happened.
const ATTACKS: [Word; 3] = [Word::Attacks, Word::HasAttacks, Word::HasNotAttacks];
const COUNTERATTACKS: [Word; 3] = [Word::Counterattacks, Word::HasCounterattacks, Word::HasNotCounterattacks];
const SCREENS: [Word; 3] = [Word::Screens, Word::HasScreens, Word::HasNotScreens];
const ABSORBS: [Word; 3] = [Word::Absorbs, Word::HasAbsorbs, Word::HasNotAbsorbs];
const COMMANDS: [Word; 3] = [Word::Commands, Word::HasCommands, Word::HasNotCommands];
const BOMBARDS: [Word; 3] = [Word::Bombards, Word::HasBombards, Word::HasNotBombards];

/// An event as clauses with a verb.
struct Clauses {
    /// It happens: `Horse attacks`.
    present: String,
    /// It has happened: `Horse has attacked`.
    perfect: String,
    /// It has not happened: `Horse has not attacked`.
    denied: String,
}

/// Returns what a condition says of one card, when it says nothing else.
fn single(condition: &Condition) -> Option<(&'static str, &CardPicks)> {
    let plain = condition.happened.is_none() && condition.any.is_none() && condition.not.is_none();
    let mut members = condition.members();
    let (key, cards) = members.next().filter(|(_, cards)| plain && cards.texts().len() == 1)?;
    members.next().is_none().then_some((key, cards))
}

/// Returns what conditions say of one card each, when all say the same: `A or B has routed`.
fn alike(conditions: &[Condition]) -> Option<(&'static str, Vec<Pick<'_>>)> {
    let (key, _) = single(conditions.first()?)?;
    let pick = |condition| {
        let (_, cards) = single(condition).filter(|(other, _)| *other == key)?;
        // Of `friends` all are meant.
        cards.picks().next().filter(|pick| matches!(pick, Pick::This | Pick::Named(_)))
    };
    Some((key, conditions.iter().map(pick).collect::<Option<_>>()?))
}
