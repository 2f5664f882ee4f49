//! Counts work that allocates nothing, in debug builds only: a test compares what a document takes with what one twice as
//! long does.

#[cfg(debug_assertions)]
use std::cell::Cell;

#[cfg(debug_assertions)]
thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Counts so many bytes or values that are checked next. Does nothing in a release build.
#[inline]
pub fn count(steps: usize) {
    #[cfg(debug_assertions)]
    STEPS.set(STEPS.get().wrapping_add(steps as u64));
    let _ = steps;
}

/// Returns a text of which every byte is checked next, and counts these.
#[inline]
pub fn scan(text: &str) -> &str {
    count(text.len());
    text
}

/// Returns the number of steps this thread has counted; 0 in a release build.
pub fn total() -> u64 {
    #[cfg(debug_assertions)]
    return STEPS.get();
    #[cfg(not(debug_assertions))]
    return 0;
}
