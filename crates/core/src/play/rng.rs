//! Random numbers that never change between releases: wyrand, of which every turn of a battle has a stretch.

/// A generator of random numbers. The same seed gives the same numbers in every release, and those of a turn do not
/// depend on how many were drawn in the turns before.
#[derive(Debug, Clone)]
pub struct Rng {
    /// The start of the numbers of the latest turn.
    turn: u64,
    state: u64,
}

/// From one number to the next.
const STEP: u64 = 0x2D35_8DCC_AA6C_78A5;
/// From one turn to the next: more numbers than are drawn in a turn.
const TURN: u64 = STEP.wrapping_mul(1 << 10);

impl Rng {
    /// Returns a generator from a seed.
    pub fn new(seed: u64) -> Rng {
        Rng { turn: seed, state: seed }
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let product = u128::from(self.state) * u128::from(self.state ^ 0x8BB8_4B93_962E_ACC9);
        (product ^ (product >> 64)) as u64
    }

    /// Returns a number below `bound`, each as likely as any other (to one part in 2^32). `bound` is at least 1.
    #[inline]
    pub fn draw_below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u32
    }

    /// Returns true in `chances` of `all` cases, exactly. `all` is at least 1.
    pub fn happens(&mut self, chances: u64, all: u64) -> bool {
        // Numbers beyond the last whole multiple of `all` are drawn again: every remainder is as likely as any other.
        let beyond = u64::MAX - u64::MAX % all;
        loop {
            let bits = self.bits();
            if bits < beyond {
                return bits % all < chances;
            }
        }
    }

    /// Goes on to the numbers of the next turn.
    #[inline]
    pub(super) fn next_turn(&mut self) {
        self.turn = self.turn.wrapping_add(TURN);
        self.state = self.turn;
    }
}

/// Returns the seed of battle `index` of a run. Battle 0 has the run's own seed, so any battle can be played alone by giving its
/// seed to a run of one. Short enough to type, and exact in JSON.
pub fn battle_seed(seed: u64, index: u64) -> u64 {
    if index == 0 {
        return seed;
    }
    let mut mix = seed;
    let mut mix = splitmix(&mut mix) ^ index;
    splitmix(&mut mix) >> 16
}

#[inline]
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::roll::Roll;

    #[test]
    fn the_numbers_are_those_of_wyrand() {
        let mut ours = Rng::new(42);
        let mut theirs = fastrand::Rng::with_seed(42);
        for _ in 0..1000 {
            assert_eq!(ours.bits(), theirs.u64(..));
        }
    }

    #[test]
    fn a_turn_has_its_own_numbers_whatever_was_drawn_before() {
        let turns = |draws: usize| -> Vec<u64> {
            let mut rng = Rng::new(7);
            let turn = |_| {
                (0..draws).for_each(|_| _ = rng.bits());
                rng.next_turn();
                rng.bits()
            };
            (0..1000).map(turn).collect()
        };
        let numbers = turns(0);
        assert_eq!(turns(3), numbers);
        let different: std::collections::BTreeSet<u64> = numbers.iter().copied().collect();
        assert_eq!(different.len(), numbers.len());
    }

    #[test]
    fn dice_rolled_together_show_every_face_about_as_often() {
        let mut rng = Rng::new(8);
        for n in 0..=6 {
            let mut faces = [0_u32; 6];
            for _ in 0..10_000 {
                let counts = Roll::from_bits(n, rng.bits()).counts;
                (0..6).for_each(|face| faces[face] += counts >> (4 * face) & 0xF);
            }
            assert_eq!(faces.iter().sum::<u32>(), 10_000 * u32::from(n));
            let mean = 10_000 * u32::from(n) / 6;
            assert!(faces.iter().all(|dice| dice.abs_diff(mean) <= 500), "{n} dice: {faces:?}");
        }
    }

    #[test]
    fn what_has_chances_happens_as_often() {
        let mut rng = Rng::new(9);
        for (chances, all) in [(0, 1), (1, 1), (1, 3), (64, 81), (u64::MAX / 2, u64::MAX)] {
            let happened = (0..10_000).filter(|_| rng.happens(chances, all)).count() as f64;
            assert!(
                (happened - 10_000.0 * chances as f64 / all as f64).abs() < 250.0,
                "{chances} of {all}: {happened}"
            );
        }
    }
}
