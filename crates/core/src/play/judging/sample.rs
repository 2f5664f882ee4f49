//! Battles that were played on from one position, and what they say of it.

use crate::play::Outcome;
use crate::play::interval::Interval;

/// Stands for a battle that did not end.
const UNFINISHED: u8 = u8::MAX;
/// Stands for a battle that nobody won. Higher numbers are players.
const NOBODY: u8 = 0;

/// How battles ended that were played on from a position, by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sample(Vec<u8>);

/// A figure that was estimated, and how far it may be off.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Half the width of its interval at 95 %; 0 where it is exact.
    pub error: f64,
}

impl Sample {
    /// Returns what is known of a battle that is over: so many battles that all ended so.
    pub(super) fn from_outcome(outcome: Outcome, battles: usize) -> Sample {
        Sample(vec![Sample::outcome_mark(Some(outcome)); battles])
    }

    /// Returns the mark of a battle that ended in some way, `None` if it did not end.
    pub(super) fn outcome_mark(outcome: Option<Outcome>) -> u8 {
        match outcome {
            None => UNFINISHED,
            Some(Outcome { winner, .. }) => winner.map_or(NOBODY, |player| player as u8 + NOBODY + 1),
        }
    }

    /// Returns a sample of the marks of battles, in parts.
    pub(super) fn from_parts(parts: &[Vec<u8>]) -> Sample {
        Sample(parts.concat())
    }

    /// Adds battles with the numbers that follow.
    pub(super) fn append(&mut self, mut more: Sample) {
        self.0.append(&mut more.0);
    }

    /// Returns the number of battles that did not end.
    pub(super) fn unfinished_battles(&self) -> u64 {
        self.0.iter().filter(|ended| **ended == UNFINISHED).count() as u64
    }

    /// Returns by battle what a player has of it: 1 for one that it won, and its part of one that nobody won or that did not
    /// end, a half where there are two players.
    pub(super) fn parts(&self, player: usize, players: usize) -> impl Iterator<Item = f64> {
        let (own, even) = (player as u8 + NOBODY + 1, 1.0 / players as f64);
        self.0.iter().map(move |ended| match *ended {
            NOBODY | UNFINISHED => even,
            winner => f64::from(u8::from(winner == own)),
        })
    }

    /// Returns the share of a player, from 0 to 1; even where no battle was played.
    pub(super) fn share(&self, player: usize, players: usize) -> f64 {
        match self.0.len() {
            0 => 1.0 / players as f64,
            battles => self.parts(player, players).sum::<f64>() / battles as f64,
        }
    }

    /// Returns by how much larger a player's share is here than in another sample of the same seeds, battle by battle.
    pub(super) fn minus<'a>(
        &'a self,
        other: &'a Sample,
        player: usize,
        players: usize,
    ) -> impl Iterator<Item = f64> + 'a {
        self.parts(player, players).zip(other.parts(player, players)).map(|(one, other)| one - other)
    }
}

impl Estimate {
    /// Returns the mean of differences between pairs of battles, each within -1 to 1 or a sum of such, with its error at 95 %.
    pub(super) fn mean(differences: impl Iterator<Item = f64>) -> Estimate {
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for difference in differences {
            (n, sum, squares) = (n + 1.0, sum + difference, squares + difference * difference);
        }
        if n == 0.0 {
            return Estimate::default();
        }
        let value = sum / n;
        // Two pairs more, one either way: an estimate has a width also where a few pairs all ended alike (A. Agresti, B. Caffo 2000).
        let deviation = (squares + 2.0 - sum * sum / (n + 2.0)).max(0.0) / (n + 1.0);
        Estimate { value, error: Interval::Z * (deviation / (n + 2.0)).sqrt() }
    }

    /// Returns the estimate with an interval for so much more variance.
    pub(super) fn wider(self, variance: f64) -> Estimate {
        Estimate { error: self.error.hypot(Interval::Z * variance.sqrt()), ..self }
    }

    /// Returns the estimate by its standard error instead of its interval.
    pub(super) fn standard_error(self) -> f64 {
        self.error / Interval::Z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(winners: &[Option<usize>]) -> Sample {
        let outcome = |winner: &Option<usize>| Some(Outcome { winner: *winner, by: "points" });
        Sample(winners.iter().map(|winner| Sample::outcome_mark(outcome(winner))).collect())
    }

    #[test]
    fn what_nobody_won_is_even() {
        let mut played = sample(&[Some(0), Some(0), Some(1), None]);
        assert_eq!(played.share(0, 2), 0.625);
        assert_eq!(played.share(1, 2), 0.375);
        played.append(Sample::from_parts(&[vec![Sample::outcome_mark(None)]]));
        assert_eq!((played.unfinished_battles(), played.share(0, 2)), (1, 0.6));
        assert_eq!(sample(&[None, Some(2), Some(1), Some(1)]).share(2, 4), 0.3125);
    }

    #[test]
    fn the_error_is_that_of_pairs() {
        let one = sample(&[Some(0); 100]);
        let same = Estimate::mean(one.minus(&one, 0, 2));
        assert!(same.value == 0.0 && same.error > 0.02 && same.error < 0.03, "{same:?}");
        let halves: Vec<_> = (0..100).map(|i| Some(i % 2)).collect();
        let half = Estimate::mean(one.minus(&sample(&halves), 0, 2));
        // The standard error of 50 in 100 is 5 points.
        assert!((half.value - 0.5).abs() < 1e-12 && (half.error - 0.1).abs() < 0.01, "{half:?}");
    }
}
