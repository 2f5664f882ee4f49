//! `hits`: attacks or counterattacks do more or fewer hits (TB-8.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, Condition, EffectNames, Gate, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "Adds or removes hits of attacks or counterattacks by or on the named formations."
    gated struct Hits {
        /// The source of the hits that are changed.
        #[serde(default)]
        pub of: Blow,
        /// The cards that inflict the hits. Default: any card.
        pub by: Option<CardPicks>,
        /// The cards that are attacked or counterattacked. Default: this card, or any card if `by` is given.
        pub on: Option<CardPicks>,
        /// The number of extra hits; negative for fewer.
        #[schemars(range(min = -20, max = 20))]
        pub change: i8,
    }
}

/// The source of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Blow {
    /// An attack.
    #[default]
    Attack,
    /// A counterattack.
    Counterattack,
}

/// Returns `attacks by A on B`, and whether they plainly concern the card itself. Nothing written means attacks on this card, or
/// all attacks where there is no card.
pub(super) fn blows<'a>(
    words: &Words<'a>,
    of: Blow,
    by: Option<&'a CardPicks>,
    on: Option<&'a CardPicks>,
) -> (String, bool) {
    let [all, on_, by_, both] = match of {
        Blow::Attack => [Word::AllAttacks, Word::AttacksOn, Word::AttacksBy, Word::AttacksByOn],
        Blow::Counterattack => {
            [Word::AllCounterattacks, Word::CounterattacksOn, Word::CounterattacksBy, Word::CounterattacksByOn]
        }
    };
    let kind = |cards| words.kind(cards, Word::Or);
    let own = |cards: Option<&CardPicks>| cards.is_some_and(CardPicks::only_this);
    match (by, on) {
        (None, None) if words.wing().is_none() => (words.wording.word(all), false),
        (None, None) => (words.say(on_, &[(&words.this()).into()]), true),
        (Some(by), None) => (words.say(by_, &[(&kind(by)).into()]), by.only_this()),
        (None, Some(on)) => (words.say(on_, &[(&kind(on)).into()]), on.only_this()),
        (Some(who), Some(whom)) => (words.say(both, &[(&kind(who)).into(), (&kind(whom)).into()]), own(by) || own(on)),
    }
}

impl Rule for Hits {
    fn text(&self, words: &Words<'_>) -> String {
        let (blows, own) = blows(words, self.of, self.by.as_ref(), self.on.as_ref());
        let change = if self.change < 0 { Word::HitsFewer } else { Word::HitsMore };
        let core = match self.change.unsigned_abs() {
            0 => words.say(Word::HitsUnchanged, &[(&blows).into()]),
            n => words.say(change, &[(&blows).into(), (&words.hits(n)).into()]),
        };
        words.sentence(self.gate(), own, &core)
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        CardPicks::names_of(self.by.as_ref(), "by", names);
        CardPicks::names_of(self.on.as_ref(), "on", names);
    }
}
