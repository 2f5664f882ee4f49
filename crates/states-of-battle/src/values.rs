//! The small values of a document: unit numbers and ranges, ranges of rounds, dice, states of morale, kinds of units. Where
//! a value has a notation of its own, one grammar function reads it, shared by documents and by the schema's tests.

use std::fmt;

use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use muster_systems::notated::plain_number;
use muster_systems::{lettered_numbers, notation};

lettered_numbers!(
    UnitId "a unit's number such as U1" "A unit's number." ["U1", "E12"],
    UnitRange "a unit such as U1 or a range such as U1-U8" "A unit or a range of units." ["U1", "U1-U8"]
);

/// Rounds of a battle: `3`, `3-5`, or `4-` for the fourth and all after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundRange {
    /// First round, from 1.
    pub first: u16,
    /// Last round; `None` if it goes on. It may lie before the first: a check says so.
    pub last: Option<u16>,
}

impl RoundRange {
    /// Reads `3`, `3-5` or `4-`.
    pub fn parse(text: &str) -> Option<RoundRange> {
        match text.split_once('-') {
            None => plain_number(text, 999).map(|round| RoundRange { first: round, last: Some(round) }),
            Some((first, "")) => Some(RoundRange { first: plain_number(first, 999)?, last: None }),
            Some((first, last)) => {
                Some(RoundRange { first: plain_number(first, 999)?, last: Some(plain_number(last, 999)?) })
            }
        }
    }

    /// Returns true if a round is one of these.
    pub fn contains(self, round: u16) -> bool {
        self.first <= round && self.last.is_none_or(|last| round <= last)
    }
}

impl fmt::Display for RoundRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            None => write!(f, "{}-", self.first),
            Some(last) if last == self.first => write!(f, "{last}"),
            Some(last) => write!(f, "{}-{last}", self.first),
        }
    }
}

/// A die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PolyhedralDie {
    /// Four faces.
    D4,
    /// Six faces.
    D6,
    /// Eight faces.
    D8,
    /// Ten faces.
    #[default]
    D10,
    /// Twelve faces.
    D12,
    /// Twenty faces.
    D20,
}

impl PolyhedralDie {
    /// Every die, by its faces.
    pub const ALL: [PolyhedralDie; 6] = [
        PolyhedralDie::D4,
        PolyhedralDie::D6,
        PolyhedralDie::D8,
        PolyhedralDie::D10,
        PolyhedralDie::D12,
        PolyhedralDie::D20,
    ];

    /// Returns the number of faces it has.
    pub fn faces(self) -> u8 {
        match self {
            PolyhedralDie::D4 => 4,
            PolyhedralDie::D6 => 6,
            PolyhedralDie::D8 => 8,
            PolyhedralDie::D10 => 10,
            PolyhedralDie::D12 => 12,
            PolyhedralDie::D20 => 20,
        }
    }
}

impl fmt::Display for PolyhedralDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.faces())
    }
}

/// One of the four states of an army (SB-1.4), from the best to the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[schemars(extend("x-synonyms" = {
    "emboldened": "Emboldened", "shaken": "Shaken", "bloodied": "Bloodied", "desperate": "Desperate",
}))]
pub enum MoraleState {
    /// The army has not lost anything important.
    Emboldened,
    /// The first counters are gone.
    Shaken,
    /// Half of the counters are gone.
    Bloodied,
    /// The last counters: with them the battle is lost.
    Desperate,
}

impl MoraleState {
    /// The four, from the best to the worst: the order in which their counters are lost.
    pub const ALL: [MoraleState; 4] =
        [MoraleState::Emboldened, MoraleState::Shaken, MoraleState::Bloodied, MoraleState::Desperate];

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            MoraleState::Emboldened => "Emboldened",
            MoraleState::Shaken => "Shaken",
            MoraleState::Bloodied => "Bloodied",
            MoraleState::Desperate => "Desperate",
        }
    }
}

/// The kind of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-synonyms" = {
    "foot": "infantry", "horse": "cavalry", "archers": "missile", "artillery": "war-machine", "engine": "war-machine",
    "mage": "wizard", "hero": "character",
}))]
pub enum UnitKind {
    /// Fights on foot.
    #[default]
    Infantry,
    /// Fights mounted.
    Cavalry,
    /// Shoots: bows, crossbows, handguns.
    Missile,
    /// An engine of war: shoots far, and cannot flee.
    WarMachine,
    /// One large beast.
    Monster,
    /// Casts spells.
    Wizard,
    /// A hero.
    Character,
    /// The commander of the army.
    General,
}

impl UnitKind {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            UnitKind::Infantry => "infantry",
            UnitKind::Cavalry => "cavalry",
            UnitKind::Missile => "missile",
            UnitKind::WarMachine => "war-machine",
            UnitKind::Monster => "monster",
            UnitKind::Wizard => "wizard",
            UnitKind::Character => "character",
            UnitKind::General => "general",
        }
    }

    /// Returns the noun for one in a sentence: `infantry`, `a war machine`.
    pub fn noun(self) -> &'static str {
        match self {
            UnitKind::Infantry => "infantry",
            UnitKind::Cavalry => "cavalry",
            UnitKind::Missile => "a missile unit",
            UnitKind::WarMachine => "a war machine",
            UnitKind::Monster => "a monster",
            UnitKind::Wizard => "a wizard",
            UnitKind::Character => "a character",
            UnitKind::General => "a general",
        }
    }

    /// Returns true for one man who can ride with a unit, and fight a challenge: a general, a character, a wizard.
    pub fn is_character(self) -> bool {
        matches!(self, UnitKind::General | UnitKind::Character | UnitKind::Wizard)
    }

    /// Returns true for those who shoot: missile units and war machines.
    pub fn shoots(self) -> bool {
        matches!(self, UnitKind::Missile | UnitKind::WarMachine)
    }
}

/// The facing of a unit (SB-8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Towards the enemy's edge.
    #[default]
    Front,
    /// To the left of someone facing the enemy.
    Left,
    /// To the right of someone facing the enemy.
    Right,
    /// Towards its own edge.
    Rear,
}

notation!(
    RoundRange,
    "rounds such as 3, 3-5 or 4-",
    json_schema!({
        "description": "Rounds of the battle.",
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 999},
            {"type": "string", "pattern": "^[1-9][0-9]{0,2}(-([1-9][0-9]{0,2})?)?$"},
        ],
        "examples": [3, "3-5", "4-"],
    })
);
