//! `lends-dice`: the card's dice come off with another card's attack and count in it (TB-6.1, TB-6.6).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::THIS;
use super::{CardPicks, Condition, EffectNames, Gate, Opens, Referent, Rule, Stated, Words};

effect! {
    "When a friend attacks, this card's dice come off as well and count as if they lay on the friend."
    gated struct LendsDice {
        /// The friends whose attacks they count in.
        pub to: CardPicks,
    }
}

impl Rule for LendsDice {
    fn text(&self, words: &Words<'_>) -> String {
        let friends = words.kind(&self.to, "or");
        let core =
            format!("in attacks by {friends}, the dice on {THIS} come off as well and count as the attacker's own");
        words.sentence(self.gate(), true, &core)
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        names.below("to", |names| self.to.names(Referent::Friend, names));
    }

    fn opens(&self) -> Vec<Opens<'_>> {
        vec![Opens::Loan(&self.to)]
    }
}
