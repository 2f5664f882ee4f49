//! The numbers of what is counted in a battle.

use muster_core::play::Watch;

use super::PubEngine;
use crate::model::BlockKind;
use crate::rules::PubRules;

/// The counters of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockTally {
    /// It entered.
    Entered,
    /// It moved.
    Moved,
    /// It moved into contact with an enemy.
    Attacked,
    /// It fought a round.
    Fought,
    /// It bombarded.
    Bombarded,
    /// It took its first hit.
    Spent,
    /// It rallied.
    Rallied,
    /// It retreated.
    Retreated,
    /// It advanced in support.
    Supported,
    /// It was eliminated.
    Eliminated,
}

/// All of them.
pub const OF_A_BLOCK: [BlockTally; 10] = [
    BlockTally::Entered,
    BlockTally::Moved,
    BlockTally::Attacked,
    BlockTally::Fought,
    BlockTally::Bombarded,
    BlockTally::Spent,
    BlockTally::Rallied,
    BlockTally::Retreated,
    BlockTally::Supported,
    BlockTally::Eliminated,
];

/// The counters of a command, besides the sums over its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandTally {
    /// Its chit was drawn.
    Activated,
    /// It wrote new orders.
    Ordered,
    /// Its leader joined a block.
    Joined,
}

/// The number of what is counted of a command.
const OF_A_COMMAND: usize = 3;

/// The counters of a side, for each battle that came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmyTally {
    /// Its infantry, cavalry and artillery that began on the map or entered.
    Present,
    /// Those of them that did not fight or bombard, and were not hit.
    Unmet,
}

/// The counters of a battle: of each block, of each command with the sums over its blocks, of each way to end.
#[derive(Debug, Clone, Copy)]
pub struct PubTally {
    blocks: usize,
    commands: usize,
    goals: usize,
}

impl PubTally {
    /// Returns the counters of a battle.
    pub fn new(rules: &PubRules) -> PubTally {
        PubTally { blocks: rules.blocks.len(), commands: rules.commands.len(), goals: rules.victory.len() }
    }

    /// Returns the number of them.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(self) -> usize {
        self.side(2, ArmyTally::Present)
    }

    /// Returns the counter of something of a block.
    #[inline]
    pub fn block(self, block: u8, what: BlockTally) -> usize {
        usize::from(block) * OF_A_BLOCK.len() + what as usize
    }

    /// Returns the counter of something of all blocks of a command.
    #[inline]
    pub fn blocks_of(self, command: u8, what: BlockTally) -> usize {
        (self.blocks + usize::from(command)) * OF_A_BLOCK.len() + what as usize
    }

    /// Returns the counter of something of a command.
    #[inline]
    pub fn command(self, command: u8, what: CommandTally) -> usize {
        let before = (self.blocks + self.commands) * OF_A_BLOCK.len();
        before + usize::from(command) * OF_A_COMMAND + what as usize
    }

    /// Returns the counter of a number of a side's blocks.
    pub fn side(self, side: u8, what: ArmyTally) -> usize {
        self.end(0) + self.goals + 1 + 2 * usize::from(side) + what as usize
    }

    /// Returns the counter of the ends by one of the rules' victories; by their number of those without.
    pub fn end(self, by: u8) -> usize {
        (self.blocks + self.commands) * OF_A_BLOCK.len() + self.commands * OF_A_COMMAND + usize::from(by)
    }
}

impl PubEngine {
    /// Counts the blocks of each side that never met the enemy; `counted` is what was counted in the battle alone.
    pub(super) fn count_unmet(&self, counted: &mut [u64]) {
        use BlockTally::{Bombarded, Eliminated, Entered, Fought, Retreated, Spent};
        let tally = self.tally();
        for (number, block) in (0..).zip(&self.rules.blocks).filter(|(_, block)| block.kind != BlockKind::Train) {
            let times = |what| counted[tally.block(number, what)] > 0;
            if block.at.is_none() && !times(Entered) {
                continue;
            }
            let met = [Fought, Bombarded, Spent, Retreated, Eliminated].map(times).contains(&true);
            counted[tally.side(block.side, ArmyTally::Present)] += 1;
            counted[tally.side(block.side, ArmyTally::Unmet)] += u64::from(!met);
        }
    }

    /// Counts something of a block, and of its command.
    #[inline]
    pub(super) fn note<W: Watch>(&self, watch: &mut W, block: u8, what: BlockTally) {
        let tally = self.tally();
        watch.count(tally.block(block, what), 1);
        watch.count(tally.blocks_of(self.rules.blocks[usize::from(block)].command, what), 1);
    }

    /// Returns the counters.
    #[inline]
    pub fn tally(&self) -> PubTally {
        PubTally::new(&self.rules)
    }
}
