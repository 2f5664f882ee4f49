//! Luck taken out of the shares of the battle as written.

use serde::Serialize;

use muster_core::play::balance::{Pairing, Series, SeriesTerms, Tally, weigh};
use muster_core::play::bots::Bot;
use muster_core::play::interval::{Interval, rounded};
use muster_core::play::luck::LuckScale;
use muster_core::play::smoke::Shard;

use crate::played::{CompiledBattle, Played};

/// Battles that the value is fitted to, of games whose battles are quick and of others.
const QUICK_PILOT: u64 = 2000;
const SLOW_PILOT: u64 = 400;

/// Battles in which it is tried: first for the part that is best taken out, then for whether that helps.
const TRIAL: u64 = 300;

/// The least [`LuckReport::gain`] at which it helps.
const HELPS: f64 = 1.1;

/// The result of taking luck out of the shares.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LuckReport {
    /// The number of battles needed for an interval as narrow with luck left in, as a multiple of the number without it.
    pub gain: f64,
    /// The share of the decided battles that the first side won, with luck.
    pub with_luck: f64,
    /// The first side's luck in a battle on average, and its standard error; its true mean is 0.
    pub mean: (f64, f64),
}

/// Returns what luck is measured by in battles between these bots; `None` where that does not help, as a trial on seeds of its own
/// shows. Greedy bots stand for those that plan, which are too slow for it; in games whose battles take longer, random ones do.
pub(super) fn scale<G: Played>(compiled: &CompiledBattle<G>, bots: &[Bot], terms: SeriesTerms) -> Option<LuckScale> {
    let (engine, start) = (&compiled.engine, &compiled.start());
    let pilot = if G::QUICK { QUICK_PILOT } else { SLOW_PILOT };
    let is_random = !G::QUICK || bots.iter().all(|bot| *bot == Bot::Random);
    let bot = if is_random { Bot::Random } else { Bot::Greedy };
    let tried = LuckScale::fit((engine, start), bot, pilot, terms)?;
    let terms = SeriesTerms { seed: LuckScale::trial_seed(terms.seed), shard: Shard::WHOLE, ..terms };
    let trial = |scale: &LuckScale, battles: std::ops::Range<u64>| {
        let (bots, start) = (vec![bot; 2], Some(start));
        let series = Series { engine, start, bots, bar: None, pairing: Pairing::None, luck: Some(scale) };
        weigh(&[series], &[battles], terms, &|_| ()).pop()
    };
    let tally = trial(&tried, 0..TRIAL)?;
    let (luck, won, of) = (tally.luck?, tally.totals.wins[0], tally.decided_battles());
    let tried = tried.adjusted_to(&luck, won, of);
    let again = trial(&tried, TRIAL..2 * TRIAL)?;
    let gain = again.luck?.gain(again.totals.wins[0], again.decided_battles())?;
    (gain >= HELPS).then_some(tried)
}

/// Returns the share of the decided battles that a side won, without luck where it was measured in all of them.
pub(super) fn interval(tally: &Tally, side: usize, is_watched: bool) -> Interval {
    let (won, of) = (tally.totals.wins[side], tally.decided_battles());
    let luck = tally.luck.filter(|luck| luck.battles == tally.totals.games);
    let adjusted = luck.and_then(|luck| luck.interval(side, (tally.totals.wins[0], of), is_watched));
    let plain = if is_watched { Interval::estimate_watched } else { Interval::estimate };
    adjusted.unwrap_or_else(|| plain(won, of))
}

/// Returns half the width of the interval that so many battles would have about an even share.
pub(super) fn half_if_even(tally: &Tally, is_watched: bool) -> f64 {
    let plain = if is_watched { Interval::estimate_watched } else { Interval::estimate };
    let gain = report(tally).map_or(1.0, |luck| luck.gain);
    plain(tally.decided_battles() / 2, tally.decided_battles()).half_width() / gain.sqrt()
}

/// Returns what taking luck out came to; `None` where it was not.
pub(super) fn report(tally: &Tally) -> Option<LuckReport> {
    let luck = tally.luck.filter(|luck| luck.battles == tally.totals.games)?;
    let (won, of) = (tally.totals.wins[0], tally.decided_battles());
    let with_luck = Interval::estimate(won, of).rounded().share;
    let (mean, error) = luck.mean();
    Some(LuckReport { gain: rounded(luck.gain(won, of)?, 1), with_luck, mean: (rounded(mean, 6), rounded(error, 6)) })
}
