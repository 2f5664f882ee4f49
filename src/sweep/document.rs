//! A sweep as an author writes it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::schema::Schema;

/// A plan of a sweep: which battles are played with which values.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepDocument {
    /// What is swept.
    pub sweep: SweepTerms,
}

/// What is swept, and how it is played.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepTerms {
    /// The files of the scenarios, relative to this file.
    #[schemars(length(min = 1, max = 100))]
    pub scenarios: Vec<String>,
    /// The values that change, by JSON Pointer into each scenario's file: a list of what is tried, or a range of whole numbers such
    /// as `3..5`. Every combination is played. Left out: the scenarios as they are.
    #[serde(default)]
    pub vary: BTreeMap<String, VariedValues>,
    /// Who plays: each a bot for all sides, or one for each side, as in `random,greedy`. Every battle is played with each of these in
    /// turn. Left out: random.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub bots: Vec<String>,
    /// How many battles are played with each combination. Left out: 1000.
    #[serde(default = "games")]
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub games: u64,
    /// The seed of the battles, the same for every combination. Left out: 0.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_u64))]
    pub seed: u64,
    /// A battle still going on after this many turns is given up. Left out: 5000.
    #[serde(default = "turn_limit")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub turn_limit: u32,
}

/// The values that are tried in a place.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum VariedValues {
    /// Each of these.
    List(Vec<ScalarValue>),
    /// A range of whole numbers such as `3..5`, or one value.
    One(ScalarValue),
}

/// A value without members.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ScalarValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// Any other number.
    Decimal(f64),
    /// A text.
    Text(String),
}

impl std::fmt::Display for ScalarValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScalarValue::Flag(is) => is.fmt(f),
            ScalarValue::Whole(number) => number.fmt(f),
            ScalarValue::Decimal(number) => number.fmt(f),
            ScalarValue::Text(text) => f.write_str(text),
        }
    }
}

fn games() -> u64 {
    1000
}

fn turn_limit() -> u32 {
    5000
}

/// Returns the schema of such documents.
pub fn schema() -> Schema {
    Schema::generate::<SweepDocument>("sweep", "Muster sweep")
}
