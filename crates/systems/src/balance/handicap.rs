//! Handicaps: changes of the set-up that help a side, each with what it is worth.

use serde::Serialize;

/// A change of the set-up that helps a side, to make an uneven match even.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Handicap {
    /// The side that it helps.
    pub side: String,
    /// Its level: 1 helps least.
    pub level: usize,
    /// The place of the value that changes, as a JSON Pointer into its file.
    pub pointer: String,
    /// The value, with the name of what it belongs to: `income of North`.
    pub what: String,
    /// The value as it is written.
    pub from: String,
    /// The value with the handicap.
    pub to: String,
    /// Points of the side's share, in percent, that it gains by it.
    pub points: f64,
    /// The lower end of their interval at 95 % (Newcombe's).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Whether the interval leaves 0 out.
    pub sure: bool,
}
