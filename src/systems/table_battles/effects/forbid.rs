//! `forbid`: certain formations may not do something (TB-6, TB-7, TB-9).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::words::{THIS, ordinal, stop};
use super::{CardPicks, Condition, EffectNames, Gate, Pick, Rule, Stated, Words};

effect! {
    "Certain formations may not attack, react, take dice or the like; with `unless`, only while something is so."
    gated struct Forbid {
        /// What they may not do.
        pub what: Deed,
        /// Who may not. Default: this card.
        pub cards: Option<CardPicks>,
        /// Only against these: whom it attacks; whose attack it screens or counterattacks; for whom it absorbs; whom it
        /// commands. Default: whoever it is.
        pub against: Option<CardPicks>,
        /// Only this one of their actions, counted from 1. Default: every one of the kind.
        #[schemars(range(min = 1))]
        pub action: Option<u8>,
    }
}

/// What a formation may do.
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
    /// How many there are.
    pub(crate) const COUNT: usize = Deed::Dice as usize + 1;
}

impl Forbid {
    /// That the formations may do it, or may not.
    fn permission(&self, words: &Words<'_>, may: bool) -> String {
        let this = words.wing().is_some().then(|| THIS.to_owned());
        let with = self
            .action
            .map(|action| format!(" with {} {} action", Words::possessive(self.cards.as_ref()), ordinal(action)));
        let with = with.unwrap_or_default();
        let against = |before: &str| {
            self.against.as_ref().map(|cards| format!(" {before}{}", words.any(cards))).unwrap_or_default()
        };
        let deed = match self.what {
            Deed::Attack => format!("attack{}", against("")),
            Deed::Bombard => "bombard".to_owned(),
            Deed::Command => format!("command{}", against("")),
            Deed::Screen => format!("screen{}", against("attacks by ")),
            Deed::Counterattack => format!("counterattack{}", against("")),
            Deed::Absorb => format!("absorb hits{}", against("for ")),
            Deed::Retire => "retire".to_owned(),
            // A pursuit is no choice: denied, it does not come to pass.
            Deed::Pursue if !may => {
                let (one, several) = ("does not pursue: it stays in play", "do not pursue: they stay in play");
                return match &self.cards {
                    Some(cards) => words.each(cards).does(one, several, ""),
                    None => format!("{} {one}", this.as_deref().unwrap_or("a formation")),
                };
            }
            Deed::Pursue => "pursue".to_owned(),
            Deed::Dice => {
                let who = self.cards.as_ref().map(|cards| words.any(cards)).or(this);
                let who = who.as_deref().unwrap_or("any formation");
                return format!("{} may be placed on {who}", if may { "dice" } else { "no dice" });
            }
        };
        let anyone = self.cards.as_ref().map_or(this.is_none(), |cards| cards.picks().any(|pick| pick == Pick::Any));
        if anyone {
            let who = if may { "any formation" } else { "no formation" };
            return format!("{who} may {deed}{with}");
        }
        let several = self.cards.as_ref().filter(|cards| !may && cards.texts().len() > 1);
        if let Some(cards) = several {
            return format!("{} may {deed}{with}", words.none_of(cards.picks()).text);
        }
        let who = self.cards.as_ref().map(|cards| words.kind(cards, "and")).or(this).unwrap_or_default();
        format!("{who} may{} {deed}{with}", if may { "" } else { " not" })
    }
}

impl Rule for Forbid {
    fn text(&self, words: &Words<'_>) -> String {
        let gate = self.gate();
        let own = self.cards.as_ref().is_none_or(CardPicks::only_this);
        // What is forbidden unless something is so reads better as allowed only then.
        if let (None, Some(condition), true) = (gate.only_while, gate.unless, own) {
            let only = words.circumstances(Gate { only_while: Some(condition), unless: None }, true);
            let only = only.adverbial();
            // The card is the subject, and nothing else is named between.
            let only = match only.strip_suffix(THIS) {
                Some(lies @ ("while there are dice on " | "while there is a cube on ")) if self.against.is_none() => {
                    format!("{lies}it")
                }
                _ => only,
            };
            return stop(&format!("{} only {only}", self.permission(words, true)));
        }
        words.sentence(gate, own, &self.permission(words, false))
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        CardPicks::names_of(self.cards.as_ref(), "cards", names);
        CardPicks::names_of(self.against.as_ref(), "against", names);
    }
}
