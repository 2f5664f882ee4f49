//! The legal orders that are shown beside one that is not.

use std::mem::discriminant;

use crate::engine::HexOrder;
use crate::state::{CardRef, HexState};

/// The most orders that are shown.
const MOST: usize = 8;

/// Returns the legal orders that may have been meant: those for the same unit or its army, or if there are none, those of
/// the same kind; of the same kind first, and no more than can be read.
pub(super) fn near(state: &HexState, chosen: HexOrder, legal: &[HexOrder]) -> Vec<HexOrder> {
    let is_alike = |order: &HexOrder| discriminant(order) == discriminant(&chosen);
    let is_for_it = |order: &HexOrder| match (chosen.card(), order.card()) {
        (Some(chosen), Some(other)) => are_together(state, chosen, other),
        _ => false,
    };
    let mut near: Vec<HexOrder> = legal.iter().copied().filter(is_for_it).collect();
    if near.is_empty() {
        near = legal.iter().copied().filter(is_alike).collect();
    }
    if near.is_empty() {
        near = legal.to_vec();
    }
    near.sort_by_key(|order| !is_alike(order));
    near.truncate(MOST);
    near
}

/// Returns true if two cards on the map are of one unit or one army.
fn are_together(state: &HexState, card: CardRef, other: CardRef) -> bool {
    let (Some(card), Some(other)) = (state.find(card), state.find(other)) else { return card == other };
    let (card, other) = (&state.all[card], &state.all[other]);
    card.unit == other.unit || card.army != 0 && (card.faction, card.army) == (other.faction, other.army)
}
