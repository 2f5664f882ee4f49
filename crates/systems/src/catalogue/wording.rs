//! The words of a game in a language, by the names that its code has for them.

use std::marker::PhantomData;
use std::sync::Arc;

use muster_core::print::locale::Locale;

use super::list::{AND, COMMA, OR, SENTENCE};
use super::{Catalogue, Given, Phrase};

/// A word of a game's list.
pub trait CatalogueWord: Copy {
    /// Returns its number in the list.
    fn number(self) -> usize;
}

/// The words of a game in one language.
#[derive(Debug)]
pub struct Wording<'a, W> {
    catalogue: &'a Catalogue,
    words: PhantomData<W>,
}

impl<W> Clone for Wording<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Wording<'_, W> {}

impl<'a, W: CatalogueWord> Wording<'a, W> {
    /// Returns the words of a catalogue of the game.
    pub fn new(catalogue: &'a Catalogue) -> Wording<'a, W> {
        Wording { catalogue, words: PhantomData }
    }

    /// Returns the catalogue.
    pub fn catalogue(self) -> &'a Catalogue {
        self.catalogue
    }

    /// Returns the language, as printing needs it.
    pub fn language(self) -> &'a Arc<Locale> {
        self.catalogue.language()
    }

    /// Returns a word into which nothing is put.
    pub fn word(self, word: W) -> String {
        self.say(word, &[])
    }

    /// Returns a word with what is put into it.
    pub fn say(self, word: W, given: &[Given<'_>]) -> String {
        self.catalogue.say(word.number(), given)
    }

    /// Returns a word as a phrase in all its forms.
    pub fn phrase(self, word: W, given: &[Given<'_>], plural: bool) -> Phrase {
        self.catalogue.phrase(word.number(), given, plural)
    }

    /// Returns a phrase of several, with a word that joins the last.
    pub fn phrases(self, all: &[Phrase], last: W, plural: bool) -> Phrase {
        self.catalogue.list(all, COMMA, last.number(), plural)
    }

    /// Returns `A`, `A or B`, `A, B or C`, with a word that joins the last.
    pub fn list(self, texts: &[impl AsRef<str>], last: W) -> String {
        self.catalogue.join_list(texts, COMMA, last.number())
    }

    /// Returns `A`, `A and B`, `A, B and C`.
    pub fn all_of(self, texts: &[impl AsRef<str>]) -> String {
        self.catalogue.join_list(texts, COMMA, AND)
    }

    /// Returns `A`, `A or B`, `A, B or C`.
    pub fn any_of(self, texts: &[impl AsRef<str>]) -> String {
        self.catalogue.join_list(texts, COMMA, OR)
    }

    /// Returns `A`, `A, B`, `A, B, C`.
    pub fn commas(self, texts: &[impl AsRef<str>]) -> String {
        self.catalogue.join_list(texts, COMMA, COMMA)
    }

    /// Returns texts joined two by two by one word.
    pub fn join(self, texts: &[impl AsRef<str>], by: W) -> String {
        self.catalogue.join_list(texts, by.number(), by.number())
    }

    /// Returns a text as a sentence: with a capital at its head, and ended.
    pub fn sentence(self, text: &str) -> String {
        self.catalogue.say(SENTENCE, &[Given::Text(&capital(text))])
    }

    /// Returns a number in digits, with what the language has between thousands.
    pub fn digits(self, n: u32) -> String {
        self.catalogue.digits(n)
    }
}

/// Returns a text with a capital at its head.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
