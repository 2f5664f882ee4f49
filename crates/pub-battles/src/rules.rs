//! The tables of one battle: what never changes while it is played.

mod compile;
mod ground;

pub use self::compile::compile;
pub use self::ground::{GroundCell, GroundCells};
use super::geometry::{Footprint, MapArea, MapPoint};
use super::model::{BlockKind, BlockQuality, Leader, MapEdge, MapEffect};
use super::resolve::ResolvedGoal;

/// The most blocks of a battle.
pub const MAX_BLOCKS: usize = 128;
/// The most commands of a battle.
pub const MAX_COMMANDS: usize = 32;
/// The most locations of a battle with written orders.
pub const MAX_LOCATIONS: usize = 250;
/// The most orders in a list, and the most way-points of an order.
pub const MAX_ORDERS: usize = 8;
/// The most way-points of an order.
pub const MAX_WAY_POINTS: usize = 4;

/// The tables of one battle.
#[derive(Debug, Clone)]
pub struct PubRules {
    /// The north-east corner of the map.
    pub size: MapPoint,
    /// The foot move, in map units.
    pub foot: u16,
    /// The mounted move, in map units.
    pub mounted: u16,
    /// The side of a headquarters, in map units.
    pub headquarters: u16,
    /// Turns of a day.
    pub turns: u16,
    /// Days.
    pub days: u16,
    /// Whether leaders have ratings (PB-8).
    pub leadership: bool,
    /// Whether orders are written (PB-9).
    pub written_orders: bool,
    /// Whether blocks rally by trains only (PB-6).
    pub trains: bool,
    /// The sides.
    pub sides: Vec<SideRules>,
    /// The commands.
    pub commands: Vec<CommandRules>,
    /// The blocks.
    pub blocks: Vec<BlockRules>,
    /// The features of the map.
    pub features: Vec<FeatureRules>,
    /// The distances of places from the borders of areas; `None` for a map with very many features.
    pub cells: Option<GroundCells>,
    /// All areas, a bit each by their features; of those with more than there are bits, none.
    pub areas: u128,
    /// Whether there is an impassable feature.
    pub has_impassable: bool,
    /// The roads.
    pub roads: Vec<RoadRules>,
    /// The locations.
    pub locations: Vec<LocationRules>,
    /// The rules of victory, in order.
    pub victory: Vec<ResolvedGoal>,
    /// The special rules.
    pub specials: Vec<SpecialRules>,
    /// Whether some headquarters are more, or less, than they seem (PB-10.5, PB-10.6).
    pub has_fog: bool,
    /// The side whose chits are drawn before all others, if the cup is not fair: to see what that is worth.
    pub chits_first: Option<u8>,
}

/// A side.
#[derive(Debug, Clone)]
pub struct SideRules {
    /// Its name.
    pub name: String,
    /// Its home edge.
    pub edge: MapEdge,
    /// The number of its blocks without trains (PB-7.1).
    pub size: u16,
}

/// A command.
#[derive(Debug, Clone)]
pub struct CommandRules {
    /// Its side.
    pub side: u8,
    /// The name of its headquarters.
    pub name: String,
    /// True for the headquarters of an army.
    pub is_army: bool,
    /// The command of its army's headquarters; `None` for that of an army, and where there is none.
    pub army: Option<u8>,
    /// Whether it has a chit.
    pub has_chit: bool,
    /// The cover of its headquarters at the start.
    pub cover: HqCover,
    /// The quality of its leader at the start.
    pub leader: Leader,
    /// The place of its headquarters at the start.
    pub at: Option<MapPoint>,
    /// The entry of its headquarters.
    pub entry: Option<EntryRules>,
    /// Its first block, and the one after its last.
    pub blocks: (u8, u8),
    /// Its orders at the start.
    pub orders: OrderList,
}

/// The cover of a headquarters: the facts it hides from the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum HqCover {
    /// Nothing.
    #[default]
    Open,
    /// Its blocks, until it is spotted (PB-10.6).
    Hidden,
    /// That there are none: it stands for the Fog of War (PB-10.5).
    Fog,
    /// Nothing any more: it stood for the Fog of War, and was spotted.
    Removed,
}

impl HqCover {
    /// Returns true as long as it is not spotted.
    #[inline]
    pub const fn is_unspotted(self) -> bool {
        matches!(self, HqCover::Hidden | HqCover::Fog)
    }
}

/// A block.
#[derive(Debug, Clone)]
pub struct BlockRules {
    /// Its name.
    pub name: String,
    /// Its name with that of its command.
    pub full_name: String,
    /// Its command.
    pub command: u8,
    /// Its side.
    pub side: u8,
    /// The kind of block.
    pub kind: BlockKind,
    /// Its quality.
    pub quality: BlockQuality,
    /// Its movement stick, in map units.
    pub stick: u16,
    /// Its width and depth.
    pub size: [u16; 2],
    /// The radius of a circle around it, in map units.
    pub radius: i32,
    /// The place of its centre at the start.
    pub at: Option<MapPoint>,
    /// Its facing at the start.
    pub facing: u16,
    /// When and where it enters.
    pub entry: Option<EntryRules>,
}

impl BlockRules {
    /// Returns its points when it is eliminated (PB-7.1).
    pub fn loss(&self) -> u16 {
        if self.kind == BlockKind::Train || self.quality == BlockQuality::Elite { 2 } else { 1 }
    }
}

/// The entry of a command or a block: its first turn and its edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryRules {
    /// The first turn in which it may.
    pub turn: u16,
    /// The edge.
    pub edge: MapEdge,
    /// The road on which it enters, where that meets the edge.
    pub road: Option<u8>,
    /// The highest face of a die with which it enters.
    pub roll: Option<u8>,
    /// The further way along the neighbouring edges with every turn, as a length and its divisor.
    pub along: Option<(u16, u16)>,
}

/// A feature of the map.
#[derive(Debug, Clone)]
pub struct FeatureRules {
    /// The ground it covers.
    pub ground: FieldGround,
    /// The modifier to the dice of attacks on what occupies it.
    pub modifier: i8,
    /// Whether it blocks sight.
    pub blocks_sight: bool,
    /// Whether it can be entered.
    pub passable: bool,
}

/// The ground that a feature covers.
#[derive(Debug, Clone)]
pub enum FieldGround {
    /// An area.
    Area(MapArea),
    /// A line, with the least and the greatest of its coordinates.
    Line(Vec<MapPoint>, MapPoint, MapPoint),
}

/// A road.
#[derive(Debug, Clone)]
pub struct RoadRules {
    /// Its name.
    pub name: String,
    /// Its corners.
    pub line: Vec<MapPoint>,
}

/// A location.
#[derive(Debug, Clone)]
pub struct LocationRules {
    /// Its name.
    pub name: String,
    /// Its point on the map.
    pub at: MapPoint,
    /// True for the middle of an area that can be occupied.
    pub is_ground: bool,
}

/// A special rule.
#[derive(Debug, Clone, Copy)]
pub struct SpecialRules {
    /// The first and the last turn.
    pub turns: (u16, u16),
    /// The side; `None` for both.
    pub side: Option<u8>,
    /// The command; `None` for all.
    pub command: Option<u8>,
    /// The kind of block; `None` for all.
    pub kind: Option<BlockKind>,
    /// The change.
    pub effect: MapEffect,
}

/// An order: a location that is attacked or defended, with way-points, by their places among the locations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackedOrder {
    /// Whether the location is attacked.
    pub is_attack: bool,
    /// The location, twice; or the two ends of a line.
    pub ends: [u8; 2],
    /// The way-points, and behind them nothing.
    pub via: [u8; MAX_WAY_POINTS],
    /// The number of way-points.
    pub way_points: u8,
}

impl PackedOrder {
    /// Returns the way-points.
    pub fn via(&self) -> &[u8] {
        &self.via[..usize::from(self.way_points)]
    }
}

/// Orders in the order in which they are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct OrderList {
    orders: [PackedOrder; MAX_ORDERS],
    len: u8,
}

impl OrderList {
    /// Returns the orders.
    pub fn as_slice(&self) -> &[PackedOrder] {
        &self.orders[..usize::from(self.len)]
    }

    /// Adds an order; one too many is left out.
    pub fn push(&mut self, order: PackedOrder) {
        if usize::from(self.len) < MAX_ORDERS {
            self.orders[usize::from(self.len)] = order;
            self.len += 1;
        }
    }

    /// Returns the order that is followed; none without orders.
    pub fn first(&self) -> Option<PackedOrder> {
        self.as_slice().first().copied()
    }

    /// Returns true without orders.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Goes on to the next order; the last attack that is done becomes a defence (PB-9.5).
    pub fn finish_order(&mut self) {
        if self.len > 1 {
            self.orders.copy_within(1.., 0);
            self.len -= 1;
            self.orders[usize::from(self.len)] = PackedOrder::default();
        } else if self.len == 1 {
            self.orders[0].is_attack = false;
        }
    }
}

impl PubRules {
    /// Returns the word of plays for the end of a battle by a victory; by none of them the turns are over.
    pub fn end_word(&self, goal: u8) -> &'static str {
        match self.victory.get(usize::from(goal)) {
            Some(ResolvedGoal::SuddenDeath) => "sudden-death",
            Some(ResolvedGoal::Hold { .. }) => "hold",
            Some(ResolvedGoal::Losses) => "losses",
            None => "turns",
        }
    }

    /// Returns the outline of a headquarters.
    #[inline]
    pub fn cube(&self, at: MapPoint) -> Footprint {
        Footprint::new(at, 0, self.headquarters, self.headquarters)
    }

    /// Returns the blocks of a command.
    pub fn blocks_of(&self, command: u8) -> std::ops::Range<usize> {
        let (first, end) = self.commands[usize::from(command)].blocks;
        usize::from(first)..usize::from(end)
    }

    /// Returns true if a special rule of a kind holds for a block in a turn.
    #[inline]
    pub fn has(&self, effect: MapEffect, block: u8, turn: u16) -> bool {
        if self.specials.is_empty() {
            return false;
        }
        let of = &self.blocks[usize::from(block)];
        let holds = |special: &SpecialRules| {
            special.is_for(effect, turn, of.side, of.command) && special.kind.is_none_or(|kind| kind == of.kind)
        };
        self.specials.iter().any(holds)
    }

    /// Returns true if the chit of a command is not in the cup in a turn.
    pub fn is_barred(&self, command: u8, turn: u16) -> bool {
        let side = self.commands[usize::from(command)].side;
        self.specials.iter().any(|special| special.is_for(MapEffect::NoChit, turn, side, command))
    }
}

impl SpecialRules {
    fn is_for(&self, effect: MapEffect, turn: u16, side: u8, command: u8) -> bool {
        self.effect == effect
            && (self.turns.0..=self.turns.1).contains(&turn)
            && self.side.is_none_or(|only| only == side)
            && self.command.is_none_or(|only| only == command)
    }
}
