//! The target of a search, and the distance of a candidate from it.

use std::cmp::Ordering;
use std::ops::RangeInclusive;

use muster_core::play::bots::Bot;
use muster_core::play::interval::Interval;

use super::Measured;

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
    /// The shares that the side should win between other bots.
    pub pairings: Vec<BotPairing>,
    /// The ranges of measures of battles.
    pub measures: Vec<MeasureTarget>,
}

/// The range of a measure of battles that is wanted; of a measure of sides, for each of them.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasureTarget {
    /// Its name, as reports have it.
    pub name: String,
    /// Whether it is a share; if not, it is a mean.
    pub is_share: bool,
    /// The least and the most: a share from 0 to 1, or a number.
    pub range: RangeInclusive<f64>,
}

/// A share that is wanted between certain bots.
#[derive(Debug, Clone, PartialEq)]
pub struct BotPairing {
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// The least and the most that the side of the target should win, from 0 to 1.
    pub share: RangeInclusive<f64>,
}

/// The share of the won battles that a side should win.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareTarget {
    /// The side, in the scenario's order.
    pub side: usize,
    /// From 0 to 1.
    pub share: f64,
}

/// The measures that a target can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetPart {
    /// The share of battles won by a side.
    Share,
    /// The length of battles in turns.
    Turns,
    /// The share of battles won by the better player.
    Skill,
    /// The worth of going first.
    First,
    /// Whether a card harms its side.
    Harmless,
    /// The share won between other bots.
    Between,
    /// A measure of battles.
    Measure,
}

impl TargetPart {
    /// The word for it in options and files.
    pub fn word(self) -> &'static str {
        match self {
            TargetPart::Share => "share",
            TargetPart::Turns => "turns",
            TargetPart::Skill => "skill",
            TargetPart::First => "first",
            TargetPart::Harmless => "harmless",
            TargetPart::Between => "between",
            TargetPart::Measure => "measure",
        }
    }
}

/// The distance of a candidate from the target, in percentage points; of a length, in percent of the bound that is missed.
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

    /// The distance of a share of which nothing is known, since no battle was decided: no target is reached by that.
    const UNKNOWN: Distance = Distance { points: 100.0, beyond: 100.0 };

    /// Returns the distance of a share that misses what is wanted by so much, from -1 to 1.
    fn of_share(missed: f64, seen: Interval) -> Distance {
        if seen.is_unknown() {
            return Distance::UNKNOWN;
        }
        Distance::of_difference(missed, seen)
    }

    /// Returns the distance of a difference of shares that misses what is wanted by so much, from -1 to 1.
    fn of_difference(missed: f64, seen: Interval) -> Distance {
        Distance::new(missed * 100.0, seen.half_width() * 100.0)
    }

    /// Returns the distance of what is missed by so much, known to so much up and down.
    fn new(missed: f64, half_width: f64) -> Distance {
        Distance { points: missed.max(0.0), beyond: (missed - half_width).max(0.0) }
    }
}

/// The figures that the target is about, as they were seen or are expected.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) share: Interval,
    /// The mean, and half the width of its interval.
    pub(super) turns: (f64, f64),
    pub(super) first: Option<Interval>,
    pub(super) skill: Option<Interval>,
    pub(super) worst: Option<Interval>,
    pub(super) pairings: Vec<Interval>,
    /// By measure of the target: what was counted of each side, or of the whole battle.
    pub(super) measures: Vec<Vec<(u64, u64)>>,
}

impl MeasureTarget {
    /// Returns how far counts of a side are from the range: what was counted, and out of how many. Nothing where there was nothing
    /// to count.
    fn distance(&self, (counted, of): (u64, u64)) -> Distance {
        if of == 0 {
            return Distance::default();
        }
        let (low, high) = (*self.range.start(), *self.range.end());
        if self.is_share {
            let seen = Interval::estimate(counted, of);
            let missed = (low - seen.share).max(seen.share - high);
            return Distance::of_share(missed, seen);
        }
        let mean = counted as f64 / of as f64;
        let bound = if mean < low { low } else { high };
        Distance::new((low - mean).max(mean - high) / bound.max(1.0) * 100.0, 0.0)
    }
}

impl Target {
    /// Returns the distance of a candidate's counts from the target.
    pub fn distance(&self, measured: &Measured) -> Distance {
        self.distance_of(&self.observe(measured))
    }

    pub(super) fn observe(&self, measured: &Measured) -> Seen {
        Seen {
            share: measured.ends.share(self.share.side),
            turns: measured.ends.mean_turns(),
            first: measured.going_first(),
            skill: measured.skill(),
            worst: measured.worst(),
            pairings: measured.pairings(),
            measures: measured.measures.clone().unwrap_or_default(),
        }
    }

    /// Returns how far what was counted is from each part of the target; of what was not counted nothing.
    pub fn parts(&self, measured: &Measured) -> Vec<(TargetPart, Distance)> {
        self.missed_parts(&self.observe(measured))
    }

    pub(super) fn distance_of(&self, seen: &Seen) -> Distance {
        let add = |sum: Distance, part: Distance| Distance {
            points: sum.points + part.points,
            beyond: sum.beyond + part.beyond,
        };
        self.missed_parts(seen).into_iter().fold(Distance::default(), |sum, (_, part)| add(sum, part))
    }

    fn missed_parts(&self, seen: &Seen) -> Vec<(TargetPart, Distance)> {
        let mut parts = Vec::new();
        let off = (seen.share.share - self.share.share).abs();
        parts.push((TargetPart::Share, Distance::of_share(off, seen.share)));
        if let Some(range) = &self.turns {
            let (mean, half) = seen.turns;
            let bound = if mean < *range.start() { *range.start() } else { *range.end() };
            let missed = (range.start() - mean).max(mean - range.end());
            let of_bound = |turns: f64| turns / bound.max(1.0) * 100.0;
            parts.push((TargetPart::Turns, Distance::new(of_bound(missed), of_bound(half))));
        }
        if let Some((least, skill)) = self.skill.zip(seen.skill) {
            parts.push((TargetPart::Skill, Distance::of_share(least - skill.share, skill)));
        }
        if let Some((most, worth)) = self.first.zip(seen.first) {
            parts.push((TargetPart::First, Distance::of_difference(worth.share.abs() - most, worth)));
        }
        if let Some(worst) = seen.worst.filter(|_| self.harmless) {
            parts.push((TargetPart::Harmless, Distance::of_difference(-worst.share, worst)));
        }
        for (pairing, seen) in self.pairings.iter().zip(&seen.pairings) {
            let missed = (pairing.share.start() - seen.share).max(seen.share - pairing.share.end());
            parts.push((TargetPart::Between, Distance::of_share(missed, *seen)));
        }
        for (measure, seen) in self.measures.iter().zip(&seen.measures) {
            let farthest = seen
                .iter()
                .map(|counts| measure.distance(*counts))
                .reduce(|a, b| if (b.beyond, b.points) > (a.beyond, a.points) { b } else { a });
            parts.extend(farthest.map(|distance| (TargetPart::Measure, distance)));
        }
        parts
    }

    /// Returns true if all was counted that the target is about.
    pub fn is_counted(&self, measured: &Measured) -> bool {
        (self.skill.is_none() || measured.skill.is_some())
            && (!self.harmless || measured.cards.is_some())
            && (self.pairings.is_empty() || measured.pairings.is_some())
            && (self.measures.is_empty() || measured.measures.is_some())
    }

    /// Returns true if a part of the target is counted only of the candidates that are nearest to the rest of it.
    pub fn is_costly(&self) -> bool {
        self.skill.is_some() || self.harmless || !self.pairings.is_empty() || !self.measures.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::{CardCount, EndCount};

    fn measurement(won: u64, turns: u64) -> Measured {
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
        let share = ShareTarget { side: 0, share: 0.5 };
        Target {
            share,
            turns: None,
            skill: None,
            first: None,
            harmless: false,
            pairings: Vec::new(),
            measures: Vec::new(),
        }
    }

    #[test]
    fn a_share_inside_its_interval_reaches_the_target() {
        let near = target().distance(&measurement(520, 20));
        assert!(near.reaches() && (near.points - 2.0).abs() < 1e-9, "{near:?}");
        let far = target().distance(&measurement(600, 20));
        assert!(!far.reaches() && far.beyond < far.points, "{far:?}");
        assert_eq!(near.compare(far), Ordering::Less);
        assert_eq!(
            near.compare(target().distance(&measurement(500, 20))),
            Ordering::Equal,
            "a tie inside the intervals"
        );
    }

    #[test]
    fn battles_that_nobody_wins_reach_no_target() {
        let mut seen = measurement(500, 20);
        seen.ends.wins = vec![0, 0];
        assert!(!target().distance(&seen).reaches());
        let wanted = Target { skill: Some(0.6), ..target() };
        let undecided = Measured { skill: Some((0, 0)), ..measurement(500, 20) };
        assert!(!wanted.distance(&undecided).reaches());
    }

    #[test]
    fn every_part_of_a_target_adds_what_is_missed_of_it() {
        let wanted =
            Target { turns: Some(25.0..=40.0), skill: Some(0.6), first: Some(0.05), harmless: true, ..target() };
        let mut seen = measurement(500, 20);
        assert!((wanted.distance(&seen).points - 20.0).abs() < 1e-9, "five turns of 25 are missed");
        seen.other_first = Some(EndCount { wins: vec![400, 600], ..measurement(400, 20).ends });
        assert!((wanted.distance(&seen).points - 25.0).abs() < 1e-9, "ten points where five are allowed");
        seen.skill = Some((500, 1000));
        assert!((wanted.distance(&seen).points - 35.0).abs() < 1e-9);
        let card = |with, without| CardCount {
            card: "1A".to_owned(),
            name: "Foot".to_owned(),
            side: 0,
            with: (with, 1000),
            without: (without, 1000),
        };
        seen.cards = Some(vec![card(400, 380), card(400, 420)]);
        assert!((wanted.distance(&seen).points - 37.0).abs() < 1e-9);
        let pairing = BotPairing { bots: vec![Bot::Greedy, Bot::Mcts(20)], share: 0.2..=0.4 };
        let between = Target { pairings: vec![pairing], ..target() };
        assert!(between.is_costly() && !between.is_counted(&seen));
        seen.pairings = Some(vec![(500, 1000)]);
        let missed = between.parts(&seen);
        assert!(
            matches!(missed[..], [_, (TargetPart::Between, Distance { points, .. })] if (points - 10.0).abs() < 1e-9)
        );
        let range = 0.0..=0.2;
        let measure = MeasureTarget { name: "idle rolls".to_owned(), is_share: true, range };
        let idle = Target { measures: vec![measure], ..target() };
        assert!(idle.is_costly() && !idle.is_counted(&seen));
        seen.measures = Some(vec![vec![(100, 1000), (300, 1000)]]);
        let missed = idle.parts(&seen);
        assert!(
            matches!(missed[..], [_, (TargetPart::Measure, Distance { points, .. })] if (points - 10.0).abs() < 1e-9),
            "the farther side counts: {missed:?}"
        );
        let range = 0.0..=2.0;
        let mean = MeasureTarget { name: "moves taken back".to_owned(), is_share: false, range };
        assert!((mean.distance((300, 100)).points - 50.0).abs() < 1e-9, "one more than two");
        assert_eq!(mean.distance((200, 100)), Distance::default());
        let missed: Vec<_> =
            wanted.parts(&seen).into_iter().map(|(part, off)| (part.word(), off.points.round())).collect();
        assert_eq!(missed, [("share", 0.0), ("turns", 20.0), ("skill", 10.0), ("first", 5.0), ("harmless", 2.0)]);
    }
}
