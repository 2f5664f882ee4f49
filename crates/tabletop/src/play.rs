//! Recorded battles as they are written: whose turn it was, the orders, and what became of the cards.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{CardMorale, HexNumber, HexRef};

/// A recorded battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TabletopPlay {
    /// The scenario's file, relative to this one.
    pub scenario: String,
    /// The turns of the factions, in order.
    pub turns: Vec<TabletopTurn>,
    /// The outcome of the battle.
    pub result: Option<TabletopResult>,
}

/// The turn of one faction; after the last faction, the combats of the turn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TabletopTurn {
    /// The faction whose turn it was.
    pub faction: String,
    /// Its orders, in order; at the end it is done.
    #[serde(default)]
    pub orders: Vec<WrittenOrder>,
    /// The random results for each card: one, or several in order.
    #[serde(default)]
    pub fate: BTreeMap<String, Fates>,
    /// The expected state at the end of the turn.
    pub expect: Option<ExpectedPosition>,
}

/// An order. A card on the map is named `N2#1`: the first copy of N2 that came there. A card of a formation stands for the
/// whole formation.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum WrittenOrder {
    /// No more orders.
    Done(DoneWord),
    /// An order with settings.
    Given(Box<GivenOrder>),
}

/// The word `done`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DoneWord {
    /// No more orders.
    Done,
}

/// An order with settings: one key says what is done and by which card, the others belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum GivenOrder {
    /// A card moves along a path.
    Move {
        /// A card that moves.
        #[serde(rename = "move")]
        card: String,
        /// The hexes of the move, beginning with the one it leaves.
        #[schemars(length(min = 2))]
        path: Vec<HexRef>,
        /// Whether the order is for the whole army of the card.
        #[serde(default)]
        army: bool,
    },
    /// A card fortifies.
    Fortify {
        /// A card that fortifies.
        #[serde(rename = "fortify")]
        card: String,
        /// Whether the order is for the whole army of the card.
        #[serde(default)]
        army: bool,
    },
    /// A card merges with another.
    Merge {
        /// A card that merges with another.
        #[serde(rename = "merge")]
        card: String,
        /// The card or formation that it merges with.
        into: String,
    },
    /// A card joins an army, or forms one.
    Join {
        /// A card that joins an army, or forms one.
        #[serde(rename = "join")]
        card: String,
        /// A card of that army, or the card with which it forms one.
        with: String,
    },
    /// A card leaves its army.
    Leave {
        /// A card that leaves its army.
        #[serde(rename = "leave")]
        card: String,
    },
    /// A card of the faction comes onto the map.
    Deploy {
        /// A card of the faction that is deployed, by number or name.
        #[serde(rename = "deploy")]
        row: String,
        /// The standard where it is deployed.
        at: String,
    },
    /// A copy of a card joins a formation.
    Reinforce {
        /// A card on the map whose formation is reinforced.
        #[serde(rename = "reinforce")]
        card: String,
        /// The card, by number or name, whose copy joins it.
        #[serde(rename = "card")]
        row: String,
    },
    /// A card is trained.
    Train {
        /// A card that is trained.
        #[serde(rename = "train")]
        card: String,
    },
    /// A card leaves its enemies.
    Disengage {
        /// A card that disengages.
        #[serde(rename = "disengage")]
        card: String,
        /// The neighbouring hex to go to.
        to: HexRef,
        /// Whether the order is for the whole army of the card.
        #[serde(default)]
        army: bool,
    },
    /// A card strikes.
    Strike {
        /// A card that strikes by an ability.
        #[serde(rename = "strike")]
        card: String,
        /// The name of the ability. Default: the first of the card that strikes.
        ability: Option<String>,
        /// The card to strike, or its hex if there is only one possible target.
        at: TargetRef,
    },
    /// A card uses an ability.
    Use {
        /// A card that uses another ability.
        #[serde(rename = "use")]
        card: String,
        /// The name of the ability. Default: the first active ability of the card that does not strike.
        ability: Option<String>,
        /// The neighbouring hex to which a road is built or demolished.
        to: Option<HexRef>,
    },
}

/// A card on the map, `N2#1`, or a hex by its number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum TargetRef {
    /// A number of a hex.
    Hex(HexNumber),
    /// A card on the map, or the name of a place.
    Name(String),
}

/// The random results for a card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Fates {
    /// Once.
    One(Fate),
    /// Several times, in order.
    Several(#[schemars(length(min = 1, max = 32))] Vec<Fate>),
}

/// A random result for a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It was destroyed, in combat or by a strike.
    Destroyed,
    /// It was not destroyed.
    Survives,
    /// It disengaged.
    Disengaged,
    /// It could not disengage.
    Held,
}

/// Any part of the expected state after a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedPosition {
    /// Resources, by faction.
    pub resources: Option<BTreeMap<String, u32>>,
    /// Cards on the map, by their number and copy.
    pub cards: Option<BTreeMap<String, ExpectedCard>>,
}

/// The expected state of a card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedCard {
    /// Its hex; none if it is not on the map.
    pub at: Option<HexRef>,
    /// True if it is off the map: destroyed, surrendered, or gone over the edge. Nothing else is checked then.
    pub gone: Option<bool>,
    /// Its might, with all changes.
    pub might: Option<u16>,
    /// Its experience.
    pub experience: Option<u8>,
    /// Its morale.
    pub morale: Option<CardMorale>,
    /// Whether it is fortified.
    pub fortified: Option<bool>,
    /// Whether it is outflanked.
    pub outflanked: Option<bool>,
    /// Whether it is encircled.
    pub encircled: Option<bool>,
    /// Whether it is routed.
    pub routed: Option<bool>,
}

/// The outcome of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TabletopResult {
    /// The winner. Omit it for a draw.
    pub winner: Option<String>,
    /// The reason for the outcome: `last`, `hold`, `destroy`, `most-might`, `turns`.
    pub by: String,
}
