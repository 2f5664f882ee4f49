//! The tables of one battle: what the engine asks in every order, compiled once.

mod compile;
mod costs;

use std::ops::Range;

pub use self::costs::{CLOSED, Mobility, MobilityTable, StepTarget};
use super::hexes::HexLayout;
use super::values::{CardRole, StrikeKind, Terrain, Trait};

/// The most cards on the map at once, and the most kinds of cards in a battle.
pub const MAX_CARDS: usize = 128;
/// The most hexes of a map on which battles are played.
pub const MAX_HEXES: usize = 40_000;
/// The most abilities of a card.
pub const MAX_ABILITIES: usize = 2;
/// Stands for no hex.
pub const NO_HEX: u16 = u16::MAX;

/// The tables of one battle.
#[derive(Debug, Clone)]
pub struct HexRules {
    /// The factions, in the order of the scenario.
    pub factions: Vec<FactionRow>,
    /// The factions by initiative, the highest first.
    pub order: Vec<u8>,
    /// The cards that are in the battle.
    pub cards: Vec<HexCardRow>,
    /// The changes by abilities, ability by ability.
    pub effects: Vec<AbilityEffects>,
    /// The conditions of victory, in written order.
    pub victory: Vec<HexVictoryRow>,
    /// Turns after which the battle ends.
    pub turns: u16,
    /// The shape of the map.
    pub layout: HexLayout,
    /// By hex: its terrain.
    pub terrain: Vec<Terrain>,
    /// By hex: its neighbours, [`NO_HEX`] for one off the map.
    pub neighbours: Vec<[u16; 6]>,
    /// By hex: what lies in each direction, as steps see it.
    pub step_targets: Vec<[StepTarget; 6]>,
    /// By hex: a bit for each direction in which a road leads at the start.
    pub roads: Vec<u8>,
    /// By hex: two of its cube coordinates, for distances.
    pub axial: Vec<(i16, i16)>,
    /// The costs of steps, by traits.
    pub mobility: MobilityTable,
    /// The cards on the map at the start, in order.
    pub setup: Vec<SetupRow>,
}

/// One faction.
#[derive(Debug, Clone)]
pub struct FactionRow {
    /// Its name.
    pub name: String,
    /// Resources at the start.
    pub resources: u32,
    /// Resources that come in every turn after the first.
    pub income: u32,
    /// The cards that it may deploy, by their rows.
    pub cards: Vec<u8>,
    /// The names of its armies at the start; an army's number is its place here, from 1.
    pub armies: Vec<String>,
}

/// A card of the battle.
#[derive(Debug, Clone)]
pub struct HexCardRow {
    /// Its number, `N2`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its index among the cards of the resolved battle.
    pub card: usize,
    /// Its might.
    pub might: u16,
    /// Its speed in hexes.
    pub speed: u8,
    /// The cost of deploying it, in resources.
    pub cost: u32,
    /// The kind of card.
    pub role: CardRole,
    /// Its traits.
    pub traits: Traits,
    /// Its type: cards of one type have the same number.
    pub kind: u16,
    /// Its abilities.
    pub abilities: Vec<AbilityRow>,
    /// The range of [`HexRules::effects`] with the changes by its abilities.
    pub effects: Range<u16>,
}

/// A set of traits, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traits(pub u16);

impl Traits {
    /// Returns the set of one trait.
    pub const fn single(quality: Trait) -> Traits {
        Traits(1 << quality as u16)
    }

    /// Returns true if a trait is in it.
    #[inline]
    pub const fn has(self, quality: Trait) -> bool {
        self.0 & Traits::single(quality).0 != 0
    }
}

/// An ability of a card.
#[derive(Debug, Clone)]
pub struct AbilityRow {
    /// Its name.
    pub name: String,
    /// True if it is used by an order.
    pub active: bool,
    /// Turns that it rests after the turn of its use.
    pub cooldown: u16,
    /// The cost of each use, in resources.
    pub cost: u32,
    /// True if each card uses it only once.
    pub once: bool,
    /// Turns for which changes hold, the turn of the use counted.
    pub lasts: u16,
    /// The conditions under which it holds, or can be used.
    pub gate: ConditionPair,
    /// The target of its use.
    pub aim: Aim,
    /// Changes that hold for those whom it meets when it is used, wherever they go (TT-2.4).
    pub held: u8,
}

/// The target of an ability's use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// Nothing.
    None,
    /// An enemy unit.
    Strike {
        /// The kind of units it can hit.
        kind: StrikeKind,
        /// Its might.
        might: u16,
        /// The range in hexes.
        range: u16,
    },
    /// A neighbouring hex, to which a road is built.
    BuildRoad,
    /// A neighbouring hex, to which the road is demolished.
    DemolishRoad,
}

/// The conditions of an ability: it holds while the first holds, and not while the second does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ConditionPair {
    /// The condition that must hold.
    pub only_while: Option<HexConditionRow>,
    /// The condition that must not hold.
    pub unless: Option<HexConditionRow>,
}

/// A condition on a card: everything that is said here must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HexConditionRow {
    /// A bit for each terrain that its hex may be.
    pub terrain: u8,
    /// Whether a road leads into its hex.
    pub on_road: Option<bool>,
    /// Whether it is fortified.
    pub fortified: Option<bool>,
    /// Whether a standard of its faction is in its hex.
    pub at_standard: Option<bool>,
    /// Whether enemy cards that are not routed are in its hex.
    pub in_combat: Option<bool>,
    /// A card that is in its army or formation.
    pub companion: Option<u8>,
    /// A bit for each morale that it may have, low first.
    pub morale: u8,
}

/// The changes by an ability.
#[derive(Debug, Clone)]
pub struct AbilityEffects {
    /// The card whose ability it is, by its row.
    pub card: u8,
    /// The ability of that card.
    pub ability: u8,
    /// The changes.
    pub effects: Vec<EffectRow>,
    /// Whether it changes nothing outside the unit of the card.
    pub in_unit: bool,
    /// Whether those whom it meets are settled when it is used: it is active, and for more than the unit of the card, which is
    /// met wherever it is (TT-2.4).
    pub is_held: bool,
}

/// Something that an ability changes.
#[derive(Debug, Clone, Copy)]
pub struct EffectRow {
    /// The cards that it affects.
    pub recipients: RecipientRow,
    /// The change.
    pub change: EffectChange,
}

/// A change by an ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EffectChange {
    /// Might, speed and range of strikes go up by so much.
    Stats {
        /// Might.
        might: i8,
        /// Speed.
        speed: i8,
        /// Range.
        range: i8,
    },
    /// Traits are given.
    Give(Traits),
    /// Traits are taken.
    Take(Traits),
}

/// The cards that something is for.
#[derive(Debug, Clone, Copy)]
pub struct RecipientRow {
    /// The group.
    pub to: super::abilities::RecipientGroup,
    /// Of friends and enemies: those so many hexes away at most.
    pub within: u16,
    /// Rows of cards that it can be for, a bit each.
    pub rows: u128,
}

/// A condition of victory.
#[derive(Debug, Clone)]
pub struct HexVictoryRow {
    /// The faction that wins by it; `None` if any can.
    pub faction: Option<u8>,
    /// The condition.
    pub goal: GoalRow,
}

/// A condition that must hold to win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GoalRow {
    /// All these hexes are held at the end of a turn.
    Hold(Vec<u16>, u16),
    /// No other faction has a copy of the card left, by its row.
    Destroy(u8),
    /// Most might when the turns are over.
    MostMight,
    /// The last on the map: it holds always.
    Last,
}

/// A card that stands on the map at the start.
#[derive(Debug, Clone, Copy)]
pub struct SetupRow {
    /// The faction.
    pub faction: u8,
    /// The card, by its row.
    pub card: u8,
    /// The hex.
    pub hex: u16,
    /// The formation that it is in, a number within the set-up; 0 for a lone card.
    pub formation: u16,
    /// The army that it is in, from 1; 0 for none.
    pub army: u8,
    /// Its experience.
    pub experience: u8,
    /// Its morale: -1 low, 0 normal, 1 high.
    pub morale: i8,
}

impl RecipientRow {
    /// Returns true if it can be for a card, by its row.
    #[inline]
    pub fn has(&self, row: u8) -> bool {
        self.rows & 1 << row != 0
    }
}

impl HexRules {
    /// Returns the steps from one hex to another as the crow flies.
    #[inline]
    pub fn distance(&self, a: u16, b: u16) -> u16 {
        let ((qa, ra), (qb, rb)) = (self.axial[usize::from(a)], self.axial[usize::from(b)]);
        let (dq, dr) = (qa - qb, ra - rb);
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// Returns the direction from a hex to a neighbour, an index into its neighbours; `None` if it is no neighbour.
    #[inline]
    pub fn direction(&self, from: u16, to: u16) -> Option<usize> {
        self.neighbours[usize::from(from)].iter().position(|neighbour| *neighbour == to).filter(|_| to != NO_HEX)
    }

    /// Returns the number of a hex as it is written.
    pub fn digits(&self, hex: u16) -> String {
        let (column, row) = self.layout.place(usize::from(hex));
        let wide = self.layout.is_wide();
        super::values::HexNumber::new(column, row, wide).digits(wide)
    }
}
