//! `starts-with`: a special formation starts with more cubes than one, or with none (TB-1.4, TB-4.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::counted;
use super::words::stop;
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
        stop(&format!("{} starts with {}", words.this(), counted(self.cubes, "cube")).replace("no cube", "no cubes"))
    }

    fn names<'a>(&'a self, _: &mut Names<'a>) {}

    fn compile(&self, to: &mut Compiler<'_>) -> Result<(), String> {
        let card = to.this_special()?;
        to.cubes(card, self.cubes);
        Ok(())
    }
}
