//! `lends-dice`: the card's dice come off with another card's attack and count in it (TB-6.1, TB-6.6).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, Condition, EffectNames, Gate, Opens, Referent, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "When a friend attacks, the dice of this card are also removed and count as if they were on the friend."
    gated struct LendsDice {
        /// The friends whose attacks use them.
        pub to: CardPicks,
    }
}

impl Rule for LendsDice {
    fn text(&self, words: &Words<'_>) -> String {
        let core = words.say(Word::LendsDice, &[(&words.kind(&self.to, Word::Or)).into()]);
        words.sentence(self.gate(), true, &core)
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        names.nest("to", |names| self.to.names(Referent::Friend, names));
    }

    fn opens(&self) -> Vec<Opens<'_>> {
        vec![Opens::Loan(&self.to)]
    }
}
