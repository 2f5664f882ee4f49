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
    /// The words that printing says by itself, by [`PrintWord`]; a slot is its name between braces.
    pub words: [String; PrintWord::COUNT],
}

/// Lists what printing says by itself: an enum, the key of each in a catalogue, and the English.
macro_rules! print_words {
    ($($word:ident $key:literal $english:literal;)*) => {
        /// A word that printing says by itself: written beside cards, or read aloud for them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum PrintWord {
            $(
                #[doc = concat!("`", $key, "`: ", $english)]
                $word,
            )*
        }

        impl PrintWord {
            /// All of them, by number.
            pub const ALL: &'static [PrintWord] = &[$(PrintWord::$word),*];
            /// The number of them.
            pub const COUNT: usize = PrintWord::ALL.len();

            /// Returns its key in a catalogue.
            pub fn key(self) -> &'static str {
                match self {
                    $(PrintWord::$word => $key,)*
                }
            }

            /// Returns its English.
            pub fn english(self) -> &'static str {
                match self {
                    $(PrintWord::$word => $english,)*
                }
            }
        }
    };
}

print_words! {
    BackOf "back-of" "The back of {card}";
    MoreOf "more-of" "More of {card}";
    ActualSize "actual-size" "print at 100 % (actual size)";
    Sheet "sheet" "sheet {number} of {sheets}";
    Fronts "fronts" "fronts";
    Backs "backs" "backs";
    FoldSheet "fold-sheet" "fold backwards along the dashes, glue, cut";
    FoldStrips "fold-strips" "fold each strip back round card, glue, cut";
    CutByHand "cut-by-hand" "to be cut by hand";
    Tile "tile" "tile {name} of {columns} × {rows}";
    TilesPlan "tiles-plan" "plan";
    TilesAbout "tiles-about" "{width} × {height} mm in {tiles} tiles: cut each along its dashed lines, glue it over the one to its left and the one above it";
    TilesOnPapers "tiles-on-papers" "Tiles by paper: {list}";
    ProofStamp "proof-stamp" "PROOF";
    DraftStamp "draft-stamp" "DRAFT";
}

/// The languages that are written from right to left.
const RTL: [&str; 11] = ["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ur", "yi"];

static ENGLISH: LazyLock<Arc<Locale>> = LazyLock::new(|| {
    Arc::new(Locale {
        language: "en".to_owned(),
        quotes: ["“", "”", "‘", "’"].map(str::to_owned),
        icons: BTreeMap::new(),
        words: std::array::from_fn(|word| PrintWord::ALL[word].english().to_owned()),
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

    /// Returns a word with what is put into its slots, each with its name.
    pub fn say(&self, word: PrintWord, given: &[(&str, &str)]) -> String {
        let mut text = self.words[word as usize].clone();
        for (slot, value) in given {
            text = text.replace(&format!("{{{slot}}}"), value);
        }
        text
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
