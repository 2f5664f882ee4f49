//! Plays a part, in slices that are so short that it can be stopped at any time.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use muster_core::play::smoke::{Shard, SmokeOptions};
use muster_systems::Compiled;

use super::plan::BLOCK;
use super::{PartSegment, PartSums, Plan, SampleBattle, SweepPoint, SweptBattles};
use crate::tune::{EndCount, Measured, Target, compare, measure};

/// A slice that takes less time than this is followed by a longer one ...
const SHORT: Duration = Duration::from_millis(50);
/// ... and one that takes more by a shorter one. How long slices are does not change what is counted.
const LONG: Duration = Duration::from_millis(400);

/// The most battles of a slice.
const MOST: u64 = 1 << 16;

/// Fewer battles than this for each thread are handed to the threads one by one.
const FEW: u64 = 16;

/// Callbacks that follow a part, and may end it.
pub struct PartOversight<'a> {
    /// Takes the number of battles played since the last call.
    pub played: &'a (dyn Fn(u64) + Sync),
    /// Returns whether to go on; asked after each slice.
    pub go_on: &'a (dyn Fn() -> bool + Sync),
    /// Returns the time that has gone by.
    pub elapsed: &'a (dyn Fn() -> Duration + Sync),
    /// Takes the sums after each slice.
    pub keep: &'a (dyn Fn(&PartSums) + Sync),
}

/// Plays what is left of a part, and returns its sums: whole, or as far as it went on.
///
/// # Errors
/// Names a point that cannot be played.
pub fn play(
    battles: &SweptBattles<'_>,
    part: u64,
    begun: PartSums,
    oversight: &PartOversight<'_>,
) -> Result<PartSums, String> {
    let all = begun.segments.clone();
    let sums = Mutex::new(begun);
    let locked = || sums.lock().unwrap_or_else(PoisonError::into_inner);
    let plan = battles.plan();
    let sampled = plan.sample_of(part);
    // Whoever is given no time at all goes on all the same, slice by slice.
    let begun = AtomicBool::new(false);
    let go_on = || !begun.swap(true, Ordering::Relaxed) || (oversight.go_on)();
    let left = all.par_iter().enumerate().with_max_len(1).filter(|(_, segment)| !plan.is_done(segment));
    let play = |(i, segment): (usize, &PartSegment)| {
        if begun.load(Ordering::Relaxed) && !(oversight.go_on)() {
            return None;
        }
        let point = &plan.points[segment.point];
        let Some(battle) = battles.compile(point) else { return Some(segment.point) };
        let options = options(battles, point);
        slices(battles, (&*battle, &options), segment, (oversight, &go_on), &|played| {
            let mut sums = locked();
            sums.segments[i] = played;
            (oversight.keep)(&sums);
        });
        if let Some((point, sample)) = sampled.filter(|(point, _)| *point == segment.point) {
            let ends = alone(battles, &*battle, point, sample);
            locked().sample = Some(SampleBattle { point, battle: sample, ends });
        }
        None
    };
    // The first of those that cannot be played, however many threads look for it.
    if let Some(point) = left.filter_map(play).min() {
        return Err(impossible(point));
    }
    let mut sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((point, sample)) = sampled.filter(|_| sums.sample.is_none())
        && sums.segments.iter().all(|segment| plan.is_done(segment))
    {
        let battle = battles.compile(&plan.points[point]).ok_or_else(|| impossible(point))?;
        sums.sample = Some(SampleBattle { point, battle: sample, ends: alone(battles, &*battle, point, sample) });
    }
    Ok(sums)
}

/// Plays one battle of a point alone.
pub(super) fn alone(battles: &SweptBattles<'_>, compiled: &dyn Compiled, point: usize, battle: u64) -> EndCount {
    let options = options(battles, &battles.plan().points[point]);
    EndCount::from(compiled.outcomes(&options, battle..battle + 1))
}

/// Returns the error for a point that cannot be played.
pub(super) fn impossible(point: usize) -> String {
    format!("combination {} is in the plan but cannot be played: make the plan again", point + 1)
}

fn options(battles: &SweptBattles<'_>, point: &SweepPoint) -> SmokeOptions {
    let plan = battles.plan();
    let (games, seed, turn_limit) = (plan.games, plan.seed, plan.turn_limit);
    SmokeOptions { games, seed, bots: plan.bots_of(point), turn_limit, shard: Shard::WHOLE }
}

/// Plays what is left of a segment; `count` takes the segment after each slice.
fn slices(
    battles: &SweptBattles<'_>,
    (battle, options): (&dyn Compiled, &SmokeOptions),
    segment: &PartSegment,
    (oversight, go_on): (&PartOversight<'_>, &dyn Fn() -> bool),
    count: &dyn Fn(PartSegment),
) {
    let plan = battles.plan();
    let target = plan.target(&plan.points[segment.point]);
    let threads = rayon::current_num_threads() as u64;
    let (mut segment, mut wanted) = (segment.clone(), threads);
    while !plan.is_done(&segment) && go_on() {
        let before = (oversight.elapsed)();
        let block = if plan.until.is_some() { BLOCK - segment.done % BLOCK } else { u64::MAX };
        let more = wanted.min(segment.battles - segment.done).min(block);
        let first = segment.from + segment.done;
        let range = first..first + more;
        let measured = slice(plan, (battle, options), target.as_ref(), range, threads);
        segment.done += more;
        segment.measured.add(measured);
        count(segment.clone());
        (oversight.played)(more);
        let took = (oversight.elapsed)().saturating_sub(before);
        wanted = match took {
            took if took < SHORT => (wanted * 2).min(MOST),
            took if took > LONG => (wanted / 2).max(threads),
            _ => wanted,
        };
    }
}

/// Plays battles, and those that they are compared with.
fn slice(
    plan: &Plan,
    (battle, options): (&dyn Compiled, &SmokeOptions),
    target: Option<&Target>,
    battles: Range<u64>,
    threads: u64,
) -> Measured {
    let other_first = target.is_some_and(|target| target.first.is_some());
    let comparisons = plan.comparisons_of(battles.clone());
    let mut measured = if battles.end - battles.start > FEW * threads {
        measure(battle, options, other_first, battles)
    } else {
        let one = |index: u64| measure(battle, options, other_first, index..index + 1);
        let add = |mut sum: Measured, more: Measured| {
            sum.add(more);
            sum
        };
        battles.into_par_iter().map(one).reduce(Measured::default, add)
    };
    if let Some(target) = target.filter(|target| target.is_costly() && !comparisons.is_empty()) {
        measured.add(compare(battle, target, options, (comparisons, plan.comparisons)));
    }
    measured
}
