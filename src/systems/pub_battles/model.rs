//! The YAML of Pub Battles as Rust types. Doc comments are the schema's text.

mod capture_the_flag;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::capture_the_flag::{CaptureTheFlag, CardBlock, CorpsCard, FlagArmyHq, FlagDeck, FlagRule, SetupCard};
use super::geojson::{GeoCollection, GeoPosition};
pub use super::play::PubPlay;
pub use super::values::{
    BlockFacing, BlockKind, BlockQuality, Leader, LocationRef, MAX_SIDE, MapEdge, MapPlace, Measure, PubOrder, Stick,
};
use crate::schema::{LANGUAGE, NOT_BLANK};
use crate::systems::art::Art;

/// A Pub Battles document: a scenario, a map, the decks of Capture the Flag, or a recorded play.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubDocument {
    /// The game system this document is for.
    pub system: PubSystem,
    /// The battle. A file without one is a map or a play.
    pub scenario: Option<PubScenario>,
    /// The map, where the scenario names no file with one.
    pub map: Option<BattleMap>,
    /// The decks from which battles of Capture the Flag are dealt.
    pub capture_the_flag: Option<CaptureTheFlag>,
    /// A recorded battle, to be checked move by move. Stands alone in its file.
    pub play: Option<PubPlay>,
    /// The drawing of a map from a file in the format of other tools.
    #[serde(skip)]
    pub drawn: Option<GeoCollection>,
}

/// The game system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PubSystem {
    /// Pub Battles: blocks on a map, chits from a cup, written orders.
    PubBattles,
}

/// A battle.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubScenario {
    /// The scenario's number in its set.
    #[schemars(range(max = 9999))]
    pub number: Option<u32>,
    /// The battle's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The language of the pieces and sheets: of their fixed words, the sentences of rules, hyphens and quotation marks. There
    /// is `en` and `de`; others have a catalogue of their own. Default: `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// The date of the battle, as printed.
    pub date: Option<String>,
    /// The set the scenario belongs to.
    pub set: Option<String>,
    /// A picture of the battle, for its set-up sheet.
    pub art: Option<Art>,
    /// The file with the map, relative to this one. Left out, the map stands below `map`.
    pub map: Option<String>,
    /// Turns of a day.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 99))]
    pub turns: u16,
    /// Days: between two of them there is a night turn. A further day is played only if the battle is undecided (PB-10.5).
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 9))]
    pub days: u16,
    /// Rules of the game that are not always in force.
    #[serde(default)]
    pub optional: Vec<OptionalRule>,
    /// The two sides.
    #[schemars(length(min = 2, max = 2))]
    pub sides: Vec<PubSide>,
    /// The conditions that win the battle (PB-7), tested in this order. Left out, sudden death alone.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub victory: Vec<PubVictory>,
    /// The bases of the sides in a battle of Capture the Flag (PB-10.4), by the name of the side: a location each. Where there
    /// are any, all that starts on the map stands within a mounted move of its home edge.
    #[serde(default)]
    pub bases: BTreeMap<String, String>,
    /// Named places of this battle that are not on its map.
    #[serde(default)]
    #[schemars(length(max = 50))]
    pub locations: BTreeMap<String, MapPlace>,
    /// Special rules of the battle.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub special: Vec<MapSpecial>,
    /// A special rule of the battle in words: printed with the set-up, but not played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["Fog until turn 3: no artillery bombards."]))]
    pub rule_text: Option<String>,
    /// Free text for the players.
    pub notes: Option<String>,
}

/// A rule of the game that is not always in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-synonyms" = {"leaders": "leadership", "orders": "written-orders", "baggage-trains": "trains"}))]
pub enum OptionalRule {
    /// Leaders have ratings, and may join blocks (PB-8).
    Leadership,
    /// Commands follow written orders (PB-9).
    WrittenOrders,
    /// Blocks rally by baggage trains only (PB-6).
    Trains,
}

impl OptionalRule {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            OptionalRule::Leadership => "leadership",
            OptionalRule::WrittenOrders => "written-orders",
            OptionalRule::Trains => "trains",
        }
    }
}

/// One of the two sides.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubSide {
    /// The side's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// Its home edge.
    pub edge: MapEdge,
    /// The side's arms or flag, for the set-up sheet.
    pub art: Option<Art>,
    /// The headquarters of the army.
    pub army_hq: Option<ArmyHeadquarters>,
    /// The headquarters of the armies, where the side has several: each corps says below `army` of which it is.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub army_hqs: Vec<ArmyHeadquarters>,
    /// Its corps, each a command with a chit.
    #[schemars(length(min = 1, max = 24))]
    pub corps: Vec<Corps>,
    /// Headquarters that stand for the Fog of War (PB-10.5), each with a chit and without blocks.
    #[serde(default)]
    #[schemars(length(max = 12))]
    pub fog_of_war: Vec<FogHeadquarters>,
}

impl PubSide {
    /// Returns the headquarters of its armies, each with the place where it is written, relative to the side: `/army_hqs/0`.
    pub fn armies(&self) -> impl Iterator<Item = (String, &ArmyHeadquarters)> {
        let several = self.army_hqs.iter().enumerate().map(|(i, army)| (format!("/army_hqs/{i}"), army));
        self.army_hq.iter().map(|army| ("/army_hq".to_owned(), army)).chain(several)
    }
}

/// A headquarters that stands for the Fog of War (PB-10.5): scouts. The other side takes it for that of a corps until a
/// headquarters of its own comes within a foot move; then it is removed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FogHeadquarters {
    /// The name of its leader, by which its headquarters and its chit go.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// The apparent quality of its leader.
    #[serde(default)]
    pub leader: Leader,
    /// The headquarters of the army that it seems to be of. Left out, the first of its side.
    pub army: Option<String>,
    /// Its place at the start. Left out where it enters later.
    pub at: Option<MapPlace>,
    /// The time and place of its entry.
    pub enters: Option<EntrySpec>,
    /// Its orders at the start, where orders are written.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub orders: Vec<PubOrder>,
}

/// The headquarters of an army (PB-1.1): it commands every block of its side, and blocks of its own.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyHeadquarters {
    /// The name of its leader.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// Its place at the start. Left out where it enters later.
    pub at: Option<MapPlace>,
    /// The time and place of its entry.
    pub enters: Option<EntrySpec>,
    /// The quality of its leader.
    #[serde(default)]
    pub leader: Leader,
    /// Whether it has a chit. One without acts with one corps of its side in each turn (PB-10.7).
    #[serde(default = "yes")]
    pub chit: bool,
    /// Whether its own blocks are hidden: it stands alone on the map until a headquarters of the enemy comes within a foot
    /// move, and they are placed then (PB-10.6). Hidden blocks have neither `at` nor `enters`.
    #[serde(default)]
    pub hidden: bool,
    /// Blocks of its own.
    #[serde(default)]
    #[schemars(length(max = 24))]
    pub blocks: Vec<BlockSpec>,
    /// Its orders at the start, where orders are written.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub orders: Vec<PubOrder>,
}

/// A corps (PB-1.1): a headquarters and the blocks that it commands.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    /// The name of its leader, by which its headquarters and its chit go.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// The quality of its leader.
    #[serde(default)]
    pub leader: Leader,
    /// The headquarters of the army that it is of, where its side has several.
    pub army: Option<String>,
    /// The place of its headquarters at the start. Left out where it enters later.
    pub at: Option<MapPlace>,
    /// The time and place of its entry, with all its blocks that do not say otherwise.
    pub enters: Option<EntrySpec>,
    /// Whether its blocks are hidden: its headquarters stands, or enters, alone until one of the enemy comes within a foot
    /// move, and they are placed then (PB-10.6). Hidden blocks have neither `at` nor `enters`.
    #[serde(default)]
    pub hidden: bool,
    /// Its blocks.
    #[schemars(length(min = 1, max = 24))]
    pub blocks: Vec<BlockSpec>,
    /// Its orders at the start, where orders are written: the first is followed until it is done, then the next.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub orders: Vec<PubOrder>,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockSpec {
    /// Its name: within a command no two have the same.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub block: String,
    /// The kind of block.
    #[serde(default)]
    pub kind: BlockKind,
    /// The quality of the block.
    #[serde(default)]
    pub quality: BlockQuality,
    /// A picture for its labels and counters, beside its name.
    pub art: Option<Art>,
    /// The place of its centre at the start. Left out where it enters later.
    pub at: Option<MapPlace>,
    /// Its facing at the start. Left out, away from the home edge.
    pub facing: Option<BlockFacing>,
    /// The time and place of its entry.
    pub enters: Option<EntrySpec>,
    /// Its width, where it is other than that of the map's blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub width: Option<u16>,
    /// Its depth, where it is other than that of the map's blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub depth: Option<u16>,
}

/// The time and place of an entry (PB-10.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrySpec {
    /// The first turn in which it may enter; those of further days go on counting.
    #[schemars(range(min = 1, max = 999))]
    pub turn: u16,
    /// The edge. Left out, the home edge.
    pub edge: Option<MapEdge>,
    /// The road on which it enters. Left out, anywhere along the edge.
    pub on: Option<String>,
    /// It enters only if a die that is thrown as its chit is drawn shows at most this.
    #[schemars(range(min = 1, max = 5))]
    pub roll: Option<u8>,
    /// It may enter on the neighbouring edges, too: up to this much × the turn from its own.
    pub along: Option<Measure>,
}

/// A condition that wins the battle (PB-7).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PubVictory {
    /// A side loses as soon as half of its army is lost (PB-7.1).
    SuddenDeath,
    /// The only army near a location, or near all of several, wins (PB-7.2).
    Hold {
        /// The location, or several.
        location: HeldLocations,
        /// The distance within which an army is near.
        within: Measure,
        /// The time of the test: `end`, or the number of a turn.
        #[serde(default)]
        at: HoldTime,
        /// The only side that can win by it. Left out, both.
        side: Option<String>,
        /// Whether that side loses the battle if it does not win by it (PB-10.3).
        #[serde(default)]
        or_loses: bool,
    },
    /// When the last day is over, the side with fewer losses wins.
    Losses,
}

impl PubVictory {
    /// Returns its word after `rule:`.
    pub fn word(&self) -> &'static str {
        match self {
            PubVictory::SuddenDeath => "sudden-death",
            PubVictory::Hold { .. } => "hold",
            PubVictory::Losses => "losses",
        }
    }
}

/// One location or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HeldLocations {
    /// One.
    One(#[schemars(regex(pattern = NOT_BLANK))] String),
    /// Several: all must be held.
    Several(#[schemars(length(min = 1, max = 8))] Vec<String>),
}

impl HeldLocations {
    /// Returns their names.
    pub fn names(&self) -> &[String] {
        match self {
            HeldLocations::One(name) => std::slice::from_ref(name),
            HeldLocations::Several(names) => names,
        }
    }
}

/// The time at which a location is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HoldTime {
    /// At the end of a turn.
    Turn(#[schemars(range(min = 1, max = 999))] u16),
    /// At the end of each day.
    End(EndWord),
}

impl Default for HoldTime {
    fn default() -> HoldTime {
        HoldTime::End(EndWord::End)
    }
}

/// The word `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndWord {
    /// At the end of each day.
    End,
}

/// A special rule of a battle: to whom it applies and when, and what it changes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapSpecial {
    /// The condition under which it applies. Left out, to all at any time.
    #[serde(rename = "while", default)]
    pub only_while: MapCondition,
    /// The change that it makes.
    #[serde(rename = "do")]
    pub effect: MapEffect,
    /// The sentence that is printed instead of the generated one.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
}

/// To whom a special rule applies and when: everything that is given must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapCondition {
    /// The first and the last turn.
    #[schemars(length(min = 2, max = 2))]
    pub turns: Option<Vec<u16>>,
    /// The side.
    pub side: Option<String>,
    /// The command, by its headquarters.
    pub command: Option<String>,
    /// The kind of block.
    pub kind: Option<BlockKind>,
}

/// The change that a special rule makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MapEffect {
    /// Its chit is not drawn: the command does nothing.
    NoChit,
    /// Its blocks do not move into contact.
    NoAttack,
    /// Its artillery does not bombard.
    NoBombardment,
    /// Its blocks do not rally.
    NoRally,
    /// A third of every move is lost.
    SlowMoves,
    /// One is added to each of its dice when it attacks.
    Impetuous,
    /// One is taken from each die of those who attack it.
    Entrenched,
}

/// A map.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleMap {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// Its size from west to east and from south to north, in map units.
    #[schemars(inner(range(min = 50, max = MAX_SIDE)))]
    pub size: MapPlace,
    /// Map units in a millimetre of the printed map. It need not be whole.
    #[serde(default = "two")]
    #[schemars(range(min = 0.1, max = 100))]
    pub units_per_mm: f64,
    /// The foot move, in map units.
    #[schemars(range(min = 10, max = 4000))]
    pub foot: u16,
    /// The mounted move, in map units.
    #[schemars(range(min = 10, max = 4000))]
    pub mounted: u16,
    /// The size of the blocks, in map units.
    pub block: BlockSize,
    /// The side of the headquarters' cubes. Left out, the depth of the blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub headquarters: Option<u16>,
    /// The kinds of terrain.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub kinds: BTreeMap<String, TerrainKind>,
    /// Areas and lines of terrain. Each with a name is a location, too: its middle.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub features: Vec<Feature>,
    /// Roads.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub roads: Vec<Road>,
    /// Named places.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub locations: BTreeMap<String, MapPlace>,
    /// A picture that lies under the map: a PNG, JPEG or SVG file relative to this one. Left out, the ground is of one colour.
    pub picture: Option<MapPicture>,
    /// A GeoJSON file of any map editor with more features, roads and locations, relative to this file.
    pub geojson: Option<String>,
    /// What lines and areas of the GeoJSON file are that have no property `kind`, by other properties: a property, or a property and
    /// its value as in `natural=wood`, each with a kind of terrain, `road`, or `none` for what is no part of the map.
    #[serde(default)]
    #[schemars(length(max = 200), extend("examples" = [{"natural=wood": "wood", "highway": "road", "building": "none"}]))]
    pub kind_of: BTreeMap<String, String>,
    /// Two places that do not lie in one line along an edge, each first in map units, then in the coordinates of the GeoJSON
    /// file. Left out, its coordinates are map units.
    #[schemars(length(min = 2, max = 2), extend("examples" = [[[[0, 0], [8.514, 47.361]], [[1200, 800], [8.532, 47.369]]]]))]
    pub points: Option<Vec<[GeoPosition; 2]>>,
}

/// A picture under a map.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MapPicture {
    /// The file. It is stretched from edge to edge.
    File(#[schemars(regex(pattern = NOT_BLANK), length(max = 500))] String),
    /// The file, and two points by which it is laid. What of it lies off the map is not printed.
    Laid(LaidPicture),
}

/// A picture that is laid by two points.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaidPicture {
    /// The file.
    #[schemars(regex(pattern = NOT_BLANK), length(max = 500))]
    pub file: String,
    /// Two places that do not lie in one line along an edge, each first in map units, then in pixels of the picture: to the
    /// right, and down from its upper edge. Pixels that grow to the north, as map units do, are counted from the lower edge.
    #[schemars(length(min = 2, max = 2), extend("examples" = [[[[0, 0], [12, 2690]], [[1200, 800], [4012, 34]]]]))]
    pub points: Vec<[GeoPosition; 2]>,
}

/// The size of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockSize {
    /// Along its front.
    #[schemars(range(min = 2, max = 2000))]
    pub width: u16,
    /// From front to rear.
    #[schemars(range(min = 2, max = 2000))]
    pub depth: u16,
}

/// A kind of terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainKind {
    /// The number added to each die of those who attack a block that occupies it.
    #[serde(default)]
    #[schemars(range(min = -3, max = 0))]
    pub modifier: i8,
    /// Whether nothing is seen through it.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Whether it can be entered.
    #[serde(default = "yes")]
    pub passable: bool,
    /// The way in which it is drawn. Left out, as its name suggests.
    pub drawn: Option<TerrainLook>,
}

/// The way in which terrain is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TerrainLook {
    /// Trees.
    Wood,
    /// Hachures.
    Hill,
    /// Water.
    Water,
    /// Houses.
    Town,
    /// Reeds.
    Marsh,
    /// Rows of a field.
    Field,
    /// A plain tint.
    Plain,
}

/// A feature of a map: an area, or a line.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Its name. Left out, it is no location.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: Option<String>,
    /// Its kind of terrain.
    pub kind: String,
    /// The corners of an area.
    #[schemars(length(max = 2000))]
    pub area: Option<Vec<MapPlace>>,
    /// Holes in the area, each by its corners.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub holes: Vec<Vec<MapPlace>>,
    /// The points of a line.
    #[schemars(length(max = 2000))]
    pub line: Option<Vec<MapPlace>>,
}

/// A road.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Road {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// Its points.
    #[schemars(length(max = 2000))]
    pub line: Vec<MapPlace>,
}

fn one() -> u16 {
    1
}

fn two() -> f64 {
    2.0
}

fn ten() -> u16 {
    10
}

fn yes() -> bool {
    true
}
