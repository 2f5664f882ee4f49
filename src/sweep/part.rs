//! The counts of a part.

use serde::{Deserialize, Serialize};

use crate::tune::{EndCount, Measured};

/// The sums of a part, whole or begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartSums {
    /// By point, in the order of the plan.
    pub segments: Vec<PartSegment>,
    /// One of its battles, which is played again when parts are merged; none before all are played, and of a part without any.
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
    /// The number of battles, at most.
    pub battles: u64,
    /// Number of these that were played, from the first one on.
    pub done: u64,
    /// The counts of these battles, and of those that they are compared with.
    pub measured: Measured,
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
