//! Causes of victory and defeat, as far as battles show them: the worth of going first and of the set-up, the part of chance, the
//! turns in which battles are decided, and the loss of which piece goes with it.

use serde::Serialize;

use muster_core::play::balance::Tally;
use muster_core::play::interval::{Interval, rounded};

use super::{BalanceReport, LineWorth, Points, Share, Worth};
use crate::counters::{CountedPiece, CountedTable, Counters, Figure};
use crate::english::count_of;

/// The fewest decided battles with a loss, and without it, that are compared.
const ENOUGH: u64 = 30;

/// The pieces that sentences name.
const NAMED: usize = 3;

/// Returns the sentence that stands for the causes where too few battles were decided.
pub(super) fn too_few_decided() -> String {
    format!("Fewer than {} battles were decided, too few to explain why sides win and lose.", 2 * ENOUGH)
}

/// The causes of victory and defeat.
#[derive(Debug, Clone, Serialize)]
pub struct Causes {
    /// All of it in plain words.
    pub sentences: Vec<String>,
    /// The gain of a side's share from going first; null if the rules do not let the other side go first.
    pub going_first: Option<GoingFirst>,
    /// Each side's share when both go first equally often: what the set-up gives it. Null where that cannot be.
    pub set_up: Option<Vec<SetUpShare>>,
    /// With and without the loss of a piece: how often its side wins. The largest differences come first.
    pub losses: Vec<LossCause>,
}

/// The worth of going first to a side.
#[derive(Debug, Clone, Serialize)]
pub struct GoingFirst {
    /// The side that goes first as the battle is written.
    pub side: String,
    /// The gain of its share then, from -1 to 1, with its interval at 95 %.
    #[serde(flatten)]
    pub difference: ShareDifference,
}

/// A side's share when all go first equally often.
#[derive(Debug, Clone, Serialize)]
pub struct SetUpShare {
    /// The side.
    pub side: String,
    /// Its share of the decided battles.
    #[serde(flatten)]
    pub share: Share,
}

/// The difference of two shares, from -1 to 1, to four digits.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct ShareDifference {
    /// The difference that was seen.
    pub difference: f64,
    /// The lower end of its interval at 95 %.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl ShareDifference {
    fn new(one: Share, other: Share) -> ShareDifference {
        let difference = Interval::estimate(one.won, one.of).minus(Interval::estimate(other.won, other.of));
        let Interval { share, low, high } = difference.rounded();
        ShareDifference { difference: share, low, high }
    }

    /// Returns true if the interval is on one side of 0.
    pub fn is_sure(&self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }
}

/// The shares of a side with and without the loss of a piece. What goes with a defeat need not be its cause.
#[derive(Debug, Clone, Serialize)]
pub struct LossCause {
    /// The piece's number; empty where it has none.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// The verb for the loss: `routs`.
    pub what: &'static str,
    /// The turn in which that first happens, on average over the battles where it does.
    pub in_turn: f64,
    /// The side's share of the decided battles in which it happens.
    pub lost: Share,
    /// Its share of the others.
    pub kept: Share,
    /// The second share less the first.
    #[serde(flatten)]
    pub difference: ShareDifference,
}

/// The sources of causes, besides the report.
pub(super) struct CauseSources<'a> {
    pub(super) counters: &'a Counters,
    pub(super) sides: &'a [String],
    /// The side that goes first as the battle is written.
    pub(super) first: usize,
    pub(super) written: &'a Tally,
    /// The battles in which another side goes first.
    pub(super) other_first: Option<&'a Tally>,
}

/// Returns the reason sides win and lose; `None` if too few battles were decided to say anything.
pub(super) fn causes(from: &CauseSources<'_>, report: &BalanceReport) -> Option<Causes> {
    if from.written.decided_battles() < 2 * ENOUGH {
        return None;
    }
    let share = |tally: &Tally, side: usize| Share::from_series([(tally, side)]);
    // With three sides or more the others do not change places in turn.
    let other_first = from.other_first.filter(|other| from.sides.len() == 2 && other.decided_battles() >= 2 * ENOUGH);
    // A share of few of the battles hides what going first does to the others.
    let other_first = other_first.filter(|other| [from.written, other].iter().all(|tally| is_mostly_decided(tally)));
    let going_first = other_first.map(|other| GoingFirst {
        side: from.sides[from.first].clone(),
        difference: ShareDifference::new(share(from.written, from.first), share(other, from.first)),
    });
    let set_up = other_first.map(|other| {
        let both = |side: usize| {
            let share = Share::from_series([(from.written, side), (other, side)]);
            SetUpShare { side: from.sides[side].clone(), share }
        };
        (0..from.sides.len()).map(both).collect()
    });
    let mut losses: Vec<LossCause> = from.counters.tables.iter().flat_map(|table| losses(from, table)).collect();
    losses.sort_by(|a, b| b.difference.low.total_cmp(&a.difference.low));
    let mut causes = Causes { sentences: Vec::new(), going_first, set_up, losses };
    causes.sentences = sentences(&causes, from, report);
    Some(causes)
}

/// Returns true if at least half of the battles were won by somebody.
fn is_mostly_decided(tally: &Tally) -> bool {
    2 * tally.decided_battles() >= tally.totals.games
}

fn losses(from: &CauseSources<'_>, table: &CountedTable) -> Vec<LossCause> {
    let figure = |figure: &Figure| Some((figure.loss?, figure.counters.clone()));
    let figures = table.figures.iter().filter_map(figure);
    figures
        .flat_map(|(what, counters)| {
            let piece = |(piece, counter): (&CountedPiece, usize)| loss(from, piece, counter, what);
            table.pieces.iter().zip(counters).filter_map(piece).collect::<Vec<_>>()
        })
        .collect()
}

/// Returns what goes with the loss of a piece; `None` if it is too rare, or not rare enough, to be compared.
fn loss(from: &CauseSources<'_>, piece: &CountedPiece, counter: usize, what: &'static str) -> Option<LossCause> {
    let written = from.written;
    let won = written.won_after(counter);
    let (battles, decided): (u64, u64) = (won.iter().sum(), written.decided_battles());
    let (lost, kept) = (won[piece.side], written.totals.wins[piece.side] - won[piece.side]);
    if battles < ENOUGH || decided - battles < ENOUGH {
        return None;
    }
    let (lost, kept) = (Share::new(lost, battles), Share::new(kept, decided - battles));
    Some(LossCause {
        card: piece.card.clone(),
        name: piece.name.clone(),
        side: from.sides[piece.side].clone(),
        what,
        in_turn: rounded(written.first_turns[counter] as f64 / written.battles[counter].max(1) as f64, 1),
        lost,
        kept,
        difference: ShareDifference::new(kept, lost),
    })
}

fn sentences(causes: &Causes, from: &CauseSources<'_>, report: &BalanceReport) -> Vec<String> {
    let mut sentences = Vec::new();
    match (&causes.going_first, &causes.set_up) {
        (Some(first), Some(set_up)) => {
            sentences.push(going_first_cause(first));
            sentences.extend(set_up_cause(set_up));
        }
        _ if from.sides.len() > 2 => sentences.push(
            "With more than two sides, the value of going first cannot be separated from the set-up, nor skill from luck."
                .to_owned(),
        ),
        _ if report.other_first.is_none() => sentences.push(
            "The rules do not let the other side go first, so the value of going first cannot be separated from the set-up."
                .to_owned(),
        ),
        _ if !from.other_first.into_iter().chain([from.written]).all(is_mostly_decided) => {
            sentences.push("Most battles had no winner, so what going first is worth cannot be told.".to_owned());
        }
        _ => {}
    }
    let rung = |rung: &super::Rung| format!("{} beats {} in {}", rung.better, rung.weaker, rung.share.percent_text());
    if let Some((first, others)) = report.skill.split_first() {
        let others: String = others.iter().map(|other| format!("; {}", rung(other))).collect();
        sentences.push(format!("How much skill decides: {} of the battles{others}.", rung(first)));
        sentences.extend(report.skill.last().and_then(dice_cause));
    }
    sentences.push(decision_cause(&report.decided, report.round, from.written.totals.median_of_ended()));
    let is_sure = |loss: &&LossCause| loss.difference.low > 0.0;
    sentences.extend(causes.losses.iter().filter(is_sure).take(NAMED).map(|loss| loss_cause(loss, report.round)));
    let is_known = |worth: &&LineWorth| {
        worth.exact.map_or(worth.removed.as_ref().is_some_and(|removed| removed.sure), |exact| exact != 0.0)
    };
    if let Some(worth) = report.worth.iter().find(is_known) {
        sentences.push(removal_cause(worth));
        return sentences;
    }
    let surest =
        report.without.iter().filter(|worth| worth.sure).max_by(|a, b| a.worth.abs().total_cmp(&b.worth.abs()));
    sentences.extend(surest.map(|worth| worth_cause(worth, report)));
    sentences
}

fn going_first_cause(GoingFirst { side, difference }: &GoingFirst) -> String {
    let points = |x: f64| format!("{:.0}", x.abs() * 100.0);
    let ShareDifference { low, high, .. } = *difference;
    if low > 0.0 {
        format!("Going first is worth {} to {} points of the share to {side}.", points(low), points(high))
    } else if high < 0.0 {
        format!("Going first costs {side} {} to {} points of the share.", points(high), points(low))
    } else {
        let cost = count_of((low.abs() * 100.0).round_ties_even() as u32, "point");
        let worth = points(high);
        format!(
            "Going first has no measurable effect: for {side} it costs at most {cost} of the share, or is worth at most {worth}."
        )
    }
}

fn set_up_cause(set_up: &[SetUpShare]) -> Option<String> {
    let best = set_up.iter().reduce(|a, b| if b.share.won > a.share.won { b } else { a })?;
    let seen = best.share.percent_text();
    Some(match best.share.low > 0.5 {
        true => format!("The set-up favours {}: {seen} when both sides go first equally often.", best.side),
        false => format!(
            "The set-up does not measurably favour either side: {} win {seen} when both sides go first equally often.",
            best.side
        ),
    })
}

/// Returns how much is left to the dice: what the best player loses all the same. `None` if it is not shown to be better.
fn dice_cause(rung: &super::Rung) -> Option<String> {
    let Share { low, high, .. } = rung.share;
    let (least, most) = ((1.0 - high) * 100.0, (1.0 - low) * 100.0);
    (low > 0.5).then(|| {
        format!(
            "The battles that the better player still loses are decided by dice, or by its own mistakes: {} loses {least:.0}–{most:.0} % of the battles against {}.",
            rung.better, rung.weaker
        )
    })
}

/// Returns when battles are decided: after how many tenths of their turns the winner stood better for good in half of them, as in one
/// that is as long as the `median` of those that ended.
fn decision_cause(decided: &[u64], round: &str, median: u32) -> String {
    let all: u64 = decided.iter().sum();
    let mut sum = 0;
    let tenths = decided.iter().take_while(|n| {
        sum += **n;
        sum * 2 < all
    });
    let after = (tenths.count() + 1) * 10;
    match after {
        100 => format!(
            "Most battles stay open to the end: in more than half of them the eventual winner took the lead for good only in the last tenth of the {round}s."
        ),
        _ => format!(
            "In half of the battles the eventual winner took the lead for good by {round} {} of {median}.",
            (u64::from(median) * after as u64).div_ceil(100)
        ),
    }
}

fn loss_cause(loss: &LossCause, round: &str) -> String {
    let LossCause { name, side, what, in_turn, lost, kept, .. } = loss;
    let (lost, kept) = (lost.percent_text(), kept.percent_text());
    format!(
        "When {name} {what} (on average first in {round} {in_turn:.0}), {side} win {lost} of the battles; otherwise {kept}."
    )
}

/// Returns the line that is worth most of those whose worth is sure.
fn removal_cause(worth: &LineWorth) -> String {
    let Points { low, high, .. } = worth.removed.as_ref().map_or(NOTHING, |removed| removed.points);
    let (least, most) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
    let seen = worth.exact.map_or_else(|| format!("{least:.0} to {most:.0}"), |exact| format!("{:.1}", exact.abs()));
    let helps = worth.exact.map_or(low > 0.0, |exact| exact > 0.0);
    let verb = if helps { "is worth" } else { "costs" };
    format!("The line that matters most is {}: it {verb} {} {seen} points of the share.", worth.describe(), worth.side)
}

/// The worth of a line that makes no difference.
const NOTHING: Points = Points { points: 0.0, low: 0.0, high: 0.0 };

/// Returns the piece, or the part of one, whose absence changes most.
fn worth_cause(worth: &Worth, report: &BalanceReport) -> String {
    let Worth { name, side, what, share, .. } = worth;
    let with = report.wins.iter().find(|win| win.side == *side).map(|win| win.share.percent_text()).unwrap_or_default();
    let part = if what.is_empty() { name.clone() } else { format!("{name} ({what})") };
    let never = share.percent_text();
    format!("The part that matters most is {part}: if it is never used, {side} win {never} instead of {with}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_battles_are_looked_for() {
        let half = |decided: [u64; 10]| decision_cause(&decided, "turn", 23);
        assert!(half([5, 0, 0, 0, 0, 5, 0, 0, 0, 0]).contains("took the lead for good by turn 3 of 23"));
        assert!(half([4, 0, 0, 0, 0, 6, 0, 0, 0, 0]).contains("took the lead for good by turn 14 of 23"));
        assert!(half([4, 0, 0, 0, 0, 0, 0, 0, 0, 6]).contains("only in the last tenth of the turns"));
    }

    #[test]
    fn what_the_better_player_loses_is_left_to_the_dice() {
        let said = |won| {
            let (better, weaker) = ("mcts:100".to_owned(), "greedy".to_owned());
            dice_cause(&super::super::Rung { better, weaker, share: Share::new(won, 400), sides: Vec::new() })
        };
        let sure = said(380).expect("it is better");
        assert!(sure.ends_with("mcts:100 loses 3–8 % of the battles against greedy."), "{sure}");
        assert_eq!(said(210), None, "it is not shown to be better");
    }

    #[test]
    fn going_first_is_told_by_its_interval() {
        let told = |one, other| {
            let difference = ShareDifference::new(Share::new(one, 1000), Share::new(other, 1000));
            going_first_cause(&GoingFirst { side: "North".to_owned(), difference })
        };
        assert_eq!(told(600, 480), "Going first is worth 8 to 16 points of the share to North.");
        assert_eq!(told(480, 600), "Going first costs North 8 to 16 points of the share.");
        let open = "Going first has no measurable effect: for North it costs at most 2 points of the share, or is worth at most 6.";
        assert_eq!(told(510, 490), open);
    }
}
