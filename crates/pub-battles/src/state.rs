//! All that changes in a battle: flat and small, so that bots copy it quickly.

use super::geometry::MapPoint;
use super::model::Leader;
use super::rules::{HqCover, MAX_BLOCKS, MAX_COMMANDS, OrderList, PackedOrder};

/// The most attacks that are waiting to be fought at once.
pub const MAX_ATTACKS: usize = 255;

/// The states of a block, a bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlockFlags(pub u16);

impl BlockFlags {
    /// Its first hit was taken.
    pub const SPENT: BlockFlags = BlockFlags(1);
    /// It is still to enter.
    pub const WAITING: BlockFlags = BlockFlags(1 << 1);
    /// It is eliminated.
    pub const ELIMINATED: BlockFlags = BlockFlags(1 << 2);
    /// It is in column.
    pub const COLUMN: BlockFlags = BlockFlags(1 << 3);
    /// It has acted in this activation, or cannot act in it.
    pub const ACTED: BlockFlags = BlockFlags(1 << 4);
    /// A train that is flipped (PB-6.1).
    pub const FLIPPED: BlockFlags = BlockFlags(1 << 5);
    /// It took its first hit of this combat phase (PB-5.5).
    pub const HIT: BlockFlags = BlockFlags(1 << 6);
    /// A leader has joined it (PB-8.2).
    pub const LED: BlockFlags = BlockFlags(1 << 7);
    /// It is with its headquarters, and not placed yet (PB-10.6).
    pub const HIDDEN: BlockFlags = BlockFlags(1 << 8);
    /// It is not on the map.
    const ABSENT: BlockFlags = BlockFlags(BlockFlags::WAITING.0 | BlockFlags::ELIMINATED.0 | BlockFlags::HIDDEN.0);

    /// Returns true if any of these is so.
    #[inline]
    pub const fn has(self, flags: BlockFlags) -> bool {
        self.0 & flags.0 != 0
    }

    /// Makes these so, or not so.
    #[inline]
    pub const fn set(&mut self, flags: BlockFlags, so: bool) {
        if so {
            self.0 |= flags.0;
        } else {
            self.0 &= !flags.0;
        }
    }
}

/// A block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlockState {
    /// Its centre; meaningless while it is not on the map.
    pub at: MapPoint,
    /// Its facing.
    pub facing: u16,
    /// Its states.
    pub flags: BlockFlags,
}

impl BlockState {
    /// Returns true if it is on the map.
    #[inline]
    pub const fn is_on_map(&self) -> bool {
        !self.flags.has(BlockFlags::ABSENT)
    }

    /// Returns true if it is spent.
    #[inline]
    pub const fn is_spent(&self) -> bool {
        self.flags.has(BlockFlags::SPENT)
    }

    /// Returns true if it is in column.
    #[inline]
    pub const fn is_column(&self) -> bool {
        self.flags.has(BlockFlags::COLUMN)
    }
}

impl CommandOrders {
    /// Returns these orders with others that hold now in their place.
    pub fn replaced_by(&self, follows: OrderList) -> CommandOrders {
        let before = self.follows.first().or(self.before);
        CommandOrders { follows, before, had_any: true, ..CommandOrders::default() }
    }
}

/// A headquarters and its command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CommandState {
    /// The place of its headquarters; `None` while it is still to enter, and once it is removed.
    pub at: Option<MapPoint>,
    /// The cover of its headquarters.
    pub cover: HqCover,
    /// The place of its headquarters as its last activation began.
    pub began_at: Option<MapPoint>,
    /// The quality of its leader.
    pub leader: Leader,
    /// Whether it is flipped (PB-9.3).
    pub flipped: bool,
    /// Its orders.
    pub orders: CommandOrders,
}

/// The orders of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CommandOrders {
    /// The orders that it follows, the one that it follows now first.
    pub follows: OrderList,
    /// Orders that hold from its next activation; none if empty.
    pub next: OrderList,
    /// The order that it followed before these held, which the other side knows (PB-9.4).
    pub before: Option<PackedOrder>,
    /// The way-points of the first that it has reached.
    pub reached: u8,
    /// Whether it ever had orders.
    pub had_any: bool,
    /// Whether one of its blocks was inside the perimeter when its activation before began.
    pub was_inside: bool,
    /// The degree to which they bind it in this activation.
    pub hold: OrdersHold,
}

/// The degree to which the orders of a command bind it in an activation (PB-8.1, PB-9.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum OrdersHold {
    /// It follows them.
    #[default]
    Follows,
    /// After a command roll its owner may follow them, or take it as without orders: what it does first shows which.
    Either,
    /// It is without orders.
    Without,
}

/// An attack that is waiting to be fought, or is being fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attack {
    /// The block that moved into contact.
    pub attacker: u8,
    /// The block that it contacted.
    pub defender: u8,
}

/// A block that retreated or was eliminated, and those that supported it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gap {
    /// Whether it was the attacker.
    pub is_attacker: bool,
    /// The place where it was.
    pub at: MapPoint,
    /// Its facing there.
    pub facing: u16,
    /// Those that supported it, a bit each.
    pub supporters: u128,
}

/// A block that is placed because its headquarters was spotted (PB-10.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placing {
    /// The block.
    pub block: u8,
    /// The command that acts.
    pub acting: u8,
    /// Whether the leader of that has acted, so that its activation is over afterwards.
    pub is_last: bool,
}

/// The next thing to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PubPhase {
    /// A chit is drawn.
    Draw,
    /// A die is thrown for the entering of the command.
    Entry(u8),
    /// A poor leader makes the command roll.
    CommandRoll(u8),
    /// A command may write new orders.
    Orders(u8),
    /// The headquarters of the army, which has no chit, may go with a corps.
    Army(u8),
    /// The headquarters of a command may move.
    Headquarters(u8),
    /// The headquarters of the army may move, which goes with a corps.
    ArmyHeadquarters(u8),
    /// A block is placed whose headquarters has been spotted.
    Place(Placing),
    /// A command chooses the block that acts next.
    Block(u8),
    /// A block of an acting command acts.
    Act(u8, u8),
    /// A leader may join a block.
    Join(u8),
    /// The next attack is fought, or its next round.
    Combat,
    /// A supporter may fill a gap.
    Support(Gap),
    /// The battle is over: the winner, and by which of the rules' victories; their number where the turns are over.
    Over(Option<u8>, u8),
}

/// The state of a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PubState {
    /// The blocks, by their number in the rules.
    pub blocks: [BlockState; MAX_BLOCKS],
    /// The commands, by their number in the rules.
    pub commands: [CommandState; MAX_COMMANDS],
    /// The attacks, the last made last.
    pub attacks: [Attack; MAX_ATTACKS],
    /// The number of attacks.
    pub attack_count: u8,
    /// The next thing to be done.
    pub phase: PubPhase,
    /// The turn, from 1.
    pub turn: u16,
    /// The day, from 1.
    pub day: u16,
    /// Whether it is night.
    pub night: bool,
    /// The activations and combat phases that have begun.
    pub clock: u32,
    /// The commands whose chits were drawn in this turn, a bit each.
    pub drawn: u32,
    /// The die for the entering of the command that acts; 0 where none was thrown.
    pub entry_die: u8,
    /// The headquarters of armies without a chit that have acted in this turn, a bit each.
    pub army_acted: u32,
    /// Whether the headquarters of the army goes with the corps that acts.
    pub army_goes: bool,
    /// The rounds of the attack that is being fought.
    pub round: u16,
    /// The leaders who have fallen in this combat phase.
    pub fallen: u8,
    /// The commands whose hidden blocks are placed now, a bit each.
    pub placing: u32,
    /// The losses of each side (PB-7.1).
    pub losses: [u16; 2],
}

impl PubState {
    /// Returns the attacks.
    pub fn attacks(&self) -> &[Attack] {
        &self.attacks[..usize::from(self.attack_count)]
    }
}
