//! The counts of one candidate's battles, and their measures for the target.

use serde::{Deserialize, Serialize};

use crate::play::interval::Interval;
use crate::play::smoke::Totals;

/// The outcomes and lengths of battles, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndCount {
    /// Battles played.
    pub games: u64,
    /// Battles won, by side.
    pub wins: Vec<u64>,
    /// Battles that the engine could not play rightly.
    pub broken: u64,
    /// Battles that lasted so long as is known: those played to an end, or to the turn limit.
    pub timed: u64,
    /// Their turns together.
    pub turns: u64,
    /// The squares of their turns together.
    pub squares: u64,
}

impl From<Totals> for EndCount {
    fn from(totals: Totals) -> EndCount {
        let sum = |of: &dyn Fn(u64) -> u64| totals.turns.iter().map(|(turns, n)| of(u64::from(*turns)) * n).sum();
        EndCount {
            games: totals.games,
            broken: totals.broken(),
            timed: totals.turns.values().sum(),
            turns: sum(&|turns| turns),
            squares: sum(&|turns| turns * turns),
            wins: totals.wins,
        }
    }
}

impl EndCount {
    /// Adds more battles.
    pub fn add(&mut self, more: EndCount) {
        self.wins.resize(self.wins.len().max(more.wins.len()), 0);
        self.wins.iter_mut().zip(more.wins).for_each(|(sum, more)| *sum += more);
        self.games += more.games;
        self.broken += more.broken;
        self.timed += more.timed;
        self.turns += more.turns;
        self.squares += more.squares;
    }

    /// Returns true if battles of so many sides that last at most `turn_limit` turns can be counted so.
    pub fn is_possible(&self, sides: usize, turn_limit: u32) -> bool {
        // A battle may end as the turn after the last one begins.
        let most = u64::from(turn_limit) + 1;
        let ended = self.wins.iter().try_fold(self.broken, |sum, n| sum.checked_add(*n));
        self.wins.len() == sides
            && ended.is_some_and(|ended| ended <= self.games)
            && self.timed <= self.games
            && self.turns <= self.timed.saturating_mul(most)
            && self.squares <= self.timed.saturating_mul(most).saturating_mul(most)
    }

    /// Battles that somebody won.
    pub fn decided(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// Returns the share of the won battles that a side won.
    pub fn share(&self, side: usize) -> Interval {
        Interval::estimate(self.wins.get(side).copied().unwrap_or(0), self.decided())
    }

    /// Returns the turns of a battle on average, and half the width of their interval at 95 %.
    pub fn mean_turns(&self) -> (f64, f64) {
        let n = self.timed.max(1) as f64;
        let mean = self.turns as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        (mean, 1.96 * (variance / n).sqrt())
    }
}

/// The counts of one candidate's battles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The battle as the candidate has it.
    pub ends: EndCount,
    /// The side that goes first, if one does.
    pub first: Option<usize>,
    /// The same, but the other side goes first; counted where the target is about that.
    pub other_first: Option<EndCount>,
    /// Number of decided battles that the greedy bot won against the random one, and of all of these; counted if the target is
    /// about that.
    pub skill: Option<(u64, u64)>,
    /// Of the card without which its side wins most: how many of how many battles the side won with it and without it;
    /// counted where the target is about that.
    pub worst: Option<[(u64, u64); 2]>,
}

impl Measured {
    /// Returns the worth of going first to the side that does, from -1 to 1; `None` if that was not counted.
    pub fn going_first(&self) -> Option<Interval> {
        let (side, other) = (self.first?, self.other_first.as_ref()?);
        Some(self.ends.share(side).minus(other.share(side)))
    }

    /// Returns the share of the greedy bot against the random one.
    pub fn skill(&self) -> Option<Interval> {
        self.skill.map(|(won, of)| Interval::estimate(won, of))
    }

    /// Returns the worth of the worst card to its side, from -1 to 1; `None` if that was not counted.
    pub fn worst(&self) -> Option<Interval> {
        let [with, without] = self.worst?.map(|(won, of)| Interval::estimate(won, of));
        Some(with.minus(without))
    }
}
