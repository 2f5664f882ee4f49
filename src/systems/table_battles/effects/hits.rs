//! `hits`: attacks or counterattacks do more or fewer hits (TB-8.1).

use schemars::JsonSchema;
use serde::Deserialize;

use super::words::{THIS, counted};
use super::{CardPicks, Condition, EffectNames, Gate, Rule, Stated, Words};

effect! {
    "Attacks or counterattacks of or on certain formations do more or fewer hits."
    gated struct Hits {
        /// Which hits are changed.
        #[serde(default)]
        pub of: Blow,
        /// Who does them. Default: anyone.
        pub by: Option<CardPicks>,
        /// Who is attacked, or counterattacked. Default: this card, or anyone where `by` is written.
        pub on: Option<CardPicks>,
        /// Hits more, or, below zero, fewer.
        #[schemars(range(min = -20, max = 20))]
        pub change: i8,
    }
}

/// Where hits come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Blow {
    /// An attack.
    #[default]
    Attack,
    /// A counterattack.
    Counterattack,
}

/// `attacks by A on B`, and whether they plainly concern the card itself. Nothing written means attacks on this card, or
/// all attacks where there is no card.
pub(super) fn blows<'a>(
    words: &Words<'a>,
    of: Blow,
    by: Option<&'a CardPicks>,
    on: Option<&'a CardPicks>,
) -> (String, bool) {
    let blows = match of {
        Blow::Attack => "attacks",
        Blow::Counterattack => "counterattacks",
    };
    let own = |cards: Option<&CardPicks>| cards.is_some_and(CardPicks::only_this);
    match (by, on) {
        (None, None) if words.wing().is_none() => (format!("all {blows}"), false),
        (None, None) => (format!("{blows} on {THIS}"), true),
        (Some(by), None) => (format!("{blows} by {}", words.kind(by, "or")), by.only_this()),
        (None, Some(on)) => (format!("{blows} on {}", words.kind(on, "or")), on.only_this()),
        (Some(by_), Some(on_)) => {
            (format!("{blows} by {} on {}", words.kind(by_, "or"), words.kind(on_, "or")), own(by) || own(on))
        }
    }
}

impl Rule for Hits {
    fn text(&self, words: &Words<'_>) -> String {
        let (blows, own) = blows(words, self.of, self.by.as_ref(), self.on.as_ref());
        let sign = if self.change < 0 { "fewer" } else { "more" };
        let hits = match self.change.unsigned_abs() {
            0 => "no more and no fewer hits".to_owned(),
            n => format!("{} {sign}", counted(n, "hit")),
        };
        words.sentence(self.gate(), own, &format!("{blows} do {hits}"))
    }

    fn names<'a>(&'a self, names: &mut EffectNames<'a>) {
        CardPicks::names_of(self.by.as_ref(), "by", names);
        CardPicks::names_of(self.on.as_ref(), "on", names);
    }
}
