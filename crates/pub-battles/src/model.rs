//! The YAML of Pub Battles as Rust types. Doc comments are the schema's text.

mod capture_the_flag;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use muster_core::schema::{LANGUAGE, NOT_BLANK};
use muster_systems::art::{Art, ScenarioArt};

pub use self::capture_the_flag::{CaptureTheFlag, CardBlock, CorpsCard, FlagArmyHq, FlagDeck, FlagRule, SetupCard};
use super::geojson::{GeoCollection, GeoPosition};
pub use super::play::PubPlay;
pub use super::values::{
    BlockFacing, BlockKind, BlockQuality, Leader, LocationRef, MAX_SIDE, MapEdge, MapPlace, Measure, PubOrder, Stick,
};

/// A Pub Battles document: a scenario, a map, the decks of Capture the Flag, or a recorded play.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubDocument {
    /// The game system this document is for.
    pub system: PubSystem,
    /// The battle. A file without one is a map or a play.
    pub scenario: Option<PubScenario>,
    /// The map, unless the scenario names a map file.
    pub map: Option<BattleMap>,
    /// The decks from which battles of Capture the Flag are dealt.
    pub capture_the_flag: Option<CaptureTheFlag>,
    /// A recorded battle, checked move by move. It must be alone in its file.
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
    /// The language of pieces and sheets: fixed words, sentences of rules, hyphenation and quotation marks. `en` and `de`
    /// are built in; others need a translation file. Default: `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// The date of the battle, as printed.
    pub date: Option<String>,
    /// The set the scenario belongs to.
    pub set: Option<String>,
    /// A picture of the battle, for its set-up sheet. `default` is a picture for the labels and counters of each block
    /// without one.
    pub art: Option<ScenarioArt>,
    /// The file with the map, relative to this one. Default: `map` of this file.
    pub map: Option<String>,
    /// Turns of a day.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 99))]
    pub turns: u16,
    /// The number of days, with a night turn between two of them. A further day is played only if the battle is undecided
    /// (PB-10.5).
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 9))]
    pub days: u16,
    /// The optional rules in force.
    #[serde(default)]
    pub optional: Vec<OptionalRule>,
    /// The two sides.
    #[schemars(length(min = 2, max = 2))]
    pub sides: Vec<PubSide>,
    /// The conditions that win the battle (PB-7), checked in this order. Default: sudden death only.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub victory: Vec<PubVictory>,
    /// The bases of the sides in Capture the Flag (PB-10.4): a location for each side's name. With bases, everything on the
    /// map at the start must be within a mounted move of its home edge.
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

/// An optional rule of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-synonyms" = {"leaders": "leadership", "orders": "written-orders", "baggage-trains": "trains"}))]
pub enum OptionalRule {
    /// Leaders have ratings, and may join blocks (PB-8).
    Leadership,
    /// Commands follow written orders (PB-9).
    WrittenOrders,
    /// Blocks rally only with baggage trains (PB-6).
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
    /// The army headquarters, if the side has several: each corps names its own under `army`.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub army_hqs: Vec<ArmyHeadquarters>,
    /// Its corps, each a command with a chit.
    #[schemars(length(min = 1, max = 24))]
    pub corps: Vec<Corps>,
    /// Headquarters that represent the Fog of War (PB-10.5), each with a chit and without blocks.
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

/// A headquarters that represents the Fog of War (PB-10.5). The enemy takes it for that of a corps until one of the enemy's
/// headquarters comes within a foot move; then it is removed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FogHeadquarters {
    /// The name of its leader, also used for its headquarters and chit.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// The apparent quality of its leader.
    #[serde(default)]
    pub leader: Leader,
    /// The army headquarters that it seems to belong to. Default: the first of its side.
    pub army: Option<String>,
    /// Its position at the start. Omit it if it enters later.
    pub at: Option<MapPlace>,
    /// When and where it enters.
    pub enters: Option<EntrySpec>,
    /// Its orders at the start, if orders are written.
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
    /// Its position at the start. Omit it if it enters later.
    pub at: Option<MapPlace>,
    /// When and where it enters.
    pub enters: Option<EntrySpec>,
    /// The quality of its leader.
    #[serde(default)]
    pub leader: Leader,
    /// Whether it has a chit. Without one it acts with one corps of its side in each turn (PB-10.7).
    #[serde(default = "yes")]
    pub chit: bool,
    /// Whether its own blocks are hidden: only the headquarters is on the map until an enemy headquarters comes within a
    /// foot move; then the blocks are placed (PB-10.6). Hidden blocks have neither `at` nor `enters`.
    #[serde(default)]
    pub hidden: bool,
    /// Blocks of its own.
    #[serde(default)]
    #[schemars(length(max = 24))]
    pub blocks: Vec<BlockSpec>,
    /// Its orders at the start, if orders are written.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub orders: Vec<PubOrder>,
}

/// A corps (PB-1.1): a headquarters and the blocks that it commands.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    /// The name of its leader, also used for its headquarters and chit.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// The quality of its leader.
    #[serde(default)]
    pub leader: Leader,
    /// The army headquarters that it belongs to, if its side has several.
    pub army: Option<String>,
    /// The position of its headquarters at the start. Omit it if it enters later.
    pub at: Option<MapPlace>,
    /// When and where it enters, with all its blocks that have no entry of their own.
    pub enters: Option<EntrySpec>,
    /// Whether its blocks are hidden: only its headquarters is on the map, or enters, until an enemy headquarters comes
    /// within a foot move; then the blocks are placed (PB-10.6). Hidden blocks have neither `at` nor `enters`.
    #[serde(default)]
    pub hidden: bool,
    /// Its blocks.
    #[schemars(length(min = 1, max = 24))]
    pub blocks: Vec<BlockSpec>,
    /// Its orders at the start, if orders are written; each is followed until it is done.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub orders: Vec<PubOrder>,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlockSpec {
    /// Its name, unique within its command.
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
    /// The position of its centre at the start. Omit it if it enters later.
    pub at: Option<MapPlace>,
    /// Its facing at the start. Default: away from the home edge.
    pub facing: Option<BlockFacing>,
    /// When and where it enters.
    pub enters: Option<EntrySpec>,
    /// Its width, if different from the map's blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub width: Option<u16>,
    /// Its depth, if different from the map's blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub depth: Option<u16>,
}

/// When and where something enters (PB-10.4).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntrySpec {
    /// The first turn in which it may enter; turns are counted across days.
    #[schemars(range(min = 1, max = 999))]
    pub turn: u16,
    /// The edge. Default: the home edge.
    pub edge: Option<MapEdge>,
    /// The road on which it enters. Default: anywhere along the edge.
    pub on: Option<String>,
    /// It enters only if the die rolled with its chit shows at most this.
    #[schemars(range(min = 1, max = 5))]
    pub roll: Option<u8>,
    /// It may also enter on the neighbouring edges, up to this length × the turn from its own edge.
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
        /// The distance that counts as near.
        within: Measure,
        /// When it is checked: `end`, or the number of a turn.
        #[serde(default)]
        at: HoldTime,
        /// The only side that can win by it. Default: both.
        side: Option<String>,
        /// Whether that side loses the battle if it does not win by it (PB-10.3).
        #[serde(default)]
        or_loses: bool,
    },
    /// After the last day, the side with fewer losses wins.
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

/// When a location is checked.
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

/// A special rule of a battle: when it applies, to which side or command, and what it changes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapSpecial {
    /// The condition under which it applies. Default: always, to all.
    #[serde(rename = "while", default)]
    pub only_while: MapCondition,
    /// The effect of the rule.
    #[serde(rename = "do")]
    pub effect: MapEffect,
    /// The sentence to print instead of the generated one.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
}

/// When a special rule applies, and to which side or command. All parts must be true.
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

/// The effect of a special rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MapEffect {
    /// Its chit is not drawn, so the command does nothing.
    NoChit,
    /// Its blocks do not move into contact.
    NoAttack,
    /// Its artillery does not bombard.
    NoBombardment,
    /// Its blocks do not rally.
    NoRally,
    /// Moves are reduced by a third.
    SlowMoves,
    /// Adds 1 to each of its dice when it attacks.
    Impetuous,
    /// Subtracts 1 from each die of its attackers.
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
    /// Map units in a millimetre of the printed map; may be a fraction.
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
    /// The side of the headquarters' cubes. Default: the depth of the blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub headquarters: Option<u16>,
    /// The kinds of terrain.
    #[serde(default)]
    #[schemars(length(max = 64))]
    pub kinds: BTreeMap<String, TerrainKind>,
    /// Areas and lines of terrain. A feature with a name is also a location: its middle.
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
    /// A picture under the map: a PNG, JPEG or SVG file relative to this one. Default: a plain ground.
    pub picture: Option<MapPicture>,
    /// A GeoJSON file with more features, roads and locations, relative to this file.
    pub geojson: Option<String>,
    /// The kinds of lines and areas in the GeoJSON file that have no property `kind`: a property, or a property and value
    /// such as `natural=wood`, with a kind of terrain, `road`, or `none` to skip it.
    #[serde(default)]
    #[schemars(length(max = 200), extend("examples" = [{"natural=wood": "wood", "highway": "road", "building": "none"}]))]
    pub kind_of: BTreeMap<String, String>,
    /// Two places that are not in line with an edge, each first in map units, then in the coordinates of the GeoJSON file.
    /// Default: its coordinates are map units.
    #[schemars(length(min = 2, max = 2), extend("examples" = [[[[0, 0], [8.514, 47.361]], [[1200, 800], [8.532, 47.369]]]]))]
    pub points: Option<Vec<[GeoPosition; 2]>>,
}

/// A picture under a map.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MapPicture {
    /// The file, stretched from edge to edge.
    File(#[schemars(regex(pattern = NOT_BLANK), length(max = 500))] String),
    /// The file, and two points that place it. Parts off the map are not printed.
    Laid(LaidPicture),
}

/// A picture placed by two points.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaidPicture {
    /// The file.
    #[schemars(regex(pattern = NOT_BLANK), length(max = 500))]
    pub file: String,
    /// Two places that are not in line with an edge, each first in map units, then in pixels of the picture, counted to the
    /// right and down from its upper edge. If the pixels increase to the north, as map units do, they count from the lower
    /// edge.
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
    /// Whether it blocks sight.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Whether it can be entered.
    #[serde(default = "yes")]
    pub passable: bool,
    /// The way it is drawn. Default: as its name suggests.
    pub drawn: Option<TerrainLook>,
}

/// The way terrain is drawn.
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
    /// Its name. Without a name it is not a location.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: Option<String>,
    /// Its kind of terrain.
    pub kind: String,
    /// The corners of an area.
    #[schemars(length(max = 2000))]
    pub area: Option<Vec<MapPlace>>,
    /// Holes in the area, given by their corners.
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
