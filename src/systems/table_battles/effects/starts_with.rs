//! `starts-with`: a special formation starts with more cubes than one, or with none (TB-1.4, TB-4.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::counted;
use super::words::stop;
use super::{Gate, Names, Rule, Stated, Words};

effect! {
    "This special formation starts the battle with so many cubes."
    struct StartsWith {
        /// Cubes at set-up; not more than its strength.
        #[schemars(range(max = 3))]
        pub cubes: u8,
    }
}

impl Rule for StartsWith {
    fn text(&self, words: &Words<'_>) -> String {
        stop(&format!("{} starts with {}", words.this(), counted(self.cubes, "cube")).replace("no cube", "no cubes"))
    }

    fn names<'a>(&'a self, _: &mut Names<'a>) {}
}
