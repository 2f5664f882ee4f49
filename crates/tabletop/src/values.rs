//! The small values of a document: card numbers and ranges, hexes, terrain, traits, morale.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use muster_core::schema::NOT_BLANK;
use muster_systems::{lettered_numbers, notation};

lettered_numbers!(
    TabletopCardId "a card's number such as N2" "A card's number." ["N2", "S1"],
    TabletopCardRange "a card such as N2 or a range such as N1-N9" "A card or a range of cards." ["N2", "N1-N9"]
);

/// The most columns or rows of a map.
pub const MAX_MAP_SIDE: u16 = 999;

/// The number of a hex as it is written: its column and its row, from 1, two digits each, or three on maps of more than 99
/// columns or rows. Leading zeros may be missing, since YAML drops them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HexNumber(u32);

impl HexNumber {
    /// Reads `0304`.
    pub fn parse(text: &str) -> Option<HexNumber> {
        let plain = (1..=6).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| plain).map(HexNumber)
    }

    /// Returns the number of a place on a map that is `wide`: one with more than 99 columns or rows.
    pub fn new(column: u16, row: u16, wide: bool) -> HexNumber {
        HexNumber(u32::from(column) * if wide { 1000 } else { 100 } + u32::from(row))
    }

    /// Returns the column and the row on a map, both from 1 where there is such a hex; `wide` is as in [`HexNumber::new`].
    pub fn place(self, wide: bool) -> (u16, u16) {
        let base = if wide { 1000 } else { 100 };
        ((self.0 / base) as u16, (self.0 % base) as u16)
    }

    /// Returns the number with all its digits.
    pub fn digits(self, wide: bool) -> String {
        if wide { format!("{:06}", self.0) } else { format!("{:04}", self.0) }
    }
}

impl fmt::Display for HexNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

notation!(
    HexNumber,
    "a hex such as 0304",
    json_schema!({
        "description": "A hex: its column and row, counted from 1, with two digits each (three on maps with more than 99 columns or rows).",
        "anyOf": [
            {"type": "integer", "minimum": 0, "maximum": 999_999},
            {"type": "string", "pattern": "^[0-9]{1,6}$"},
        ],
        "examples": ["0304"],
        "x-zero-padded": true,
    })
);

/// A hex by its number or by the name of a place there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum HexRef {
    /// Its number.
    Number(HexNumber),
    /// The name of a place.
    Place(#[schemars(regex(pattern = NOT_BLANK))] String),
}

/// The terrain of a hex (TT-1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("x-synonyms" = {
    "plains": "plain", "field": "plain", "wood": "forest", "woods": "forest", "hill": "mountain", "mountains": "mountain",
    "river": "water", "sea": "water",
}))]
pub enum Terrain {
    /// Open ground: a hex costs 1.
    Plain,
    /// Forest: half speed.
    Forest,
    /// Mountain: impassable without a trait or a road.
    Mountain,
    /// Water: impassable without a trait or a road.
    Water,
}

impl Terrain {
    /// All four, in the order of the clauses.
    pub const ALL: [Terrain; 4] = [Terrain::Plain, Terrain::Forest, Terrain::Mountain, Terrain::Water];

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            Terrain::Plain => "plain",
            Terrain::Forest => "forest",
            Terrain::Mountain => "mountain",
            Terrain::Water => "water",
        }
    }
}

/// The columns or rows of a map that are half a hex farther.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shoved {
    /// The second, the fourth and so on.
    #[default]
    Even,
    /// The first, the third and so on.
    Odd,
}

/// The role of a card (TT-2.2, TT-2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardRole {
    /// An ordinary card.
    #[default]
    Unit,
    /// Deployed once a battle; one or two abilities.
    Hero,
    /// Leads an army, and supplies its buffs.
    Commander,
    /// A headquarters, where cards are deployed.
    Standard,
}

impl CardRole {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            CardRole::Unit => "unit",
            CardRole::Hero => "hero",
            CardRole::Commander => "commander",
            CardRole::Standard => "standard",
        }
    }
}

/// A trait of a card, which lets it do what others cannot (TT-4.2, TT-5.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Trait {
    /// Moves through forest at full speed.
    Hiking,
    /// Moves over mountains at half speed.
    Climbing,
    /// Moves on water only, at full speed.
    Floating,
    /// Moves through water at full speed.
    Swimming,
    /// Moves through water at half speed; on water only anti-submarine strikes may target it.
    Diving,
    /// Ignores terrain and roads; only anti-air strikes may target it.
    Flying,
    /// Ignores terrain and roads; only anti-subterranean strikes may target it.
    Digging,
    /// Ignores terrain and roads.
    Hovering,
    /// Cannot join combat; only strikes may target it.
    Hiding,
    /// Strikes may not target it.
    Sheltering,
}

impl Trait {
    /// All of them, in the order of the clauses.
    pub const ALL: [Trait; 10] = [
        Trait::Hiking,
        Trait::Climbing,
        Trait::Floating,
        Trait::Swimming,
        Trait::Diving,
        Trait::Flying,
        Trait::Digging,
        Trait::Hovering,
        Trait::Hiding,
        Trait::Sheltering,
    ];

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            Trait::Hiking => "hiking",
            Trait::Climbing => "climbing",
            Trait::Floating => "floating",
            Trait::Swimming => "swimming",
            Trait::Diving => "diving",
            Trait::Flying => "flying",
            Trait::Digging => "digging",
            Trait::Hovering => "hovering",
            Trait::Hiding => "hiding",
            Trait::Sheltering => "sheltering",
        }
    }
}

/// The morale of a card (TT-8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardMorale {
    /// One less might.
    Low,
    /// No change.
    #[default]
    Normal,
    /// One more might.
    High,
}

impl CardMorale {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            CardMorale::Low => "low",
            CardMorale::Normal => "normal",
            CardMorale::High => "high",
        }
    }
}

/// The kind of a strike, which says what it can hit (TT-6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StrikeKind {
    /// All cards except those that fly, dig, or dive on water.
    Ranged,
    /// Only cards that fly.
    AntiAir,
    /// Only cards that dive on water.
    AntiSubmarine,
    /// Only cards that dig.
    AntiSubterranean,
}

impl StrikeKind {
    /// All four, in the order of the clauses.
    pub const ALL: [StrikeKind; 4] =
        [StrikeKind::Ranged, StrikeKind::AntiAir, StrikeKind::AntiSubmarine, StrikeKind::AntiSubterranean];

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            StrikeKind::Ranged => "ranged",
            StrikeKind::AntiAir => "anti-air",
            StrikeKind::AntiSubmarine => "anti-submarine",
            StrikeKind::AntiSubterranean => "anti-subterranean",
        }
    }
}
