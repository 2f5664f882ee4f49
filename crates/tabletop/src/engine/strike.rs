//! Special attacks (TT-6).

use super::{HexEngine, HexState};
use crate::rules::Traits;
use crate::state::{CardState, bits};
use crate::values::{StrikeKind, Terrain, Trait};

/// Returns the chance that a strike destroys a target, as so many of so many cases (TT-6.1).
pub fn strike_chance(might: u32, target: u32) -> (u64, u64) {
    if might >= target { (1, 1) } else { (might.into(), target.into()) }
}

/// Returns true if a kind of strike may target a card with these traits in such a hex (TT-4.2, TT-6.1, TT-6.2).
pub fn may_target(kind: StrikeKind, traits: Traits, terrain: Terrain) -> bool {
    let dives = traits.has(Trait::Diving) && terrain == Terrain::Water;
    let only = [
        (traits.has(Trait::Flying), StrikeKind::AntiAir),
        (dives, StrikeKind::AntiSubmarine),
        (traits.has(Trait::Digging), StrikeKind::AntiSubterranean),
    ];
    let special = only.iter().any(|(is, of)| *is && *of == kind) || kind == StrikeKind::Ranged;
    special && !traits.has(Trait::Sheltering) && only.iter().all(|(is, of)| !is || *of == kind)
}

impl HexEngine {
    /// Returns true if a kind of strike may target the unit of a card: every card of it.
    pub(super) fn may_target_unit(&self, state: &HexState, kind: StrikeKind, target: usize) -> bool {
        let may = |card: &CardState| may_target(kind, card.now.traits, self.rules.terrain[usize::from(card.hex)]);
        bits(state.group(target, false)).all(|card| may(&state.all[card]))
    }

    /// Returns the hexes that a strike of a card reaches.
    pub(super) fn reach(&self, card: &CardState, range: u16) -> u16 {
        range.saturating_add_signed(card.now.range.into())
    }

    /// Returns the might of the unit of a card: it is one target.
    pub(super) fn unit_might(&self, state: &HexState, target: usize) -> u32 {
        bits(state.group(target, false)).map(|card| u32::from(state.all[card].now.might)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tt_6_1_the_worked_examples() {
        assert_eq!(strike_chance(2, 3), (2, 3));
        assert_eq!(strike_chance(2, 2), (1, 1));
        assert_eq!(strike_chance(4, 2), (1, 1));
        assert_eq!(strike_chance(2, 0), (1, 1), "a target without might is destroyed");
    }

    #[test]
    fn tt_6_1_6_2_each_kind_has_its_targets() {
        let water = Terrain::Water;
        let may = |traits: &[Trait], terrain| {
            let traits = Traits(traits.iter().map(|one| Traits::single(*one).0).sum());
            StrikeKind::ALL.map(|kind| may_target(kind, traits, terrain))
        };
        assert_eq!(may(&[], Terrain::Plain), [true, false, false, false]);
        assert_eq!(may(&[Trait::Flying], Terrain::Plain), [false, true, false, false]);
        assert_eq!(may(&[Trait::Diving], water), [false, false, true, false]);
        assert_eq!(may(&[Trait::Diving], Terrain::Plain), [true, false, false, false], "only on water it dives");
        assert_eq!(may(&[Trait::Digging], water), [false, false, false, true]);
        assert_eq!(may(&[Trait::Hiding], water), [true, false, false, false]);
        assert_eq!(may(&[Trait::Sheltering], water), [false; 4]);
        assert_eq!(may(&[Trait::Flying, Trait::Digging], water), [false; 4]);
    }
}
