//! `forbid`: certain formations may not do something (TB-6, TB-7, TB-9).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CardPicks, Condition, EffectNames, Gate, Pick, Rule, Stated, Words};
use crate::words::Word;

effect! {
    "The named formations may not attack, react, take dice and so on; with `unless`, only while a condition is not met."
    gated struct Forbid {
        /// The action that is forbidden.
        pub what: Deed,
        /// The cards that may not do it. Default: this card.
        pub cards: Option<CardPicks>,
        /// Only against these: the target of an attack, the attacker that is screened or counterattacked, the friend whose
        /// hits are absorbed or who is commanded. Default: any.
        pub against: Option<CardPicks>,
        /// Only this action, counted from 1. Default: all actions of the kind.
        #[schemars(range(min = 1))]
        pub action: Option<u8>,
    }
}

/// An action that an effect can forbid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Attack.
    Attack,
    /// Bombard.
    Bombard,
    /// Command.
    Command,
    /// Screen.
    Screen,
    /// Counterattack.
    Counterattack,
    /// Absorb.
    Absorb,
    /// Retire.
    Retire,
    /// Pursue: it stays in play.
    Pursue,
    /// Take dice.
    Dice,
}

impl Deed {
    /// Number of deeds.
    pub(crate) const COUNT: usize = Deed::Dice as usize + 1;
}

impl Forbid {
    /// Says that the formations may do it only under a condition, or that they may not at all.
    fn permission(&self, words: &Words<'_>, only: Option<&str>) -> String {
        let this = words.wing().map(|_| words.this());
        let with = words.with_action(self.cards.as_ref(), self.action);
        let anyone = self.cards.as_ref().map_or(this.is_none(), |cards| cards.picks().any(|pick| pick == Pick::Any));
        let several = self.cards.as_ref().filter(|cards| only.is_none() && cards.texts().len() > 1);
        // What stands with the verb: nothing where who is denied already.
        let not = match only {
            Some(_) => words.wording.word(Word::Only),
            None if anyone || several.is_some() => String::new(),
            None => words.wording.word(Word::Not),
        };
        let whomever = |alone, of_whom| match self.against.as_ref().map(|cards| words.any(cards)) {
            None => words.say(alone, &[(&with).into(), (&not).into()]),
            Some(whom) => words.say(of_whom, &[(&whom).into(), (&with).into(), (&not).into()]),
        };
        let alone = |word| words.say(word, &[(&with).into(), (&not).into()]);
        let deed = match self.what {
            Deed::Attack => whomever(Word::ToAttack, Word::ToAttackWhom),
            Deed::Bombard => alone(Word::ToBombard),
            Deed::Command => whomever(Word::ToCommand, Word::ToCommandWhom),
            Deed::Screen => whomever(Word::ToScreen, Word::ToScreenWhom),
            Deed::Counterattack => whomever(Word::ToCounterattack, Word::ToCounterattackWhom),
            Deed::Absorb => whomever(Word::ToAbsorb, Word::ToAbsorbWhom),
            Deed::Retire => alone(Word::ToRetire),
            // A pursuit is no choice: denied, it does not come to pass.
            Deed::Pursue if only.is_none() => {
                let who = match &self.cards {
                    Some(cards) => words.one_by_one(cards).subject,
                    None => this.unwrap_or_else(|| words.a_formation()),
                };
                return words.say(Word::DoesNotPursue, &[(&who).into()]);
            }
            Deed::Pursue => alone(Word::ToPursue),
            Deed::Dice => {
                let who = self.cards.as_ref().map(|cards| words.any(cards)).or(this);
                let who = who.unwrap_or_else(|| words.any_formation());
                return match only {
                    Some(when) => words.say(Word::DiceOnly, &[(&who).into(), when.into()]),
                    None => words.say(Word::NoDicePlaced, &[(&who).into()]),
                };
            }
        };
        let kind = || self.cards.as_ref().map(|cards| words.kind(cards, Word::And));
        let who = if anyone { None } else { kind().or(this) }.unwrap_or_else(|| words.any_formation());
        if let Some(when) = only {
            return words.say(Word::MayOnly, &[(&who).into(), (&deed).into(), when.into()]);
        }
        match several {
            _ if anyone => words.say(Word::NoFormationMay, &[(&deed).into()]),
            Some(cards) => words.say(Word::NoneMay, &[(&words.none_of(cards.picks()).text).into(), (&deed).into()]),
            None => words.say(Word::MayNot, &[(&who).into(), (&deed).into()]),
        }
    }
}

impl Rule for Forbid {
    fn text(&self, words: &Words<'_>) -> String {
        let gate = self.gate();
        let own = self.cards.as_ref().is_none_or(CardPicks::only_this);
        // What is forbidden unless something is so reads better as allowed only then.
        if let (None, Some(condition), true) = (gate.only_while, gate.unless, own) {
            let mut only = words.circumstances(Gate { only_while: Some(condition), unless: None }, true);
            // The card is the subject, and nothing else is named between.
            if self.against.is_none() {
                only.name_it();
            }
            return words.wording.sentence(&self.permission(words, Some(&only.adverbial(words.wording))));
        }
        words.sentence(gate, own, &self.permission(words, None))
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        CardPicks::names_of(self.cards.as_ref(), "cards", names);
        CardPicks::names_of(self.against.as_ref(), "against", names);
    }
}
