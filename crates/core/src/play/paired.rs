//! Battles in pairs: the same seed in a battle and in another version of it. What both share falls out of the difference.

use std::sync::atomic::{AtomicU8, Ordering};

use serde::{Deserialize, Serialize};

use super::interval::Interval;

/// The most outcomes that are kept, a byte each.
const MOST: u64 = 1_000_000;

/// The outcomes of the first battles of a series, by their number in it. They are written while battles are played, each once.
#[derive(Debug)]
pub struct Outcomes(Vec<AtomicU8>);

/// Stands for a battle that was not played, or not to its end because it was called to stop.
const OPEN: u8 = 0;
/// Stands for a battle that nobody won. Higher numbers are players.
const NOBODY: u8 = 1;

impl Outcomes {
    /// Returns room for the outcomes of so many battles, of a million at most.
    pub fn with_room(battles: u64) -> Outcomes {
        Outcomes((0..battles.min(MOST)).map(|_| AtomicU8::new(OPEN)).collect())
    }

    /// Keeps the winner of a battle, `None` if nobody won it.
    pub fn keep(&self, number: u64, winner: Option<usize>) {
        if let Some(outcome) = usize::try_from(number).ok().and_then(|number| self.0.get(number)) {
            outcome.store(winner.map_or(NOBODY, |player| player as u8 + NOBODY + 1), Ordering::Relaxed);
        }
    }

    /// Returns the winner of a battle; the outer `None` if its outcome was not kept.
    pub fn winner(&self, number: u64) -> Option<Option<usize>> {
        let outcome = self.0.get(usize::try_from(number).ok()?)?.load(Ordering::Relaxed);
        (outcome != OPEN).then(|| outcome.checked_sub(NOBODY + 1).map(usize::from))
    }
}

/// The numbers of pairs of battles by how a player did in both: it won, another player won, or nobody did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCount([[u64; 3]; 3]);

impl PairCount {
    /// Counts a pair by the winners of its two battles.
    pub fn count(&mut self, player: usize, one: Option<usize>, other: Option<usize>) {
        let column = |winner: Option<usize>| match winner {
            Some(winner) if winner == player => 0,
            Some(_) => 1,
            None => 2,
        };
        self.0[column(one)][column(other)] += 1;
    }

    /// Adds the pairs of another part.
    pub fn add(&mut self, other: &PairCount) {
        self.0.iter_mut().flatten().zip(other.0.iter().flatten()).for_each(|(n, more)| *n += more);
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().flatten().sum()
    }

    /// Returns the numbers of battles that nobody won: in the first of each pair, and in the second.
    pub fn undecided_battles(&self) -> (u64, u64) {
        (self.0[2].iter().sum(), self.0.iter().map(|row| row[2]).sum())
    }

    /// Returns true if so many pairs can have counted this.
    pub fn is_possible(&self, pairs: u64) -> bool {
        self.0.iter().flatten().try_fold(0_u64, |sum, n| sum.checked_add(*n)).is_some_and(|sum| sum <= pairs)
    }

    /// Returns how much larger the player's share is in the first battles than in the second, from -1 to 1, with its interval at
    /// 95 %. A battle that nobody won counts as `even`, the part of it that each player has: a half where there are two.
    ///
    /// The interval is Wald's with half a pair more in each of the four decided cells (A. Agresti, Y. Min 2005), so that it has
    /// a width also where all pairs end alike.
    pub fn difference(&self, even: f64) -> Interval {
        let scores = [1.0, 0.0, even];
        let moments = |more: f64| {
            let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
            for (i, (row, one)) in self.0.iter().zip(scores).enumerate() {
                for (j, (count, other)) in row.iter().zip(scores).enumerate() {
                    let count = *count as f64 + if i < 2 && j < 2 { more } else { 0.0 };
                    (n, sum, squares) =
                        (n + count, sum + count * (one - other), squares + count * (one - other).powi(2));
                }
            }
            (n, sum, squares)
        };
        let (n, sum, _) = moments(0.0);
        if n == 0.0 {
            return Interval { share: 0.0, low: -1.0, high: 1.0 };
        }
        let share = sum / n;
        let (n, sum, squares) = moments(0.5);
        let mean = sum / n;
        let half = Interval::Z * ((squares / n - mean * mean) / n).sqrt();
        Interval { share, low: (mean - half).min(share).max(-1.0), high: (mean + half).max(share).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count_pairs(pairs: &[(Option<usize>, Option<usize>, u64)]) -> PairCount {
        let mut count = PairCount::default();
        for (one, other, n) in pairs {
            (0..*n).for_each(|_| count.count(0, *one, *other));
        }
        count
    }

    #[test]
    fn pairs_that_end_alike_say_nothing_and_leave_a_width() {
        let Interval { share, low, high } =
            count_pairs(&[(Some(0), Some(0), 60), (Some(1), Some(1), 40)]).difference(0.5);
        assert_eq!(share, 0.0);
        assert!(low < 0.0 && high > 0.0 && high < 0.03, "{low} {high}");
    }

    #[test]
    fn differences_are_those_of_agresti_and_min() {
        // 20 pairs one way and 5 the other, of 100: (20.5 - 5.5) / 102, with the variance of (b + c) / n - ((b - c) / n)².
        let count = count_pairs(&[(Some(0), Some(1), 20), (Some(1), Some(0), 5), (Some(0), Some(0), 75)]);
        let Interval { share, low, high } = count.difference(0.5);
        let (mean, spread) = (15.0 / 102.0, (26.0 / 102.0 - (15.0_f64 / 102.0).powi(2)) / 102.0);
        assert!((share - 0.15).abs() < 1e-12);
        assert!(
            (low - (mean - Interval::Z * spread.sqrt())).abs() < 1e-12
                && (high - (mean + Interval::Z * spread.sqrt())).abs() < 1e-12
        );
    }

    #[test]
    fn a_battle_that_nobody_wins_is_half_won() {
        let count = count_pairs(&[(Some(0), None, 10), (None, Some(1), 10)]);
        assert!((count.difference(0.5).share - 0.5).abs() < 1e-12);
        assert_eq!((count.undecided_battles(), count.pairs()), ((10, 10), 20));
    }

    #[test]
    fn outcomes_are_kept_by_number() {
        let outcomes = Outcomes::with_room(3);
        outcomes.keep(1, None);
        outcomes.keep(2, Some(0));
        outcomes.keep(7, Some(1));
        assert_eq!([0, 1, 2, 7].map(|n| outcomes.winner(n)), [None, Some(None), Some(Some(0)), None]);
    }
}
