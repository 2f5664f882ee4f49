//! Reports of balance: the series of battles that are played, and the figures and sentences made from their sums.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::Serialize;

mod accuracy;
mod causes;
mod exact;
mod handicap;
mod luck;
mod report;
mod sentence;
mod series;
mod without;
mod worth;

use muster_core::diag::{Code, Diagnostic, Severity};
use muster_core::play::balance::Tally;
use muster_core::play::bots::Bot;
use muster_core::play::exact::SolveLimits;
use muster_core::play::interval::{Interval, rounded};
use muster_core::play::smoke::Shard;
use muster_core::source::Address;

pub use self::accuracy::BotDistance;
use self::causes::{Causes, too_few_decided};
pub use self::exact::ExactReport;
pub use self::handicap::Handicap;
pub use self::luck::LuckReport;
pub(super) use self::report::report;
pub use self::series::PlannedBattles;
pub(super) use self::series::{battles, play};
pub use self::without::{PricedWorth, VariantWorth, Worth};
pub use self::worth::{BotWorth, LineWorth, Points, RemovedWorth};
use super::beginning::Beginning;
use super::counters::{CourseReport, TableReport};
use super::measures::MeasureReport;
use super::played::{ArmyFact, Odds};
use super::smoke;

/// A battle that the better player hardly wins more often.
pub const SKILL_HARDLY_MATTERS: Code =
    Code::new("MU304", "skill-hardly-matters", Severity::Info, include_str!("balance/skill_hardly_matters.md"));

/// A win share that has left the interval that was kept.
pub const BALANCE_SHIFTED: Code =
    Code::new("MU305", "balance-shifted", Severity::Error, include_str!("balance/balance_shifted.md"));

/// A win share outside the range that is allowed.
pub const BALANCE_OUT_OF_RANGE: Code =
    Code::new("MU306", "balance-out-of-range", Severity::Error, include_str!("balance/balance_out_of_range.md"));

/// A piece that its side does better without.
pub const BETTER_WITHOUT: Code =
    Code::new("MU307", "better-without", Severity::Info, include_str!("balance/better_without.md"));

/// The kinds of findings of weighing battles of every game, besides those of smoke tests.
pub const CODES: &[Code] = &[SKILL_HARDLY_MATTERS, BALANCE_SHIFTED, BALANCE_OUT_OF_RANGE, BETTER_WITHOUT];

/// The share of the decided battles that a bot should win against the next weaker one.
const RUNG: f64 = 0.6;
/// Fewest decided battles between two bots from which something is concluded.
const ENOUGH: u64 = 100;
/// Fewest battles of each line that is weighed, where the options do not say fewer.
const ENOUGH_PLANNED: u64 = 16;
/// The most battles of one series.
const MOST: u64 = 1_000_000;

/// The word for intervals of a series that is played on until they are narrow enough.
pub const WATCHED: &str = "watched";
/// The word for intervals of a number of battles that was fixed before.
const WILSON: &str = "wilson";
/// The word for intervals of shares that luck was taken out of.
const ADJUSTED: &str = "adjusted";

/// The options of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceOptions {
    /// Battles as the scenario is written, and as many with the other side first.
    pub games: u64,
    /// Battles of every comparison: between other bots, and without a card or an action. None are made where it is 0.
    pub comparisons: u64,
    /// Instead of `games`: until the win share is known to this much, up or down.
    pub until: Option<f64>,
    /// Seed of the run.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<Bot>,
    /// A battle still going on after this many turns is stopped and counts as unfinished.
    pub turn_limit: u32,
    /// The part of the battles that is played.
    pub shard: Shard,
    /// Whether only the battle as written is played and what each part is worth in it.
    pub worths_only: bool,
    /// Whether luck is taken out of the shares of the battle as written.
    pub adjust_luck: bool,
    /// The limits for solving the battle exactly; `None` if it is not solved.
    pub solve: Option<SolveLimits>,
}

impl BalanceOptions {
    /// A whole run of no battles, in which nothing is solved; to be filled in.
    pub const NOTHING: BalanceOptions = BalanceOptions {
        games: 0,
        comparisons: 0,
        until: None,
        seed: 0,
        bots: Vec::new(),
        turn_limit: 0,
        shard: Shard::WHOLE,
        worths_only: false,
        adjust_luck: false,
        solve: None,
    };
}

/// A share with its interval, from 0 to 1, to four digits.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// The share that was seen.
    pub share: f64,
    /// The lower end of its interval at 95 %: Wilson's, or that of a series which was watched ([`Interval::estimate_watched`]).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Number of battles won...
    pub won: u64,
    /// ... of so many.
    pub of: u64,
    /// Number of battles beside these that did not end; `None` where they are not counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unfinished: Option<u64>,
    /// The interval to all digits.
    #[serde(skip)]
    seen: Interval,
}

impl Share {
    fn new(won: u64, of: u64) -> Share {
        Share::with_interval(won, of, Interval::estimate(won, of))
    }

    fn with_interval(won: u64, of: u64, seen: Interval) -> Share {
        let Interval { share, low, high } = seen.rounded();
        Share { share, low, high, won, of, unfinished: None, seen }
    }

    /// Returns the share of the battles of these series that a player won in each.
    fn from_series<'t>(series: impl IntoIterator<Item = (&'t Tally, usize)>) -> Share {
        let (mut won, mut of, mut unfinished) = (0, 0, 0);
        for (tally, player) in series {
            won += tally.totals.wins[player];
            of += tally.decided_battles();
            unfinished += tally.totals.unfinished;
        }
        Share { unfinished: Some(unfinished), ..Share::new(won, of) }
    }

    /// Returns its interval in whole per cent: `41–52 %`.
    pub fn percent_text(&self) -> String {
        format!("{:.0}–{:.0} %", self.low * 100.0, self.high * 100.0)
    }

    /// Returns the interval.
    pub fn interval(&self) -> Interval {
        Interval { share: self.share, low: self.low, high: self.high }
    }
}

/// The report of a battle's balance.
#[derive(Debug, Clone, Serialize)]
pub struct BalanceReport {
    /// In plain words.
    pub sentence: String,
    /// The position of a play that the battles began from; `None` for the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Beginning>,
    /// Battles played as written.
    pub games: u64,
    /// The result of taking luck out of the shares, if it was taken out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckReport>,
    /// The interval that `wins` shows: `watched` where the battles were played on until it was narrow enough, else `adjusted` where
    /// luck was taken out, else `wilson`.
    pub interval: &'static str,
    /// Whether the interval became as narrow as it was to be; `None` where nothing was said of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precise: Option<bool>,
    /// Whether a baseline that was given holds the shares of the scenario; `None` where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_compared: Option<bool>,
    /// Battles that were to be played as written; more than `games` where the time was up before.
    pub wanted: u64,
    /// Seed of the run.
    pub seed: u64,
    /// The bot of each side.
    pub bots: Vec<String>,
    /// The known distance of the report's bots from best play, as a sentence.
    pub accuracy: String,
    /// Of the won battles, who won.
    pub wins: Vec<Win>,
    /// The exact shares under best play of both sides, or why there are none; `None` if they were not requested and are not
    /// found at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactReport>,
    /// Battles drawn.
    pub draws: u64,
    /// Battles unfinished at the turn limit.
    pub unfinished: u64,
    /// Ended battles by cause.
    pub by: serde_json::Map<String, serde_json::Value>,
    /// The turns they lasted.
    pub turns: TurnLengths,
    /// Changes of the lead in a battle, on average: another side took it.
    pub lead_changes: f64,
    /// Won battles by the tenth of their turns after which the winner had the lead for good.
    pub decided: Vec<u64>,
    /// The forces the sides had left as the battles went on, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<CourseReport>,
    /// The amount of choice.
    pub choices: Choices,
    /// The same, but the other side goes first; null where the rules do not allow it.
    pub other_first: Option<Vec<Win>>,
    /// The same, but all sides have another bot.
    pub equal_bots: Vec<EqualBots>,
    /// Better bots against weaker ones, each on both sides.
    pub skill: Vec<Rung>,
    /// A caution for readers about how battles are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proviso: Option<&'static str>,
    /// The word for a turn of the game, in the singular.
    #[serde(skip)]
    pub round: &'static str,
    /// The measures of whole battles.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<MeasureReport>,
    /// The figures of the pieces, a table for each kind.
    #[serde(skip)]
    pub tables: Vec<TableReport>,
    /// Parts of the battle that were never used, as sentences.
    pub unused: Vec<String>,
    /// The worth of each line: what its side loses when it is taken out of the files. The largest comes first.
    pub worth: Vec<LineWorth>,
    /// The worth of each card and action that a side never uses, though it is there.
    pub without: Vec<Worth>,
    /// Handicaps for each side, the smallest first; `None` if they were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handicaps: Option<Vec<Handicap>>,
    /// The causes of victory and defeat; null if too few battles were decided to say anything.
    pub why: Option<Causes>,
    /// Exact odds of the cards.
    #[serde(serialize_with = "cards")]
    pub odds: Option<Odds>,
    /// What is calculated of each side as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub armies: Vec<ArmyFact>,
    /// The places of the sides' names.
    #[serde(skip)]
    pub at: Vec<Address>,
    /// The findings.
    #[serde(skip)]
    pub findings: Vec<Diagnostic>,
}

/// Writes the odds as the list of their cards, which is empty where there are none.
fn cards<S: serde::Serializer>(odds: &Option<Odds>, to: S) -> Result<S::Ok, S::Error> {
    odds.as_ref().map_or(&[][..], |odds| &odds.cards).serialize(to)
}

impl BalanceReport {
    /// Returns the causes of victory and defeat as sentences, or the one that says why there are none.
    pub fn why_in_words(&self) -> Cow<'_, [String]> {
        self.why.as_ref().map_or_else(|| vec![too_few_decided()].into(), |why| why.sentences.as_slice().into())
    }

    /// Adds a finding for each side whose win share has nothing in common with the interval kept of it.
    pub fn compare(&mut self, kept: &[Interval]) {
        for ((win, at), kept) in self.wins.iter().zip(&self.at).zip(kept) {
            let now = win.share.seen;
            let kept = *kept;
            if !now.leaves(kept) {
                continue;
            }
            let digits = decimals_apart(1, &[(now.low, kept.high), (now.high, kept.low)]);
            let range =
                |share: Interval| format!("{:.digits$} and {:.digits$} %", share.low * 100.0, share.high * 100.0);
            let text = format!(
                "the share of `{}` in the decided battles is between {}; in the baseline it was between {}",
                win.side,
                range(now),
                range(kept)
            );
            let help = "if the change is intended, save the new share with `--save-baseline`";
            self.findings.push(Diagnostic::new(BALANCE_SHIFTED, at.clone(), text).help(help));
        }
    }

    /// Adds a finding for each side whose whole interval lies outside a range of shares, from 0 to 1.
    pub fn fail_outside(&mut self, range: &RangeInclusive<f64>) {
        for (win, at) in self.wins.iter().zip(&self.at) {
            let seen = win.share.seen;
            if seen.low <= *range.end() && seen.high >= *range.start() {
                continue;
            }
            let digits = decimals_apart(1, &[(seen.low, *range.end()), (seen.high, *range.start())]);
            let text = format!(
                "`{}` wins {:.digits$} to {:.digits$} % of the decided battles; allowed: {} to {} %",
                win.side,
                seen.low * 100.0,
                seen.high * 100.0,
                rounded(range.start() * 100.0, 1),
                rounded(range.end() * 100.0, 1)
            );
            self.findings.push(Diagnostic::new(BALANCE_OUT_OF_RANGE, at.clone(), text));
        }
    }
}

/// The win shares when all sides have the same bot.
#[derive(Debug, Clone, Serialize)]
pub struct EqualBots {
    /// The bot.
    pub bot: String,
    /// Each side's share of the won battles.
    pub wins: Vec<Win>,
}

/// A side's share of the won battles.
#[derive(Debug, Clone, Serialize)]
pub struct Win {
    /// The side.
    pub side: String,
    /// Its share, from 0 to 1, with the battles behind it.
    #[serde(flatten)]
    pub share: Share,
}

/// The turns battles lasted.
#[derive(Debug, Clone, Serialize)]
pub struct TurnLengths {
    /// The figures of a smoke test.
    #[serde(flatten)]
    pub figures: smoke::TurnFigures,
    /// Bars of equal width: the first and last turn of each, and how many battles ended there.
    pub histogram: Vec<(u32, u32, u64)>,
}

/// The amount of choice in a battle.
#[derive(Debug, Clone, Serialize)]
pub struct Choices {
    /// Decisions in a battle with more than one legal move.
    pub decisions: f64,
    /// Legal moves at such a decision.
    pub moves: f64,
    /// The most at once.
    pub most: u64,
}

/// A better bot against a weaker one.
#[derive(Debug, Clone, Serialize)]
pub struct Rung {
    /// The better one.
    pub better: String,
    /// The weaker one.
    pub weaker: String,
    /// The share of the won battles that the better one won, on both sides.
    #[serde(flatten)]
    pub share: Share,
    /// By the better one's side: who won.
    pub sides: Vec<Win>,
}

/// Returns a share as a whole percentage.
pub fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Returns the decimals, at least so many, with which the shares of each pair are different percentages: what is said to be below a
/// limit must not look like it.
fn decimals_apart(least: usize, pairs: &[(f64, f64)]) -> usize {
    const MOST: usize = 6;
    let written = |share: f64, digits: usize| format!("{:.digits$}", share * 100.0);
    let differ = |digits: usize| pairs.iter().all(|(a, b)| a == b || written(*a, digits) != written(*b, digits));
    (least..MOST).find(|digits| differ(*digits)).unwrap_or(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_below_a_limit_does_not_look_like_it() {
        assert_eq!(decimals_apart(0, &[(0.52, 0.6)]), 0);
        assert_eq!(decimals_apart(0, &[(0.596, 0.6)]), 1);
        assert_eq!(decimals_apart(0, &[(0.5996, 0.6)]), 2);
        assert_eq!(decimals_apart(1, &[(0.703, 0.7), (0.8, 0.3)]), 1);
        assert_eq!(decimals_apart(1, &[(0.7004, 0.7), (0.8, 0.3)]), 2);
        assert_eq!(decimals_apart(1, &[(0.7, 0.7)]), 1, "they are the same");
    }
}
