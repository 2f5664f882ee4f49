//! Recorded battles as they are written: chits and what each command did, then combats.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{BlockFacing, Leader, MapPlace, PubOrder};

/// A recorded battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubPlay {
    /// The scenario's file, relative to this one.
    pub scenario: String,
    /// The activations and combat phases, in order.
    pub turns: Vec<PubTurn>,
    /// The outcome of the battle.
    pub result: Option<PubResult>,
}

/// An activation (`chit`), or the combat phase of a turn (`combat`). Without either, `muster replay --draw` draws the chit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubTurn {
    /// The turn in which the chit was drawn, counted across days; a night has the number of the turn before.
    #[schemars(range(min = 1, max = 999))]
    pub turn: Option<u16>,
    /// The command whose chit was drawn, by its headquarters.
    pub chit: Option<String>,
    /// The die roll for its entry.
    #[schemars(range(min = 1, max = 6))]
    pub entry: Option<u8>,
    /// The die roll for its command roll.
    #[schemars(range(min = 1, max = 6))]
    pub command: Option<u8>,
    /// New orders.
    pub orders: Option<NewOrders>,
    /// Whether the headquarters of the army, which has no chit, acts with the corps.
    #[serde(default)]
    pub army: bool,
    /// The place to which the headquarters moves.
    pub hq: Option<MapPlace>,
    /// The place to which the headquarters of the army, which has no chit, moves.
    pub army_hq: Option<MapPlace>,
    /// The blocks of both sides that are placed because their headquarters was spotted after these moves.
    #[serde(default)]
    #[schemars(length(max = 128))]
    pub place: Vec<PlacedBlock>,
    /// The actions of its blocks, in order: moves, bombardments and rallies.
    #[serde(default)]
    pub moves: Vec<BlockDeed>,
    /// Bombardments after these.
    #[serde(default)]
    pub bombard: Vec<Bombardment>,
    /// Rallies after these.
    #[serde(default)]
    pub rally: Vec<RalliedBlock>,
    /// The block that the leader joins.
    pub join: Option<JoinedBlock>,
    /// The attacks of the turn, as they were fought.
    pub combat: Option<Vec<FoughtAttack>>,
    /// The expected state afterwards.
    pub expect: Option<ExpectedField>,
}

impl PubTurn {
    /// Returns true if it says anything that a command does.
    pub fn says_deeds(&self) -> bool {
        let plain =
            PubTurn { turn: self.turn, chit: self.chit.clone(), expect: self.expect.clone(), ..PubTurn::default() };
        PubTurn { combat: None, ..self.clone() } != plain
    }
}

/// New orders of a command.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewOrders {
    /// The orders.
    #[schemars(length(min = 1, max = 8))]
    pub write: Vec<PubOrder>,
    /// Whether the command roll is made.
    #[serde(default)]
    pub roll: bool,
}

/// An action of a block: one key says what it does, others belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum BlockDeed {
    /// A block moves straight to a place.
    March {
        /// The block; `HQ/NAME` if several blocks have the name.
        block: String,
        /// The place to which it moves.
        to: MapPlace,
        /// Places on the way; it moves straight from one to the next.
        #[serde(default)]
        #[schemars(length(max = 4))]
        via: Vec<MapPlace>,
        /// Its facing afterwards.
        facing: Option<BlockFacing>,
        /// Whether it keeps its facing while moving.
        #[serde(default)]
        echelon: bool,
    },
    /// A block moves along a road.
    Road {
        /// The block; `HQ/NAME` if several blocks have the name.
        block: String,
        /// The road along which it moves in column.
        road: String,
        /// The position on the road to which it moves.
        to: MapPlace,
        /// Whether it leaves the column at the end.
        #[serde(default)]
        deploy: bool,
        /// Its facing afterwards.
        facing: Option<BlockFacing>,
    },
    /// A block enters.
    Enter {
        /// The block; `HQ/NAME` if several blocks have the name.
        block: String,
        /// The place where it enters; it may still act then.
        enter: MapPlace,
    },
    /// A block bombards another.
    Bombard(Bombardment),
    /// A block rallies.
    Rally {
        /// The block; `HQ/NAME` if several blocks have the name.
        block: String,
        /// It rallies.
        #[schemars(extend("const" = true))]
        rally: bool,
        /// Its facing afterwards.
        facing: Option<BlockFacing>,
    },
    /// A block rallies by a train.
    RallyByTrain {
        /// The block; `HQ/NAME` if several blocks have the name.
        block: String,
        /// The train by which it rallies.
        train: String,
        /// Whether it rallies, which the train says already.
        #[serde(default)]
        rally: bool,
        /// Its facing afterwards.
        facing: Option<BlockFacing>,
    },
    /// A train recovers a block.
    Recover {
        /// The train; `HQ/NAME` if several blocks have the name.
        block: String,
        /// The eliminated block that it recovers.
        recover: String,
        /// The place at which it is put.
        at: MapPlace,
        /// The facing of the recovered block. Default: away from its home edge.
        facing: Option<BlockFacing>,
    },
    /// A block turns where it stands.
    Turn {
        /// The block; `HQ/NAME` if several blocks have the name.
        block: String,
        /// The facing to which it turns.
        facing: BlockFacing,
    },
}

impl BlockDeed {
    /// Returns the name of the block that acts.
    pub fn block(&self) -> &str {
        match self {
            BlockDeed::March { block, .. }
            | BlockDeed::Road { block, .. }
            | BlockDeed::Enter { block, .. }
            | BlockDeed::Bombard(Bombardment { block, .. })
            | BlockDeed::Rally { block, .. }
            | BlockDeed::RallyByTrain { block, .. }
            | BlockDeed::Recover { block, .. }
            | BlockDeed::Turn { block, .. } => block,
        }
    }
}

/// A bombardment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Bombardment {
    /// The block; `HQ/NAME` if several blocks have the name.
    pub block: String,
    /// The block that it bombards.
    pub target: String,
    /// The three dice of the bombardment.
    #[schemars(length(min = 3, max = 3), inner(range(min = 1, max = 6)))]
    pub dice: Option<Vec<u8>>,
}

/// A block that rallies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RalliedBlock {
    /// The block; `HQ/NAME` if several blocks have the name.
    pub block: String,
    /// The train by which it rallies.
    pub train: Option<String>,
    /// Its facing afterwards.
    pub facing: Option<BlockFacing>,
    /// Whether it rallies, which the list says already.
    #[serde(default)]
    pub rally: bool,
}

impl From<RalliedBlock> for BlockDeed {
    fn from(RalliedBlock { block, train, facing, .. }: RalliedBlock) -> BlockDeed {
        match train {
            Some(train) => BlockDeed::RallyByTrain { block, train, rally: true, facing },
            None => BlockDeed::Rally { block, rally: true, facing },
        }
    }
}

/// A block that a leader joins.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinedBlock {
    /// The block.
    pub block: String,
    /// The position of the headquarters. Default: on the block.
    pub at: Option<MapPlace>,
    /// The blocks of both sides that are placed because their headquarters was spotted then.
    #[serde(default)]
    #[schemars(length(max = 128))]
    pub place: Vec<PlacedBlock>,
}

/// A block that is placed because its headquarters was spotted (PB-10.6).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedBlock {
    /// The block; `HQ/NAME` if several blocks have the name.
    pub block: String,
    /// Its place.
    pub at: MapPlace,
    /// Its facing. Default: away from its home edge.
    pub facing: Option<BlockFacing>,
}

/// An attack that was fought.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoughtAttack {
    /// The attacker.
    pub attacker: String,
    /// The defender.
    pub defender: String,
    /// The rounds.
    #[schemars(length(min = 1, max = 99))]
    pub rounds: Vec<FoughtRound>,
    /// Three dice for the successor of a leader who fell; if two fell, the defender's first.
    #[schemars(length(min = 3, max = 6), inner(range(min = 1, max = 6)))]
    pub successor: Option<Vec<u8>>,
}

/// A round of an attack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FoughtRound {
    /// The attacker's dice. Omit them if it did not roll.
    #[schemars(length(min = 3, max = 3), inner(range(min = 1, max = 6)))]
    pub attacker: Option<Vec<u8>>,
    /// The defender's dice. Omit them if it did not roll.
    #[schemars(length(min = 3, max = 3), inner(range(min = 1, max = 6)))]
    pub defender: Option<Vec<u8>>,
    /// The action of a block that supported the one that retreated or was eliminated. Default: it stayed.
    pub support: Option<SupportDeed>,
}

/// The action of a supporting block.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SupportDeed {
    /// The block.
    pub block: String,
    /// Its action.
    pub does: SupportWord,
}

/// An action that a supporting block may take (PB-5.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SupportWord {
    /// It replaces the other block and fights on.
    Advance,
    /// It retreats.
    Retreat,
}

impl SupportWord {
    /// Returns its word in plays.
    pub fn word(self) -> &'static str {
        match self {
            SupportWord::Advance => "advance",
            SupportWord::Retreat => "retreat",
        }
    }
}

/// Any part of the expected state afterwards.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedField {
    /// Losses, by side.
    pub losses: Option<BTreeMap<String, u16>>,
    /// Blocks, by their name or `HQ/NAME`.
    pub blocks: Option<BTreeMap<String, ExpectedBlock>>,
    /// Headquarters, by their name.
    pub hqs: Option<BTreeMap<String, ExpectedHq>>,
}

/// The expected state of a block.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedBlock {
    /// Its place.
    pub at: Option<MapPlace>,
    /// Its facing.
    pub facing: Option<BlockFacing>,
    /// Whether it is fresh, spent, eliminated, still to enter, or hidden.
    pub state: Option<BlockCondition>,
    /// Whether it is in column.
    pub column: Option<bool>,
    /// Whether a train is flipped.
    pub flipped: Option<bool>,
}

/// The state of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BlockCondition {
    /// Not spent.
    Fresh,
    /// Its first hit was taken.
    Spent,
    /// Off the map for good, or until it is recovered.
    Eliminated,
    /// Still to enter.
    Waiting,
    /// Hidden with its headquarters, and not yet placed (PB-10.6).
    Hidden,
}

impl BlockCondition {
    /// Returns its word in plays.
    pub fn word(self) -> &'static str {
        match self {
            BlockCondition::Fresh => "fresh",
            BlockCondition::Spent => "spent",
            BlockCondition::Eliminated => "eliminated",
            BlockCondition::Waiting => "waiting",
            BlockCondition::Hidden => "hidden",
        }
    }
}

/// The enemy's knowledge of a headquarters (PB-10.5, PB-10.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum HqCondition {
    /// The enemy knows neither its blocks nor whether it represents the Fog of War.
    Hidden,
    /// The enemy knows its blocks.
    Spotted,
    /// It represented the Fog of War and was removed.
    Removed,
}

impl HqCondition {
    /// Returns its word in plays.
    pub fn word(self) -> &'static str {
        match self {
            HqCondition::Hidden => "hidden",
            HqCondition::Spotted => "spotted",
            HqCondition::Removed => "removed",
        }
    }
}

/// The expected state of a headquarters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedHq {
    /// Its place.
    pub at: Option<MapPlace>,
    /// Whether it is flipped.
    pub flipped: Option<bool>,
    /// The rating of its leader.
    pub leader: Option<Leader>,
    /// Whether it is hidden, spotted, or removed, in a battle with hidden headquarters.
    pub state: Option<HqCondition>,
}

/// The outcome of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PubResult {
    /// The winner. Omit it for a draw.
    pub winner: Option<String>,
    /// The reason for the outcome: `sudden-death`, `hold`, `losses`, `turns`.
    pub by: String,
}
