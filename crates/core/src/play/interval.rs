//! Confidence intervals of shares: Wilson's, at 95 %.

/// Returns a number with so many decimals, and no minus before a zero.
pub fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (number * scale).round() / scale + 0.0
}

/// The share that was seen, and the interval that holds the true one 95 times in 100, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The share seen; a half where nothing was.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Standard deviations of an interval that holds the truth 95 times in 100.
    pub const Z: f64 = 1.959_964;

    /// Standard deviations of an interval that is checked again and again, until it is narrow enough. The share that is seen then
    /// decides when to stop, and Wilson's own interval holds the truth too rarely. With these, which would do for two looks at any
    /// numbers of battles, it holds it 95.9 times in 100 at least: `tests/oracles/stopping.py` computes that exactly.
    pub const Z_WATCHED: f64 = 2.241_403;

    /// Returns the share that `hits` of `tries` estimate, with its interval (E. B. Wilson 1927).
    pub fn estimate(hits: u64, tries: u64) -> Interval {
        Interval::wilson(hits, tries, Interval::Z)
    }

    /// Returns the same for a series that was played on until this interval was narrow enough. It is wider by a seventh, and holds
    /// the true share 95 times in 100 all the same, from 0.5 to 99.5 %.
    pub fn estimate_watched(hits: u64, tries: u64) -> Interval {
        Interval::wilson(hits, tries, Interval::Z_WATCHED)
    }

    fn wilson(hits: u64, tries: u64, z: f64) -> Interval {
        if tries == 0 {
            return Interval { share: 0.5, low: 0.0, high: 1.0 };
        }
        let n = tries as f64;
        let share = hits as f64 / n;
        let squared = z * z / n;
        let centre = (share + squared / 2.0) / (1.0 + squared);
        let half = z * (share * (1.0 - share) / n + squared / (4.0 * n)).sqrt() / (1.0 + squared);
        Interval { share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }

    /// Returns the difference between this share and another one, from -1 to 1, with its interval (R. G. Newcombe 1998).
    pub fn minus(self, other: Interval) -> Interval {
        let share = self.share - other.share;
        let down = (self.share - self.low).hypot(other.high - other.share);
        let up = (self.high - self.share).hypot(other.share - other.low);
        Interval { share, low: share - down, high: share + up }
    }

    /// Returns the same with four decimals, as reports show it.
    #[must_use]
    pub fn rounded(self) -> Interval {
        let Interval { share, low, high } = self;
        Interval { share: rounded(share, 4), low: rounded(low, 4), high: rounded(high, 4) }
    }

    /// Returns true if nothing was counted: the share may be any.
    pub fn is_unknown(self) -> bool {
        self.low <= 0.0 && self.high >= 1.0
    }

    /// Returns half its width.
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns true if it has no share in common with another one.
    pub fn leaves(self, other: Interval) -> bool {
        self.low > other.high || self.high < other.low
    }
}

/// The numbers of battles after which a series is checked that is played on until its share is known: the first, and the one
/// after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchStep(u64);

impl WatchStep {
    /// The first look.
    pub const FIRST: WatchStep = WatchStep(128);

    /// Returns the number of battles, which is at most `most`.
    pub fn battles(self, most: u64) -> u64 {
        self.0.min(most)
    }

    /// Returns the look after this one: half as many battles again.
    #[must_use]
    pub fn next(self) -> WatchStep {
        WatchStep(self.0.saturating_mul(3) / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::rng::{Rng, battle_seed};

    /// Plays on until a share is known to `until`. Returns whether its interval then holds the truth: as it is shown, and Wilson's
    /// own, had that been watched instead.
    fn holds(truth: f64, until: f64, rng: &mut Rng, interval: fn(u64, u64) -> Interval) -> bool {
        let (mut hits, mut tries, mut look) = (0, 0, WatchStep::FIRST);
        let below = (truth * f64::from(u32::MAX)) as u32;
        loop {
            for _ in tries..look.battles(u64::MAX) {
                hits += u64::from(rng.draw_below(u32::MAX) < below);
            }
            tries = look.battles(u64::MAX);
            let seen = interval(hits, tries);
            if seen.half_width() <= until {
                return (seen.low..=seen.high).contains(&truth);
            }
            look = look.next();
        }
    }

    #[test]
    fn a_watched_interval_holds_the_truth_in_95_of_100_runs() {
        const RUNS: u64 = 10_000;
        let held = |truth: f64, until: f64, interval: fn(u64, u64) -> Interval| {
            let run = |seed| holds(truth, until, &mut Rng::new(battle_seed(36, seed)), interval);
            (0..RUNS).filter(|seed| run(*seed)).count() as u64
        };
        for truth in [0.02, 0.1, 0.3, 0.5, 0.62, 0.9] {
            let held = held(truth, 0.05, Interval::estimate_watched);
            assert!(held >= RUNS * 95 / 100, "{held} of {RUNS} at {truth}");
        }
        let wilsons = held(0.3, 0.05, Interval::estimate);
        assert!(wilsons < RUNS * 95 / 100, "Wilson's own would do: {wilsons} of {RUNS}");
    }

    #[test]
    fn differences_are_newcombes() {
        // The worked example of his paper.
        let difference = Interval::estimate(56, 70).minus(Interval::estimate(48, 80));
        let Interval { share, low, high } = difference;
        assert!((share - 0.2).abs() < 1e-9, "{difference:?}");
        assert!((low - 0.0524).abs() < 1e-4 && (high - 0.3339).abs() < 1e-4, "{difference:?}");
    }

    #[test]
    fn intervals_are_wilsons() {
        // Values of R's `binom::binom.confint(x, n, methods = "wilson")`.
        for (hits, tries, low, high) in [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (560, 1000, 0.5291, 0.5905)] {
            let interval = Interval::estimate(hits, tries);
            assert!((interval.low - low).abs() < 1e-4 && (interval.high - high).abs() < 1e-4, "{interval:?}");
        }
        assert!(
            Interval::estimate(10, 100).leaves(Interval::estimate(50, 100))
                && !Interval::estimate(45, 100).leaves(Interval::estimate(50, 100))
        );
    }
}
