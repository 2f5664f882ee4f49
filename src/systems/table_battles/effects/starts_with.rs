//! `starts-with`: a special formation starts with more cubes than one, or with none (TB-1.4, TB-4.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{counted, plural, stop};
use super::{Gate, Names, Rule, Stated, Words};
use crate::systems::table_battles::engine::Compiler;

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
        let starts = if plural(words.this()) { "start" } else { "starts" };
        stop(&format!("{} {starts} with {}", words.this(), counted(self.cubes, "cube")))
    }

    fn names<'a>(&'a self, _: &mut Names<'a>) {}

    fn compile(&self, to: &mut Compiler<'_>) -> Result<(), String> {
        let card = to.this_special()?;
        to.cubes(card, self.cubes);
        Ok(())
    }
}
