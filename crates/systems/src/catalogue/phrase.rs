//! Phrases, numbers and texts that fill the slots of a catalogue's texts.

use std::fmt::Write;

/// A noun that a sentence is about, in all forms that its language has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// The plain form first.
    pub(super) forms: Vec<String>,
    /// True if a verb is in the plural with it.
    pub(super) plural: bool,
}

impl Phrase {
    /// Returns the plain form.
    pub fn plain(&self) -> &str {
        self.form(0)
    }

    /// Returns true if a verb is in the plural with it.
    pub fn is_plural(&self) -> bool {
        self.plural
    }

    pub(super) fn form(&self, form: usize) -> &str {
        self.forms.get(form).or(self.forms.first()).map_or("", String::as_str)
    }
}

/// The player who does what a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    /// The player who is addressed.
    You,
    /// The opponent of the player who is addressed.
    They,
}

impl Person {
    /// Returns the other one.
    #[must_use]
    pub fn other(self) -> Person {
        match self {
            Person::You => Person::They,
            Person::They => Person::You,
        }
    }
}

/// A value for a slot of a text.
#[derive(Debug, Clone, Copy)]
pub enum Given<'a> {
    /// A number.
    Number(u32),
    /// Letters, the same in every form and in the singular.
    Text(&'a str),
    /// A noun that a sentence is about.
    Noun(&'a Phrase),
    /// The player who does it; nothing is written for them.
    Person(Person),
}

impl Given<'_> {
    /// Returns the number that chooses among texts: of what is no number 1, or 2 in the plural.
    pub(super) fn number(self) -> u32 {
        match self {
            Given::Number(number) => number,
            Given::Text(_) | Given::Person(Person::You) => 1,
            Given::Person(Person::They) => 2,
            Given::Noun(phrase) => 1 + u32::from(phrase.plural),
        }
    }

    pub(super) fn write(self, form: usize, out: &mut String) {
        match self {
            // Writing into a text cannot fail.
            Given::Number(number) => drop(write!(out, "{number}")),
            Given::Text(text) => out.push_str(text),
            Given::Person(_) => {}
            Given::Noun(phrase) => out.push_str(phrase.form(form)),
        }
    }
}

impl<'a> From<&'a str> for Given<'a> {
    fn from(text: &'a str) -> Given<'a> {
        Given::Text(text)
    }
}

impl<'a> From<&'a String> for Given<'a> {
    fn from(text: &'a String) -> Given<'a> {
        Given::Text(text)
    }
}

impl<'a> From<&'a Phrase> for Given<'a> {
    fn from(phrase: &'a Phrase) -> Given<'a> {
        Given::Noun(phrase)
    }
}

impl From<u8> for Given<'_> {
    fn from(number: u8) -> Self {
        Given::Number(number.into())
    }
}

impl From<u16> for Given<'_> {
    fn from(number: u16) -> Self {
        Given::Number(number.into())
    }
}

impl From<u32> for Given<'_> {
    fn from(number: u32) -> Self {
        Given::Number(number)
    }
}

impl From<Person> for Given<'_> {
    fn from(person: Person) -> Self {
        Given::Person(person)
    }
}
