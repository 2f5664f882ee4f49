//! The small values of a document: places, facings, measures, kinds and qualities of blocks.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use muster_core::schema::NOT_BLANK;
use muster_systems::notation;

/// The longest side of a map, in map units.
pub const MAX_SIDE: i32 = 16_000;

/// A place on a map: x, which grows east, and y, which grows north, in map units.
pub type MapPlace = [i32; 2];

/// A direction in whole degrees clockwise from north, 0 to 359.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BlockFacing(pub u16);

/// The words for facings, each 45° on from the one before.
const FACING_WORDS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

impl BlockFacing {
    /// Reads `north-east`, or degrees from 0 to 359.
    pub fn parse(text: &str) -> Option<BlockFacing> {
        if let Some(eighth) = FACING_WORDS.iter().position(|word| *word == text) {
            return Some(BlockFacing(eighth as u16 * 45));
        }
        let plain = (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|degrees| plain && *degrees < 360).map(BlockFacing)
    }
}

impl fmt::Display for BlockFacing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

notation!(
    BlockFacing,
    "a facing such as north-east, or degrees from 0 to 359",
    json_schema!({
        "description": "A facing: degrees clockwise from north, or a word.",
        "anyOf": [
            {"type": "integer", "minimum": 0, "maximum": 359},
            {"type": "string", "pattern": "^(north|north-east|east|south-east|south|south-west|west|north-west)$"},
        ],
        "examples": ["north", 350],
        "x-spellings": ["north", "east", "south", "west"],
    })
);

/// A length in map units, or a part of a movement stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Measure {
    /// The stick; `None` for map units.
    pub stick: Option<Stick>,
    /// Map units; of a stick the number that it is divided by.
    pub number: u16,
}

/// A movement stick.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stick {
    /// The foot move.
    Foot,
    /// The mounted move.
    Mounted,
}

impl Stick {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            Stick::Foot => "foot",
            Stick::Mounted => "mounted",
        }
    }
}

impl Measure {
    /// Reads `40`, `foot`, `foot/3`, `mounted/2`.
    pub fn parse(text: &str) -> Option<Measure> {
        let number = |text: &str| {
            let plain = (1..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            text.parse::<u16>().ok().filter(|n| plain && *n > 0)
        };
        let (word, divisor) = match text.split_once('/') {
            Some((word, divisor)) => (word, number(divisor).filter(|n| *n <= 9)?),
            None => (text, 1),
        };
        let stick = [Stick::Foot, Stick::Mounted].into_iter().find(|stick| stick.word() == word);
        match stick {
            Some(_) => Some(Measure { stick, number: divisor }),
            None => number(text).map(|number| Measure { stick: None, number }),
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.stick, self.number) {
            (None, number) => write!(f, "{number}"),
            (Some(stick), 1) => f.write_str(stick.word()),
            (Some(stick), divisor) => write!(f, "{}/{divisor}", stick.word()),
        }
    }
}

notation!(
    Measure,
    "a length such as 40, foot/3 or mounted",
    json_schema!({
        "description": "A length in map units, or a part of a movement stick.",
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 65_535},
            {"type": "string", "pattern": "^(foot|mounted)(/[1-9])?$"},
        ],
        "examples": ["foot/3", 40],
    })
);

/// The kind of a block (PB-1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-synonyms" = {
    "foot": "infantry", "horse": "cavalry", "guns": "artillery", "baggage": "train", "baggage-train": "train", "wagons": "train",
}))]
pub enum BlockKind {
    /// Foot: the basic block.
    #[default]
    Infantry,
    /// Horse: moves with the mounted stick.
    Cavalry,
    /// Guns: may bombard, moves with the foot stick.
    Artillery,
    /// Guns that move with the mounted stick.
    HorseArtillery,
    /// A baggage train: lets blocks rally, and is lost when contacted (PB-6).
    Train,
}

impl BlockKind {
    /// All kinds, as documents have them.
    pub const ALL: [BlockKind; 5] =
        [BlockKind::Infantry, BlockKind::Cavalry, BlockKind::Artillery, BlockKind::HorseArtillery, BlockKind::Train];

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            BlockKind::Infantry => "infantry",
            BlockKind::Cavalry => "cavalry",
            BlockKind::Artillery => "artillery",
            BlockKind::HorseArtillery => "horse-artillery",
            BlockKind::Train => "train",
        }
    }

    /// Returns true for all but trains.
    pub fn is_fighting(self) -> bool {
        self != BlockKind::Train
    }

    /// Returns true for guns, on foot or mounted.
    pub fn is_artillery(self) -> bool {
        matches!(self, BlockKind::Artillery | BlockKind::HorseArtillery)
    }

    /// Returns the stick that it moves with.
    pub fn stick(self) -> Stick {
        match self {
            BlockKind::Infantry | BlockKind::Artillery | BlockKind::Train => Stick::Foot,
            BlockKind::Cavalry | BlockKind::HorseArtillery => Stick::Mounted,
        }
    }

    /// Returns true if it can support another directly before it (PB-3.3).
    pub fn supports(self, other: BlockKind) -> bool {
        match self {
            BlockKind::Infantry => other == BlockKind::Infantry || other.is_artillery(),
            BlockKind::Cavalry => other == BlockKind::Cavalry,
            BlockKind::Artillery | BlockKind::HorseArtillery | BlockKind::Train => false,
        }
    }
}

/// The quality of a block (PB-5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("x-synonyms" = {"normal": "line", "regular": "line", "guard": "elite"}))]
pub enum BlockQuality {
    /// Neither.
    #[default]
    Line,
    /// Ignores the first hit in each combat phase, but counts as two when lost.
    Elite,
    /// Takes the first hit in each combat phase as two.
    Militia,
}

impl BlockQuality {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            BlockQuality::Line => "line",
            BlockQuality::Elite => "elite",
            BlockQuality::Militia => "militia",
        }
    }
}

/// The quality of a command's leader (PB-8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Leader {
    /// A command roll succeeds with 1 to 4.
    Great,
    /// A command roll succeeds with 1 to 3.
    #[default]
    Average,
    /// A command roll succeeds with 1 or 2.
    Poor,
}

impl Leader {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            Leader::Great => "great",
            Leader::Average => "average",
            Leader::Poor => "poor",
        }
    }

    /// Returns the highest face of a die with which a command roll succeeds.
    pub fn rating(self) -> u8 {
        match self {
            Leader::Great => 4,
            Leader::Average => 3,
            Leader::Poor => 2,
        }
    }
}

/// An edge of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MapEdge {
    /// The northern edge.
    North,
    /// The eastern edge.
    East,
    /// The southern edge.
    South,
    /// The western edge.
    West,
}

impl MapEdge {
    /// All four, clockwise.
    pub const ALL: [MapEdge; 4] = [MapEdge::North, MapEdge::East, MapEdge::South, MapEdge::West];

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            MapEdge::North => "north",
            MapEdge::East => "east",
            MapEdge::South => "south",
            MapEdge::West => "west",
        }
    }

    /// Returns the facing of what enters by this edge.
    pub fn inward(self) -> BlockFacing {
        match self {
            MapEdge::North => BlockFacing(180),
            MapEdge::East => BlockFacing(270),
            MapEdge::South => BlockFacing(0),
            MapEdge::West => BlockFacing(90),
        }
    }
}

/// An order (PB-9.1): exactly one of `attack` and `defend`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubOrder {
    /// A location to occupy and clear of enemies, or the two ends of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<LocationRef>,
    /// A location to occupy and hold, without moving into contact, or the two ends of a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defend: Option<LocationRef>,
    /// Way-points: locations to pass on the way, in this order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    pub via: Vec<String>,
}

/// A location, or the two ends of a line.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum LocationRef {
    /// One.
    One(#[schemars(regex(pattern = NOT_BLANK))] String),
    /// The ends of a line.
    Line(#[schemars(length(min = 2, max = 2))] Vec<String>),
}

impl LocationRef {
    /// Returns the names: one, or those of both ends.
    pub fn names(&self) -> &[String] {
        match self {
            LocationRef::One(name) => std::slice::from_ref(name),
            LocationRef::Line(names) => names,
        }
    }
}
