//! `rescue`: the card leaves play in place of a friend that would rout (TB-8.2, TB-10.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, Condition, EffectNames, Gate, Opens, Referent, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "Once, a friend that would rout keeps one stick, and this card leaves play instead."
    gated struct Rescue {
        /// The friends that it can save.
        pub friends: CardPicks,
    }
}

impl Rule for Rescue {
    fn text(&self, words: &Words<'_>) -> String {
        let core = words.say(Word::Rescue, &[(&words.one(&self.friends).subject).into()]);
        let rest = words.wording.sentence(&words.wording.word(Word::RescueIsNoRout));
        format!("{} {rest}", words.sentence(self.gate(), true, &core))
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        names.nest("friends", |names| self.friends.names(Referent::Friend, names));
    }

    fn opens(&self) -> Vec<Opens<'_>> {
        vec![Opens::Exit(None)]
    }
}
