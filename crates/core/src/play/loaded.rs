//! Chance that is not fair: what hardly ever comes with fair dice comes soon with these.

use super::rng::Rng;
use super::roll::Roll;

/// Loaded chance: in one case of three it is fair. Else a roll shows two numbers only or no number twice, a number is the
/// lowest or the highest, and what may happen does as often as it does not.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The generator. Turns have no numbers of their own.
    pub rng: Rng,
    /// It is fair in all cases.
    pub fair: bool,
}

impl Loaded {
    /// Returns a number below `bound`.
    pub(super) fn draw_below(&mut self, bound: u32) -> u32 {
        if self.fair || self.rng.draw_below(3) == 0 {
            return self.rng.draw_below(bound);
        }
        self.rng.draw_below(2) * (bound - 1)
    }

    /// Returns true for something that has `chances` of `all`; sure things stay sure.
    pub(super) fn happens(&mut self, chances: u64, all: u64) -> bool {
        if self.fair || chances == 0 || chances >= all || self.rng.draw_below(3) == 0 {
            return self.rng.happens(chances, all);
        }
        self.rng.draw_below(2) == 0
    }

    /// Returns a roll of at most six dice.
    pub(super) fn roll(&mut self, dice: u8) -> Roll {
        if self.fair {
            return Roll::from_bits(dice, self.rng.bits());
        }
        match self.rng.draw_below(3) {
            0 => Roll::from_bits(dice, self.rng.bits()),
            1 => {
                let faces = [self.rng.draw_below(6), self.rng.draw_below(6)];
                Roll::new((0..dice).map(|_| 1 << (4 * faces[self.rng.draw_below(2) as usize])).sum())
            }
            _ => {
                let mut left = 0x11_1111_u32;
                for gone in 0..6 - u32::from(dice.min(6)) {
                    let nth = self.rng.draw_below(6 - gone);
                    let face = (0..6).filter(|face| left >> (4 * face) & 1 == 1).nth(nth as usize).unwrap_or(0);
                    left &= !(1 << (4 * face));
                }
                Roll::new(left)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_as_many_as_are_rolled_and_show_what_is_rare() {
        let mut dice = Loaded { rng: Rng::new(1), fair: false };
        let (mut same, mut sequence) = (0, 0);
        for _ in 0..3_000 {
            for n in 0..=6 {
                let counts = dice.roll(n).counts;
                assert_eq!((0..6).map(|face| counts >> (4 * face) & 0xF).sum::<u32>(), u32::from(n));
            }
            let six = dice.roll(6).counts;
            same += u32::from((0..6).any(|face| six >> (4 * face) & 0xF == 6));
            sequence += u32::from(six == 0x11_1111);
        }
        assert!(same > 150, "six equal dice came {same} times in 3,000, where fair dice show them once or never");
        assert!(sequence > 900, "a straight of six came {sequence} times, where fair dice show it some 46 times");
    }
}
