//! The target of a search, and the distance of a candidate from it.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use super::Measured;
use crate::play::interval::Interval;

/// The target of a search: the properties that a battle should have.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The share of the won battles that a side should win.
    pub share: ShareTarget,
    /// The range of the mean number of turns of a battle.
    pub turns: Option<RangeInclusive<f64>>,
    /// The least share that the greedy bot should win against the random one, from 0 to 1.
    pub skill: Option<f64>,
    /// The most that going first should be worth or cost, from 0 to 1.
    pub first: Option<f64>,
    /// Whether no side should win more often without one of its cards.
    pub harmless: bool,
}

/// The share of the won battles that a side should win.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareTarget {
    /// The side, in the scenario's order.
    pub side: usize,
    /// From 0 to 1.
    pub share: f64,
}

/// The distance of a candidate from the target, in percentage points; for turns in per cent of the number that is missed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Distance {
    /// The sum of what is missed of all parts of the target.
    pub points: f64,
    /// The part of that outside the intervals: 0 if the target may well be reached.
    pub beyond: f64,
}

impl Distance {
    /// Returns true if the target is reached as far as the battles can tell.
    pub fn reaches(self) -> bool {
        self.beyond <= 0.0
    }

    /// Compares the parts that are surely missed: distances inside the intervals are a tie.
    pub fn compare(self, other: Distance) -> Ordering {
        self.beyond.total_cmp(&other.beyond)
    }

    fn add(&mut self, missed: f64, half_width: f64) {
        self.points += missed.max(0.0);
        self.beyond += (missed - half_width).max(0.0);
    }
}

/// The figures that the target is about, as they were seen or are expected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) share: Interval,
    /// The mean, and half the width of its interval.
    pub(super) turns: (f64, f64),
    pub(super) first: Option<Interval>,
    pub(super) skill: Option<Interval>,
    pub(super) worst: Option<Interval>,
}

impl Target {
    /// Returns the distance of a candidate's counts from the target.
    pub fn distance(&self, measured: &Measured) -> Distance {
        self.missed(&self.seen(measured))
    }

    pub(super) fn seen(&self, measured: &Measured) -> Seen {
        Seen {
            share: measured.ends.share(self.share.side),
            turns: measured.ends.mean_turns(),
            first: measured.going_first(),
            skill: measured.skill(),
            worst: measured.worst(),
        }
    }

    pub(super) fn missed(&self, seen: &Seen) -> Distance {
        let mut distance = Distance::default();
        distance.add((seen.share.share - self.share.share).abs() * 100.0, seen.share.half_width() * 100.0);
        if let Some(range) = &self.turns {
            let (mean, half) = seen.turns;
            let bound = if mean < *range.start() { *range.start() } else { *range.end() };
            let missed = (range.start() - mean).max(mean - range.end());
            distance.add(missed / bound.max(1.0) * 100.0, half / bound.max(1.0) * 100.0);
        }
        if let Some((most, worth)) = self.first.zip(seen.first) {
            distance.add((worth.share.abs() - most) * 100.0, worth.half_width() * 100.0);
        }
        if let Some((least, skill)) = self.skill.zip(seen.skill) {
            distance.add((least - skill.share) * 100.0, skill.half_width() * 100.0);
        }
        if let Some(worst) = seen.worst.filter(|_| self.harmless) {
            distance.add(-worst.share * 100.0, worst.half_width() * 100.0);
        }
        distance
    }

    /// Returns true if a part of the target is counted only of the candidates that are nearest to the rest of it.
    pub fn is_costly(&self) -> bool {
        self.skill.is_some() || self.harmless
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::EndCount;

    fn measured(won: u64, turns: u64) -> Measured {
        let ends = EndCount {
            games: 1000,
            wins: vec![won, 1000 - won],
            timed: 1000,
            turns: turns * 1000,
            squares: turns * turns * 1000,
            broken: 0,
        };
        Measured { ends, first: Some(0), ..Measured::default() }
    }

    fn target() -> Target {
        Target { share: ShareTarget { side: 0, share: 0.5 }, turns: None, skill: None, first: None, harmless: false }
    }

    #[test]
    fn a_share_inside_its_interval_reaches_the_target() {
        let near = target().distance(&measured(520, 20));
        assert!(near.reaches() && (near.points - 2.0).abs() < 1e-9, "{near:?}");
        let far = target().distance(&measured(600, 20));
        assert!(!far.reaches() && far.beyond < far.points, "{far:?}");
        assert_eq!(near.compare(far), Ordering::Less);
        assert_eq!(near.compare(target().distance(&measured(500, 20))), Ordering::Equal, "a tie inside the intervals");
    }

    #[test]
    fn every_part_of_a_target_adds_what_is_missed_of_it() {
        let wanted =
            Target { turns: Some(25.0..=40.0), skill: Some(0.6), first: Some(0.05), harmless: true, ..target() };
        let mut seen = measured(500, 20);
        assert!((wanted.distance(&seen).points - 20.0).abs() < 1e-9, "five turns of 25 are missed");
        seen.other_first = Some(EndCount { wins: vec![400, 600], ..measured(400, 20).ends });
        assert!((wanted.distance(&seen).points - 25.0).abs() < 1e-9, "ten points where five are allowed");
        seen.skill = Some((500, 1000));
        assert!((wanted.distance(&seen).points - 35.0).abs() < 1e-9);
        seen.worst = Some([(400, 1000), (420, 1000)]);
        assert!((wanted.distance(&seen).points - 37.0).abs() < 1e-9);
    }
}
