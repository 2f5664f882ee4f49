//! A language as printing needs it: where words break, which quotation marks it has, and what is read aloud.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

/// A language of cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locale {
    /// Its tag, as `en` (BCP 47).
    pub language: String,
    /// The marks that open and close a quotation, then a quotation within it.
    pub quotes: [String; 4],
    /// The names of icons as they are read aloud. An icon without one is read as its own name.
    pub icons: BTreeMap<&'static str, String>,
    /// The words read aloud for a back; `{card}` is the card's label.
    pub back_of: String,
    /// The words read aloud for a further page of a card that is larger than the paper; `{card}` is the card's label.
    pub more_of: String,
}

/// The languages that are written from right to left.
const RTL: [&str; 11] = ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ur", "yi"];

static ENGLISH: LazyLock<Arc<Locale>> = LazyLock::new(|| {
    Arc::new(Locale {
        language: "en".to_owned(),
        quotes: ["“", "”", "‘", "’"].map(str::to_owned),
        icons: BTreeMap::new(),
        back_of: "The back of {card}".to_owned(),
        more_of: "More of {card}".to_owned(),
    })
});

impl Locale {
    /// Returns English.
    pub fn english() -> &'static Arc<Locale> {
        &ENGLISH
    }

    /// Returns the patterns by which words of the language are hyphenated; `None` if there are none, and its words stay whole.
    pub fn patterns(&self) -> Option<hypher::Lang> {
        let letters = self.language.get(..2)?.to_ascii_lowercase();
        let ends = self.language.as_bytes().get(2).is_none_or(|letter| *letter == b'-');
        ends.then(|| hypher::Lang::from_iso(letters.as_bytes().try_into().ok()?)).flatten()
    }

    /// Returns true if it is written from right to left, unless its tag names another script: `ar-Latn`.
    pub fn is_rtl(&self) -> bool {
        let mut parts = self.language.split('-');
        let language = parts.next().unwrap_or_default().to_ascii_lowercase();
        match parts.find(|part| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic())) {
            Some(script) => ["arab", "hebr", "syrc", "thaa", "nkoo", "adlm"].contains(&&*script.to_ascii_lowercase()),
            None => RTL.contains(&&*language),
        }
    }

    /// Returns the words read aloud for the back of a card.
    pub fn back_of(&self, card: &str) -> String {
        self.back_of.replace("{card}", card)
    }

    /// Returns the words read aloud for a further page of a card.
    pub fn more_of(&self, card: &str) -> String {
        self.more_of.replace("{card}", card)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_part_of_a_tag_says_how_words_break() {
        let patterns = |tag: &str| Locale { language: tag.to_owned(), ..Locale::english().as_ref().clone() }.patterns();
        assert_eq!(patterns("en"), Some(hypher::Lang::English));
        assert_eq!(patterns("de-AT"), Some(hypher::Lang::German));
        assert_eq!(patterns("deu"), None);
        assert_eq!(patterns("x"), None);
        assert_eq!(patterns("ü"), None);
    }

    #[test]
    fn a_tag_says_in_which_direction_is_written() {
        let is_rtl = |tag: &str| Locale { language: tag.to_owned(), ..Locale::english().as_ref().clone() }.is_rtl();
        assert!(["he", "ar-EG", "fa", "az-Arab"].into_iter().all(is_rtl));
        assert!(!["en", "de-AT", "ar-Latn", "heb", ""].into_iter().any(is_rtl));
    }
}
