//! Compares the parts of a sweep: one that was played by another engine, or counted wrongly, is seen.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::play::{alone, impossible};
use super::{PartSums, Plan, SampleBattle, SweptBattles};

/// Standard deviations that the parts of a point must be apart to be reported: by chance that happens once in a thousand million
/// comparisons.
const APART: f64 = 6.0;

/// The fewest battles won and not won that a part is expected to have, where it is compared.
const FEWEST: f64 = 5.0;

/// A part that differs from what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stranger {
    /// Its number, from 1.
    pub part: u64,
    /// The reason, in words.
    pub why: String,
}

/// Returns the part whose share of wins is least like that of the other parts, where the parts of a point are so far apart that
/// chance does not explain it. `parts` are all of them in order.
pub fn unlike(plan: &Plan, parts: &[PartSums]) -> Option<Stranger> {
    let mut by_point: Vec<Vec<(u64, u64, &[u64])>> = vec![Vec::new(); plan.points.len()];
    for (part, sums) in (1..).zip(parts) {
        for segment in &sums.segments {
            by_point[segment.point].push((part, segment.done, &segment.measured.ends.wins));
        }
    }
    let side = |point: usize, side: usize| {
        let counted =
            by_point[point].iter().map(|(part, games, wins)| (*part, *games, wins.get(side).copied().unwrap_or(0)));
        let (apart, part) = spread(&counted.collect::<Vec<_>>())?;
        (apart > APART).then(|| {
            let scenario = plan.scenario(&plan.points[point]);
            let why = format!(
                "its share of battles won by `{}` differs from the other parts (combination {}, {apart:.0} standard deviations)",
                scenario.sides[side],
                point + 1
            );
            Stranger { part, why }
        })
    };
    let sides = |point: usize| plan.scenario(&plan.points[point]).sides.len();
    (0..plan.points.len())
        .flat_map(|point| (0..sides(point)).map(move |of| (point, of)))
        .find_map(|(point, of)| side(point, of))
}

/// Returns how far parts are apart in standard deviations (chi squared by E. B. Wilson and M. M. Hilferty 1931), and the one that
/// adds most; each is its number, its battles, and how many of them were won. `None` if too few can be compared.
fn spread(parts: &[(u64, u64, u64)]) -> Option<(f64, u64)> {
    let share = |parts: &[&(u64, u64, u64)]| {
        let (won, of) = parts.iter().fold((0, 0), |(won, of), (_, games, wins)| (won + wins, of + games));
        won as f64 / of.max(1) as f64
    };
    let all = share(&parts.iter().collect::<Vec<_>>());
    let is_large = |(_, games, _): &&(u64, u64, u64)| *games as f64 * all.min(1.0 - all) >= FEWEST;
    let large: Vec<_> = parts.iter().filter(is_large).collect();
    let free = large.len().checked_sub(1).filter(|free| *free > 0)? as f64;
    let expected = share(&large);
    let adds = |games: u64, wins: u64| {
        let mean = games as f64 * expected;
        (wins as f64 - mean).powi(2) / (mean * (1.0 - expected)).max(f64::MIN_POSITIVE)
    };
    let squared: f64 = large.iter().map(|(_, games, wins)| adds(*games, *wins)).sum();
    let variance = 2.0 / (9.0 * free);
    let apart = ((squared / free).cbrt() - (1.0 - variance)) / variance.sqrt();
    let most = large.iter().max_by(|(_, a, x), (_, b, y)| adds(*a, *x).total_cmp(&adds(*b, *y)))?;
    Some((apart, most.0))
}

/// Plays one battle of each part again, and returns the first part in which it did not end so. `parts` are all of them in order.
///
/// # Errors
/// Says when a point cannot be played.
pub fn stranger(battles: &SweptBattles<'_>, parts: &[PartSums]) -> Result<Option<Stranger>, String> {
    let sampled = |(part, sums): (u64, &PartSums)| sums.sample.clone().map(|sample| (sample, part));
    let mut samples: Vec<(SampleBattle, u64)> = (1..).zip(parts).filter_map(sampled).collect();
    // Each point is compiled once.
    samples.sort_by_key(|(sample, part)| (sample.point, *part));
    let points: Vec<_> = samples.chunk_by(|(a, _), (b, _)| a.point == b.point).collect();
    let compared = points.into_par_iter().map(|samples| {
        let point = samples[0].0.point;
        let battle = battles.compile(&battles.plan().points[point]).ok_or_else(|| impossible(point))?;
        let differs =
            |(sample, _): &&(SampleBattle, u64)| alone(battles, &*battle, point, sample.battle) != sample.ends;
        let strange = samples.into_par_iter().filter(differs).min_by_key(|(_, part)| *part);
        Ok(strange.map(|(sample, part)| {
            let why = format!("battle {} of combination {} has another result here", sample.battle, point + 1);
            Stranger { part: *part, why }
        }))
    });
    // Collected in order, the first error is the same with any number of threads.
    let compared: Vec<Result<Option<Stranger>, String>> = compared.collect();
    let compared = compared.into_iter().collect::<Result<Vec<_>, String>>()?;
    Ok(compared.into_iter().flatten().min_by_key(|stranger| stranger.part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_differ_by_chance_are_not_told_and_others_are() {
        let alike: Vec<(u64, u64, u64)> = (1..=100).map(|part| (part, 1000, 500 + part * 37 % 41 - 20)).collect();
        let (apart, _) = spread(&alike).expect("compared");
        assert!(apart < 3.0, "{apart}");
        let mut wrong = alike;
        wrong[41].2 = 900;
        let (apart, part) = spread(&wrong).expect("compared");
        assert!(apart > APART && part == 42, "{apart} of part {part}");
    }

    #[test]
    fn few_battles_and_what_never_happens_are_not_compared() {
        assert_eq!(spread(&[(1, 2, 2), (2, 2, 0)]), None);
        assert_eq!(spread(&[(1, 1000, 0), (2, 1000, 0)]), None);
        assert_eq!(spread(&[(1, 1000, 1000), (2, 1000, 1000)]), None);
        assert_eq!(spread(&[(1, 1000, 400)]), None);
        assert_eq!(spread(&[]), None);
    }
}
