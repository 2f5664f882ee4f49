//! The YAML of Tabletop as Rust types. Doc comments are the schema's text.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use muster_core::schema::{LANGUAGE, NOT_BLANK};
use muster_systems::fields::Fields;

pub use super::abilities::{
    AbilityDeed, Activation, CardAbility, CardCondition, DetailedDeed, PlainDeed, RecipientGroup, Recipients,
    StatChange, StrikeDeed, TraitChange,
};
pub use super::play::{TabletopPlay, TabletopTurn};
pub use super::values::{
    CardMorale, CardRole, HexNumber, HexRef, Shoved, StrikeKind, TabletopCardId, TabletopCardRange, Terrain, Trait,
};
pub use muster_systems::art::{Art, ScenarioArt};

/// A Tabletop document: a scenario, a deck of cards, a map, or a recorded play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TabletopDocument {
    /// The game system this document is for.
    pub system: TabletopSystem,
    /// The battle. A file without one is a deck, a map or a play.
    pub scenario: Option<TabletopScenario>,
    /// Other files whose cards this scenario may use, relative to this file.
    #[serde(default)]
    pub decks: Vec<String>,
    /// Cards. A faction lists them.
    #[serde(default)]
    pub cards: Vec<TabletopCard>,
    /// The map, unless the scenario names a map file.
    pub map: Option<HexMap>,
    /// A recorded battle, checked order by order. It must be alone in its file.
    pub play: Option<TabletopPlay>,
}

/// The game system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TabletopSystem {
    /// Tabletop, the old ruleset: armies of cards on a map of hexes.
    Tabletop,
}

/// A battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TabletopScenario {
    /// The scenario's number in its set.
    #[schemars(range(max = 9999))]
    pub number: Option<u32>,
    /// The battle's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The language of cards and sheets: fixed words, sentences of abilities, hyphenation and quotation marks. `en` and
    /// `de` are built in; others need a translation file. Default: `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// The date of the battle, as printed.
    pub date: Option<String>,
    /// The set the scenario belongs to.
    pub set: Option<String>,
    /// A picture of the battle, for its set-up sheet. `default` is a picture for each card without one.
    pub art: Option<ScenarioArt>,
    /// The number of turns after which the battle ends. Default: 100.
    #[schemars(range(min = 1, max = 999))]
    pub turns: Option<u16>,
    /// The file with the map, relative to this one. Default: `map` of this file.
    pub map: Option<String>,
    /// Two to four factions.
    #[schemars(length(max = 20))]
    pub factions: Vec<Faction>,
    /// The conditions that win the battle, besides being the last faction on the map (TT-1.4): at most 16.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub victory: Vec<HexVictory>,
    /// A special rule of the battle in words: printed with the set-up, but not played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["It rains: nobody flies."]))]
    pub rule_text: Option<String>,
    /// Free text for the players.
    pub notes: Option<String>,
}

/// One of the factions.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Faction {
    /// The faction's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The faction with the highest initiative acts first in every turn. Each faction needs a different number (TT-1.2).
    #[schemars(range(min = 0, max = 999))]
    pub initiative: u16,
    /// Resources at the start (TT-1.3).
    #[serde(default)]
    #[schemars(range(max = 10_000_000))]
    pub resources: u32,
    /// Resources gained at the start of every turn after the first.
    #[serde(default)]
    #[schemars(range(max = 1_000_000))]
    pub income: u32,
    /// The flag on its counters.
    #[serde(default)]
    pub flag: Flag,
    /// The cards that it may deploy: a range, a number, or a list of either.
    pub cards: TabletopCardList,
    /// The cards on the map at the start.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub setup: Vec<SetupEntry>,
}

/// A range, a card, or a list of either.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TabletopCardList {
    /// One card or one range.
    One(TabletopCardRange),
    /// Several.
    Many(#[schemars(length(min = 1, max = 100))] Vec<TabletopCardRange>),
}

/// A flag: a coloured pattern, or a picture.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Flag {
    /// A pattern that is drawn.
    Drawn(DrawnFlag),
    /// A picture.
    Picture(FlagPicture),
}

impl Default for Flag {
    fn default() -> Flag {
        Flag::Drawn(DrawnFlag { pattern: FlagPattern::Plain, colours: Vec::new() })
    }
}

/// A flag that is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawnFlag {
    /// The pattern.
    #[serde(default)]
    pub pattern: FlagPattern,
    /// The colour of the field, then that of the pattern, then a third if the pattern has one. Missing colours are white
    /// and black in turn.
    #[serde(default)]
    #[schemars(length(max = 3))]
    pub colours: Vec<FlagColour>,
}

/// A pattern of flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FlagPattern {
    /// One colour.
    #[default]
    Plain,
    /// An upright cross.
    Cross,
    /// A cross of diagonals.
    Saltire,
    /// Three stripes, one above the other.
    Bars,
    /// Three stripes side by side.
    Pales,
    /// Four quarters.
    Quarters,
    /// A disc in the middle.
    Disc,
    /// A border.
    Border,
    /// One diagonal stripe.
    Bend,
    /// A triangle at the mast.
    Pile,
}

/// A colour of flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FlagColour {
    /// White.
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Orange.
    Orange,
    /// Purple.
    Purple,
    /// Brown.
    Brown,
    /// Grey.
    Grey,
    /// Light blue.
    Sky,
    /// Dark red.
    Maroon,
}

impl FlagPattern {
    /// Returns the pattern as it is written.
    pub fn word(self) -> &'static str {
        match self {
            FlagPattern::Plain => "plain",
            FlagPattern::Cross => "cross",
            FlagPattern::Saltire => "saltire",
            FlagPattern::Bars => "bars",
            FlagPattern::Pales => "pales",
            FlagPattern::Quarters => "quarters",
            FlagPattern::Disc => "disc",
            FlagPattern::Border => "border",
            FlagPattern::Bend => "bend",
            FlagPattern::Pile => "pile",
        }
    }
}

impl FlagColour {
    /// Returns the colour as it is written.
    pub fn word(self) -> &'static str {
        match self {
            FlagColour::White => "white",
            FlagColour::Black => "black",
            FlagColour::Red => "red",
            FlagColour::Blue => "blue",
            FlagColour::Green => "green",
            FlagColour::Yellow => "yellow",
            FlagColour::Orange => "orange",
            FlagColour::Purple => "purple",
            FlagColour::Brown => "brown",
            FlagColour::Grey => "grey",
            FlagColour::Sky => "sky",
            FlagColour::Maroon => "maroon",
        }
    }
}

/// A flag from a picture.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagPicture {
    /// The picture's file, relative to this file.
    pub image: String,
}

/// Cards on the map at the start.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupEntry {
    /// The card, by number or name.
    pub card: String,
    /// The number of copies.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 99))]
    pub count: u8,
    /// The hex, by its number or the name of a place.
    pub at: HexRef,
    /// Whether they are one formation (TT-3.1). With other merged entries of the same hex, type and experience they are one
    /// formation together.
    #[serde(default)]
    pub merged: bool,
    /// The experience of each.
    #[serde(default)]
    #[schemars(range(max = 99))]
    pub experience: u8,
    /// The morale of each.
    #[serde(default)]
    pub morale: CardMorale,
    /// The army that they belong to (TT-3.2): the same name in the same hex is the same army.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub army: Option<String>,
}

/// A condition that wins the battle (TT-1.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum HexVictory {
    /// The faction holds all these hexes at the end of a turn: its cards are there, and no others.
    Hold {
        /// The hexes, by number or by the name of a place.
        #[schemars(length(min = 1, max = 32))]
        hexes: Vec<HexRef>,
        /// The turn at the end of which it is checked. Default: the last.
        #[schemars(range(min = 1, max = 999))]
        until: Option<u16>,
        /// The faction that wins.
        faction: String,
    },
    /// Other factions had copies of the card on the map, and none is left.
    Destroy {
        /// The card, by number or name.
        card: String,
        /// The faction that wins.
        faction: String,
    },
    /// After the last turn, the faction with the most might on the map wins; equal might is a draw.
    MostMight,
    /// The last faction with a card or standard on the map wins. This always applies, in addition to other conditions.
    Last,
}

impl HexVictory {
    /// Returns its word after `rule:`.
    pub fn word(&self) -> &'static str {
        match self {
            HexVictory::Hold { .. } => "hold",
            HexVictory::Destroy { .. } => "destroy",
            HexVictory::MostMight => "most-might",
            HexVictory::Last => "last",
        }
    }

    /// Returns the faction that wins by it, as written; `None` if any can.
    pub fn faction(&self) -> Option<&str> {
        match self {
            HexVictory::Hold { faction, .. } | HexVictory::Destroy { faction, .. } => Some(faction),
            HexVictory::MostMight | HexVictory::Last => None,
        }
    }
}

/// A card of a deck (TT-2.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TabletopCard {
    /// Its number, such as `N2`, unique in a battle.
    pub card: TabletopCardId,
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The nation that it belongs to.
    pub nation: Option<String>,
    /// Its type: cards of one type can merge (TT-3.3). A standard needs none.
    #[serde(rename = "type")]
    #[schemars(regex(pattern = NOT_BLANK))]
    pub kind: Option<String>,
    /// Resources that it costs to deploy. A standard always costs 5000.
    #[schemars(range(max = 1_000_000))]
    pub cost: Option<u32>,
    /// Its hit points and its attack points. A standard always has 0.
    #[schemars(range(max = 999))]
    pub might: Option<u16>,
    /// Hexes that it can move in a turn. A standard always has 1.
    #[schemars(range(max = 99))]
    pub speed: Option<u8>,
    /// The role of the card.
    #[serde(default)]
    pub role: CardRole,
    /// The traits, which let it do what others cannot.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub traits: Vec<Trait>,
    /// One ability; a hero has one or two, at most one of them active.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub abilities: Vec<CardAbility>,
    /// The number of counters to print. Default: as many as are on the map at the start, at least one.
    #[schemars(range(min = 1, max = 99))]
    pub copies: Option<u8>,
    /// A rule of the card in words: printed with it, but not played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["Never leaves its homeland."]))]
    pub rule_text: Option<String>,
    /// One or two sentences for the foot of its card.
    pub lore: Option<String>,
    /// A picture for its card.
    pub art: Option<Art>,
    /// Data fields of your own, at most 32, which templates show as `{fields.NAME}`. The rules know nothing of them.
    pub fields: Option<Fields>,
}

/// A map of hexes (TT-1.1).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HexMap {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// Whether the hexes have a flat top. With a pointed top, rows are straight and columns are not.
    #[serde(default = "yes")]
    pub flat: bool,
    /// The hexes: one line a row, one letter a hex; spaces are ignored.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hexes: String,
    /// The columns that are half a hex farther down or, with pointed tops, the rows that are farther to the right.
    #[serde(default)]
    pub shoved: Shoved,
    /// The terrain of letters, besides `.` for plain, `f` for forest, `^` for mountain and `~` for water.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub legend: BTreeMap<String, Terrain>,
    /// Roads: each a list of neighbouring hexes.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub roads: Vec<Vec<HexNumber>>,
    /// Names of hexes.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub places: BTreeMap<String, HexNumber>,
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}
