//! Numbers of sets of dice that each card takes from every roll, worked out once a battle (TB-2).

use muster_core::play::roll::ROLLS;

use super::lots::{self, LANES};
use crate::dice::{Area, DiceWord};
use crate::engine::{Mask, bit};

/// The sets that every roll of up to six dice offers the dice areas of a side.
#[derive(Debug)]
pub(in crate::engine) struct Sets {
    /// The side's first formation.
    first: u8,
    /// By roll: the formations that take any.
    takers: Vec<Mask>,
    /// Numbers of sets that each takes, as [`lots`]: for each word of them, by roll. Apart from the takers, so that what a
    /// playout reads stays near the processor.
    lots: Vec<[u64; ROLLS]>,
}

impl Sets {
    /// Returns the sets of the formations with these dice areas, from the side's first.
    pub(super) fn new<'a>(first: u8, formations: impl ExactSizeIterator<Item = &'a Area>) -> Sets {
        let words = formations.len().div_ceil(LANES);
        let mut sets = Sets { first, takers: vec![0; ROLLS], lots: vec![[0; ROLLS]; words] };
        let mut known: Vec<(&Area, Vec<u32>)> = Vec::new();
        for (formation, area) in (0..).zip(formations) {
            let at = known.iter().position(|(other, _)| *other == area).unwrap_or_else(|| {
                known.push((area, counts(area)));
                known.len() - 1
            });
            for (roll, count) in known[at].1.iter().enumerate().filter(|(_, count)| **count > 0) {
                sets.takers[roll] |= bit(first + formation);
                let (word, lot) = lots::lot(formation, *count);
                sets.lots[word][roll] += lot;
            }
        }
        sets
    }

    /// Returns the side's formations, wherever they are, that take any set of the dice with this rank.
    pub(in crate::engine) fn takers(&self, rank: usize) -> Mask {
        self.takers[rank]
    }

    /// Draws, as [`lots::draw`] does, one of the side's formations that are open and a set of the dice with this rank: its
    /// index among those that the formation takes.
    #[inline(always)]
    pub(super) fn draw(&self, rank: usize, open: Mask, choose: impl FnOnce(u32) -> u32) -> Option<(u8, u32)> {
        let lots = |word: usize| self.lots[word][rank];
        let (formation, index) = lots::draw(self.lots.len(), lots, open >> self.first, choose)?;
        Some((self.first + formation, index))
    }
}

/// Returns the number of sets an area takes of every roll.
fn counts(area: &Area) -> Vec<u32> {
    let mut counts = vec![0; ROLLS];
    for roll in DiceWord::rolls() {
        area.sets(roll, |_| counts[roll.rank()] += 1);
    }
    counts
}
