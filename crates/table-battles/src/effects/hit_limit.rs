//! `hit-limit`: attacks or counterattacks never do more than so many hits (TB-8.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::hits::{Blow, blows};
use super::{CardPicks, Condition, EffectNames, Gate, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "Limits the hits of attacks or counterattacks by or on the named formations."
    gated struct HitLimit {
        /// The source of the hits that are limited.
        #[serde(default)]
        pub of: Blow,
        /// The cards that inflict the hits. Default: any card.
        pub by: Option<CardPicks>,
        /// The cards that are attacked or counterattacked. Default: this card, or any card if `by` is given.
        pub on: Option<CardPicks>,
        /// The most hits of an attack.
        #[schemars(range(max = 20))]
        pub most: u8,
    }
}

impl Rule for HitLimit {
    fn text(&self, words: &Words<'_>) -> String {
        let (blows, own) = blows(words, self.of, self.by.as_ref(), self.on.as_ref());
        let are_all = self.by.is_none() && self.on.is_none() && words.wing().is_none();
        let core = match (self.most, self.of) {
            (0, _) => words.say(Word::NoHits, &[(&blows).into()]),
            (n, Blow::Attack) if are_all => words.say(Word::NoAttackAbove, &[(&words.hits(n)).into()]),
            (n, Blow::Counterattack) if are_all => words.say(Word::NoCounterattackAbove, &[(&words.hits(n)).into()]),
            (n, _) => words.say(Word::NeverAbove, &[(&blows).into(), (&words.hits(n)).into()]),
        };
        words.sentence(self.gate(), own, &core)
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        CardPicks::names_of(self.by.as_ref(), "by", names);
        CardPicks::names_of(self.on.as_ref(), "on", names);
    }
}
