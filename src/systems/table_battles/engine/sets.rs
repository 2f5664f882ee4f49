//! How many sets of dice each card takes from every roll, worked out once a battle (TB-2).

use super::dice::{DiceWord, ROLLS};
use super::lots::{self, LANES};
use super::setup::AreaRow;
use super::{Mask, bit};

/// What every roll of up to six dice offers the dice areas of a side.
#[derive(Debug)]
pub(super) struct Sets {
    /// Words a roll.
    width: usize,
    /// By roll: the formations that take any, then how many sets each takes, as [`lots`]; both from the side's first.
    rolls: Vec<u64>,
}

impl Sets {
    /// For formations with these dice areas.
    pub(super) fn new<'a>(formations: impl ExactSizeIterator<Item = &'a AreaRow>) -> Sets {
        let width = 1 + formations.len().div_ceil(LANES);
        let mut rolls = vec![0; width * ROLLS];
        let mut known: Vec<(&AreaRow, Vec<u32>)> = Vec::new();
        for (formation, area) in (0..).zip(formations) {
            let at = known.iter().position(|(other, _)| *other == area).unwrap_or_else(|| {
                known.push((area, counts(area)));
                known.len() - 1
            });
            for (roll, count) in known[at].1.iter().enumerate().filter(|(_, count)| **count > 0) {
                let row = &mut rolls[roll * width..][..width];
                row[0] |= bit(formation);
                lots::put(&mut row[1..], formation, *count);
            }
        }
        Sets { width, rolls }
    }

    /// The formations, wherever they are, that take any set of these dice, and how many each takes, as [`lots`]; both
    /// from the side's first.
    #[inline]
    pub(super) fn of(&self, rolled: DiceWord) -> (Mask, &[u64]) {
        let row = &self.rolls[rolled.rank() * self.width..][..self.width];
        (row[0], &row[1..])
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
