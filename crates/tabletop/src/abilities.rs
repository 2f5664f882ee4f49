//! The words in which abilities say what they do: data, which the engine plays and the printer puts into sentences.
//!
//! An ability that is not active holds as long as its card is on the map; an active one from when it is used, for as many
//! turns as it lasts. Both hold only while their conditions do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use muster_core::schema::NOT_BLANK;

use super::values::{CardMorale, StrikeKind, Terrain, Trait};

/// An ability of a card (TT-2.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardAbility {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// One sentence of flavour, in italics on the card.
    pub flavour: Option<String>,
    /// That it is used by an order, and how often. Default: the ability is passive and always applies.
    pub active: Option<Activation>,
    /// It applies, or can be used, only while this is true.
    #[serde(rename = "while")]
    pub only_while: Option<CardCondition>,
    /// It does not apply, and cannot be used, while this is true.
    pub unless: Option<CardCondition>,
    /// Its effects: at most 4.
    #[serde(default, rename = "do")]
    #[schemars(length(max = 4))]
    pub deeds: Vec<AbilityDeed>,
    /// Printed instead of its own sentences.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
}

/// The frequency, cost and duration of an active ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// The number of turns that it rests: used in turn 3 with a cooldown of 2, it can be used again in turn 6. Default: it
    /// can be used in every turn.
    #[schemars(range(max = 99))]
    pub cooldown: Option<u8>,
    /// Resources that each use costs.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    pub cost: u32,
    /// Whether each card can use it only once in a battle.
    #[serde(default)]
    pub once: bool,
    /// The number of turns for which changes and traits last, including the turn of use.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 99))]
    pub lasts: u8,
}

/// A condition of the card: all parts must be true.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardCondition {
    /// Its hex is one of these.
    #[schemars(length(min = 1, max = 4))]
    pub terrain: Option<Vec<Terrain>>,
    /// A road leads into its hex, or none does.
    pub on_road: Option<bool>,
    /// It is fortified, or it is not.
    pub fortified: Option<bool>,
    /// A standard of its faction is in its hex, or none is.
    pub at_standard: Option<bool>,
    /// Enemy cards that are not routed are in its hex, or none are.
    pub in_combat: Option<bool>,
    /// It is in an army, or a formation, with this card, by name or number.
    #[serde(rename = "with")]
    pub companion: Option<String>,
    /// Its morale is one of these.
    #[schemars(length(min = 1, max = 3))]
    pub morale: Option<Vec<CardMorale>>,
}

/// One effect of an ability: a word, or a word with settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AbilityDeed {
    /// A word alone.
    Plain(PlainDeed),
    /// A word with settings.
    Deed(DetailedDeed),
}

/// An effect of an active ability, written as one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PlainDeed {
    /// A road segment is built from the card's hex to a neighbour (TT-4.3).
    BuildRoad,
    /// A road segment from the card's hex to a neighbour is demolished (TT-4.3).
    DemolishRoad,
}

/// An effect of an ability, with its settings.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DetailedDeed {
    /// A special attack on an enemy card or formation (TT-6). Only active abilities strike.
    Strike(StrikeDeed),
    /// Might, speed or range go up or down.
    Change(StatChange),
    /// A trait is given.
    Give(TraitChange),
    /// A trait is taken.
    Take(TraitChange),
}

/// A special attack (TT-6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrikeDeed {
    /// The kind of strike, which says what it can hit.
    pub kind: StrikeKind,
    /// Its might: the chance to destroy is this divided by the might of the target.
    #[schemars(range(min = 1, max = 999))]
    pub might: u16,
    /// Its range in hexes; 0 is the card's own hex.
    #[schemars(range(max = 999))]
    pub range: u16,
}

/// Changes of might, speed or range; negative to reduce.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatChange {
    /// The number by which might goes up.
    #[serde(default)]
    #[schemars(range(min = -99, max = 99))]
    pub might: i8,
    /// The number by which speed goes up. It never falls below 0.
    #[serde(default)]
    #[schemars(range(min = -99, max = 99))]
    pub speed: i8,
    /// The number by which the range of strikes goes up. It never falls below 0.
    #[serde(default)]
    #[schemars(range(min = -99, max = 99))]
    pub range: i8,
    /// The cards that it affects.
    #[serde(default)]
    pub to: RecipientGroup,
    /// For friends and enemies: within this many hexes. Default: in the card's own hex.
    #[schemars(range(max = 999))]
    pub within: Option<u16>,
    /// Only cards of one of these types.
    #[schemars(length(min = 1, max = 8))]
    pub types: Option<Vec<String>>,
}

/// A trait to give or take.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TraitChange {
    /// The trait.
    #[serde(rename = "trait")]
    pub quality: Trait,
    /// The cards that it affects.
    #[serde(default)]
    pub to: RecipientGroup,
    /// For friends and enemies: within this many hexes. Default: in the card's own hex.
    #[schemars(range(max = 999))]
    pub within: Option<u16>,
    /// Only cards of one of these types.
    #[schemars(length(min = 1, max = 8))]
    pub types: Option<Vec<String>>,
}

/// The cards that something is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipients<'a> {
    /// The group.
    pub to: RecipientGroup,
    /// Of friends and enemies: those so many hexes away at most, as written.
    pub within: Option<u16>,
    /// Only cards of one of these types; of any where there is none.
    pub types: &'a [String],
}

/// A group of cards, seen from the card whose ability it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum RecipientGroup {
    /// The card and its formation.
    #[serde(rename = "self")]
    #[default]
    Own,
    /// All cards of its formation; a single card counts as one.
    Formation,
    /// All cards of the army that it leads, including itself. Only a commander can use it, and the effects of several
    /// commanders do not add up (TT-3.2).
    Army,
    /// All nearby cards of its faction, including itself.
    Friends,
    /// All nearby cards of other factions.
    Enemies,
}

impl AbilityDeed {
    /// Returns the word as it is written: `strike`, `build-road`.
    pub fn word(&self) -> &'static str {
        match self {
            AbilityDeed::Plain(PlainDeed::BuildRoad) => "build-road",
            AbilityDeed::Plain(PlainDeed::DemolishRoad) => "demolish-road",
            AbilityDeed::Deed(DetailedDeed::Strike(_)) => "strike",
            AbilityDeed::Deed(DetailedDeed::Change(_)) => "change",
            AbilityDeed::Deed(DetailedDeed::Give(_)) => "give",
            AbilityDeed::Deed(DetailedDeed::Take(_)) => "take",
        }
    }

    /// Returns the strike, if it is one.
    pub fn strike(&self) -> Option<&StrikeDeed> {
        match self {
            AbilityDeed::Deed(DetailedDeed::Strike(strike)) => Some(strike),
            _ => None,
        }
    }

    /// Returns the cards it is for, if it changes or gives something.
    pub fn recipients(&self) -> Option<Recipients<'_>> {
        let AbilityDeed::Deed(
            DetailedDeed::Change(StatChange { to, within, types, .. })
            | DetailedDeed::Give(TraitChange { to, within, types, .. })
            | DetailedDeed::Take(TraitChange { to, within, types, .. }),
        ) = self
        else {
            return None;
        };
        Some(Recipients { to: *to, within: *within, types: types.as_deref().unwrap_or_default() })
    }
}

fn one() -> u8 {
    1
}
