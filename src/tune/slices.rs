//! Battles in slices: between two of them it can be asked whether there is time for more.

use std::ops::Range;

/// Battles of the first slice for each thread, of which each gets as many at a time.
const FIRST: u64 = 16;

/// The most battles of a slice for each thread.
const MOST: u64 = 512;

/// Returns the next slice of battles, which ends at `end` at the latest. Slices grow with what was played before, so that little is
/// lost where there is no time for another, and asking costs nothing.
pub(super) fn slice(done: u64, end: u64) -> Range<u64> {
    let threads = rayon::current_num_threads() as u64;
    done..end.min(done + (done / 4).clamp(FIRST * threads, MOST * threads))
}

/// Returns the next slice of battles between bots that plan, each of which may take seconds.
pub(super) fn planned_slice(done: u64, end: u64) -> Range<u64> {
    let threads = rayon::current_num_threads() as u64;
    done..end.min(done + (done / 4).clamp(threads, FIRST * threads))
}

/// Returns the next slice of comparisons, each of which takes many battles.
pub(super) fn compared_slice(done: u64, end: u64) -> Range<u64> {
    done..end.min(done + (done / 4).clamp(FIRST / 4, FIRST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_each_other_to_the_end() {
        for next in [slice, planned_slice, compared_slice] {
            let (mut done, mut count) = (0, 0);
            while done < 100_000 {
                let slice = next(done, 100_000);
                assert!(slice.start == done && slice.end > done && slice.end <= 100_000, "{slice:?}");
                (done, count) = (slice.end, count + 1);
            }
            assert!(count > 4, "{count}");
            assert!(next(99_999, 100_000).end == 100_000);
        }
    }
}
