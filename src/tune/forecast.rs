//! The expected distance of several changes together, from each of them alone: only to choose which are played.

use muster_core::play::interval::Interval;

use super::Measured;
use super::target::{Distance, Seen, Target};

/// Returns how far changes are expected to be from the target together, by what was counted without any (`unchanged`), of
/// some of them together and of others alone. Shares add as logarithms of odds, lengths as logarithms.
pub(super) fn forecast(target: &Target, unchanged: &Measured, parts: &[&Measured]) -> Distance {
    let base = target.observe(unchanged);
    let seen: Vec<Seen> = parts.iter().map(|part| target.observe(part)).collect();
    let sum = |of: &dyn Fn(&Seen) -> f64| of(&base) + seen.iter().map(|part| of(part) - of(&base)).sum::<f64>();
    let share = 1.0 / (1.0 + (-sum(&|seen| odds(seen.share.share))).exp());
    let turns = sum(&|seen| seen.turns.0.max(0.1).ln()).exp();
    let first = base.first.map(|base| {
        let worth = sum(&|seen| seen.first.map_or(base.share, |first| first.share));
        Interval { share: worth, low: base.low - base.share + worth, high: base.high - base.share + worth }
    });
    let half = base.share.half_width();
    let share = Interval { share, low: share - half, high: share + half };
    target.distance_of(&Seen { share, turns: (turns, base.turns.1), first, ..base })
}

/// Returns the logarithm of the odds of a share.
fn odds(share: f64) -> f64 {
    let share = share.clamp(0.001, 0.999);
    (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{EndCount, ShareTarget};

    #[test]
    fn changes_that_undo_each_other_are_expected_to_change_nothing() {
        let measured = |won: u64| Measured {
            ends: EndCount {
                games: 1000,
                wins: vec![won, 1000 - won],
                timed: 1000,
                turns: 20_000,
                squares: 400_000,
                broken: 0,
            },
            ..Measured::default()
        };
        let target = Target {
            share: ShareTarget { side: 0, share: 0.5 },
            turns: None,
            skill: None,
            first: None,
            harmless: false,
            pairings: Vec::new(),
            measures: Vec::new(),
        };
        let (unchanged, up, down) = (measured(500), measured(600), measured(400));
        let distance = |parts: &[&Measured]| forecast(&target, &unchanged, parts).points;
        assert!(distance(&[&up, &down]) < 1e-6);
        assert!((distance(&[&up]) - 10.0).abs() < 1e-6);
        assert!(distance(&[&up, &up]) > 15.0);
    }
}
