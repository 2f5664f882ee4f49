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

/// An order with settings: exactly one of `move`, `fortify`, `merge`, `join`, `leave`, `deploy`, `reinforce`, `train`,
/// `disengage`, `strike`, `use`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenOrder {
    /// A card that moves, along `path`; with `army`, its whole army.
    #[serde(rename = "move")]
    pub moves: Option<String>,
    /// The hexes of a move, beginning with the one it leaves.
    pub path: Option<Vec<HexRef>>,
    /// Whether the order is for the whole army of the card.
    #[serde(default)]
    pub army: bool,
    /// A card that fortifies.
    pub fortify: Option<String>,
    /// A card that merges with `into`.
    pub merge: Option<String>,
    /// The card or formation that another merges with.
    pub into: Option<String>,
    /// A card that joins the army of `with`, or forms an army with it.
    pub join: Option<String>,
    /// A card of the army to join.
    #[serde(rename = "with")]
    pub companion: Option<String>,
    /// A card that leaves its army.
    pub leave: Option<String>,
    /// A card of the faction that is deployed, by number or name, `at` a standard.
    pub deploy: Option<String>,
    /// A card on the map that is reinforced by copies of `card`.
    pub reinforce: Option<String>,
    /// The card, by number or name, whose copy joins the formation.
    pub card: Option<String>,
    /// A card that is trained.
    pub train: Option<String>,
    /// A card that disengages, `to` a neighbouring hex.
    pub disengage: Option<String>,
    /// The hex to go to, or to build or demolish a road to.
    pub to: Option<HexRef>,
    /// A card that strikes, by its `ability`, `at` a hex or a card.
    pub strike: Option<String>,
    /// A card that uses its `ability`; `to` is the neighbouring hex if it builds or demolishes a road.
    #[serde(rename = "use")]
    pub uses: Option<String>,
    /// The name of the ability. Default: the only active ability of the card.
    pub ability: Option<String>,
    /// The standard where a card is deployed; or the card to strike, or its hex if there is only one possible target.
    pub at: Option<TargetRef>,
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
