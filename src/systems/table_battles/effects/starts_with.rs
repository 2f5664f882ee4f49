//! `starts-with`: the cubes on a card at set-up. A special formation has another number than one (TB-1.4, TB-4.1), a
//! normal one a countdown that only special rules use.

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{THIS, counted, stop};
use super::{EffectNames, Gate, Rule, Stated, Words};

effect! {
    "This card starts the battle with so many cubes on it."
    struct StartsWith {
        /// Cubes at set-up: on a special formation not more than its strength; on a normal one a countdown, which is no
        /// strength.
        #[schemars(range(max = 10))]
        pub cubes: u8,
    }
}

impl Rule for StartsWith {
    fn text(&self, words: &Words<'_>) -> String {
        let starts = stop(&format!("{THIS} starts with {}", counted(self.cubes, "cube")));
        if words.is_special() || self.cubes == 0 {
            return starts;
        }
        let they_do = if self.cubes == 1 { "it does" } else { "they do" };
        let rest = format!("{they_do} not count as strength; only special rules add or remove cubes here");
        format!("{starts} {}", stop(&rest))
    }

    fn names<'a>(&'a self, _: &mut EffectNames<'a>) {}
}
