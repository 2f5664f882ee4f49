//! `placement`: dice on several cards of a wing, or of the army, in one roll phase (TB-9.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Condition, EffectNames, Gate, Rule, Stated, Words};
use crate::values::Wing;
use crate::words::Word;

effect! {
    "In each roll phase the card's side may place dice on several cards of a wing, or of the whole army."
    gated struct Placement {
        /// The number of cards.
        #[schemars(range(min = 1, max = 6))]
        pub cards: u8,
        /// The wing, or the whole `army` regardless of wings. Default: this card's wing.
        pub of: Option<Extent>,
    }
}

/// The cards that share a number of placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// All cards of the side together, instead of one for each wing.
    Army,
    /// The red wing.
    Red,
    /// The pink wing.
    Pink,
    /// The blue wing.
    Blue,
    /// The dark blue wing.
    Dkblue,
    /// The green wing.
    Green,
    /// The purple wing.
    Purple,
}

impl Extent {
    /// Returns the wing; `None` for the army.
    pub fn wing(self) -> Option<Wing> {
        match self {
            Extent::Army => None,
            Extent::Red => Some(Wing::Red),
            Extent::Pink => Some(Wing::Pink),
            Extent::Blue => Some(Wing::Blue),
            Extent::Dkblue => Some(Wing::Dkblue),
            Extent::Green => Some(Wing::Green),
            Extent::Purple => Some(Wing::Purple),
        }
    }
}

impl Placement {
    /// Returns true if it counts the cards of the whole army together.
    pub(crate) fn whole_army(&self) -> bool {
        self.of == Some(Extent::Army)
    }
}

impl Rule for Placement {
    fn text(&self, words: &Words<'_>) -> String {
        let wing = match self.of {
            Some(extent) => extent.wing(),
            None => words.wing(),
        };
        let core = match wing {
            None => Word::PlacementArmy,
            Some(Wing::Red) => Word::PlacementRed,
            Some(Wing::Pink) => Word::PlacementPink,
            Some(Wing::Blue) => Word::PlacementBlue,
            Some(Wing::Dkblue) => Word::PlacementDkblue,
            Some(Wing::Green) => Word::PlacementGreen,
            Some(Wing::Purple) => Word::PlacementPurple,
        };
        words.sentence(self.gate(), false, &words.say(core, &[self.cards.into()]))
    }

    fn names<'a>(&'a self, _: &mut EffectNames<'a>) {}
}
