//! `reserve-target`: what attacks do while their target is in reserve (TB-6.4).

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CardPicks, Condition, EffectNames, Gate, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "Attacks hit a target in reserve, go on to the next target, or wait until it enters."
    gated struct ReserveTarget {
        /// The result of an attack while its target is in reserve.
        pub attack: InReserve,
        /// The cards that attack. Default: this card.
        pub cards: Option<CardPicks>,
        /// Only this action, counted from 1. Default: every attack.
        #[schemars(range(min = 1))]
        pub action: Option<u8>,
    }
}

/// The result of an attack while its target is in reserve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InReserve {
    /// The attack hits the target in reserve.
    Hits,
    /// The attack goes on to the next target.
    Skips,
    /// The attack waits and cannot be performed. This is the normal rule; the card repeats it.
    Waits,
}

impl Rule for ReserveTarget {
    fn text(&self, words: &Words<'_>) -> String {
        let attacks = match &self.cards {
            Some(cards) => words.say(Word::AttacksBy, &[(&words.kind(cards, Word::Or)).into()]),
            None if words.wing().is_some() => words.say(Word::AttacksBy, &[(&words.this()).into()]),
            None => words.wording.word(Word::AllAttacks),
        };
        let with = words.with_action(self.cards.as_ref(), self.action);
        let core = match self.attack {
            InReserve::Hits => Word::ReserveHit,
            InReserve::Skips => Word::ReserveSkipped,
            InReserve::Waits => Word::ReserveAwaited,
        };
        let core = words.say(core, &[(&attacks).into(), (&with).into()]);
        let own = self.cards.as_ref().is_none_or(CardPicks::only_this);
        words.sentence(self.gate(), own, &core)
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        CardPicks::names_of(self.cards.as_ref(), "cards", names);
    }
}
