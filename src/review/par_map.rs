//! Work on all cores, with results in the order of the items.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// Returns the result of `work` for each item, in the order of the items, made on all cores. For a single one no threads are
/// started.
pub fn par_map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    match items.len() {
        0 | 1 => items.into_iter().map(work).collect(),
        _ => items.into_par_iter().map(work).collect(),
    }
}
