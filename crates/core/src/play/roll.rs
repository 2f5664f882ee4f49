//! Rolls of at most six dice of which only the faces count: 924 with that of none. Each has a number, its rank, and one
//! random number draws one of them.

use std::hint::select_unpredictable;

/// Number of distinct rolls, including that of no dice.
pub const ROLLS: usize = 924;
/// The most dice of a roll.
const MOST: usize = 6;
/// The lowest bit of every face.
const ONES: u32 = 0x11_1111;

/// The dice of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll {
    /// Number of dice that show each face: four bits for each face from 1 upward.
    pub counts: u32,
    /// The roll's number below [`ROLLS`].
    pub rank: u16,
}

impl Roll {
    /// Returns a roll by how many dice show each face, at most six in all.
    #[inline]
    pub fn new(counts: u32) -> Roll {
        Roll { counts, rank: rank(counts) as u16 }
    }

    /// Returns the faces, 1 to 6, one for each die, from low to high.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |face| (0..self.counts >> (4 * (face - 1)) & 0xF).map(move |_| face))
    }

    /// Returns the number of distinct rolls of so many dice.
    pub(super) fn number_of(dice: u8) -> u32 {
        BY_DICE[usize::from(dice)].1 as u32
    }

    /// Returns one of the distinct rolls of so many dice, counted from 0, and the number of ways that dice can show it.
    pub(super) fn nth(dice: u8, place: u32) -> (Roll, u64) {
        let rank = BY_DICE[usize::from(dice)].0 + place as usize;
        (Roll { counts: COUNTS[rank], rank: rank as u16 }, ways(COUNTS[rank]))
    }

    /// Returns a roll of so many dice by chance, from 64 random bits. No chance is off by more than 2^-31.
    #[inline]
    pub(super) fn from_bits(dice: u8, bits: u64) -> Roll {
        let (first, rolls) = BY_DICE[usize::from(dice)];
        // The whole part is the place; the rest, anything below one, decides between its two rolls.
        let scaled = u128::from(bits) * u128::from(rolls);
        let place = first + (scaled >> 64) as usize;
        let Lot { limit, other } = LOTS[place];
        let rank = select_unpredictable((scaled as u64 >> 32) < u64::from(limit), place as u16, other);
        Roll { counts: COUNTS[usize::from(rank)], rank }
    }
}

/// Returns the number below [`ROLLS`] of a roll, by how many dice show each face. Rolls of fewer dice come first.
#[inline]
pub const fn rank(counts: u32) -> usize {
    // Added up from the lowest face to each.
    let [low, middle, high, _] = counts.wrapping_mul(ONES).to_le_bytes();
    (RANKS[0][low as usize] + RANKS[1][middle as usize] + RANKS[2][high as usize]) as usize
}

/// For two faces that follow each other, by how many dice show them or any lower: their part of a roll's rank.
const RANKS: [[u16; 256]; 3] = {
    let mut ranks = [[0; 256]; 3];
    let mut face = 0;
    while face < 6 {
        let mut dice = 0;
        while dice < 256 {
            // A roll is a choice of six out of twelve: how many dice show each face or a lower one, and the face.
            let up_to = if face % 2 == 0 { dice & 0xF } else { dice >> 4 };
            ranks[face / 2][dice] += choose(up_to + face, face + 1) as u16;
            dice += 1;
        }
        face += 1;
    }
    ranks
};

/// Every roll, by its rank.
const COUNTS: [u32; ROLLS] = {
    let mut counts = [0; ROLLS];
    // Counts up in base seven, which holds more dice than are wanted too.
    let mut number = 0;
    while number < 7_u32.pow(6) {
        let (mut roll, mut dice, mut rest, mut face) = (0, 0, number, 0);
        while face < 6 {
            roll |= (rest % 7) << (4 * face);
            dice += rest % 7;
            rest /= 7;
            face += 1;
        }
        if dice as usize <= MOST {
            counts[rank(roll)] = roll;
        }
        number += 1;
    }
    counts
};

/// By number of dice: the rank of their first roll, and how many there are.
const BY_DICE: [(usize, u64); MOST + 1] = {
    let mut by_dice = [(0, 0); MOST + 1];
    let mut dice = 0;
    while dice <= MOST {
        by_dice[dice] = (choose(dice + 5, 6), choose(dice + 5, 5) as u64);
        dice += 1;
    }
    by_dice
};

/// One place of an alias table: its own roll for the part of 2^32 below `limit`, else another roll.
#[derive(Clone, Copy)]
struct Lot {
    limit: u32,
    other: u16,
}

/// Alias tables (Walker, Vose) of the rolls of each number of dice, by rank.
const LOTS: [Lot; ROLLS] = {
    let mut lots = [Lot { limit: u32::MAX, other: 0 }; ROLLS];
    let mut dice = 0;
    while dice <= MOST {
        let (first, rolls) = BY_DICE[dice];
        let total = 6_u64.pow(dice as u32);
        // What is left to share out of each roll, in parts of which a place holds `total`.
        let mut parts = [0; ROLLS];
        let (mut few, mut fews, mut many, mut manies) = ([0; ROLLS], 0, [0; ROLLS], 0);
        let mut rank = first;
        while rank < first + rolls as usize {
            parts[rank] = ways(COUNTS[rank]) * rolls;
            lots[rank].other = rank as u16;
            if parts[rank] < total {
                few[fews] = rank;
                fews += 1;
            } else {
                many[manies] = rank;
                manies += 1;
            }
            rank += 1;
        }
        while fews > 0 && manies > 0 {
            let (poor, rich) = (few[fews - 1], many[manies - 1]);
            lots[poor] = Lot { limit: ((parts[poor] << 32) / total) as u32, other: rich as u16 };
            parts[rich] -= total - parts[poor];
            fews -= 1;
            if parts[rich] < total {
                few[fews] = rich;
                fews += 1;
                manies -= 1;
            }
        }
        dice += 1;
    }
    lots
};

/// Returns the number of ways that dice can show a roll.
const fn ways(counts: u32) -> u64 {
    let (mut ways, mut dice, mut face) = (1, 0, 0);
    while face < 6 {
        let shown = (counts >> (4 * face) & 0xF) as usize;
        dice += shown;
        ways *= choose(dice, shown) as u64;
        face += 1;
    }
    ways
}

/// Ways to choose `k` of `n`.
const fn choose(n: usize, k: usize) -> usize {
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = if i < n { ways * (n - i) / (i + 1) } else { 0 };
        i += 1;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_has_a_rank_of_its_own() {
        assert!((0..ROLLS).all(|rank| Roll::new(COUNTS[rank]) == Roll { counts: COUNTS[rank], rank: rank as u16 }));
        for (dice, (first, rolls)) in BY_DICE.iter().enumerate() {
            let shown = |rank: usize| (0..6).map(|face| COUNTS[rank] >> (4 * face) & 0xF).sum::<u32>() as usize;
            assert!((*first..first + *rolls as usize).all(|rank| shown(rank) == dice));
        }
    }

    #[test]
    fn every_roll_is_as_likely_as_dice_make_it() {
        for (dice, (first, rolls)) in (0_u32..).zip(BY_DICE) {
            let ranks = first..first + rolls as usize;
            let mut chances = vec![0.0; ROLLS];
            for rank in ranks.clone() {
                let own = f64::from(LOTS[rank].limit) / 2_f64.powi(32);
                chances[rank] += own / rolls as f64;
                chances[usize::from(LOTS[rank].other)] += (1.0 - own) / rolls as f64;
            }
            for rank in ranks {
                let exact = ways(COUNTS[rank]) as f64 / 6_f64.powi(dice as i32);
                assert!((chances[rank] - exact).abs() <= 2_f64.powi(-32), "{dice} dice, roll {rank}");
            }
        }
    }
}
