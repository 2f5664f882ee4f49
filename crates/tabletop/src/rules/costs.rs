//! The costs of steps (TT-4.1, TT-4.2, TT-4.5), in halves of a hex, so that every cost is whole.

use super::Traits;
use crate::values::{Terrain, Trait};

/// The cost of a step that is not possible.
pub const CLOSED: u8 = u8::MAX;
/// The traits that mean something to movement are the first eight.
const MOVEMENT: u16 = 0xFF;

/// The ground a step leads to: a terrain by its number, or off the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepTarget(u8);

impl StepTarget {
    /// Beyond the edge of the map.
    pub const OFF_MAP: StepTarget = StepTarget(4);

    /// Returns a hex of a terrain.
    pub const fn new(terrain: Terrain) -> StepTarget {
        StepTarget(terrain as u8)
    }
}

/// The costs of a card's steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mobility {
    /// By ground: the halves that a step onto it costs.
    costs: [u8; 5],
    /// True if roads mean something to it.
    takes_roads: bool,
    /// True if it leaves the water not even on a road.
    water_only: bool,
}

impl Mobility {
    /// Returns the mobility of a card with these traits.
    pub fn new(traits: Traits) -> Mobility {
        let has = |quality| traits.has(quality);
        if has(Trait::Flying) || has(Trait::Digging) || has(Trait::Hovering) {
            return Mobility { costs: [2, 2, 2, 2, CLOSED], takes_roads: false, water_only: false };
        }
        let water = match () {
            () if has(Trait::Swimming) || has(Trait::Floating) => 2,
            () if has(Trait::Diving) => 4,
            () => CLOSED,
        };
        if has(Trait::Floating) {
            return Mobility { costs: [CLOSED, CLOSED, CLOSED, water, CLOSED], takes_roads: true, water_only: true };
        }
        let forest = if has(Trait::Hiking) { 2 } else { 4 };
        let mountain = if has(Trait::Climbing) { 4 } else { CLOSED };
        Mobility { costs: [2, forest, mountain, water, CLOSED], takes_roads: true, water_only: false }
    }

    /// Returns the halves that a step into a hex costs, along a road or not; `None` if it cannot be entered.
    #[inline]
    pub fn step(self, terrain: Terrain, road: bool) -> Option<u8> {
        let cost = self.cost(StepTarget::new(terrain), road);
        (cost != CLOSED).then_some(cost)
    }

    /// Returns the halves that a step costs, [`CLOSED`] where it is not possible. No road leads off the map.
    #[inline]
    pub fn cost(self, target: StepTarget, road: bool) -> u8 {
        let cost = self.costs[usize::from(target.0)];
        if road && self.takes_roads && !(self.water_only && cost == CLOSED) { 1 } else { cost }
    }

    /// Returns true if a card may stand in a hex into which a road leads, or none (what is deployed, TT-4.5).
    pub fn may_stand(self, terrain: Terrain, any_road: bool) -> bool {
        self.step(terrain, any_road).is_some()
    }
}

/// The mobility of cards, by their traits.
#[derive(Debug, Clone)]
pub struct MobilityTable(Vec<Mobility>);

impl Default for MobilityTable {
    fn default() -> MobilityTable {
        MobilityTable((0..=MOVEMENT).map(|traits| Mobility::new(Traits(traits))).collect())
    }
}

impl MobilityTable {
    /// Returns the mobility of a card with these traits.
    #[inline]
    pub fn mobility(&self, traits: Traits) -> Mobility {
        self.0[usize::from(traits.0 & MOVEMENT)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the halves that a step costs, off the road and on it, by terrain.
    fn costs(traits: &[Trait]) -> [[Option<u8>; 2]; 4] {
        let traits = Traits(traits.iter().map(|one| Traits::single(*one).0).sum());
        let mobility = MobilityTable::default().mobility(traits);
        Terrain::ALL.map(|terrain| [mobility.step(terrain, false), mobility.step(terrain, true)])
    }

    #[test]
    fn tt_4_1_4_2_4_5_every_trait_over_every_terrain() {
        let road = Some(1);
        let open = |forest, mountain, water| [[Some(2), road], [Some(forest), road], [mountain, road], [water, road]];
        assert_eq!(costs(&[]), open(4, None, None));
        assert_eq!(costs(&[Trait::Hiking]), open(2, None, None));
        assert_eq!(costs(&[Trait::Climbing]), open(4, Some(4), None));
        assert_eq!(costs(&[Trait::Swimming]), open(4, None, Some(2)));
        assert_eq!(costs(&[Trait::Diving]), open(4, None, Some(4)));
        assert_eq!(costs(&[Trait::Diving, Trait::Swimming]), open(4, None, Some(2)));
        assert_eq!(costs(&[Trait::Hiking, Trait::Climbing, Trait::Diving]), open(2, Some(4), Some(4)));
        let closed = [None, None];
        assert_eq!(costs(&[Trait::Floating]), [closed, closed, closed, [Some(2), road]]);
        assert_eq!(costs(&[Trait::Floating, Trait::Diving]), [closed, closed, closed, [Some(2), road]]);
        for quality in [Trait::Flying, Trait::Digging, Trait::Hovering] {
            assert_eq!(costs(&[quality]), [[Some(2), Some(2)]; 4]);
            assert_eq!(costs(&[quality, Trait::Floating]), [[Some(2), Some(2)]; 4]);
        }
        assert_eq!(costs(&[Trait::Hiding, Trait::Sheltering]), open(4, None, None));
    }
}
