//! A plan as machines read it: complete in itself, and cut into parts.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use muster_core::digest::Digest;
use muster_core::play::bots::Bot;
use muster_core::play::interval::Interval;
use muster_core::source::Pointer;

use super::{PartSegment, PartSums, SampleBattle};
use crate::tune::{EndCount, Measured, ShareTarget, Target, Vary, WantedTarget};

/// The most parts of a sweep.
pub const MOST_PARTS: u64 = 100_000;

/// The most battles with each combination of values.
const MOST_GAMES: u64 = 1_000_000_000;

/// The most combinations of values, scenarios and bots that a sweep may have.
const MOST_COMBINATIONS: usize = 20_000;

/// The most points of a plan: as many candidates a search has at most.
const MOST_POINTS: usize = 60_000;

/// The most turns after which a battle is given up.
const MOST_TURNS: u32 = 1_000_000;

/// The most battles of a comparison.
const MOST_COMPARISONS: u64 = 1_000_000;

/// After so many battles of a combination, and twice as many, and so on, it is looked whether these are enough.
pub(super) const BLOCK: u64 = 100;

/// A sweep, with all that its battles depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The number of parts it is cut into.
    pub parts: u64,
    /// Battles of each point, at most.
    pub games: u64,
    /// A point is played no more once its share of wins is known to so many percent up and down. Whether that is so depends on all
    /// battles before, so all of a point are played in one part.
    pub until: Option<f64>,
    /// The target that the battles are held against.
    pub targets: Option<WantedTarget>,
    /// Battles of each comparison that `targets` ask for.
    pub comparisons: u64,
    /// The seed of the battles of every point.
    pub seed: u64,
    /// A battle still going on after this many turns is given up.
    pub turn_limit: u32,
    /// The bots of the sides, as `--bots` names them.
    pub bots: Vec<Vec<String>>,
    /// The places of the values that change, and what is tried there, as it is written.
    pub vary: Vec<(String, Vec<String>)>,
    /// The scenarios.
    pub scenarios: Vec<PlannedScenario>,
    /// The combinations that are played.
    pub points: Vec<SweepPoint>,
    /// Those that are not: `check` finds something new in them, or the engine cannot play them.
    pub illegal: Vec<SweepPoint>,
    /// The files, those of the scenarios first.
    pub files: Vec<PlannedFile>,
    /// The search whose candidates are played, instead of combinations of values.
    pub tune: Option<PlannedTune>,
}

/// A search for changes of one scenario, of which the candidates are played that it plays whatever comes of others. The values
/// of a point are changes, by their place in the list of the search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedTune {
    /// The places that may change, and what is tried there; none for all that the game lets be tuned.
    pub vary: Vec<(String, Vec<String>)>,
    /// The places that are left as they are.
    pub keep: Vec<String>,
    /// The files that may change.
    pub given: Vec<String>,
    /// A number that changes with all that decides what is counted.
    pub digest: String,
}

/// A scenario of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedScenario {
    /// Its file, relative to that of the sweep.
    pub path: String,
    /// Its name.
    pub name: String,
    /// The names of its sides.
    pub sides: Vec<String>,
    /// The names of what the changed values belong to.
    pub what: Vec<String>,
}

/// A file that a sweep reads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannedFile {
    /// Its path, relative to the file of the sweep.
    pub path: String,
    /// The content.
    pub text: String,
}

/// A combination of values: all by their places in the lists of the plan.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SweepPoint {
    /// The scenario.
    pub scenario: usize,
    /// The value in each of the places that change.
    pub values: Vec<usize>,
    /// The bots.
    pub bots: usize,
}

impl Plan {
    /// Returns every combination of scenarios, values and bots, the last of these changing most quickly.
    ///
    /// # Errors
    /// Says when there are too many.
    pub fn combinations(&self) -> Result<Vec<SweepPoint>, String> {
        self.count()?;
        let mut points: Vec<SweepPoint> =
            (0..self.scenarios.len()).map(|scenario| SweepPoint { scenario, values: Vec::new(), bots: 0 }).collect();
        for (_, values) in &self.vary {
            let with = |point: SweepPoint, value| SweepPoint { values: [point.values, vec![value]].concat(), ..point };
            points = points.into_iter().flat_map(|p| (0..values.len()).map(move |v| with(p.clone(), v))).collect();
        }
        Ok(points
            .into_iter()
            .flat_map(|p| (0..self.bots.len()).map(move |bots| SweepPoint { bots, ..p.clone() }))
            .collect())
    }

    /// Returns how many combinations of scenarios, values and bots there are.
    ///
    /// # Errors
    /// Says when there are too many.
    pub fn count(&self) -> Result<usize, String> {
        let lists = self.vary.iter().map(|(_, values)| values.len()).chain([self.bots.len()]);
        let count = lists.into_iter().try_fold(self.scenarios.len(), |product, n| product.checked_mul(n));
        count.filter(|count| *count <= MOST_COMBINATIONS).ok_or_else(|| {
            format!("a sweep can have at most {MOST_COMBINATIONS} combinations of scenarios, values and bots")
        })
    }

    /// Says what is wrong with the numbers of a plan; nothing of one that can be played.
    ///
    /// # Errors
    /// Names the first thing that no plan has.
    pub fn validate(&self) -> Result<(), String> {
        let within = |what: &str, number: u64, least: u64, most: u64| match (least..=most).contains(&number) {
            true => Ok(()),
            false => Err(format!("{what} is {number}; expected {least} to {most}")),
        };
        within("the turn limit", self.turn_limit.into(), 1, MOST_TURNS.into())?;
        within("the number of battles of each combination", self.games, 1, MOST_GAMES)?;
        within("the number of battles of each comparison", self.comparisons, 1, MOST_COMPARISONS)?;
        if self.until.is_some_and(|until| !(0.1..=50.0).contains(&until)) {
            return Err("`until` is out of range; expected 0.1 to 50".to_owned());
        }
        if self.targets.as_ref().is_some_and(|wanted| !wanted.is_possible()) {
            return Err("a target has an impossible number".to_owned());
        }
        within("the number of combinations", self.points.len() as u64, 1, MOST_POINTS as u64)?;
        within("parts", self.parts, 1, MOST_PARTS.min(self.battles()))?;
        let fits = |point: &SweepPoint| {
            let values = point.values.iter().zip(&self.vary);
            let count = if self.tune.is_some() { 1..=2 } else { self.vary.len()..=self.vary.len() };
            point.scenario < self.scenarios.len()
                && point.bots < self.bots.len()
                && count.contains(&point.values.len())
                && values.into_iter().all(|(value, (_, values))| *value < values.len())
        };
        if !self.points.iter().chain(&self.illegal).all(fits) {
            return Err("a combination names something that is not in the plan".to_owned());
        }
        let matches = |scenario: &PlannedScenario| {
            let seats = |bots: &Vec<String>| bots.len() == 1 || bots.len() == scenario.sides.len();
            let has_file = self.files.iter().any(|file| file.path == scenario.path);
            let has_side = self.targets.as_ref().is_none_or(|wanted| wanted.target(&scenario.sides).is_ok());
            has_file && has_side && scenario.what.len() == self.vary.len() && self.bots.iter().all(seats)
        };
        if !self.scenarios.iter().all(matches) {
            return Err("a scenario does not match its file, bots, targets or values".to_owned());
        }
        match self.bots.iter().flatten().find(|name| Bot::parse(name).is_none()) {
            Some(name) => Err(format!("unknown bot `{name}`")),
            None => Ok(()),
        }
    }

    /// The battles of all points together, at most.
    pub fn battles(&self) -> u64 {
        self.games.saturating_mul(self.points.len() as u64)
    }

    /// Returns the scenario of a point.
    pub fn scenario(&self, point: &SweepPoint) -> &PlannedScenario {
        &self.scenarios[point.scenario]
    }

    /// Returns the bot of each side of a point.
    pub fn bots_of(&self, point: &SweepPoint) -> Vec<Bot> {
        let bots: Vec<Bot> = self.bots[point.bots].iter().filter_map(|name| Bot::parse(name)).collect();
        match bots[..] {
            [one] => vec![one; self.scenario(point).sides.len()],
            _ => bots,
        }
    }

    /// Returns the values written in the places that change in a point: place and value.
    pub fn values_of<'p>(&'p self, point: &'p SweepPoint) -> impl Iterator<Item = (&'p str, &'p str)> {
        let value =
            |((place, values), value): (&'p (String, Vec<String>), &usize)| (place.as_str(), values[*value].as_str());
        self.vary.iter().zip(&point.values).map(value)
    }

    /// Returns one of the values that change, alone.
    pub(super) fn vary(&self, place: usize, value: usize) -> Vary {
        let (pointer, values) = &self.vary[place];
        Vary { spot: Pointer::parse(pointer.as_str()).into(), values: vec![values[value].clone()] }
    }

    /// Returns what is wanted of the battles of a point; none where nothing is.
    pub fn target(&self, point: &SweepPoint) -> Option<Target> {
        self.targets.as_ref()?.target(&self.scenario(point).sides).ok()
    }

    /// Returns the share that is wanted of the battles of a scenario: half of them for the first side where nothing is.
    pub fn share_target(&self, scenario: usize) -> ShareTarget {
        let sides = self.scenarios.get(scenario).map_or(&[][..], |scenario| &scenario.sides);
        let target = self.targets.as_ref().and_then(|wanted| wanted.target(sides).ok());
        target.map_or(ShareTarget { side: 0, share: 0.5 }, |target| target.share)
    }

    /// Returns the share of the won battles that a side won. Where the battles of each point are played on until it is known, its
    /// interval is that of a series which is watched.
    pub fn share(&self, ends: &EndCount, side: usize) -> Interval {
        let won = ends.wins.get(side).copied().unwrap_or(0);
        let interval: fn(u64, u64) -> Interval =
            if self.until.is_some() { Interval::estimate_watched } else { Interval::estimate };
        interval(won, ends.decided_battles())
    }

    /// The number of the first battle of a part among all; parts count from 1, and one more is the end of all.
    fn start(&self, part: u64) -> u64 {
        // The battles that stay together.
        let whole = if self.until.is_some() { self.games } else { 1 };
        let start = u128::from(part - 1) * u128::from(self.battles() / whole) / u128::from(self.parts);
        u64::try_from(start * u128::from(whole)).unwrap_or(u64::MAX)
    }

    /// Returns true if no more of a segment is to be played.
    pub fn is_done(&self, segment: &PartSegment) -> bool {
        let ends = &segment.measured.ends;
        let is_narrow = |until: f64| {
            let target = self.target(&self.points[segment.point]);
            let half = self.share(ends, target.map_or(0, |target| target.share.side)).half_width();
            segment.done > 0
                && segment.done.is_multiple_of(BLOCK)
                && ends.decided_battles() > 0
                && half * 100.0 <= until
        };
        segment.done == segment.battles || self.until.is_some_and(is_narrow)
    }

    /// Returns true if all battles of a part were played.
    pub fn is_whole(&self, sums: &PartSums) -> bool {
        let is_sampled = sums.sample.is_some() || sums.segments.is_empty();
        is_sampled && sums.segments.iter().all(|segment| self.is_done(segment))
    }

    /// Returns how many battles of a part were played, and how many there are at most.
    pub fn progress(&self, sums: &PartSums) -> (u64, u64) {
        let all = |segment: &PartSegment| if self.is_done(segment) { segment.done } else { segment.battles };
        sums.segments.iter().fold((0, 0), |(done, sum), segment| (done + segment.done, sum + all(segment)))
    }

    /// Returns the battles of a part, with none of them played; parts count from 1.
    pub fn nothing_of(&self, part: u64) -> PartSums {
        let (start, end) = (self.start(part), self.start(part + 1));
        let mut segments = Vec::new();
        let mut at = start;
        while at < end {
            let (point, from) = ((at / self.games) as usize, at % self.games);
            let battles = (end - at).min(self.games - from);
            let sides = self.scenario(&self.points[point]).sides.len();
            let ends = EndCount { wins: vec![0; sides], ..EndCount::default() };
            segments.push(PartSegment {
                point,
                from,
                battles,
                done: 0,
                measured: Measured { ends, ..Measured::default() },
            });
            at += battles;
        }
        PartSums { segments, sample: None }
    }

    /// The point, and the number among its battles, of the battle of a part that is played again when parts are merged; none of a
    /// part without battles.
    pub fn sample_of(&self, part: u64) -> Option<(usize, u64)> {
        let (start, end) = (self.start(part), self.start(part + 1));
        let count = end.checked_sub(start).filter(|count| *count > 0)?;
        let mut digest = Digest::default();
        digest.add(&self.seed.to_le_bytes());
        digest.add(&part.to_le_bytes());
        let battle = start + digest.number() % count;
        Some(((battle / self.games) as usize, battle % self.games))
    }

    /// Returns the comparisons that belong to battles of a point.
    pub(super) fn comparisons_of(&self, battles: Range<u64>) -> Range<u64> {
        battles.start.min(self.comparisons)..battles.end.min(self.comparisons)
    }

    /// Returns true if a part, or what was begun of one, can have counted such sums.
    pub fn is_possible(&self, part: u64, sums: &PartSums) -> bool {
        let expected = self.nothing_of(part);
        let possible = |(segment, empty): (&PartSegment, &PartSegment)| {
            (segment.point, segment.from, segment.battles) == (empty.point, empty.from, empty.battles)
                && segment.done <= segment.battles
                && self.can_be_measured(segment)
        };
        let sampled = |sample: &SampleBattle| {
            let sides = |point: usize| self.scenario(&self.points[point]).sides.len();
            self.sample_of(part) == Some((sample.point, sample.battle))
                && sample.ends.games == 1
                && sample.ends.is_possible(sides(sample.point), self.turn_limit)
        };
        sums.segments.len() == expected.segments.len()
            && sums.segments.iter().zip(&expected.segments).all(possible)
            && sums.sample.iter().all(sampled)
    }

    /// Returns true if the battles of a segment can have been counted so.
    fn can_be_measured(&self, segment: &PartSegment) -> bool {
        let point = &self.points[segment.point];
        let (measured, target) = (&segment.measured, self.target(point));
        let sides = self.scenario(point).sides.len();
        let counted = |ends: &EndCount| ends.games == segment.done && ends.is_possible(sides, self.turn_limit);
        let wanted = |is_wanted: fn(&Target) -> bool| segment.done > 0 && target.as_ref().is_some_and(is_wanted);
        let comparisons = self.comparisons_of(segment.from..segment.from + segment.done);
        counted(&measured.ends)
            && measured.other_first.as_ref().is_none_or(|ends| counted(ends) && wanted(|target| target.first.is_some()))
            && measured.first.is_none_or(|side| side < sides)
            && (measured.skill.is_none() || wanted(|target| target.skill.is_some()))
            && (measured.cards.is_none() || wanted(|target| target.harmless))
            && measured.has_possible_comparisons(sides, 2 * (comparisons.end - comparisons.start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(parts: u64) -> Plan {
        let sides = vec!["A".to_owned(), "B".to_owned()];
        let path = "a.yaml".to_owned();
        let mut plan = Plan {
            parts,
            games: 10,
            until: None,
            targets: None,
            comparisons: 100,
            seed: 1,
            turn_limit: 100,
            bots: vec![vec!["random".to_owned()], vec!["greedy".to_owned(), "random".to_owned()]],
            vary: vec![("/a".to_owned(), vec!["1".to_owned(), "2".to_owned(), "3".to_owned()])],
            scenarios: vec![PlannedScenario {
                path: path.clone(),
                name: String::new(),
                sides,
                what: vec![String::new()],
            }],
            points: Vec::new(),
            illegal: Vec::new(),
            files: vec![PlannedFile { path, text: String::new() }],
            tune: None,
        };
        plan.points = plan.combinations().expect("points");
        plan
    }

    #[test]
    fn parts_are_all_battles_each_once() {
        for parts in [1, 7, 13, 60] {
            let plan = plan(parts);
            assert_eq!((plan.points.len(), plan.validate()), (6, Ok(())));
            let mut seen = vec![0; 60];
            for part in 1..=parts {
                let sums = plan.nothing_of(part);
                assert!(plan.is_possible(part, &sums) && !sums.segments.is_empty());
                for segment in &sums.segments {
                    (segment.from..segment.from + segment.battles)
                        .for_each(|battle| seen[segment.point * 10 + battle as usize] += 1);
                }
                let (point, battle) = plan.sample_of(part).expect("battles");
                let has = |s: &PartSegment| s.point == point && (s.from..s.from + s.battles).contains(&battle);
                assert!(
                    sums.segments.iter().any(has),
                    "the sample of part {part} of {parts} is not one of its battles"
                );
            }
            assert_eq!(seen, [1; 60], "in {parts} parts");
        }
    }

    #[test]
    fn a_plan_with_numbers_that_no_plan_has_is_refused() {
        let wrong: [fn(&mut Plan); 9] = [
            |plan| plan.parts = 0,
            |plan| plan.parts = 61,
            |plan| plan.games = u64::MAX,
            |plan| plan.turn_limit = 0,
            |plan| plan.points[2].values[0] = 3,
            |plan| plan.points[2].values.clear(),
            |plan| plan.points[2].scenario = usize::MAX,
            |plan| plan.bots[1].push("random".to_owned()),
            |plan| plan.bots[0] = vec!["clever".to_owned()],
        ];
        for change in wrong {
            let mut plan = plan(7);
            change(&mut plan);
            assert!(plan.validate().is_err(), "{plan:?}");
        }
    }

    #[test]
    fn sums_that_a_part_cannot_have_are_told() {
        let plan = plan(7);
        let wrong: [fn(&mut PartSums); 6] = [
            |sums| sums.segments[0].from += 1,
            |sums| sums.segments[0].done = 1,
            |sums| sums.segments[0].measured.ends.wins[0] = 1,
            |sums| sums.segments[0].measured.ends.wins.clear(),
            |sums| sums.segments.truncate(0),
            |sums| sums.sample = Some(SampleBattle { point: 0, battle: 0, ends: EndCount::default() }),
        ];
        for change in wrong {
            let mut sums = plan.nothing_of(1);
            change(&mut sums);
            assert!(!plan.is_possible(1, &sums), "{sums:?}");
        }
    }
}
