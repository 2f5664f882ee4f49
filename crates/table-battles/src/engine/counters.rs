//! Counters for a [`Watch`]: the deeds of each formation, and the uses of each of its actions.

use muster_core::play::Watch;

use super::{MAX_FORMATIONS, TableBattles};

/// A deed of a formation, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counter {
    /// Dice were placed on it: once for each time.
    Placed,
    /// It performed an action, also one that was screened; null actions and retirements are not counted here.
    Acted,
    /// It reacted.
    Reacted,
    /// It entered play from reserve.
    Entered,
    /// It routed.
    Routed,
    /// It retired.
    Retired,
    /// It left play in pursuit.
    Pursued,
    /// Dice that were placed on it.
    Dice,
    /// Hits that its attacks and counterattacks gave.
    Given,
    /// Sticks that it lost, by whatever hit.
    Taken,
}

impl Counter {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Counter; 10] = [
        Counter::Placed,
        Counter::Acted,
        Counter::Reacted,
        Counter::Entered,
        Counter::Routed,
        Counter::Retired,
        Counter::Pursued,
        Counter::Dice,
        Counter::Given,
        Counter::Taken,
    ];
}

impl TableBattles {
    /// Returns the counter of what a formation did.
    pub fn counter(&self, formation: u8, what: Counter) -> usize {
        usize::from(formation) * Counter::ALL.len() + what as usize
    }

    /// Returns the counter of how often a formation performed one of its actions or reactions, counted from 0.
    pub fn action_counter(&self, formation: u8, action: u8) -> usize {
        self.formations() * Counter::ALL.len() + usize::from(self.rules.action(formation, action).0)
    }

    /// Returns the counter of how often an effect made a difference, by its number in the battle's effects.
    pub fn effect_counter(&self, effect: usize) -> usize {
        self.formations() * Counter::ALL.len() + self.rules.actions.len() + effect
    }

    /// Returns the counter of how often a formation left play by an effect.
    pub(super) fn left_counter(&self, formation: u8) -> usize {
        self.effect_counter(self.rules.specials.count) + usize::from(formation)
    }

    /// Returns the number of counters of formations, actions and effects.
    pub(super) fn pieces_counted(&self) -> usize {
        self.left_counter(0) + self.formations()
    }

    pub(super) fn counter_count(&self) -> usize {
        debug_assert!(self.formations() <= MAX_FORMATIONS);
        self.runs_counter(2)
    }

    #[inline]
    pub(super) fn count_by<W: Watch>(&self, formation: u8, what: Counter, by: u8, watch: &mut W) {
        if by > 0 {
            watch.count(self.counter(formation, what), u32::from(by));
        }
    }

    #[inline]
    pub(super) fn count<W: Watch>(&self, formation: u8, what: Counter, watch: &mut W) {
        watch.count(self.counter(formation, what), 1);
    }

    pub(super) fn count_act<W: Watch>(&self, formation: u8, row: u16, watch: &mut W) {
        self.count(formation, Counter::Acted, watch);
        watch.count(self.formations() * Counter::ALL.len() + usize::from(row), 1);
    }

    pub(super) fn count_react<W: Watch>(&self, formation: u8, row: u16, watch: &mut W) {
        self.count(formation, Counter::Reacted, watch);
        watch.count(self.formations() * Counter::ALL.len() + usize::from(row), 1);
    }
}
