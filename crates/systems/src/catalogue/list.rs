//! The words that a game has, whatever the language.

/// The words of a game.
#[derive(Debug)]
pub struct WordList {
    /// The words, each found by its number.
    pub entries: &'static [WordEntry],
}

impl WordList {
    /// A game whose words are no catalogue's.
    pub const NOTHING: WordList = WordList { entries: &[] };

    /// Returns the number of a word; `None` if there is no such word.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.key == key)
    }
}

/// A word: a text of a catalogue.
#[derive(Debug)]
pub struct WordEntry {
    /// Its key in a catalogue.
    pub key: &'static str,
    /// True for what sentences are about: it has forms instead of numbers that choose.
    pub noun: bool,
    /// The slots in it. If one of them is a number or a noun, the first of these chooses among its texts.
    pub slots: &'static [Slot],
}

/// A place in a text for something else.
#[derive(Debug)]
pub struct Slot {
    /// Its name between braces.
    pub name: &'static str,
    /// The kind of thing that fills it.
    pub kind: SlotKind,
}

impl Slot {
    /// Returns true if what fills it is short, however much is said: it may stand in a text twice.
    pub(super) fn is_short(&self) -> bool {
        matches!(self.kind, SlotKind::number | SlotKind::person)
    }

    /// Returns true if a text that lacks it says less: a number may be told in words.
    pub(super) fn is_needed(&self) -> bool {
        matches!(self.kind, SlotKind::text | SlotKind::noun)
    }
}

/// The kind of thing that fills a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(non_camel_case_types, reason = "written so in lists of words")]
pub enum SlotKind {
    /// A number; a text may leave it out.
    number,
    /// The player who does it: chooses by `you` and `they`.
    person,
    /// A noun that the text is about, in forms.
    noun,
    /// A text.
    text,
    /// A text that may be left out.
    optional,
}

/// The numbers of words that every game has.
pub(super) const COMMA: usize = 1;
pub(super) const AND: usize = 2;
pub(super) const OR: usize = 3;
pub(super) const SENTENCE: usize = 4;

/// Lists the words of a game after those that every game has: an enum, whose numbers are those of the words, the list, and
/// what says them in a language.
#[macro_export]
macro_rules! word_list {
    ($(#[$about:meta])* $list:ident $name:ident $wording:ident { $($words:tt)* }) => {
        $crate::word_list! { @all $(#[$about])* $list $name $wording {
            Number "number" (n: number);
            Comma "comma" (before: text, next: text);
            And "and" (before: text, last: text);
            Or "or" (before: text, last: text);
            Sentence "sentence" (text: text);
            BackOf "back-of" (card: text);
            MoreOf "more-of" (card: text);
            ActualSize "actual-size" ();
            Sheet "sheet" (number: text, sheets: text);
            Fronts "fronts" ();
            Backs "backs" ();
            FoldSheet "fold-sheet" ();
            FoldStrips "fold-strips" ();
            CutByHand "cut-by-hand" ();
            Tile "tile" (name: text, columns: text, rows: text);
            TilesPlan "tiles-plan" ();
            TilesAbout "tiles-about" (width: text, height: text, tiles: text);
            TilesOnPapers "tiles-on-papers" (list: text);
            ProofStamp "proof-stamp" ();
            DraftStamp "draft-stamp" ();
            AtTheStart "at-the-start" ();
            AfterTurn "after-turn" (n: number, turns: number);
            AfterTurnOf "after-turn-of" (n: number, turns: number, player: text);
            $($words)*
        } }
    };
    (@all $(#[$about:meta])* $list:ident $name:ident $wording:ident { $($word:ident $key:literal $($noun:ident)? ($($slot:ident: $kind:ident),*);)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(
                #[doc = concat!("`", $key, "`")]
                $word,
            )*
        }

        impl $crate::catalogue::CatalogueWord for $name {
            fn number(self) -> usize {
                self as usize
            }
        }

        /// The words of the game in one language.
        pub type $wording<'a> = $crate::catalogue::Wording<'a, $name>;

        /// The words of the game, as a catalogue has them.
        pub static $list: $crate::catalogue::WordList = $crate::catalogue::WordList {
            entries: &[$($crate::catalogue::WordEntry {
                key: $key,
                noun: $crate::word_list!(@ $($noun)?),
                slots: &[$($crate::catalogue::Slot {
                    name: stringify!($slot),
                    kind: $crate::catalogue::SlotKind::$kind,
                }),*],
            }),*],
        };
    };
    (@ noun) => { true };
    (@) => { false };
}
