//! Random numbers that never change between releases: xoshiro256++ seeded by splitmix64.

use super::Dice;

/// A generator of random numbers. The same seed gives the same numbers in every release.
#[derive(Debug, Clone)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator from a seed.
    pub fn new(seed: u64) -> Rng {
        let mut mix = seed;
        Rng { state: std::array::from_fn(|_| splitmix(&mut mix)) }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let c2 = c ^ a;
        let d2 = d ^ b;
        self.state = [a ^ d2, b ^ c2, c2 ^ (b << 17), d2.rotate_left(45)];
        result
    }

    /// A number below `bound`, each as likely as any other (to one part in 2^32). `bound` is at least 1.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(bound)) >> 32) as u32
    }
}

impl Dice for Rng {
    #[inline]
    fn roll(&mut self) -> u8 {
        self.below(6) as u8 + 1
    }

    /// From one draw: its first six digits to base six, of which as many count as dice are rolled. None is off by more
    /// than one part in 2^48.
    #[inline]
    fn roll_counts(&mut self, n: u8) -> u32 {
        let first = u128::from(self.bits()) * 216;
        let second = u128::from(first as u64) * 216;
        let n = usize::from(n);
        THREE[n.min(3)][(first >> 64) as usize] + THREE[n.saturating_sub(3)][(second >> 64) as usize]
    }
}

/// The counts of the first 0 to 3 of three dice, by the dice as a number of three digits to base six.
const THREE: [[u32; 216]; 4] = {
    let mut counts = [[0; 216]; 4];
    let mut number = 0;
    while number < 216 {
        let digits = [number / 36, number / 6 % 6, number % 6];
        let mut n = 1;
        while n <= 3 {
            counts[n][number] = counts[n - 1][number] + (1 << (4 * digits[n - 1]));
            n += 1;
        }
        number += 1;
    }
    counts
};

/// The seed of battle `index` of a run. Battle 0 has the run's own seed, so any battle can be played alone by
/// giving its seed to a run of one. Short enough to type, and exact in JSON.
pub fn battle_seed(seed: u64, index: u64) -> u64 {
    if index == 0 {
        return seed;
    }
    let mut mix = seed;
    let mut mix = splitmix(&mut mix) ^ index;
    splitmix(&mut mix) >> 16
}

fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

    use super::*;

    #[test]
    fn the_numbers_are_those_of_xoshiro256_plus_plus() {
        let mut ours = Rng::new(42);
        let mut theirs = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(42);
        for _ in 0..1000 {
            assert_eq!(ours.bits(), theirs.next_u64());
        }
    }

    #[test]
    fn dice_show_every_face_about_as_often() {
        let mut rng = Rng::new(7);
        let mut faces = [0_u32; 6];
        for _ in 0..60_000 {
            faces[usize::from(rng.roll()) - 1] += 1;
        }
        assert!(faces.iter().all(|n| (9_500..10_500).contains(n)), "{faces:?}");
    }

    #[test]
    fn dice_rolled_together_show_every_face_about_as_often() {
        let mut rng = Rng::new(8);
        for n in 0..=6 {
            let mut faces = [0_u32; 6];
            for _ in 0..10_000 {
                let counts = rng.roll_counts(n);
                (0..6).for_each(|face| faces[face] += counts >> (4 * face) & 0xF);
            }
            assert_eq!(faces.iter().sum::<u32>(), 10_000 * u32::from(n));
            let mean = 10_000 * u32::from(n) / 6;
            assert!(faces.iter().all(|dice| dice.abs_diff(mean) <= 500), "{n} dice: {faces:?}");
        }
    }
}
