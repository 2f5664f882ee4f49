//! `can-rout`: a special formation that can be attacked and routed (TB-6.5, TB-10.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Condition, EffectNames, Gate, Opens, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "This special formation can be attacked, and routs when a single attack hits it often enough."
    gated struct CanRout {
        /// The number of hits of one attack that rout it; fewer have no effect.
        #[serde(default = "one")]
        #[schemars(range(min = 1, max = 20))]
        pub hits: u8,
        /// The morale cubes that its side loses when it routs.
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
            1 => words.wording.word(Word::AnyHitRouts),
            n => words.say(Word::RoutsByHits, &[(&words.hits(n)).into()]),
        };
        let when = words.circumstances(self.gate(), true);
        let text = match when.is_empty() {
            true => words.say(Word::CanBeAttacked, &[(&hits).into()]),
            false => words.say(Word::CanBeAttackedWhen, &[(&when.adverbial(words.wording)).into(), (&hits).into()]),
        };
        let text = words.end_sentence(text, self.gate());
        match self.morale {
            0 => text,
            n => format!("{text} {}", words.wording.sentence(&words.say(Word::RoutGives, &[n.into()]))),
        }
    }

    fn names<'a>(&'a self, _: &mut EffectNames<'a>) {}

    fn opens(&self) -> Vec<Opens<'_>> {
        vec![Opens::Exit(None)]
    }
}
