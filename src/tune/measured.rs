//! The counts of one candidate's battles, and their measures for the target.

use serde::{Deserialize, Serialize};

use muster_core::play::interval::Interval;
use muster_core::play::smoke::Totals;

/// The outcomes and lengths of battles, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndCount {
    /// Battles played.
    pub games: u64,
    /// Battles won, by side.
    pub wins: Vec<u64>,
    /// Battles that the engine could not play rightly.
    pub broken: u64,
    /// Battles that lasted so long as is known: those played to an end, or to the turn limit.
    pub timed: u64,
    /// Their turns together.
    pub turns: u64,
    /// The squares of their turns together.
    pub squares: u64,
}

impl From<Totals> for EndCount {
    fn from(totals: Totals) -> EndCount {
        let sum = |of: &dyn Fn(u64) -> u64| totals.turns.iter().map(|(turns, n)| of(u64::from(*turns)) * n).sum();
        EndCount {
            games: totals.games,
            broken: totals.broken_battles(),
            timed: totals.turns.values().sum(),
            turns: sum(&|turns| turns),
            squares: sum(&|turns| turns * turns),
            wins: totals.wins,
        }
    }
}

impl EndCount {
    /// Adds more battles.
    pub fn add(&mut self, more: EndCount) {
        self.wins.resize(self.wins.len().max(more.wins.len()), 0);
        self.wins.iter_mut().zip(more.wins).for_each(|(sum, more)| *sum += more);
        self.games += more.games;
        self.broken += more.broken;
        self.timed += more.timed;
        self.turns += more.turns;
        self.squares += more.squares;
    }

    /// Returns true if battles of so many sides that last at most `turn_limit` turns can be counted so.
    pub fn is_possible(&self, sides: usize, turn_limit: u32) -> bool {
        // A battle may end as the turn after the last one begins.
        let most = u64::from(turn_limit) + 1;
        let ended = self.wins.iter().try_fold(self.broken, |sum, n| sum.checked_add(*n));
        self.wins.len() == sides
            && ended.is_some_and(|ended| ended <= self.games)
            && self.timed <= self.games
            && self.turns <= self.timed.saturating_mul(most)
            && self.squares <= self.timed.saturating_mul(most).saturating_mul(most)
    }

    /// Battles that nobody won: drawn ones, and those that did not end.
    pub fn undecided_battles(&self) -> u64 {
        self.games - self.broken - self.decided_battles()
    }

    /// Battles that somebody won.
    pub fn decided_battles(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// Returns the share of the won battles that a side won.
    pub fn share(&self, side: usize) -> Interval {
        Interval::estimate(self.wins.get(side).copied().unwrap_or(0), self.decided_battles())
    }

    /// Returns the turns of a battle on average, and half the width of their interval at 95 %.
    pub fn mean_turns(&self) -> (f64, f64) {
        let n = self.timed.max(1) as f64;
        let mean = self.turns as f64 / n;
        let variance = (self.squares as f64 / n - mean * mean).max(0.0);
        (mean, 1.96 * (variance / n).sqrt())
    }
}

/// The counts of one candidate's battles.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// The battle as the candidate has it.
    pub ends: EndCount,
    /// The side that goes first, if one does.
    pub first: Option<usize>,
    /// The same, but the other side goes first; counted where the target is about that.
    pub other_first: Option<EndCount>,
    /// Number of decided battles that the greedy bot won against the random one, and of all of these; counted if the target is
    /// about that.
    pub skill: Option<(u64, u64)>,
    /// The worth of each card for its side, counted where the target is about that.
    pub cards: Option<Vec<CardCount>>,
    /// By pairing of bots: number of decided battles that the side of the target won, and of all of these; counted if the target is
    /// about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairings: Option<Vec<(u64, u64)>>,
    /// By measure of the target: what was counted of each side or of the whole battle, and out of how many; counted if the target
    /// is about that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measures: Option<Vec<Vec<(u64, u64)>>>,
}

/// The same battles with a card and without it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardCount {
    /// The card's number.
    pub card: String,
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// The battles that the side won with it, and the decided ones.
    pub with: (u64, u64),
    /// The battles that it won without ever using the card, and those in which it never used it.
    pub without: (u64, u64),
}

impl CardCount {
    /// Returns what the card is worth to its side, from -1 to 1.
    pub fn worth(&self) -> Interval {
        let [with, without] = self.shares();
        with.minus(without)
    }

    /// Returns true if the intervals with and without it have no share in common.
    pub fn is_sure(&self) -> bool {
        let [with, without] = self.shares();
        without.leaves(with)
    }

    /// Adds more battles.
    pub fn add(&mut self, more: &CardCount) {
        self.with = sum(self.with, more.with);
        self.without = sum(self.without, more.without);
    }

    fn shares(&self) -> [Interval; 2] {
        [self.with, self.without].map(|(won, of)| Interval::estimate(won, of))
    }
}

/// The sum of how many of how many battles were won.
fn sum((won, of): (u64, u64), (more, all): (u64, u64)) -> (u64, u64) {
    (won.saturating_add(more), of.saturating_add(all))
}

impl Measured {
    /// Returns the worth of going first to the side that does, from -1 to 1; `None` if that was not counted.
    pub fn going_first(&self) -> Option<Interval> {
        let (side, other) = (self.first?, self.other_first.as_ref()?);
        Some(self.ends.share(side).minus(other.share(side)))
    }

    /// Returns the share of the greedy bot against the random one.
    pub fn skill(&self) -> Option<Interval> {
        self.skill.map(|(won, of)| Interval::estimate(won, of))
    }

    /// Returns the shares of the target's side between other bots; none where that was not counted.
    pub fn pairings(&self) -> Vec<Interval> {
        self.pairings.iter().flatten().map(|(won, of)| Interval::estimate(*won, *of)).collect()
    }

    /// Returns the worth of the worst card to its side, from -1 to 1; `None` if that was not counted.
    pub fn worst(&self) -> Option<Interval> {
        let worths = self.cards.iter().flatten().map(CardCount::worth);
        worths.min_by(|a, b| a.share.total_cmp(&b.share))
    }

    /// Adds more battles of the same candidate.
    pub fn add(&mut self, more: Measured) {
        self.ends.add(more.ends);
        self.first = more.first.or(self.first);
        if let Some(more) = more.other_first {
            self.other_first.get_or_insert_default().add(more);
        }
        if let Some(more) = more.skill {
            self.skill = Some(sum(self.skill.unwrap_or_default(), more));
        }
        match (&mut self.cards, more.cards) {
            (Some(cards), Some(more)) => {
                cards.iter_mut().zip(&more).for_each(|(card, more)| card.add(more));
            }
            (None, more) => self.cards = more,
            (Some(_), None) => {}
        }
        if let Some(more) = more.pairings {
            let counts = self.pairings.get_or_insert_with(|| vec![(0, 0); more.len()]);
            counts.iter_mut().zip(more).for_each(|(count, more)| *count = sum(*count, more));
        }
        if let Some(more) = more.measures {
            let empty = || more.iter().map(|sides| vec![(0, 0); sides.len()]).collect::<Vec<_>>();
            let counts = self.measures.get_or_insert_with(empty);
            let counts = counts.iter_mut().zip(&more).flat_map(|(sides, more)| sides.iter_mut().zip(more));
            counts.for_each(|(count, more)| *count = sum(*count, *more));
        }
    }

    /// Returns true if so many comparisons of battles of so many sides can be counted so.
    pub fn has_possible_comparisons(&self, sides: usize, comparisons: u64) -> bool {
        let possible = |(won, of): (u64, u64), most: u64| won <= of && of <= most;
        let card = |card: &CardCount| {
            card.side < sides && possible(card.with, comparisons) && possible(card.without, comparisons)
        };
        self.skill.is_none_or(|skill| possible(skill, comparisons.saturating_add(1)))
            && self.cards.iter().flatten().all(card)
            && self.pairings.iter().flatten().all(|count| possible(*count, comparisons))
    }
}
