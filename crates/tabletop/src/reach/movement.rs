//! The movement of a card, by its traits (TT-4.1, TT-4.2, TT-4.5).

use crate::model::{Terrain, Trait};
use crate::resolve::ResolvedCard;

use super::TraitOutlook;

/// The terrain that a card may enter, and whether roads take it into the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Movement {
    /// A bit for each of [`Terrain::ALL`] that it enters.
    open: u8,
    /// Whether a road leads it into what it does not enter otherwise.
    pub on_roads: bool,
}

impl Movement {
    /// Returns the movement of a card with these traits.
    fn from_traits(has: impl Fn(Trait) -> bool) -> Movement {
        if [Trait::Flying, Trait::Digging, Trait::Hovering].into_iter().any(&has) {
            return Movement { open: bits(&Terrain::ALL), on_roads: false };
        }
        if has(Trait::Floating) {
            return Movement { open: bits(&[Terrain::Water]), on_roads: false };
        }
        let mountains = if has(Trait::Climbing) { bits(&[Terrain::Mountain]) } else { 0 };
        let water = if has(Trait::Swimming) || has(Trait::Diving) { bits(&[Terrain::Water]) } else { 0 };
        Movement { open: bits(&[Terrain::Plain, Terrain::Forest]) | mountains | water, on_roads: true }
    }

    /// Returns the movement of a card by its own traits.
    pub fn own(card: &ResolvedCard) -> Movement {
        Movement::from_traits(|quality| card.has(quality))
    }

    /// Returns the movement that a card can come to have in a battle, with every trait that abilities may give it or take from
    /// it.
    pub fn possible(outlook: &TraitOutlook, faction: usize, card: &ResolvedCard) -> Movement {
        let may_have = |quality| outlook.may_have(faction, card, quality);
        // Floating narrows: with it and without it, as far as it may be either.
        let afloat = may_have(Trait::Floating).then(|| Movement::from_traits(may_have));
        let ashore = outlook.may_lack(faction, card, Trait::Floating);
        let ashore = ashore.then(|| Movement::from_traits(|quality| quality != Trait::Floating && may_have(quality)));
        [afloat, ashore].into_iter().flatten().reduce(Movement::or).unwrap_or_else(|| Movement::own(card))
    }

    /// Returns the movement that allows what either of two does.
    #[must_use]
    pub fn or(self, other: Movement) -> Movement {
        Movement { open: self.open | other.open, on_roads: self.on_roads || other.on_roads }
    }

    /// Returns true if it allows everything that the other does.
    pub fn includes(self, other: Movement) -> bool {
        self.or(other) == self
    }

    /// Returns the breadth of a movement, to put the one that allows most first.
    pub fn breadth(self) -> u32 {
        self.open.count_ones() * 2 + u32::from(self.on_roads)
    }

    /// Returns true if it leads into a terrain without a road.
    pub fn enters(self, terrain: Terrain) -> bool {
        self.open & bits(&[terrain]) != 0
    }
}

fn bits(terrains: &[Terrain]) -> u8 {
    terrains.iter().fold(0, |bits, terrain| bits | 1 << *terrain as u8)
}
