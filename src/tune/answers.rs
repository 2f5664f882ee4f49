//! The best trades of change against distance from the target, in order.

use super::search::order;
use super::{Candidate, Distance, Searched};

/// A candidate that is worth showing.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The changes, and what was counted of them.
    pub candidate: Candidate,
    /// Whether no candidate, nor the battle as it is, is as near to the target with as few and as small changes, and better
    /// in one of these. What lies inside the intervals is a tie.
    pub best_trade: bool,
}

/// Returns the first answers and all best trades, in the order of answers. `is_clean` says of the changes of a candidate
/// whether nothing new is found in the files with them; the others are left out.
pub fn answers(searched: &Searched, first: usize, is_clean: &dyn Fn(&[usize]) -> bool) -> Vec<Answer> {
    let mut all: Vec<&Candidate> = searched.candidates.iter().collect();
    all.sort_by(|a, b| order(a, b));
    let mut front: Vec<(usize, u32, Distance)> = vec![(0, 0, searched.unchanged.distance)];
    let mut by_change = all.clone();
    by_change.sort_by(|a, b| (a.changes.len(), a.size).cmp(&(b.changes.len(), b.size)).then_with(|| order(a, b)));
    let mut best: Vec<&[usize]> = Vec::new();
    for candidate in by_change {
        let Candidate { changes, size, distance, .. } = candidate;
        let beats = |(fewer, smaller, nearer): &(usize, u32, Distance)| {
            *fewer <= changes.len() && smaller <= size && nearer.compare(*distance).is_le()
        };
        if !front.iter().any(beats) && is_clean(changes) {
            front.push((changes.len(), *size, *distance));
            best.push(changes);
        }
    }
    let mut kept = Vec::new();
    let mut clean = 0;
    for candidate in all {
        let best_trade = best.contains(&&*candidate.changes);
        if best_trade || clean < first && is_clean(&candidate.changes) {
            clean += 1;
            kept.push(Answer { candidate: candidate.clone(), best_trade });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(changes: &[usize], size: u32, beyond: f64) -> Candidate {
        let distance = Distance { points: beyond + 1.0, beyond };
        Candidate { changes: changes.to_vec(), size, distance, ..Candidate::default() }
    }

    fn new_searched(candidates: Vec<Candidate>) -> Searched {
        let unchanged = candidate(&[], 0, 10.0);
        Searched { unchanged, candidates, ..Searched::default() }
    }

    #[test]
    fn fewer_and_smaller_changes_come_first_where_the_target_is_reached() {
        let found = new_searched(vec![
            candidate(&[0, 1], 2, 0.0),
            candidate(&[2], 2, 0.0),
            candidate(&[3], 1, 4.0),
            candidate(&[4], 1, 0.0),
            candidate(&[5], 3, 20.0),
        ]);
        let list = answers(&found, 10, &|_| true);
        let order: Vec<_> = list.iter().map(|answer| answer.candidate.changes.clone()).collect();
        assert_eq!(order, [vec![4], vec![2], vec![0, 1], vec![3], vec![5]]);
        let best: Vec<_> = list.iter().filter(|answer| answer.best_trade).collect();
        assert_eq!(best.len(), 1, "all others change as much and reach no more: {best:?}");
        assert_eq!(best[0].candidate.changes, [4]);
    }

    #[test]
    fn best_trades_are_kept_beyond_the_first_answers_and_only_clean_ones() {
        let found = new_searched(vec![candidate(&[0, 1], 2, 0.0), candidate(&[2], 1, 4.0), candidate(&[3], 1, 3.0)]);
        let list = answers(&found, 1, &|changes| changes != [3]);
        let kept: Vec<_> = list.iter().map(|answer| (answer.candidate.changes.clone(), answer.best_trade)).collect();
        assert_eq!(kept, [(vec![0, 1], true), (vec![2], true)]);
    }
}
