//! `can-rout`: a special formation that can be attacked and routed (TB-6.5, TB-10.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{THIS, counted, stop};
use super::{Condition, EffectNames, Gate, Opens, Rule, Stated, Words};

effect! {
    "This special formation can be attacked, and routs when one attack hits it often enough."
    gated struct CanRout {
        /// Hits by one attack that rout it; fewer do nothing.
        #[serde(default = "one")]
        #[schemars(range(min = 1, max = 20))]
        pub hits: u8,
        /// Morale cubes that its side gives when it routs.
        #[serde(default)]
        #[schemars(range(max = 10))]
        pub morale: u8,
    }
}

fn one() -> u8 {
    1
}

impl Rule for CanRout {
    fn text(&self, words: &Words<'_>) -> String {
        let hits = match self.hits {
            1 => "any hit routs it".to_owned(),
            n => format!("it routs when one attack does {} or more", counted(n, "hit")),
        };
        let text = words.sentence(self.gate(), true, &format!("{THIS} can be attacked: {hits}"));
        match self.morale {
            0 => text,
            n => format!("{text} {}", stop(&format!("its rout gives {}", counted(n, "morale cube")))),
        }
    }

    fn names<'a>(&'a self, _: &mut EffectNames<'a>) {}

    fn opens(&self) -> Vec<Opens<'_>> {
        vec![Opens::Exit(None)]
    }
}
