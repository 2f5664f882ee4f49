//! The worth of what a side never uses, though it is there.

use serde::Serialize;

use super::Share;

/// The worth of a card, or of an action of one, to its side.
#[derive(Debug, Clone, Serialize)]
pub struct Worth {
    /// The card's number.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// The action, counted from 1; null for the whole card.
    pub action: Option<usize>,
    /// The part that its side does without, in words.
    pub what: String,
    /// The share of the won battles that its side won without it.
    #[serde(flatten)]
    pub share: Share,
    /// The gain of the side's share with it, from -1 to 1; below 0 the side does better without.
    pub worth: f64,
    /// Whether the intervals with and without it have no share in common.
    pub sure: bool,
    /// The worth for its cost, in games where cards have costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priced: Option<PricedWorth>,
    /// The same with other numbers where Muster had to choose some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantWorth>,
    /// Whether it helps with some of these numbers and harms with others; `None` if there are no others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes_sign: Option<bool>,
}

/// The worth of a card beside its cost: the gain of its side's share over paying for other cards instead.
#[derive(Debug, Clone, Serialize)]
pub struct PricedWorth {
    /// The cost its side paid for it in a battle, on average.
    pub spent: f64,
    /// The gain of the share for each hundred of the cost.
    pub per_hundred: f64,
    /// The lower end of its interval at 95 %.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The worth of a card or action in a variant of the battle: see [`Worth`].
#[derive(Debug, Clone, Serialize)]
pub struct VariantWorth {
    /// The name of the variant: `more shooting`.
    pub name: &'static str,
    /// The share of the won battles that its side won without it.
    #[serde(flatten)]
    pub share: Share,
    /// The gain of the side's share with it, from -1 to 1.
    pub worth: f64,
    /// Whether the intervals with and without it have no share in common.
    pub sure: bool,
}
