//! The small values of a document: unit numbers and ranges, ranges of rounds, dice, states of morale, kinds of units. Where
//! a value has a notation of its own, one grammar function reads it, shared by documents and by the schema's tests.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A unit's number, `U1`: one to three capital letters and 1 to 999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId {
    /// The letters, padded with zeros at the end.
    letters: [u8; 3],
    /// 1 to 999.
    pub number: u16,
}

impl UnitId {
    /// Reads `U1`.
    pub fn parse(text: &str) -> Option<UnitId> {
        let length = text.bytes().take_while(u8::is_ascii_uppercase).count();
        if !(1..=3).contains(&length) {
            return None;
        }
        let mut letters = [0; 3];
        letters[..length].copy_from_slice(&text.as_bytes()[..length]);
        Some(UnitId { letters, number: number(&text[length..])? })
    }

    /// Returns the number with the same letters.
    #[must_use]
    pub fn with_number(self, number: u16) -> UnitId {
        UnitId { number, ..self }
    }

    /// Returns true if both numbers begin with the same letters.
    pub fn is_alike(self, other: UnitId) -> bool {
        self.letters == other.letters
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters.iter().filter(|letter| **letter > 0);
        letters.copied().try_for_each(|letter| fmt::Write::write_char(f, letter.into()))?;
        write!(f, "{}", self.number)
    }
}

/// A unit or a range of units, `U1` or `U1-U8`. A range may be backward: a check says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitRange {
    /// First unit.
    pub first: UnitId,
    /// Last unit, the same one for a single unit.
    pub last: UnitId,
}

impl UnitRange {
    /// Reads `U1` or `U1-U8`.
    pub fn parse(text: &str) -> Option<UnitRange> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some(UnitRange { first: UnitId::parse(first)?, last: UnitId::parse(last)? })
    }

    /// Returns the numbers of the range in order, also of one that runs backward; none where the letters differ.
    pub fn units(self) -> impl Iterator<Item = UnitId> {
        let UnitRange { first, last } = self;
        let numbers = first.number.min(last.number)..=first.number.max(last.number);
        let numbers = first.is_alike(last).then_some(numbers).into_iter().flatten();
        numbers.map(move |number| UnitId { number, ..first })
    }
}

impl fmt::Display for UnitRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { self.first.fmt(f) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Rounds of a battle: `3`, `3-5`, or `4-` for the fourth and all after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundRange {
    /// First round, from 1.
    pub first: u16,
    /// Last round; none where it goes on. It may lie before the first: a check says so.
    pub last: Option<u16>,
}

impl RoundRange {
    /// Reads `3`, `3-5` or `4-`.
    pub fn parse(text: &str) -> Option<RoundRange> {
        match text.split_once('-') {
            None => number(text).map(|round| RoundRange { first: round, last: Some(round) }),
            Some((first, "")) => Some(RoundRange { first: number(first)?, last: None }),
            Some((first, last)) => Some(RoundRange { first: number(first)?, last: Some(number(last)?) }),
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

    /// Returns how many faces it has.
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
    /// The army has lost nothing that matters yet.
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

/// What a unit is.
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

    /// Returns what one is called in a sentence: `infantry`, `a war machine`.
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

/// Where a unit looks (SB-8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Facing {
    /// Towards the enemy's edge.
    #[default]
    Front,
    /// To the left of one who faces the enemy.
    Left,
    /// To the right of one who faces the enemy.
    Right,
    /// Towards the own edge.
    Rear,
}

/// A decimal number from 1 to 999, without sign or leading zero.
fn number(text: &str) -> Option<u16> {
    let plain = !text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| plain && (1..=999).contains(n))
}

/// Serde and schema of a notation: a string, or a plain number where the notation has one.
macro_rules! notation {
    ($type:ident, $expected:literal, $schema:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $type;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }
                    fn visit_str<E: Error>(self, text: &str) -> Result<$type, E> {
                        $type::parse(text).ok_or_else(|| E::custom(format_args!("`{text}` is not {}", $expected)))
                    }
                    fn visit_u64<E: Error>(self, n: u64) -> Result<$type, E> {
                        self.visit_str(&n.to_string())
                    }
                    fn visit_i64<E: Error>(self, n: i64) -> Result<$type, E> {
                        self.visit_str(&n.to_string())
                    }
                }
                deserializer.deserialize_any(Text)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

notation!(
    UnitId,
    "a unit's number such as U1",
    json_schema!({
        "type": "string",
        "description": "A unit's number.",
        "pattern": "^[A-Z]{1,3}[1-9][0-9]{0,2}$",
        "examples": ["U1", "E12"],
    })
);

notation!(
    UnitRange,
    "a unit such as U1 or a range such as U1-U8",
    json_schema!({
        "type": "string",
        "description": "A unit or a range of units.",
        "pattern": "^[A-Z]{1,3}[1-9][0-9]{0,2}(-[A-Z]{1,3}[1-9][0-9]{0,2})?$",
        "examples": ["U1", "U1-U8"],
    })
);

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
