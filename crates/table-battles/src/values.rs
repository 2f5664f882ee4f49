//! The small values on a card: card numbers and ranges, wings, strength, dice areas, requirements, hits. Where a value
//! has a notation of its own, one grammar function reads it, shared by documents and by the schema's tests.

use std::fmt;

use arrayvec::ArrayVec;
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use muster_systems::notated::plain_number;
use muster_systems::notation;

/// The printed side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Letter {
    /// Front.
    A,
    /// Back.
    B,
}

/// A card's number and side, `7A` (TB-1.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardId {
    /// 1 to 9999.
    pub number: u16,
    /// The printed side.
    pub letter: Letter,
}

impl CardId {
    /// Reads `7A`.
    pub fn parse(text: &str) -> Option<CardId> {
        let letter = match text.as_bytes().last()? {
            b'A' => Letter::A,
            b'B' => Letter::B,
            _ => return None,
        };
        Some(CardId { number: plain_number(&text[..text.len() - 1], 9999)?, letter })
    }

    /// Returns the other printed side of the card.
    pub fn other_side(self) -> CardId {
        let letter = if self.letter == Letter::A { Letter::B } else { Letter::A };
        CardId { letter, ..self }
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.number, self.letter)
    }
}

/// A wing: at most one of its cards takes dice in a roll phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Wing {
    /// Red.
    Red,
    /// Pink.
    Pink,
    /// Blue.
    Blue,
    /// Dark blue.
    Dkblue,
    /// Green.
    Green,
    /// Purple.
    Purple,
}

impl Wing {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Wing; 6] = [Wing::Red, Wing::Pink, Wing::Blue, Wing::Dkblue, Wing::Green, Wing::Purple];

    /// Returns true if the box has sticks of its colour (TB-1.2); those of other colours are printed.
    pub fn is_in_box(self) -> bool {
        !matches!(self, Wing::Green | Wing::Purple)
    }

    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            Wing::Red => "red",
            Wing::Pink => "pink",
            Wing::Blue => "blue",
            Wing::Dkblue => "dkblue",
            Wing::Green => "green",
            Wing::Purple => "purple",
        }
    }
}

/// A card or a range of cards, `7A` or `7A-10A`. A range may be backward: a check says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CardRange {
    /// First card.
    pub first: CardId,
    /// Last card, the same one for a single card.
    pub last: CardId,
}

impl CardRange {
    /// Reads `7A` or `7A-10A`.
    pub fn parse(text: &str) -> Option<CardRange> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some(CardRange { first: CardId::parse(first)?, last: CardId::parse(last)? })
    }

    /// Returns the cards of the range in order; none if it runs backward or over both letters.
    pub fn cards(self) -> impl Iterator<Item = CardId> {
        let letter = self.first.letter;
        let numbers = self.first.number..=self.last.number;
        (letter == self.last.letter)
            .then_some(numbers)
            .into_iter()
            .flatten()
            .map(move |number| CardId { number, letter })
    }
}

impl fmt::Display for CardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { self.first.fmt(f) } else { write!(f, "{}-{}", self.first, self.last) }
    }
}

/// Printed strength (TB-1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// A normal formation: sticks at set-up.
    Sticks(u8),
    /// A special formation: the most cubes it may hold.
    Cubes(u8),
}

impl Strength {
    const NUMERALS: [&'static str; 3] = ["I", "II", "III"];

    /// Reads `4` or `III`.
    pub fn parse(text: &str) -> Option<Strength> {
        if let Some(i) = Self::NUMERALS.iter().position(|n| *n == text) {
            return Some(Strength::Cubes(i as u8 + 1));
        }
        plain_number(text, 20).map(|n| Strength::Sticks(n as u8))
    }

    /// Returns true if it is a special formation.
    pub fn special(self) -> bool {
        matches!(self, Strength::Cubes(_))
    }

    /// Returns the cubes it holds: none on a normal formation.
    pub fn cubes(self) -> u8 {
        match self {
            Strength::Cubes(cubes) => cubes,
            Strength::Sticks(_) => 0,
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Sticks(n) => write!(f, "{n}"),
            Strength::Cubes(n) => f.write_str(Self::NUMERALS[usize::from(*n) - 1]),
        }
    }
}

/// A dice area: the sets of dice of which a card takes one in a roll phase, or none ever (TB-2).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct DiceArea {
    /// The alternatives in printed order; empty for `none`.
    pub sets: ArrayVec<DiceSet, 6>,
}

/// One alternative of a dice area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiceSet {
    /// Dice of one of the numbers `low..=high`, as many as wished: `6`, `4-6`, `Any` (TB-2.1).
    Numbers {
        /// Lowest number.
        low: u8,
        /// Highest number.
        high: u8,
    },
    /// One die of this number: `(6)` (TB-2.2).
    Single(u8),
    /// Exactly this many equal dice: `Doubles`, `Triples` (TB-2.3).
    Equal(u8),
    /// Exactly this many dice in sequence: `Straight 4` (TB-2.3).
    Straight(u8),
}

impl DiceArea {
    /// Reads the printed notation.
    pub fn parse(text: &str) -> Option<DiceArea> {
        let mut area = DiceArea::default();
        if text == "none" {
            return Some(area);
        }
        if text == "Any" {
            area.sets.push(DiceSet::Numbers { low: 1, high: 6 });
            return Some(area);
        }
        if text.starts_with(|c: char| c.is_ascii_uppercase()) {
            for part in text.split(", ") {
                area.sets.try_push(Self::set(part)?).ok()?;
            }
        } else {
            for part in text.split('/') {
                area.sets.try_push(Self::numbers(part)?).ok()?;
            }
        }
        Some(area)
    }

    fn set(text: &str) -> Option<DiceSet> {
        Some(match text {
            "Doubles" => DiceSet::Equal(2),
            "Triples" => DiceSet::Equal(3),
            _ => DiceSet::Straight(die(text.strip_prefix("Straight ")?).filter(|n| *n >= 3)?),
        })
    }

    fn numbers(text: &str) -> Option<DiceSet> {
        if let Some(inner) = text.strip_prefix('(') {
            return Some(DiceSet::Single(die(inner.strip_suffix(')')?)?));
        }
        let Some((low, high)) = text.split_once('-') else {
            return die(text).map(|n| DiceSet::Numbers { low: n, high: n });
        };
        let (low, high) = (die(low)?, die(high)?);
        (low < high).then_some(DiceSet::Numbers { low, high })
    }
}

impl fmt::Display for DiceArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.sets.is_empty() {
            return f.write_str("none");
        }
        for (i, set) in self.sets.iter().enumerate() {
            let separator = match set {
                _ if i == 0 => "",
                DiceSet::Equal(_) | DiceSet::Straight(_) => ", ",
                _ => "/",
            };
            f.write_str(separator)?;
            match *set {
                DiceSet::Numbers { low: 1, high: 6 } => f.write_str("Any")?,
                DiceSet::Numbers { low, high } if low == high => write!(f, "{low}")?,
                DiceSet::Numbers { low, high } => write!(f, "{low}-{high}")?,
                DiceSet::Single(n) => write!(f, "({n})")?,
                DiceSet::Equal(2) => f.write_str("Doubles")?,
                DiceSet::Equal(_) => f.write_str("Triples")?,
                DiceSet::Straight(n) => write!(f, "Straight {n}")?,
            }
        }
        Ok(())
    }
}

/// The dice that a card must show, whenever they were placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(extend("x-synonyms" = {
    "double": "pair", "doubles": "pair", "two doubles": "two pairs",
    "triple": "triplet", "triples": "triplet", "two triples": "two triplets",
}))]
pub enum Requirement {
    /// Some number at least twice.
    Pair,
    /// Two different numbers at least twice each.
    #[serde(rename = "two pairs")]
    TwoPairs,
    /// Some number at least three times.
    Triplet,
    /// Two different numbers at least three times each.
    #[serde(rename = "two triplets")]
    TwoTriplets,
    /// One number at least three times and another at least twice.
    #[serde(rename = "full house")]
    FullHouse,
    /// At least five dice.
    #[serde(rename = "five dice")]
    FiveDice,
}

impl Requirement {
    /// Returns its words in documents, `two pairs`.
    pub fn name(self) -> &'static str {
        match self {
            Requirement::Pair => "pair",
            Requirement::TwoPairs => "two pairs",
            Requirement::Triplet => "triplet",
            Requirement::TwoTriplets => "two triplets",
            Requirement::FullHouse => "full house",
            Requirement::FiveDice => "five dice",
        }
    }
}

/// Printed hits: a flat number, one per die removed, or both (TB-6.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hits {
    /// The flat part.
    pub flat: u8,
    /// Whether each die removed adds one.
    pub per_die: bool,
}

impl Hits {
    /// Reads `2`, `1 per die` or `2 + 1 per die`.
    pub fn parse(text: &str) -> Option<Hits> {
        let flat = |text| plain_number(text, 20).map(|n| n as u8);
        match text.strip_suffix("1 per die") {
            Some("") => Some(Hits { flat: 0, per_die: true }),
            Some(rest) => Some(Hits { flat: flat(rest.strip_suffix(" + ")?)?, per_die: true }),
            None => Some(Hits { flat: flat(text)?, per_die: false }),
        }
    }
}

impl fmt::Display for Hits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.flat, self.per_die) {
            (0, true) => f.write_str("1 per die"),
            (n, true) => write!(f, "{n} + 1 per die"),
            (n, false) => write!(f, "{n}"),
        }
    }
}

fn die(text: &str) -> Option<u8> {
    plain_number(text, 6).map(|n| n as u8)
}

notation!(
    CardId,
    "a card number such as 7A",
    json_schema!({
        "type": "string",
        "description": "A card's number and side.",
        "pattern": "^[1-9][0-9]{0,3}[AB]$",
        "examples": ["7A", "36B"],
    })
);

notation!(
    CardRange,
    "a card such as 7A or a range such as 7A-10A",
    json_schema!({
        "type": "string",
        "description": "A card or a range of cards.",
        "pattern": "^[1-9][0-9]{0,3}[AB](-[1-9][0-9]{0,3}[AB])?$",
        "examples": ["7A", "7A-10A"],
    })
);

notation!(
    Strength,
    "a number of sticks, or I, II or III",
    json_schema!({
        "description": "Sticks of a normal formation, or the most cubes of a special one.",
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 20},
            {
                "type": "string",
                "enum": ["I", "II", "III"],
                "markdownEnumDescriptions": [
                    "A special formation with room for one cube.",
                    "A special formation with room for two cubes.",
                    "A special formation with room for three cubes.",
                ],
            },
        ],
        "examples": [4, "I", "II", "III"],
    })
);

notation!(
    DiceArea,
    "a dice area such as 6, 5/6, 4-6, Any, (6), (5)/(6), Doubles, Triples, Straight 4 or none",
    json_schema!({
        "description": "Which dice may be placed here: the printed notation. Brackets mean one die a turn, as in `(6)`.",
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 6},
            {"type": "string", "pattern": "^(none|Any|(1(-[2-6])?|2(-[3-6])?|3(-[4-6])?|4(-[56])?|5(-6)?|6|\\([1-6]\\))(/(1(-[2-6])?|2(-[3-6])?|3(-[4-6])?|4(-[56])?|5(-6)?|6|\\([1-6]\\))){0,5}|(Doubles|Triples|Straight [3-6])(, (Doubles|Triples|Straight [3-6])){0,5})$"},
        ],
        "examples": [6, "5/6", "4-6", "Any", "(6)", "(5)/(6)", "Doubles", "Triples", "Straight 4", "Doubles, Triples", "none"],
        "x-synonyms": {"pair": "Doubles", "pairs": "Doubles", "triplet": "Triples", "triplets": "Triples"},
        "x-words": {
            "Any": "Dice of any one number.",
            "Doubles": "Exactly two equal dice.",
            "Triples": "Exactly three equal dice.",
            "Straight": "That many dice in sequence, as in `Straight 4`.",
            "none": "The card takes no dice.",
        },
    })
);

notation!(
    Hits,
    "hits such as 2, 1 per die or 1 + 1 per die",
    json_schema!({
        "description": "Hits: a number, one for each die removed from the card, or both.",
        "anyOf": [
            {"type": "integer", "minimum": 1, "maximum": 20},
            {"type": "string", "pattern": "^((1?[1-9]|10|20) \\+ )?1 per die$"},
        ],
        "examples": [1, "1 per die", "1 + 1 per die"],
    })
);
