//! The words of a game in a language: a catalogue, read from a file, with forms of nouns and of what is counted.
//!
//! A game lists its words, each with what is put into it ([`WordList`]); a catalogue says them in one language. A word is
//! a text with placeholders, `{n} rounds`, or several of which a number chooses, or, for what a sentence is about, its forms:
//! the cases of a language.

mod all;
mod document;
mod fault;
mod list;
mod phrase;
mod wording;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

pub use all::Catalogues;
pub use document::CatalogueDocument;
pub use fault::{CatalogueFault, CatalogueMistake};
pub use list::{Slot, SlotKind, WordEntry, WordList};
pub use phrase::{Given, Person, Phrase};
pub use wording::{CatalogueWord, Wording, capital};

use muster_core::print::locale::{Locale, PrintWord};
use muster_core::source::Pointer;

/// The words of a game in one language.
#[derive(Debug, Clone)]
pub struct Catalogue {
    locale: Arc<Locale>,
    /// The forms of nouns besides the plain one.
    forms: Vec<String>,
    /// By number in the list.
    messages: Vec<Message>,
    /// The number of the message that writes numbers out.
    numbers: Option<usize>,
    plural_names: PluralNames,
    /// The separator of thousands.
    thousands: String,
}

/// The endings and words that show that a name may be meant as a plural.
#[derive(Debug, Clone, Default)]
struct PluralNames {
    endings: Vec<String>,
    words: Vec<String>,
}

/// A message: its texts, the first of which that is for a number holds.
#[derive(Debug, Clone, Default)]
struct Message {
    /// The index of the argument that chooses; `None` if there is one text, or one for each form.
    by: Option<usize>,
    texts: Vec<(Choice, Vec<Segment>)>,
}

/// The condition under which a text of a message is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    /// Numbers, from and to.
    Numbers(Vec<(u32, u32)>),
    /// All other numbers, or the plain form.
    Other,
    /// A form, by its number.
    Form(usize),
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Text(String),
    /// An argument by its number, in a form: 0 is the plain one.
    Argument(usize, usize),
    /// A number written out.
    Words(usize),
    /// A number in digits, with what the language has between thousands.
    Digits(usize),
    /// An argument with a capital at its head.
    Capital(usize),
}

/// The form of a noun that says nothing else.
const PLAIN: &str = "plain";
/// The form of a number that is written out.
const WORDS: &str = "words";
/// The form of a number with what the language has between thousands.
const DIGITS: &str = "digits";
/// The form of a text that begins with a capital.
const CAPITAL: &str = "capital";
/// The key of the texts for all other numbers.
const OTHER: &str = "other";
/// The keys of the texts by who does something.
const YOU: &str = "you";
const THEY: &str = "they";
/// The key of the words by which numbers are written out.
const NUMBER: &str = "number";
/// The prefix of the keys of icons' names.
const ICON: &str = "icon-";

impl Catalogue {
    /// Reads the catalogue of a list of words from a document that its schema accepts. What it lacks, `base` says. Returns it
    /// with what is wrong in it.
    pub fn read(
        list: &'static WordList,
        document: &Value,
        base: Option<&Catalogue>,
    ) -> (Catalogue, Vec<CatalogueFault>) {
        let forms = texts(&document["forms"]);
        let mut reading = Reading { forms: &forms, faults: Vec::new() };
        let empty = serde_json::Map::new();
        let words = document["words"].as_object().unwrap_or(&empty);
        reading.unknown(list, words);
        let mut messages = Vec::with_capacity(list.entries.len());
        let mut missing = Vec::new();
        for (i, entry) in list.entries.iter().enumerate() {
            messages.push(match words.get(entry.key) {
                Some(word) => reading.message(entry, word),
                None => {
                    missing.push(entry.key);
                    base.and_then(|base| base.messages.get(i).cloned()).unwrap_or_default()
                }
            });
        }
        let mut faults = reading.faults;
        faults.extend((!missing.is_empty()).then(|| CatalogueFault::new("/words", CatalogueMistake::Missing(missing))));
        let names = &document["plural-names"];
        let mut catalogue = Catalogue {
            locale: Arc::clone(Locale::english()),
            numbers: list.number(NUMBER),
            forms: forms.clone(),
            messages,
            plural_names: PluralNames { endings: texts(&names["endings"]), words: texts(&names["words"]) },
            thousands: document["thousands"].as_str().unwrap_or(",").to_owned(),
        };
        catalogue.locale = Arc::new(catalogue.locale(list, document));
        (catalogue, faults)
    }

    /// Returns the language, as printing needs it.
    fn locale(&self, list: &'static WordList, document: &Value) -> Locale {
        let english = Locale::english().as_ref().clone();
        let icons = list.entries.iter().enumerate();
        let icons = icons.filter_map(|(i, entry)| Some((entry.key.strip_prefix(ICON)?, self.say(i, &[]))));
        let said = |word: PrintWord| match list.number(word.key()) {
            Some(number) => {
                let slots = list.entries[number].slots.iter().map(|slot| format!("{{{}}}", slot.name));
                let slots: Vec<String> = slots.collect();
                self.say(number, &slots.iter().map(|slot| Given::Text(slot)).collect::<Vec<_>>())
            }
            None => word.english().to_owned(),
        };
        Locale {
            language: document["catalogue"].as_str().unwrap_or(&english.language).to_owned(),
            quotes: texts(&document["quotes"]).try_into().unwrap_or(english.quotes),
            icons: icons.collect::<BTreeMap<_, _>>(),
            words: std::array::from_fn(|word| said(PrintWord::ALL[word])),
        }
    }

    /// Returns its language, as printing needs it.
    pub fn language(&self) -> &Arc<Locale> {
        &self.locale
    }

    /// Returns a word by its number in the list, with what is put into it, in the order of its slots.
    pub fn say(&self, word: usize, given: &[Given<'_>]) -> String {
        let mut out = String::new();
        self.write(word, 0, given, &mut out);
        out
    }

    /// Returns a word as a phrase in all its forms. What is put into it stands there in the same form, unless the word says
    /// another.
    pub fn phrase(&self, word: usize, given: &[Given<'_>], plural: bool) -> Phrase {
        let form = |form| {
            let mut out = String::new();
            self.write(word, form, given, &mut out);
            out
        };
        Phrase { forms: (0..=self.forms.len()).map(form).collect(), plural }
    }

    /// Returns the phrase of several, joined two by two: `comma` says how the first ones are, `last` how the last is.
    pub fn list(&self, phrases: &[Phrase], comma: usize, last: usize, plural: bool) -> Phrase {
        let form = |form| {
            let texts: Vec<&str> = phrases.iter().map(|phrase| phrase.form(form)).collect();
            self.join_list(&texts, comma, last)
        };
        Phrase { forms: (0..=self.forms.len()).map(form).collect(), plural }
    }

    /// Returns texts joined two by two: `comma` says how the first ones are, `last` how the last is.
    pub fn join_list(&self, texts: &[impl AsRef<str>], comma: usize, last: usize) -> String {
        let Some((first, rest)) = texts.split_first() else { return String::new() };
        let mut out = first.as_ref().to_owned();
        // What stands before all that was joined so far, the last first.
        let mut before: Vec<String> = Vec::new();
        for (i, text) in rest.iter().enumerate() {
            let join = if i + 1 == rest.len() { last } else { comma };
            let given = [Given::Text(""), Given::Text(text.as_ref())];
            match self.split_at_first(join, &given) {
                Some((start, end)) => {
                    before.push(start);
                    out += &end;
                }
                None => {
                    out = before.drain(..).rev().chain([out]).collect();
                    out = self.say(join, &[Given::Text(&out), Given::Text(text.as_ref())]);
                }
            }
        }
        if before.iter().all(String::is_empty) { out } else { before.into_iter().rev().chain([out]).collect() }
    }

    /// Returns what a word says before and after the first thing that is put into it: so that a list grows at its ends, and is
    /// not written again with each part. `None` if it changes that, or does not say it.
    fn split_at_first(&self, word: usize, given: &[Given<'_>]) -> Option<(String, String)> {
        let segments = self.choose_text(word, 0, given)?;
        let at = segments.iter().position(|segment| matches!(segment, Segment::Argument(0, _)))?;
        let is_first = |segment: &Segment| matches!(segment, Segment::Argument(0, _) | Segment::Capital(0));
        if segments.iter().filter(|segment| is_first(segment)).count() != 1 {
            return None;
        }
        let write = |segments: &[Segment]| {
            let mut out = String::new();
            self.write_segments(segments, 0, given, &mut out);
            out
        };
        Some((write(&segments[..at]), write(&segments[at + 1..])))
    }

    /// Returns true if a name can be in the singular or the plural, whatever is meant: it joins two, or a word in it ends
    /// as plurals of the language do.
    pub fn may_be_plural(&self, name: &str) -> bool {
        let PluralNames { endings, words } = &self.plural_names;
        if endings.is_empty() && words.is_empty() {
            return false;
        }
        let lower = name.to_lowercase();
        let mut parts = lower.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '\'' | '’'));
        let plural = |word: &str| {
            let possessive = word.ends_with("'s") || word.ends_with("’s");
            !possessive && endings.iter().any(|end| word.ends_with(end.as_str()))
        };
        name.contains(['&', '+']) || parts.any(|word| words.iter().any(|other| other == word) || plural(word))
    }

    /// Returns a number in digits, with what the language has between thousands: `12,000`.
    pub fn digits(&self, n: u32) -> String {
        let plain = n.to_string();
        let groups = plain.as_bytes().rchunks(3).rev();
        groups.map(|group| String::from_utf8_lossy(group).into_owned()).collect::<Vec<_>>().join(&self.thousands)
    }

    fn write(&self, word: usize, form: usize, given: &[Given<'_>], out: &mut String) {
        if let Some(segments) = self.choose_text(word, form, given) {
            self.write_segments(segments, form, given, out);
        }
    }

    /// Returns the text of a word that a form, or what is put into it, chooses.
    fn choose_text(&self, word: usize, form: usize, given: &[Given<'_>]) -> Option<&[Segment]> {
        let message = self.messages.get(word)?;
        let chosen = match message.by.and_then(|by| given.get(by)) {
            Some(given) => {
                let number = given.number();
                message.texts.iter().find(|(choice, _)| choice.holds(number))
            }
            None => {
                let of_form = message.texts.iter().find(|(choice, _)| *choice == Choice::Form(form));
                of_form.or_else(|| message.texts.iter().find(|(choice, _)| *choice == Choice::Other))
            }
        };
        chosen.or(message.texts.last()).map(|(_, segments)| segments.as_slice())
    }

    fn write_segments(&self, segments: &[Segment], form: usize, given: &[Given<'_>], out: &mut String) {
        for segment in segments {
            match segment {
                Segment::Text(text) => out.push_str(text),
                Segment::Argument(i, of) => {
                    if let Some(given) = given.get(*i) {
                        given.write(if *of == 0 { form } else { *of }, out);
                    }
                }
                Segment::Digits(i) => {
                    if let Some(given) = given.get(*i) {
                        out.push_str(&self.digits(given.number()));
                    }
                }
                Segment::Capital(i) => {
                    let mut text = String::new();
                    if let Some(given) = given.get(*i) {
                        given.write(form, &mut text);
                    }
                    out.push_str(&capital(&text));
                }
                Segment::Words(i) => {
                    if let (Some(given), Some(numbers)) = (given.get(*i), self.numbers) {
                        self.write(numbers, 0, &[Given::Number(given.number())], out);
                    }
                }
            }
        }
    }
}

impl Choice {
    fn holds(&self, number: u32) -> bool {
        match self {
            Choice::Numbers(ranges) => ranges.iter().any(|(from, to)| (*from..=*to).contains(&number)),
            Choice::Other => true,
            Choice::Form(_) => false,
        }
    }
}

/// A catalogue as it is read.
struct Reading<'a> {
    forms: &'a [String],
    faults: Vec<CatalogueFault>,
}

impl Reading<'_> {
    /// Finds words that the game does not have.
    fn unknown(&mut self, list: &WordList, words: &serde_json::Map<String, Value>) {
        for key in words.keys().filter(|key| list.number(key).is_none()) {
            self.faults.push(CatalogueFault::new(&pointer(key, None), CatalogueMistake::Unknown(key.clone())));
        }
    }

    fn message(&mut self, entry: &WordEntry, word: &Value) -> Message {
        let by = entry
            .slots
            .iter()
            .position(|slot| matches!(slot.kind, SlotKind::number | SlotKind::noun | SlotKind::person));
        let by = by.filter(|_| !entry.noun);
        let Value::Object(variants) = word else {
            let text = word.as_str().unwrap_or_default();
            return Message { by, texts: vec![(Choice::Other, self.segments(entry, text, &pointer(entry.key, None)))] };
        };
        let mut texts = Vec::new();
        let mut has_other = false;
        for (key, text) in variants {
            let at = pointer(entry.key, Some(key));
            let choice = match self.choice(entry, by, key) {
                Ok(choice) => choice,
                Err(wrong) => {
                    self.faults.push(CatalogueFault::new(&at, wrong));
                    continue;
                }
            };
            has_other |= choice == Choice::Other;
            texts.push((choice, self.segments(entry, text.as_str().unwrap_or_default(), &at)));
        }
        let is_by_person = by.is_some_and(|by| entry.slots[by].kind == SlotKind::person);
        if is_by_person && !variants.contains_key(YOU) {
            self.faults.push(CatalogueFault::new(&pointer(entry.key, None), CatalogueMistake::NoOther(YOU)));
        }
        if !has_other {
            let key = match by {
                Some(_) if is_by_person => THEY,
                Some(_) => OTHER,
                None => PLAIN,
            };
            self.faults.push(CatalogueFault::new(&pointer(entry.key, None), CatalogueMistake::NoOther(key)));
        }
        // What holds for all others comes last.
        texts.sort_by_key(|(choice, _)| *choice == Choice::Other);
        Message { by, texts }
    }

    /// Returns the meaning of a key of a word with several texts.
    fn choice(&self, entry: &WordEntry, by: Option<usize>, key: &str) -> Result<Choice, CatalogueMistake> {
        let wrong = |allowed: Vec<String>| CatalogueMistake::Choice { found: key.to_owned(), allowed };
        if entry.noun {
            let form = self.forms.iter().position(|form| form == key).map(|form| Choice::Form(form + 1));
            let plain = (key == PLAIN).then_some(Choice::Other);
            let allowed = || std::iter::once(PLAIN.to_owned()).chain(self.forms.iter().cloned()).collect();
            return plain.or(form).ok_or_else(|| wrong(allowed()));
        }
        if by.is_none() {
            return Err(wrong(Vec::new()));
        }
        if by.is_some_and(|by| entry.slots[by].kind == SlotKind::person) {
            return match key {
                YOU => Ok(Choice::Numbers(vec![(1, 1)])),
                THEY => Ok(Choice::Other),
                _ => Err(wrong(vec![YOU.to_owned(), THEY.to_owned()])),
            };
        }
        if key == OTHER {
            return Ok(Choice::Other);
        }
        let range = |part: &str| {
            let (from, to) = part.trim().split_once('-').unwrap_or((part.trim(), part.trim()));
            Some((from.parse().ok()?, to.parse().ok()?))
        };
        let ranges: Option<Vec<(u32, u32)>> = key.split(',').map(range).collect();
        ranges.map(Choice::Numbers).ok_or_else(|| wrong(vec!["1".to_owned(), "2-4".to_owned(), OTHER.to_owned()]))
    }

    /// Returns the parts of a text. A placeholder that means nothing is left as it is written.
    fn segments(&mut self, entry: &WordEntry, text: &str, at: &str) -> Vec<Segment> {
        let mut segments = Vec::new();
        let mut used = vec![false; entry.slots.len()];
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}').map(|close| open + close) else {
                self.faults.push(CatalogueFault::new(at, CatalogueMistake::Unclosed));
                break;
            };
            push_text(&mut segments, &rest[..open]);
            let name = &rest[open + 1..close];
            match self.placeholder(entry, name) {
                Ok((_, slot)) if used[slot] && !entry.slots[slot].is_short() => {
                    self.faults.push(CatalogueFault::new(at, CatalogueMistake::Twice(entry.slots[slot].name)));
                }
                Ok((segment, slot)) => {
                    used[slot] = true;
                    segments.push(segment);
                }
                Err(wrong) => {
                    self.faults.push(CatalogueFault::new(at, wrong));
                    push_text(&mut segments, &rest[open..=close]);
                }
            }
            rest = &rest[close + 1..];
        }
        push_text(&mut segments, rest);
        let unused = entry.slots.iter().zip(used).find(|(slot, used)| slot.is_needed() && !used);
        if let Some((slot, _)) = unused {
            self.faults.push(CatalogueFault::new(at, CatalogueMistake::Unused(slot.name)));
        }
        segments
    }

    fn placeholder(&self, entry: &WordEntry, name: &str) -> Result<(Segment, usize), CatalogueMistake> {
        let allowed = |list: Vec<String>| CatalogueMistake::Placeholder { found: name.to_owned(), allowed: list };
        let (slot_name, form) = name.split_once('.').map_or((name, None), |(slot, form)| (slot, Some(form)));
        let Some((i, slot)) = entry.slots.iter().enumerate().find(|(_, slot)| slot.name == slot_name) else {
            return Err(allowed(entry.slots.iter().map(|slot| slot.name.to_owned()).collect()));
        };
        let with_form = |form: &str| format!("{}.{form}", slot.name);
        match (form, slot.kind) {
            (None, _) => Ok((Segment::Argument(i, 0), i)),
            (Some(WORDS), SlotKind::number) => Ok((Segment::Words(i), i)),
            (Some(DIGITS), SlotKind::number) => Ok((Segment::Digits(i), i)),
            (Some(_), SlotKind::number) => {
                Err(allowed(vec![slot.name.to_owned(), with_form(WORDS), with_form(DIGITS)]))
            }
            (Some(form), SlotKind::noun) => match self.forms.iter().position(|known| known == form) {
                Some(form) => Ok((Segment::Argument(i, form + 1), i)),
                None => {
                    let forms = self.forms.iter().map(|form| with_form(form));
                    Err(allowed(std::iter::once(slot.name.to_owned()).chain(forms).collect()))
                }
            },
            (Some(CAPITAL), SlotKind::text | SlotKind::optional) => Ok((Segment::Capital(i), i)),
            (Some(_), SlotKind::text | SlotKind::optional) => {
                Err(allowed(vec![slot.name.to_owned(), with_form(CAPITAL)]))
            }
            (Some(_), SlotKind::person) => Err(allowed(vec![slot.name.to_owned()])),
        }
    }
}

fn push_text(segments: &mut Vec<Segment>, text: &str) {
    if !text.is_empty() {
        segments.push(Segment::Text(text.to_owned()));
    }
}

/// Returns the JSON Pointer of a word, or of one of its texts.
fn pointer(key: &str, of: Option<&str>) -> String {
    let word = Pointer::root().key("words").key(key);
    of.map_or_else(|| word.clone(), |of| word.key(of)).to_string()
}

/// Returns the texts of a list.
fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
