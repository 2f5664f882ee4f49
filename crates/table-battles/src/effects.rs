//! Special rules: the closed vocabulary of effects, each a value in the YAML and a sentence on the card (TB-13).
//!
//! An effect of a card holds while the card is in play, unless its own `while` says where the card is; an effect of the
//! scenario holds always. It answers a question that the engine asks (how many hits? may it attack? on how many cards?)
//! or says what happens when something else does.
//!
//! An effect here is data and words: its fields, its sentence, its names. What it compiles into stands in
//! [`super::rules`], what the engine does with that in [`super::engine`], and neither is named here.
//!
//! A new effect is `effects/<name>.rs` and its page `effects/<name>.md`. One that answers a question that is asked
//! already, as `hit-limit` does, is besides an entry in the list below and an arm in `rules/specials/effects.rs`. One
//! that asks a new question touches four files that are there. Say `swift`, by which a card may act twice in an action
//! phase:
//!
//! 1. `effects.rs`: its entry in the list below;
//! 2. `rules/specials.rs`: its row, `SwiftRow { cards, test, effect }`, and the table of such rows;
//! 3. `rules/specials/effects.rs`: its arm, which reads its fields and adds the row;
//! 4. `engine/act.rs`: the question, asked where an action has been performed.
//!
//! The schema, the tables of the documentation and the tests of pages are made from the list.

/// The list: the effects' types and words make the enum of the YAML and what is known of each.
macro_rules! effects {
    ($($module:ident::$type:ident => $word:tt,)*) => {
        /// A special rule: an effect of a card or of the scenario.
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(tag = "rule")]
        pub enum Effect {
            $(
                #[doc = concat!("The effect `", $word, "`.")]
                #[serde(rename = $word)]
                #[schemars(description = $module::$type::SUMMARY)]
                $type($module::$type),
            )*
        }

        impl Effect {
            /// Returns the effect, whichever it is.
            pub(crate) fn rule(&self) -> &dyn Rule {
                match self {
                    $(Effect::$type(effect) => effect,)*
                }
            }

            /// Returns its word after `rule:`.
            pub fn word(&self) -> &'static str {
                match self {
                    $(Effect::$type(_) => $word,)*
                }
            }
        }

        /// Every effect, in the order of the documentation.
        pub static EFFECTS: &[EffectEntry] = &[
            $(EffectEntry {
                word: $word,
                summary: $module::$type::SUMMARY,
                page: include_str!(concat!("effects/", stringify!($module), ".md")),
            },)*
        ];
    };
}

/// An effect's type: its fields, and what every effect has. With `gated`, `while` and `unless` too.
macro_rules! effect {
    ($summary:literal gated struct $name:ident { $($fields:tt)* }) => {
        effect! {
            @ $summary $name {
                $($fields)*
                /// It applies only while this is true. If the condition says where the card itself is, that decides;
                /// otherwise the card must be in play.
                #[serde(rename = "while")]
                pub only_while: Option<Condition>,
                /// It does not apply while this is true.
                pub unless: Option<Condition>,
            } |this| Gate { only_while: this.only_while.as_ref(), unless: this.unless.as_ref() }
        }
    };
    ($summary:literal struct $name:ident { $($fields:tt)* }) => {
        effect! { @ $summary $name { $($fields)* } |_this| Gate::default() }
    };
    (@ $summary:literal $name:ident { $($fields:tt)* } |$this:ident| $gate:expr) => {
        #[doc = $summary]
        #[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($fields)*
            /// Printed instead of the effect's own sentence.
            #[schemars(regex(pattern = muster_core::schema::NOT_BLANK))]
            pub text: Option<String>,
        }

        impl $name {
            pub(super) const SUMMARY: &'static str = $summary;
        }

        impl Stated for $name {
            fn gate(&self) -> Gate<'_> {
                let $this = self;
                $gate
            }

            fn wording(&self) -> Option<&str> {
                self.text.as_deref()
            }
        }
    };
}

mod can_rout;
mod cards;
mod clauses;
mod condition;
mod event;
mod forbid;
mod happening;
mod hit_limit;
mod hits;
mod lends_dice;
mod opens;
mod placement;
mod rescue;
mod reserve_target;
mod starts_with;
mod victory;
mod when;
mod words;

use schemars::JsonSchema;
use serde::Deserialize;

pub use self::can_rout::CanRout;
pub use self::cards::{CardPicks, Pick};
pub use self::condition::{Condition, Gate};
pub use self::event::Event;
pub use self::forbid::{Deed, Forbid};
pub(super) use self::happening::ENEMY;
pub use self::happening::{Happening, MoraleChange};
pub use self::hit_limit::HitLimit;
pub use self::hits::{Blow, Hits};
pub use self::lends_dice::LendsDice;
pub use self::opens::Opens;
pub use self::placement::{Extent, Placement};
pub use self::rescue::Rescue;
pub use self::reserve_target::InReserve;
pub use self::reserve_target::ReserveTarget;
pub use self::starts_with::StartsWith;
pub use self::victory::Victory;
pub use self::when::When;
pub use self::words::{Member, Roster, Words};

effects! {
    hits::Hits => "hits",
    hit_limit::HitLimit => "hit-limit",
    forbid::Forbid => "forbid",
    placement::Placement => "placement",
    reserve_target::ReserveTarget => "reserve-target",
    lends_dice::LendsDice => "lends-dice",
    starts_with::StartsWith => "starts-with",
    rescue::Rescue => "rescue",
    can_rout::CanRout => "can-rout",
    when::When => "when",
    victory::Victory => "victory",
}

/// The introduction to effects, and to saying with them what published cards say.
pub const INTRODUCTION: &str = include_str!("effects.md");

/// The entry of an effect in the list of all effects.
#[derive(Debug)]
pub struct EffectEntry {
    /// Its word after `rule:`.
    pub word: &'static str,
    /// Its meaning, in a sentence.
    pub summary: &'static str,
    /// Its page.
    pub page: &'static str,
}

/// The fields that all effects have in common.
pub(crate) trait Stated {
    /// Returns when it holds.
    fn gate(&self) -> Gate<'_>;

    /// Returns the author's own wording, if any.
    fn wording(&self) -> Option<&str>;
}

/// The questions that every effect answers about itself.
pub(crate) trait Rule: Stated {
    /// Returns its sentence on the card, complete.
    fn text(&self, words: &Words<'_>) -> String;

    /// Collects the names of its own fields; those of `while` and `unless` are not among them.
    fn names<'a>(&'a self, names: &mut EffectNames<'a>);

    /// Returns the possibilities it adds that the lines and actions of cards do not tell.
    fn opens(&self) -> Vec<Opens<'_>> {
        Vec::new()
    }
}

/// An effect's names and numbers, with the place of each within the effect.
#[derive(Debug, Default)]
pub struct EffectNames<'a> {
    at: String,
    /// The names: the things each can mean, its text, and its place, `/on/0`.
    pub found: Vec<(Referent, &'a str, String)>,
}

/// The things that a name in an effect can mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Referent {
    /// A friend of the card.
    Friend,
    /// Any formation: of the card's own side first, then of the enemy's.
    Anyone,
    /// A side of the battle.
    Side,
}

impl<'a> EffectNames<'a> {
    /// Adds a name.
    pub fn name(&mut self, meant: Referent, text: &'a str) {
        self.found.push((meant, text, self.at.clone()));
    }

    /// Collects the names below a key or index.
    pub fn nest(&mut self, key: impl std::fmt::Display, inner: impl FnOnce(&mut Self)) {
        let length = self.at.len();
        self.at.push_str(&format!("/{key}"));
        inner(self);
        self.at.truncate(length);
    }
}

impl Effect {
    /// Returns the sentence that stands on the card: the author's, or the effect's own.
    pub fn printed_sentence(&self, words: &Words<'_>) -> String {
        let rule = self.rule();
        rule.wording().map_or_else(|| rule.text(words), str::to_owned)
    }

    /// Returns every event in it, also in its conditions, with the place of each within the effect: `/on`.
    pub fn events(&self) -> Vec<(&Event, String)> {
        let mut events = Vec::new();
        if let Effect::When(when) = self {
            events.push((&when.on, "/on".to_owned()));
        }
        if let Effect::Victory(victory) = self {
            victory.when.events("/when", &mut events);
        }
        let gate = self.rule().gate();
        for (key, condition) in [("/while", gate.only_while), ("/unless", gate.unless)] {
            condition.into_iter().for_each(|condition| condition.events(key, &mut events));
        }
        events
    }

    /// Returns every name or number of a formation or side in it, also in `while` and `unless`.
    pub fn names(&self) -> EffectNames<'_> {
        let mut names = EffectNames::default();
        self.rule().names(&mut names);
        self.rule().gate().names(&mut names);
        names
    }
}
