//! A sweep as an author writes it.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Deserialize;

use muster_core::schema::Schema;

/// A plan of a sweep: which battles are played with which values.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepDocument {
    /// The terms of the sweep.
    pub sweep: SweepTerms,
}

/// The terms of a sweep: the values that change, and how battles are played.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SweepTerms {
    /// The files of the scenarios, relative to this file.
    #[schemars(length(min = 1, max = 100), extend("examples" = [["white-mountain.yaml"]]))]
    pub scenarios: Vec<String>,
    /// The values that change, by JSON Pointer into each scenario's file: a list of values, or a range of whole numbers
    /// such as `3..5`. Every combination is played. Default: the scenarios as they are.
    #[serde(default)]
    pub vary: BTreeMap<String, VariedValues>,
    /// The bots, each for all sides, or one for each side, such as `random,greedy`. Every battle is played with each in
    /// turn. Default: random.
    #[serde(default)]
    #[schemars(length(max = 16))]
    pub bots: Vec<String>,
    /// The number of battles for each combination. Default: 1000; with `until` at most 1000000.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub games: Option<u64>,
    /// Play each combination until the win share is known to ± this percentage at 95 %, or `games` battles are played.
    /// Default: all battles are played.
    #[serde(default)]
    #[schemars(range(min = 0.1, max = 50))]
    pub until: Option<f64>,
    /// The targets: for each combination the report says which it reaches, and by how much it misses the others. Default:
    /// none.
    #[serde(default)]
    pub targets: Option<TargetTerms>,
    /// The number of battles in each comparison for the targets `skill` and `harmless`. Default: 100.
    #[serde(default = "comparisons")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub comparisons: u64,
    /// The random seed, the same for every combination. Default: 0.
    #[serde(default)]
    #[schemars(range(min = 0, max = 9_007_199_254_740_991_u64))]
    pub seed: u64,
    /// The number of turns after which a battle counts as unfinished. Default: 5000.
    #[serde(default = "turn_limit")]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub turn_limit: u32,
}

/// The targets of a battle.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetTerms {
    /// The target share of decided battles in percent, for the first side or a named side, such as `Redcoats=45`. Default:
    /// 50.
    #[serde(default)]
    pub share: Option<ScalarValue>,
    /// The target length of battles: the average number of turns, such as `20..40`. Default: any number.
    #[serde(default)]
    #[schemars(regex(pattern = r"^ *[0-9]+(\.[0-9]+)? *\.\. *[0-9]+(\.[0-9]+)? *$"), extend("examples" = ["20..40"]))]
    pub turns: Option<String>,
    /// The least share of decided battles that the greedy bot must win against the random bot, in percent. Default: any.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub skill: Option<f64>,
    /// The most that going first may be worth or cost, in percentage points. Default: any.
    #[serde(default)]
    #[schemars(range(min = 0, max = 100))]
    pub first: Option<f64>,
    /// Whether no side may win more often by never using one of its cards. Default: no.
    #[serde(default)]
    pub harmless: bool,
}

/// The values to try.
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

impl SweepTerms {
    /// Returns how many battles are played with each combination, at most.
    pub fn games(&self) -> u64 {
        self.games.unwrap_or(if self.until.is_some() { 1_000_000 } else { 1000 })
    }
}

fn comparisons() -> u64 {
    100
}

fn turn_limit() -> u32 {
    5000
}

/// Returns the schema of such documents.
pub fn schema() -> &'static Schema {
    static SCHEMA: OnceLock<Schema> = OnceLock::new();
    SCHEMA.get_or_init(|| Schema::generate::<SweepDocument>("sweep", "Muster sweep"))
}
