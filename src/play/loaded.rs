//! Dice that are not fair: what hardly ever comes with fair ones comes soon with these.

use super::Dice;
use super::rng::Rng;
use super::roll::Roll;

/// Loaded dice: in one roll of three they are fair, in one they show two numbers only, in one no number twice.
#[derive(Debug, Clone)]
pub struct Loaded(pub Rng);

impl Dice for Loaded {
    fn roll(&mut self) -> u8 {
        self.0.roll()
    }

    fn roll_many(&mut self, n: u8) -> Roll {
        match self.0.below(3) {
            0 => self.0.roll_many(n),
            1 => {
                let faces = [self.0.below(6), self.0.below(6)];
                Roll::new((0..n).map(|_| 1 << (4 * faces[self.0.below(2) as usize])).sum())
            }
            _ => {
                let mut left = 0x11_1111_u32;
                for gone in 0..6 - u32::from(n.min(6)) {
                    let nth = self.0.below(6 - gone);
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
        let mut dice = Loaded(Rng::new(1));
        let (mut same, mut sequence) = (0, 0);
        for _ in 0..3_000 {
            for n in 0..=6 {
                let counts = dice.roll_many(n).counts;
                assert_eq!((0..6).map(|face| counts >> (4 * face) & 0xF).sum::<u32>(), u32::from(n));
            }
            let six = dice.roll_many(6).counts;
            same += u32::from((0..6).any(|face| six >> (4 * face) & 0xF == 6));
            sequence += u32::from(six == 0x11_1111);
        }
        assert!(same > 150, "six equal dice came {same} times in 3,000, where fair dice show them once or never");
        assert!(sequence > 900, "a straight of six came {sequence} times, where fair dice show it some 46 times");
    }
}
