//! The counts of a part.

use serde::{Deserialize, Serialize};

use crate::tune::EndCount;

/// The sums of a part, whole or begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartSums {
    /// By point, in the order of the plan.
    pub segments: Vec<PartSegment>,
    /// One of its battles, which is played again when parts are merged; `None` before all are played.
    pub sample: Option<SampleBattle>,
}

/// Battles of one point, one after another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartSegment {
    /// The point, by its place in the plan.
    pub point: usize,
    /// The first of the battles, by its number among those of the point.
    pub from: u64,
    /// Number of battles.
    pub battles: u64,
    /// Number of these that were played, from the first one on.
    pub done: u64,
    /// The outcomes of those that were played.
    pub ends: EndCount,
}

/// One battle, and how it ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampleBattle {
    /// The point, by its place in the plan.
    pub point: usize,
    /// Its number among the battles of the point.
    pub battle: u64,
    /// The outcome.
    pub ends: EndCount,
}

impl PartSums {
    /// Returns true if all battles were played.
    pub fn is_whole(&self) -> bool {
        self.sample.is_some() && self.segments.iter().all(|segment| segment.done == segment.battles)
    }

    /// Returns the number of battles played, and of all there are.
    pub fn progress(&self) -> (u64, u64) {
        let add = |(done, all), segment: &PartSegment| (done + segment.done, all + segment.battles);
        self.segments.iter().fold((0, 0), add)
    }
}
