//! The setup deck (PB-10.2, PB-10.8): what its cards say, and which of two holds for whom (PB-10.3).

use crate::model::{CaptureTheFlag, SetupCard};

/// The use of a stack (PB-10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StackLetter {
    /// S: it stands on the map at the start.
    Start,
    /// R: it enters as reinforcements.
    Reinforcement,
    /// X: it is not used, unless there are further days.
    Reserve,
}

impl StackLetter {
    /// All letters, in the order in which they are written.
    pub const ALL: [StackLetter; 3] = [StackLetter::Start, StackLetter::Reinforcement, StackLetter::Reserve];

    /// Returns the letter on the card.
    pub fn letter(self) -> char {
        match self {
            StackLetter::Start => 'S',
            StackLetter::Reinforcement => 'R',
            StackLetter::Reserve => 'X',
        }
    }

    /// Reads `S`, `R` or `X`.
    pub fn parse(letter: char) -> Option<StackLetter> {
        StackLetter::ALL.into_iter().find(|known| known.letter() == letter)
    }
}

/// A card of the setup deck (PB-10.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlagSetup {
    /// The letters, in the order S, R, X.
    pub letters: [StackLetter; 3],
    /// The strength, 1 to 3.
    pub strength: u8,
}

/// The letters of the cards that hold for both sides (PB-10.2).
const SPECIAL: [&str; 4] = ["SSS", "RRR", "SXX", "RXX"];
/// The setup deck where a document has none (PB-10.8).
const DEFAULT: [&str; 9] = ["SSS", "RRR", "SSR", "SRR", "SSX", "SRX", "RRX", "SXX", "RXX"];

impl FlagSetup {
    /// Reads a card as it is written. `None` if its letters are not three of S, R and X with one that is not X, or its strength
    /// is not 1 to 3: checks report that.
    pub fn parse(card: &SetupCard) -> Option<FlagSetup> {
        let letters = FlagSetup::read_letters(&card.letters)?;
        let strength = u8::try_from(card.strength).ok().filter(|strength| (1..=3).contains(strength))?;
        let setup = FlagSetup { letters, strength };
        (setup.natural_strength() > 0).then_some(setup)
    }

    /// Reads three letters, in any order.
    pub fn read_letters(text: &str) -> Option<[StackLetter; 3]> {
        let letters: Option<Vec<StackLetter>> = text.chars().take(4).map(StackLetter::parse).collect();
        let mut letters: [StackLetter; 3] = letters?.try_into().ok()?;
        letters.sort_unstable();
        Some(letters)
    }

    /// Returns its letters as a word: `SRX`.
    pub fn word(self) -> String {
        self.letters.iter().map(|letter| letter.letter()).collect()
    }

    /// Returns true if both sides use it (PB-10.2).
    pub fn is_special(self) -> bool {
        SPECIAL.contains(&self.word().as_str())
    }

    /// Returns the strength that its letters suggest: those that are not X (PB-10.8).
    pub fn natural_strength(self) -> u8 {
        self.letters.iter().map(|letter| u8::from(*letter != StackLetter::Reserve)).sum()
    }

    /// Returns the setup cards that hold for the first and for the second side, of two cards in the order in which they are dealt
    /// (PB-10.3).
    pub fn effective_cards(first: FlagSetup, second: FlagSetup) -> [FlagSetup; 2] {
        match (first.is_special(), second.is_special()) {
            (_, true) => [second; 2],
            (true, false) => [first; 2],
            (false, false) => [first, second],
        }
    }
}

/// Returns the setup deck of a document, cards that cannot be read left out; that of the rules where it has none.
pub fn setup_deck(decks: &CaptureTheFlag) -> Vec<FlagSetup> {
    if !decks.setup.is_empty() {
        return decks.setup.iter().filter_map(FlagSetup::parse).collect();
    }
    let setup = |letters: &&str| {
        let letters = FlagSetup::read_letters(letters)?;
        let setup = FlagSetup { letters, strength: 0 };
        Some(FlagSetup { strength: setup.natural_strength(), ..setup })
    };
    DEFAULT.iter().filter_map(setup).collect()
}
