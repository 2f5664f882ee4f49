//! How many sets of dice each card takes from every roll, worked out once a battle (TB-2).

use super::dice::DiceWord;
use super::lots::{self, LANES};
use super::setup::AreaRow;
use super::{Mask, bit};
use crate::play::roll::ROLLS;

/// What every roll of up to six dice offers the dice areas of a side.
#[derive(Debug)]
pub(super) struct Sets {
    /// By roll: the formations that take any, from the side's first.
    takers: Vec<Mask>,
    /// By roll: how many sets each takes, as [`lots`], in so many words. Apart from the takers, so that what a playout
    /// reads stays near the processor.
    lots: Vec<u64>,
    words: usize,
}

impl Sets {
    /// For formations with these dice areas.
    pub(super) fn new<'a>(formations: impl ExactSizeIterator<Item = &'a AreaRow>) -> Sets {
        let words = formations.len().div_ceil(LANES);
        let mut sets = Sets { takers: vec![0; ROLLS], lots: vec![0; words * ROLLS], words };
        let mut known: Vec<(&AreaRow, Vec<u32>)> = Vec::new();
        for (formation, area) in (0..).zip(formations) {
            let at = known.iter().position(|(other, _)| *other == area).unwrap_or_else(|| {
                known.push((area, counts(area)));
                known.len() - 1
            });
            for (roll, count) in known[at].1.iter().enumerate().filter(|(_, count)| **count > 0) {
                sets.takers[roll] |= bit(formation);
                lots::put(&mut sets.lots[roll * words..][..words], formation, *count);
            }
        }
        sets
    }

    /// The formations, wherever they are, that take any set of these dice.
    pub(super) fn takers(&self, rolled: DiceWord) -> Mask {
        self.takers[rolled.rank()]
    }

    /// How many sets of the dice with this rank each formation takes, wherever it is.
    #[inline]
    pub(super) fn lots(&self, rank: usize) -> &[u64] {
        &self.lots[rank * self.words..][..self.words]
    }
}

/// How many sets an area takes of every roll.
fn counts(area: &AreaRow) -> Vec<u32> {
    let mut counts = vec![0; ROLLS];
    for roll in DiceWord::rolls() {
        area.sets(roll, |_| counts[roll.rank()] += 1);
    }
    counts
}
