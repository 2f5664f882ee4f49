//! Measures of whole battles that designers ask for: shares, means and longest runs, read from an engine's counters.

use serde::Serialize;

use muster_core::play::smoke::Totals;

/// The number of counters of longest runs: of 0, of 1, ... and of at least one less than so many.
pub const RUNS: usize = 32;

/// A measure of a battle, or of a side in it.
#[derive(Debug, Clone)]
pub struct BattleMeasure {
    /// Its name in reports and in targets: `idle rolls`.
    pub name: &'static str,
    /// The side that it is about, counted from 0; `None` for the whole battle.
    pub side: Option<usize>,
    /// The counters that it is read from.
    pub from: MeasureSource,
}

/// The counters that a measure is read from, by their indices in the totals of a run.
#[derive(Debug, Clone, Copy)]
pub enum MeasureSource {
    /// A share: how many of what a second counter counts were so, and the word for what that is.
    Share(usize, usize, &'static str),
    /// A share of the battles that came to an end: those that the counter counts.
    Battles(usize),
    /// A share of the battles that came to an end: those that ended by these causes, in the words of plays.
    EndedBy(&'static [&'static str]),
    /// A number in each battle that came to an end, on average.
    Mean(usize),
    /// The longest run in each battle that came to an end: the first of [`RUNS`] counters.
    Runs(usize),
}

/// A measure in the battles of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasureReport {
    /// Its name.
    pub name: &'static str,
    /// The side that it is about; null for the whole battle.
    pub side: Option<String>,
    /// The number that was counted.
    pub counted: u64,
    /// The number of chances for it, or of battles.
    pub of: u64,
    /// The word for these, in the plural: `rolls`.
    pub base: &'static str,
    /// The figure.
    #[serde(flatten)]
    pub figure: MeasureFigure,
}

/// The figure of a measure; null where there is nothing to count it of.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MeasureFigure {
    /// A share from 0 to 1, to four digits.
    Share(Option<f64>),
    /// A mean, to two digits.
    Mean(Option<f64>),
    /// The longest runs.
    Longest(LongestRuns),
}

/// The longest runs of battles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct LongestRuns {
    /// On average, to two digits.
    pub mean: Option<f64>,
    /// In 95 of 100 battles it was not longer.
    pub p95: usize,
    /// The longest of all; [`RUNS`]` - 1` stands for anything from there.
    pub max: usize,
}

impl BattleMeasure {
    /// Returns the measure in the battles of a run: what was counted, and of how many.
    pub fn counts(&self, totals: &Totals) -> (u64, u64) {
        let (count, ended) = (|counter: usize| totals.counters[counter], totals.by.values().sum());
        match self.from {
            MeasureSource::Share(times, of, _) => (count(times), count(of)),
            MeasureSource::Battles(counter) | MeasureSource::Mean(counter) => (count(counter), ended),
            MeasureSource::EndedBy(causes) => (causes.iter().filter_map(|cause| totals.by.get(*cause)).sum(), ended),
            MeasureSource::Runs(first) => ((0..RUNS).map(|run| run as u64 * count(first + run)).sum(), ended),
        }
    }

    /// Returns true if its figure is a share; if not, it is a mean.
    pub fn is_share(&self) -> bool {
        !matches!(self.from, MeasureSource::Mean(_) | MeasureSource::Runs(_))
    }

    /// Returns the measure in the battles of a run of these sides.
    pub fn report(&self, sides: &[String], totals: &Totals) -> MeasureReport {
        let (counted, of) = self.counts(totals);
        let digits = |scale: f64| (of > 0).then(|| (counted as f64 * scale / of as f64).round() / scale);
        let (figure, base) = match self.from {
            MeasureSource::Share(.., base) => (MeasureFigure::Share(digits(1e4)), base),
            MeasureSource::Battles(_) | MeasureSource::EndedBy(_) => (MeasureFigure::Share(digits(1e4)), "battles"),
            MeasureSource::Mean(_) => (MeasureFigure::Mean(digits(1e2)), "battles"),
            MeasureSource::Runs(first) => {
                let (p95, max) = p95_and_max(&totals.counters[first..first + RUNS]);
                (MeasureFigure::Longest(LongestRuns { mean: digits(1e2), p95, max }), "battles")
            }
        };
        MeasureReport { name: self.name, side: self.side.map(|side| sides[side].clone()), counted, of, base, figure }
    }
}

/// Returns the length that 95 of 100 runs do not exceed, and the greatest, from the numbers of runs by length.
fn p95_and_max(runs: &[u64]) -> (usize, usize) {
    let all: u64 = runs.iter().sum();
    let rank = (all * 95).div_ceil(100);
    let mut seen = 0;
    let p95 = runs.iter().position(|n| {
        seen += n;
        seen >= rank
    });
    (p95.unwrap_or(0), runs.iter().rposition(|n| *n > 0).unwrap_or(0))
}

impl MeasureReport {
    /// Returns the figure in words: `31.2 %`, `1.30`, `1.30, p95 3, max 7`; a dash where there is none.
    pub fn describe(&self) -> String {
        let mean = |mean: Option<f64>| mean.map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"));
        match self.figure {
            MeasureFigure::Share(None) => "–".to_owned(),
            MeasureFigure::Share(Some(share)) => format!("{:.1} %", share * 100.0),
            MeasureFigure::Mean(value) => mean(value),
            MeasureFigure::Longest(LongestRuns { mean: value, p95, max }) => {
                let more = if max + 1 == RUNS { " or more" } else { "" };
                format!("{}, p95 {p95}, max {max}{more}", mean(value))
            }
        }
    }

    /// Returns what the figure is of or about: `of rolls`, `of battles`, `a battle`.
    pub fn per(&self) -> String {
        match self.figure {
            MeasureFigure::Share(_) => format!("of {}", self.base),
            MeasureFigure::Mean(_) | MeasureFigure::Longest(_) => "a battle".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(counters: Vec<u64>, ended: u64) -> Totals {
        let mut totals = Totals { counters, ..Totals::default() };
        totals.by.insert("losses".into(), ended);
        totals
    }

    fn measure(from: MeasureSource) -> BattleMeasure {
        BattleMeasure { name: "idle rolls", side: Some(1), from }
    }

    #[test]
    fn a_share_is_of_what_was_counted_and_a_mean_of_battles_that_ended() {
        let (totals, sides) = (totals(vec![1, 3], 8), ["North".to_owned(), "South".to_owned()]);
        let of = |from| measure(from).report(&sides, &totals);
        let share = of(MeasureSource::Share(0, 1, "rolls"));
        assert_eq!(
            (share.describe(), share.per(), share.side),
            ("33.3 %".into(), "of rolls".into(), Some("South".into()))
        );
        assert_eq!(of(MeasureSource::Battles(1)).describe(), "37.5 %");
        assert_eq!(of(MeasureSource::EndedBy(&["losses", "tactical"])).describe(), "100.0 %");
        assert_eq!(of(MeasureSource::EndedBy(&["tactical"])).describe(), "0.0 %");
        let mean = of(MeasureSource::Mean(1));
        assert_eq!((mean.describe(), mean.per()), ("0.38".into(), "a battle".into()));
        let nothing =
            measure(MeasureSource::Mean(0)).report(&sides, &Totals { by: Default::default(), ..totals.clone() });
        assert_eq!(nothing.describe(), "–");
    }

    #[test]
    fn the_longest_runs_have_a_mean_a_percentile_and_a_greatest() {
        let mut runs = vec![0; RUNS];
        (runs[0], runs[1], runs[4]) = (15, 4, 1);
        let words = |runs: Vec<u64>| {
            measure(MeasureSource::Runs(0)).report(&["A".into(), "B".into()], &totals(runs, 20)).describe()
        };
        assert_eq!(words(runs.clone()), "0.40, p95 1, max 4");
        runs[RUNS - 1] = 1;
        assert!(words(runs).ends_with("max 31 or more"));
    }
}
