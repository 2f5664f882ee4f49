//! Drawing one of many choices without listing them: how many each formation has, eight formations to a word.
//!
//! A product with [`ONES`] sums the bytes of a word, each with all below it, so that neither the sum nor the draw needs
//! a branch for a formation.

use crate::engine::{MAX_FORMATIONS, Mask};

/// Numbers of choices of each formation of a side: a byte each, at most [`MOST`]. Here formations are counted from the side's
/// first, and sets of them too.
pub(super) type Lots = [u64; MAX_FORMATIONS / LANES];

/// The most choices of one formation: eight times as many still fit a byte.
pub(super) const MOST: u32 = 16;

/// Formations to a word.
pub(super) const LANES: usize = 8;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const TOPS: u64 = ONES << 7;
/// The highest bit of the last one.
const LAST: u64 = 1 << 63;

/// The bytes of every set of eight formations.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut lane = 0;
        while lane < LANES {
            bytes[set] |= if set >> lane & 1 == 1 { 0xFF << (8 * lane) } else { 0 };
            lane += 1;
        }
        set += 1;
    }
    bytes
};

/// Draws a choice of these formations: of the index below their number that `choose` gives for it, counted from 1. Whose
/// it is, and its index among those of its formation. None where 0 is chosen; `choose` is also asked where that is all.
/// There are so many words of lots, which are read one by one.
#[inline(always)]
pub(super) fn draw(
    words: usize,
    lots: impl Fn(usize) -> u64,
    set: Mask,
    choose: impl FnOnce(u32) -> u32,
) -> Option<(u8, u32)> {
    // Most sides have no more than eight formations.
    if words == 1 {
        let up_to = sums(lots(0), set, 0);
        let index = choose(total(up_to) + 1).checked_sub(1)?;
        return Some(find(up_to, index));
    }
    let number: u32 = (0..words).map(|word| total(sums(lots(word), set, word))).sum();
    let mut index = choose(number + 1).checked_sub(1)?;
    for word in 0..words {
        let up_to = sums(lots(word), set, word);
        if index < total(up_to) {
            let (lane, index) = find(up_to, index);
            return Some(((LANES * word) as u8 + lane, index));
        }
        index -= total(up_to);
    }
    unreachable!("internal error: an index beyond the choices was chosen")
}

/// Returns for each formation of a word how many choices it has together with those before it, of those that are in the set.
#[inline(always)]
fn sums(lots: u64, set: Mask, word: usize) -> u64 {
    (lots & BYTES[(set >> (LANES * word)) as u8 as usize]).wrapping_mul(ONES)
}

/// Returns the number of choices in a word.
#[inline(always)]
fn total(sums: u64) -> u32 {
    (sums >> 56) as u32
}

/// Returns the formation of a word that has the choice of this index, and its index among those of its formation.
#[inline(always)]
fn find(sums: u64, index: u32) -> (u8, u32) {
    // The top bits of those bytes that exceed the index; the last one does, though it may have had its own already.
    let beyond = ((sums | TOPS) - u64::from(index + 1) * ONES) & TOPS | LAST;
    let lane = beyond.trailing_zeros() / 8;
    let before = (sums << 8) >> (8 * lane) & 0xFF;
    (lane as u8, index - before as u32)
}

/// Returns the lots of one formation: the index of its word, and the number to add to that word.
#[inline]
pub(super) fn lot(formation: u8, choices: u32) -> (usize, u64) {
    debug_assert!(choices <= MOST);
    let formation = usize::from(formation);
    (formation / LANES, u64::from(choices) << (8 * (formation % LANES)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Each;
    use muster_core::play::rng::Rng;

    #[test]
    fn every_choice_is_found_at_its_formation() {
        let mut rng = Rng::new(3);
        for round in 0..2_000 {
            let mut lots: Lots = [0; MAX_FORMATIONS / LANES];
            // In the first round every formation has the most choices there can be.
            let full = round == 0;
            let choices: Vec<u32> =
                (0..MAX_FORMATIONS).map(|_| if full { MOST } else { rng.draw_below(MOST + 1) }).collect();
            for (formation, choices) in (0..).zip(&choices) {
                let (word, lot) = lot(formation, *choices);
                lots[word] += lot;
            }
            let set = if full { Mask::MAX } else { rng.bits() };
            let listed: Vec<(u8, u32)> = Each(set)
                .flat_map(|formation| (0..choices[usize::from(formation)]).map(move |i| (formation, i)))
                .collect();
            for (index, choice) in (1..).zip(&listed) {
                let choose = |number: u32| {
                    assert_eq!(number as usize, listed.len() + 1);
                    index
                };
                assert_eq!(draw(lots.len(), |word| lots[word], set, choose), Some(*choice));
            }
            assert_eq!(draw(lots.len(), |word| lots[word], set, |_| 0), None);
            assert_eq!(
                draw(1, |word| lots[word], set & 0xFF, |number| number - 1),
                listed.iter().rfind(|(f, _)| *f < 8).copied()
            );
        }
    }
}
