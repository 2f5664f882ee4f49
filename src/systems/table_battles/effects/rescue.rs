//! `rescue`: the card leaves play in place of a friend that would rout (TB-8.2, TB-10.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::THIS;
use super::{CardPicks, Condition, EffectNames, Gate, Opens, Referent, Rule, Stated, Words};

effect! {
    "Once, a friend that would rout keeps one stick, and this card leaves play instead."
    gated struct Rescue {
        /// The friends that it can save.
        pub friends: CardPicks,
    }
}

impl Rule for Rescue {
    fn text(&self, words: &Words<'_>) -> String {
        let friend = words.one(&self.friends).subject;
        let core = format!("the first time {friend} would rout, one stick stays and {THIS} leaves play instead");
        format!("{} This is not a rout, and no morale moves.", words.sentence(self.gate(), true, &core))
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        names.below("friends", |names| self.friends.names(Referent::Friend, names));
    }

    fn opens(&self) -> Vec<Opens<'_>> {
        vec![Opens::Exit(None)]
    }
}
