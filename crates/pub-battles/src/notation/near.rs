//! The legal moves that are shown beside one that is not.

use std::mem::discriminant;

use crate::engine::PubMove;
use crate::geometry::MapPoint;

/// The most moves that are shown.
const MOST: usize = 6;

/// Returns the moves that may have been meant: of the same kind, those that end nearest to where the move was to end first.
pub(super) fn near(chosen: &PubMove, legal: &[PubMove]) -> Vec<PubMove> {
    let mut near: Vec<PubMove> =
        legal.iter().filter(|other| discriminant(*other) == discriminant(chosen)).cloned().collect();
    if near.is_empty() {
        near = legal.to_vec();
    }
    if let Some(wanted) = end(chosen) {
        near.sort_by_key(|other| end(other).map_or(i64::MAX, |end| end.square_to(wanted)));
    }
    near.truncate(MOST);
    near
}

/// Returns the place where a move ends.
fn end(chosen: &PubMove) -> Option<MapPoint> {
    match chosen {
        PubMove::Hq(at)
        | PubMove::Enter(at)
        | PubMove::March { to: at, .. }
        | PubMove::Road { to: at, .. }
        | PubMove::Recover { at, .. }
        | PubMove::Place { at, .. } => Some(*at),
        PubMove::Joins { at, .. } => *at,
        _ => None,
    }
}
