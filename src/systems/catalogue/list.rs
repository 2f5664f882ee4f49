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
    /// Returns true if a text that lacks it says less: a number may be told in words.
    pub(super) fn needed(&self) -> bool {
        matches!(self.kind, SlotKind::text | SlotKind::noun)
    }
}

/// The kind of thing that fills a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(non_camel_case_types, reason = "written so in lists of words")]
pub enum SlotKind {
    /// A number; a text may leave it out.
    number,
    /// A noun that the text is about, in forms.
    noun,
    /// A text.
    text,
    /// A text that may be left out.
    optional,
}

/// Lists the words of a game: an enum, whose numbers are those of the words, and the list.
macro_rules! word_list {
    ($(#[$about:meta])* $list:ident $name:ident { $($word:ident $key:literal $($noun:ident)? ($($slot:ident: $kind:ident),*);)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(
                #[doc = concat!("`", $key, "`")]
                $word,
            )*
        }

        /// The words of the game, as a catalogue has them.
        pub static $list: $crate::systems::catalogue::WordList = $crate::systems::catalogue::WordList {
            entries: &[$($crate::systems::catalogue::WordEntry {
                key: $key,
                noun: word_list!(@ $($noun)?),
                slots: &[$($crate::systems::catalogue::Slot {
                    name: stringify!($slot),
                    kind: $crate::systems::catalogue::SlotKind::$kind,
                }),*],
            }),*],
        };
    };
    (@ noun) => { true };
    (@) => { false };
}

pub(in crate::systems) use word_list;
