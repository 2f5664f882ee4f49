//! The worth of what a side never uses, though it is there.

use serde::Serialize;

use muster_core::play::balance::Tally;
use muster_core::play::interval::{Interval, rounded};

use super::Share;
use super::report::Sums;
use super::series::Purpose;
use crate::counters::WeighedPart;
use crate::played::{CompiledBattle, Played, Variant};

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
    /// True if the interval of the worth excludes 0.
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

/// Returns the worth of each part that was played without, in the order of the series.
pub(super) fn without<G: Played>(sums: &Sums<'_, G>) -> Vec<Worth> {
    let (CompiledBattle { engine, sides, .. }, written) = (sums.compiled, sums.written());
    let worth_of = |(purpose, tally): (&Purpose, &Tally)| {
        let Purpose::Without(part) = purpose else { return None };
        // Battles with and without it are played in pairs, which shows more than two shares do.
        let seen = tally.pairs.difference(1.0 / sides.len() as f64);
        let spent = G::spent(engine, part, &written.totals);
        let priced = spent.and_then(|spent| price_worth(seen, spent));
        let share = Share::from_series([(tally, part.side)]);
        let is_sure = seen.low > 0.0 || seen.high < 0.0;
        Some(worth(part, sides, ((share, rounded(seen.share, 4), is_sure), priced), in_variants(sums, part)))
    };
    sums.series().filter_map(worth_of).collect()
}

/// Returns the worth of a part in each variant that was played with and without it.
fn in_variants<G: Played>(sums: &Sums<'_, G>, part: &WeighedPart) -> Vec<VariantWorth> {
    let in_variant = |(variant, (name, _)): (usize, &Variant<G::Battle>)| {
        let with = sums.find(&Purpose::Variant(variant, None))?;
        let without = sums.find(&Purpose::Variant(variant, Some(part.clone())))?;
        let (share, worth, sure) = difference(part.side, with, without);
        Some(VariantWorth { name, share, worth, sure })
    };
    G::VARIANTS.iter().enumerate().filter_map(in_variant).collect()
}

/// Returns the share of a side without a part, how much larger it is with it, and whether the intervals have no share in
/// common.
fn difference(side: usize, with: &Tally, without: &Tally) -> (Share, f64, bool) {
    let share = Share::from_series([(without, side)]);
    let with = Share::from_series([(with, side)]);
    (share, rounded(with.share - share.share, 4), share.interval().leaves(with.interval()))
}

/// Returns a worth beside the cost that was paid for it; `None` if nothing was paid.
fn price_worth(worth: Interval, spent: f64) -> Option<PricedWorth> {
    let hundreds = spent / 100.0;
    let [per_hundred, low, high] = [worth.share, worth.low, worth.high].map(|worth| rounded(worth / hundreds, 4));
    (spent > 0.0).then_some(PricedWorth { spent: rounded(spent, 1), per_hundred, low, high })
}

/// Returns what a part is worth to its side, of its share without the part, the worth, and whether that is sure.
fn worth(
    part: &WeighedPart,
    sides: &[String],
    ((share, worth, sure), priced): ((Share, f64, bool), Option<PricedWorth>),
    variants: Vec<VariantWorth>,
) -> Worth {
    Worth {
        card: part.card.clone(),
        name: part.name.clone(),
        side: sides[part.side].clone(),
        action: part.part.map(|part| part + 1),
        what: part.what.clone(),
        changes_sign: (!variants.is_empty()).then(|| variants.iter().any(|other| other.worth * worth < 0.0)),
        share,
        worth,
        sure,
        priced,
        variants,
    }
}
