//! Leaves: what is printed on the two sides of one piece of card.

use std::collections::HashMap;

use super::super::Card;

/// A piece of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// Its first side: always the front of a card, of two the one whose number comes first.
    pub front: LeafSide,
    /// Its second side: the front of the other card of the leaf, or the card's own back.
    pub back: Option<LeafSide>,
    /// Number of copies to print.
    pub copies: u32,
}

/// A side of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeafSide {
    /// Index of the card in the deck.
    pub card: usize,
    /// Its front or its back.
    pub front: bool,
}

/// Returns for each card the one on the other side of its leaf. The first two cards of a leaf that are of one size and shape and
/// differ in their number belong together, then the next two.
pub fn other_sides(cards: &[Card]) -> Vec<Option<usize>> {
    let mut others = vec![None; cards.len()];
    let mut waiting: HashMap<&str, Vec<usize>> = HashMap::new();
    for (i, card) in cards.iter().enumerate() {
        let Some(leaf) = &card.leaf else { continue };
        let waiting = waiting.entry(leaf).or_default();
        let fits = |other: &usize| {
            let other = &cards[*other];
            other.number != card.number && (other.size, other.cut) == (card.size, card.cut)
        };
        match waiting.iter().position(fits) {
            Some(place) => {
                let other = waiting.remove(place);
                (others[i], others[other]) = (Some(other), Some(i));
            }
            None => waiting.push(i),
        }
    }
    others
}

/// Returns the leaves of a deck in the order of their first sides; of leaves with one side only, every card is one.
pub fn leaves(cards: &[Card], two_sided: bool) -> Vec<Leaf> {
    let front = |card| LeafSide { card, front: true };
    if !two_sided {
        let single = |(i, card): (usize, &Card)| Leaf { front: front(i), back: None, copies: card.copies };
        return cards.iter().enumerate().map(single).collect();
    }
    // A card that is not to be printed is on no leaf.
    let others = other_sides(cards).into_iter().map(|other| other.filter(|other| cards[*other].copies > 0));
    let leaf = |(i, other): (usize, Option<usize>)| {
        let card = &cards[i];
        match other.filter(|_| card.copies > 0) {
            Some(other) if other < i => None,
            Some(other) => {
                let copies = card.copies.max(cards[other].copies);
                // The side with the lower number is the front, whichever is written first.
                let (first, second) = if cards[other].number < card.number { (other, i) } else { (i, other) };
                Some(Leaf { front: front(first), back: Some(front(second)), copies })
            }
            None => {
                let back = card.back.is_some().then_some(LeafSide { card: i, front: false });
                Some(Leaf { front: front(i), back, copies: card.copies })
            }
        }
    };
    others.enumerate().filter_map(leaf).collect()
}
