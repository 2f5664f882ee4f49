//! `starts-with`: the cubes on a card at set-up. A special formation has another number than one (TB-1.4, TB-4.1), a
//! normal one a countdown that only special rules use.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{EffectNames, Gate, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "This card starts the battle with this many cubes."
    struct StartsWith {
        /// The number of cubes at set-up: at most the strength of a special formation; on a normal one a countdown, not
        /// strength.
        #[schemars(range(max = 10))]
        pub cubes: u8,
    }
}

impl Rule for StartsWith {
    fn text(&self, words: &Words<'_>) -> String {
        let sentence = |word| words.wording.sentence(&words.say(word, &[self.cubes.into()]));
        let starts = sentence(Word::StartsWith);
        if words.is_special() || self.cubes == 0 {
            return starts;
        }
        format!("{starts} {}", sentence(Word::CubesAreNoStrength))
    }

    fn names<'a>(&'a self, _: &mut EffectNames<'a>) {}
}
