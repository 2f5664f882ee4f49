//! Quick answers about dice: whether equal dice meet a requirement, and the set of an index among those that are taken.

use crate::dice::{Area, DiceWord, LANES, Numbers, ONES, total, up_to};

impl DiceWord {
    /// Returns true if the dice meet a requirement: as [`DiceWord::meets`], but quicker.
    #[inline]
    pub(super) const fn are(self, alike: Alike) -> bool {
        let faces = (self.0 + alike.least) & LANES;
        // Without the lowest face, where it does not do alone.
        faces & faces.wrapping_sub(alike.second as u32) != 0
    }

    /// Returns the set of an index among those of equal dice that are taken: from the lowest face, and of each from one die
    /// upward. Else how many there are, which is at most seven.
    #[inline]
    const fn nth_among(self, numbers: Numbers, index: u32) -> Result<DiceWord, u32> {
        let counts = self.counts_among(numbers);
        let up_to = up_to(counts);
        let number = total(up_to);
        if index >= number {
            return Err(number);
        }
        let lane = (((up_to | LANES) - (index + 1) * ONES) & LANES).trailing_zeros() & !3;
        let before = (up_to - counts) >> lane & 0xF;
        Ok(DiceWord::counting(lane as u8 / 4 + 1, (index - before) as u8 + 1))
    }
}

impl Area {
    /// Returns the set of an index in the order of [`Area::sets`].
    #[inline(always)]
    pub(super) fn nth(&self, rolled: DiceWord, index: u32) -> DiceWord {
        let equal = rolled.nth_among(self.numbers, index);
        equal.unwrap_or_else(|number| self.nth_other(rolled, index - number))
    }

    #[inline(never)]
    fn nth_other(&self, rolled: DiceWord, index: u32) -> DiceWord {
        let mut left = index;
        let mut nth = None;
        let mut rest = *self;
        rest.numbers = Numbers::default();
        rest.sets(rolled, |set| {
            if left == 0 {
                nth.get_or_insert(set);
            } else {
                left -= 1;
            }
        });
        nth.expect("internal error: an index beyond the sets was chosen")
    }
}

/// A requirement that asks for so many equal dice of one face, or of each of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Alike {
    /// Addend that sets the highest bit of every face of which there are enough.
    least: u32,
    /// 1 where there must be a second face.
    second: u16,
}

impl Alike {
    /// Returns a requirement by its [`need`] bit; `None` for those that ask for something else.
    pub(super) const fn new(need: u8) -> Option<Alike> {
        let (least, second) = match need.trailing_zeros() {
            0 => (1, 0),
            1 => (2, 0),
            2 => (2, 1),
            3 => (3, 0),
            4 => (3, 1),
            _ => return None,
        };
        Some(Alike { least: (8 - least) * ONES, second })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_dice_meet_what_they_meet_among_all_requirements() {
        let quick: Vec<(u8, Alike)> =
            (0..7).filter_map(|bit| Alike::new(1 << bit).map(|alike| (1 << bit, alike))).collect();
        assert_eq!(quick.len(), 5);
        for dice in DiceWord::rolls() {
            for (need, alike) in &quick {
                assert_eq!(dice.are(*alike), dice.meets() & need != 0, "{dice:?}, {need:#b}");
            }
        }
    }
}
