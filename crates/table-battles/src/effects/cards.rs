//! Picks of cards: the formations that an effect concerns.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{EffectNames, Referent};

/// Formations: a name or card number, `this`, `friends`, `enemies` or `any`, or a list of names and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(extend("x-names" = {
    "this": "The card with this effect.",
    "friends": "All formations of the card's side, including the card itself.",
    "enemies": "All formations of the other side.",
    "any": "All formations of the battle.",
}))]
pub enum CardPicks {
    /// A name, a number or a word.
    One(String),
    /// Several.
    Many(#[schemars(length(min = 1))] Vec<String>),
}

/// One entry of [`CardPicks`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick<'a> {
    /// The card the effect stands on.
    This,
    /// All formations of the card's side, itself too.
    Friends,
    /// All formations of the other side.
    Enemies,
    /// All formations of the battle.
    Any,
    /// The formation with this name or number.
    Named(&'a str),
}

impl<'a> Pick<'a> {
    /// Reads an entry.
    pub fn parse(text: &'a str) -> Pick<'a> {
        match text {
            "this" => Pick::This,
            "friends" => Pick::Friends,
            "enemies" => Pick::Enemies,
            "any" => Pick::Any,
            name => Pick::Named(name),
        }
    }
}

impl CardPicks {
    /// Returns the entries as written.
    pub fn texts(&self) -> &[String] {
        match self {
            CardPicks::One(text) => std::slice::from_ref(text),
            CardPicks::Many(texts) => texts,
        }
    }

    /// Returns true if a list is written, though of one entry.
    pub fn is_list(&self) -> bool {
        matches!(self, CardPicks::Many(_))
    }

    /// Returns the entries.
    pub fn picks(&self) -> impl Iterator<Item = Pick<'_>> {
        self.texts().iter().map(|text| Pick::parse(text))
    }

    /// Returns true if only the card itself is meant.
    pub fn only_this(&self) -> bool {
        self.picks().all(|pick| pick == Pick::This)
    }

    /// Returns true if the card itself is among those named.
    pub fn names_this(&self) -> bool {
        self.picks().any(|pick| pick == Pick::This)
    }

    pub(super) fn names<'a>(&'a self, meant: Referent, names: &mut EffectNames<'a>) {
        let entry = |names: &mut EffectNames<'a>, text: &'a str| {
            // Words that need a card or a side are names where there is none: a scenario has no `this`.
            if Pick::parse(text) != Pick::Any {
                names.name(meant, text);
            }
        };
        match self {
            CardPicks::One(text) => entry(names, text),
            CardPicks::Many(texts) => {
                for (i, text) in texts.iter().enumerate() {
                    names.nest(i, |names| entry(names, text));
                }
            }
        }
    }

    /// Collects the names of an optional member.
    pub(super) fn names_of<'a>(cards: Option<&'a CardPicks>, key: &str, names: &mut EffectNames<'a>) {
        if let Some(cards) = cards {
            names.nest(key, |names| cards.names(Referent::Anyone, names));
        }
    }
}
