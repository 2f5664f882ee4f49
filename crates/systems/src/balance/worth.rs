//! The worth of lines: how much a side's share falls when a line is taken out of the battle's files.

use serde::Serialize;

use muster_core::diag::Diagnostic;
use muster_core::play::bots::Bot;
use muster_core::play::exact::SolveLimits;
use muster_core::play::interval::{Interval, rounded};
use muster_core::source::Address;

use super::exact::ExactReport;
use super::report::Sums;
use super::series::{Purpose, weighing_bots};
use super::{BETTER_WITHOUT, BalanceOptions};
use crate::played::{CompiledBattle, Played, RemovedLine};

/// The points of the share under best play from which a finding is made of them.
const LEAST: f64 = 0.5;

/// The worth of a line to its side.
#[derive(Debug, Clone, Serialize)]
pub struct LineWorth {
    /// The place of the line, as a JSON Pointer into the file that it is in.
    pub pointer: String,
    /// The number of the card that it is on; empty for what is on none.
    pub card: String,
    /// The name of that card, or of what it is on instead.
    pub name: String,
    /// The side that has it.
    pub side: String,
    /// Its kind: `card`, `action`, `special`, `link`, `reserve`, `star`.
    pub what: &'static str,
    /// Which of its kind, in words: `2 screen`.
    pub words: String,
    /// The worth in battles without the line; `None` where none were played.
    pub removed: Option<RemovedWorth>,
    /// The reason why the line cannot be taken out, if it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// The worth in battles in which its side never uses it; `None` where that means nothing.
    pub unused: Option<Points>,
    /// The worth under best play of both sides, in points of the share; `None` where that is not known.
    pub exact: Option<f64>,
    /// Its place.
    #[serde(skip)]
    pub at: Address,
}

/// The worth of a line by battles with and without it.
#[derive(Debug, Clone, Serialize)]
pub struct RemovedWorth {
    /// The worth between the stronger bots.
    #[serde(flatten)]
    pub points: Points,
    /// Whether at least two agree in sign, of all bots and best play where it is known, and every interval leaves 0 out.
    pub sure: bool,
    /// By bot, the stronger last.
    pub bots: Vec<BotWorth>,
}

/// Points of a side's share, in percent, with their interval at 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Points {
    /// The share that is lost; below 0 the side does better without.
    pub points: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The worth of a line between bots.
#[derive(Debug, Clone, Serialize)]
pub struct BotWorth {
    /// The bots.
    pub bot: String,
    /// The worth.
    #[serde(flatten)]
    pub points: Points,
    /// Pairs of battles, with the line and without it.
    pub pairs: u64,
    /// Battles without the line that nobody won.
    pub undecided: u64,
}

impl Points {
    fn new(Interval { share, low, high }: Interval) -> Points {
        let [points, low, high] = [share, low, high].map(|x| rounded(x * 100.0, 1));
        Points { points, low, high }
    }

    /// Returns 1 or -1 where the interval leaves 0 out; else 0.
    pub fn sign(&self) -> i8 {
        i8::from(self.low > 0.0) - i8::from(self.high < 0.0)
    }

    /// Returns the points and their interval: `+4.2 (-1 to +9)`.
    pub fn describe(&self) -> String {
        let whole = |points: f64| points.round() + 0.0;
        format!("{:+.1} ({:+.0} to {:+.0})", self.points, whole(self.low), whole(self.high))
    }
}

impl RemovedWorth {
    /// Returns true if bots are sure of different signs.
    pub fn is_disputed(&self) -> bool {
        let signs = || self.bots.iter().map(|bot| bot.points.sign());
        signs().any(|sign| sign > 0) && signs().any(|sign| sign < 0)
    }
}

impl LineWorth {
    /// Returns the points by which lines are sorted: the exact ones, else as many as are sure, and the ones that were seen.
    fn size(&self) -> (f64, f64) {
        let seen = self.removed.as_ref().map_or(0.0, |removed| removed.points.points.abs());
        let least = self.removed.as_ref().map_or(0.0, |removed| match removed.points.sign() {
            0 => 0.0,
            _ => removed.points.low.abs().min(removed.points.high.abs()),
        });
        (self.exact.map_or(least, f64::abs), seen)
    }

    /// Returns the line in words: "1 attack of `Old Guard`".
    pub fn describe(&self) -> String {
        match (self.words.as_str(), self.name.as_str()) {
            ("", "") => self.what.to_owned(),
            ("", name) if self.what == "card" => name.to_owned(),
            ("", name) => format!("{} of {name}", self.what),
            (words, "") => words.to_owned(),
            (words, name) => format!("{words} of {name}"),
        }
    }
}

/// Returns what each line is worth, the largest first.
pub(super) fn worths<G: Played>(sums: &Sums<'_, G>, exact: Option<&ExactReport>) -> Vec<LineWorth> {
    let Sums { compiled, options, .. } = sums;
    if options.comparisons == 0 {
        return Vec::new();
    }
    let even = 1.0 / compiled.sides.len().max(1) as f64;
    let points = |purpose: &Purpose| {
        let tally = sums.find(purpose)?;
        (tally.pairs.pairs() > 0).then(|| (Points::new(tally.pairs.difference(even)), tally.pairs))
    };
    let parts = G::parts(&compiled.counters);
    let worth = |(number, RemovedLine { line, rest }): (usize, &RemovedLine<G>)| {
        let exact = exact.zip(rest.as_ref().ok()).and_then(|(with, rest)| exact_points(with, rest, line.side));
        let bots = weighing_bots::<G>(&options.bots).filter_map(|bot| {
            let (points, pairs) = points(&Purpose::Removed(number, bot))?;
            Some(BotWorth {
                bot: bot_name(options, bot),
                points,
                pairs: pairs.pairs(),
                undecided: pairs.undecided_battles().1,
            })
        });
        let part = parts.iter().find(|part| {
            (&part.card, &part.name, part.side) == (&line.card, &line.name, line.side) && Some(part.part) == line.unused
        });
        LineWorth {
            pointer: line.at.pointer.to_string(),
            card: line.card.clone(),
            name: line.name.clone(),
            side: compiled.sides.get(line.side).cloned().unwrap_or_default(),
            what: line.what,
            words: line.words.clone(),
            removed: removed_worth(bots.collect(), exact),
            refused: rest.as_ref().err().cloned(),
            unused: part.and_then(|part| Some(points(&Purpose::Without(part.clone()))?.0)),
            exact,
            at: line.at.clone(),
        }
    };
    let mut worths: Vec<LineWorth> = compiled.removed.iter().enumerate().map(worth).collect();
    worths.sort_by(|a, b| b.size().partial_cmp(&a.size()).unwrap_or(std::cmp::Ordering::Equal));
    worths
}

fn bot_name(options: &BalanceOptions, bot: Option<Bot>) -> String {
    let mut bots = bot.map_or_else(|| options.bots.clone(), |bot| vec![bot]);
    bots.dedup();
    Bot::names(&bots).join(",")
}

fn removed_worth(bots: Vec<BotWorth>, exact: Option<f64>) -> Option<RemovedWorth> {
    let points = bots.last()?.points;
    let sign = points.sign();
    let agrees = exact.is_none_or(|exact| exact * f64::from(sign) > 0.0);
    let is_compared = bots.len() > 1 || exact.is_some();
    let sure = sign != 0 && agrees && is_compared && bots.iter().all(|bot| bot.points.sign() == sign);
    Some(RemovedWorth { points, sure, bots })
}

/// Returns what is lost under best play, where the battle without the line is solved too. What neither side can make its own
/// counts half to each.
fn exact_points<G: Played>(with: &ExactReport, rest: &CompiledBattle<G>, side: usize) -> Option<f64> {
    let without = ExactReport::new(G::exact(&rest.engine, &rest.start(), &SolveLimits::QUICK), &rest.sides);
    Some(rounded((with.score(side)? - without.score(side)?) * 100.0, 1))
}

/// Returns a finding for each card that its side does better without, and for each whose harm to itself does its side good.
pub(super) fn better_without(worths: &[LineWorth]) -> Vec<Diagnostic> {
    let finding = |worth: &LineWorth| {
        let LineWorth { name, side, .. } = worth;
        let (gain, by) = gain(worth)?;
        let (at, text, help) = match (worth.what, gain > 0.0) {
            ("card", false) => (
                worth.at.join("/name"),
                format!("`{side}` does better without `{name}`, by {by}"),
                "the battle was replayed without the card: it costs its side more than it gives",
            ),
            ("self", true) => (
                worth.at.clone(),
                format!("the hits of `{name}` on itself help `{side}`: they are worth {by}"),
                "the battle was replayed without them: losing the card helps its side",
            ),
            _ => return None,
        };
        Some(Diagnostic::new(BETTER_WITHOUT, at, text).help(help))
    };
    worths.iter().filter_map(finding).collect()
}

/// Returns what a line is worth, by its sign, and in words how much, where that is known or all bots are sure of it.
fn gain(worth: &LineWorth) -> Option<(f64, String)> {
    match (worth.exact, &worth.removed) {
        (Some(exact), _) => {
            let points = format!("{:.1} points of its share under best play", exact.abs());
            (exact.abs() >= LEAST).then_some((exact, points))
        }
        (None, Some(removed)) if removed.sure => {
            let Points { points, low, high } = removed.points;
            let (least, most) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
            let bots: Vec<&str> = removed.bots.iter().map(|bot| bot.bot.as_str()).collect();
            Some((points, format!("{least:.0} to {most:.0} points of its share ({} agree)", bots.join(" and "))))
        }
        _ => None,
    }
}
