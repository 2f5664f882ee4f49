//! `victory`: the battle is won, or drawn, as soon as something is so (TB-11.4).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Condition, EffectNames, Gate, Opens, Referent, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "The battle is won or drawn as soon as a condition is met; if several such rules apply, the first one decides."
    struct Victory {
        /// The side that wins. Default: the battle is a draw.
        pub side: Option<String>,
        /// The condition that is tested at the end of a resolution.
        pub when: Condition,
    }
}

impl Rule for Victory {
    fn text(&self, words: &Words<'_>) -> String {
        // The name of a side may be in the singular or the plural: nothing here depends on it.
        let when = words.circumstances(Gate { only_while: Some(&self.when), unless: None }, true);
        let when = when.clauses(words.wording);
        words.wording.sentence(&match &self.side {
            None => words.say(Word::DrawnWhen, &[(&when).into()]),
            Some(side) => words.say(Word::WonWhen, &[side.into(), (&when).into()]),
        })
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        if let Some(side) = &self.side {
            names.nest("side", |names| names.name(Referent::Side, side));
        }
        names.nest("when", |names| self.when.names(names));
    }

    fn opens(&self) -> Vec<Opens<'_>> {
        self.when.opens()
    }
}
