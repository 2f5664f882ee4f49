//! Confidence intervals of shares: Wilson's, at 95 %.

/// Standard deviations of an interval that holds the truth 95 times in 100.
pub(super) const Z: f64 = 1.959_964;

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
    /// Returns the share that `hits` of `tries` estimate, with its interval (E. B. Wilson 1927).
    pub fn estimate(hits: u64, tries: u64) -> Interval {
        if tries == 0 {
            return Interval { share: 0.5, low: 0.0, high: 1.0 };
        }
        let n = tries as f64;
        let share = hits as f64 / n;
        let squared = Z * Z / n;
        let centre = (share + squared / 2.0) / (1.0 + squared);
        let half = Z * (share * (1.0 - share) / n + squared / (4.0 * n)).sqrt() / (1.0 + squared);
        Interval { share, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }

    /// Returns the difference between this share and another one, from -1 to 1, with its interval (R. G. Newcombe 1998).
    pub fn minus(self, other: Interval) -> Interval {
        let share = self.share - other.share;
        let down = (self.share - self.low).hypot(other.high - other.share);
        let up = (self.high - self.share).hypot(other.share - other.low);
        Interval { share, low: share - down, high: share + up }
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

#[cfg(test)]
mod tests {
    use super::*;

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
