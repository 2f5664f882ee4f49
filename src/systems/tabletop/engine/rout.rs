//! Routed units on their way (TT-8.3, TT-8.6).

use super::{HexEngine, HexState};
use crate::play::Watch;
use crate::systems::tabletop::rules::{MAX_HEXES, NO_HEX};
use crate::systems::tabletop::state::{Flags, bits};

/// No way leads there.
const NO_WAY: u16 = u16::MAX;

impl HexEngine {
    /// Moves every routed unit, by initiative and then by their first cards.
    pub(super) fn move_routed<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        for unit in self.routed_units(state) {
            let Some(leader) = state.cards().iter().position(|card| card.unit == unit) else { continue };
            if state.all[leader].flags.has(Flags::ROUTED) {
                self.move_home(state, leader);
                self.settle(state, watch);
            }
        }
    }

    /// Moves a routed unit towards the nearest hex with an own standard, where it is rallied; with no standard on the map
    /// towards the nearest edge, over which it leaves.
    fn move_home(&self, state: &mut HexState, leader: usize) {
        let faction = state.all[leader].faction;
        let unit = state.group(leader, false);
        let standards = state.mask(|card| card.faction == faction && self.is_standard(card));
        let is_home = |state: &HexState, hex: u16| match standards {
            0 => self.rules.neighbours[usize::from(hex)].contains(&NO_HEX),
            standards => bits(standards).any(|standard| state.all[standard].hex == hex),
        };
        if !is_home(state, state.all[leader].hex) {
            self.go(state, unit, leader, &is_home);
        }
        if !is_home(state, state.all[leader].hex) {
            return;
        }
        if standards == 0 {
            state.remove(unit);
        } else {
            state.change(unit, |card| card.flags.set(Flags::ROUTED, false));
        }
    }

    /// Moves a unit by the shortest way to a hex that is home, as far as its allowance lets it.
    fn go(&self, state: &mut HexState, unit: u128, leader: usize, is_home: &dyn Fn(&HexState, u16) -> bool) {
        let ways = self.ways(state, unit, leader, is_home);
        loop {
            let from = state.all[leader].hex;
            let way = |to: u16| {
                let cost = self.step_cost(state, unit, from, to)?;
                let rest = ways[usize::from(to)];
                (rest != NO_WAY).then(|| (rest + u16::from(cost), to))
            };
            let neighbours = self.rules.neighbours[usize::from(from)].into_iter().filter(|hex| *hex != NO_HEX);
            let Some((_, to)) = neighbours.filter_map(way).min() else { return };
            let Ok(cost) = self.affordable(state, unit, from, to) else { return };
            self.step(state, unit, to, cost);
            if is_home(state, to) {
                return;
            }
        }
    }

    /// Returns by hex the cost of the shortest way from there to a hex that is home, through hexes that are not contested.
    fn ways(
        &self,
        state: &HexState,
        unit: u128,
        leader: usize,
        is_home: &dyn Fn(&HexState, u16) -> bool,
    ) -> [u16; MAX_HEXES] {
        let faction = state.all[leader].faction;
        let hexes = self.rules.terrain.len();
        let mut ways = [NO_WAY; MAX_HEXES];
        let mut waiting = [0_u16; MAX_HEXES];
        let mut is_waiting = [false; MAX_HEXES];
        let (mut first, mut count) = (0, 0);
        for hex in 0..hexes as u16 {
            if is_home(state, hex) && !self.is_contested(state, hex, faction) {
                ways[usize::from(hex)] = 0;
                waiting[count] = hex;
                is_waiting[usize::from(hex)] = true;
                count += 1;
            }
        }
        while count > 0 {
            let to = waiting[first];
            first = (first + 1) % hexes;
            count -= 1;
            is_waiting[usize::from(to)] = false;
            for from in self.rules.neighbours[usize::from(to)] {
                if from == NO_HEX {
                    continue;
                }
                let Some(cost) = self.step_cost(state, unit, from, to) else { continue };
                let way = ways[usize::from(to)] + u16::from(cost);
                let is_start = from == state.all[leader].hex;
                if way < ways[usize::from(from)] && (is_start || !self.is_contested(state, from, faction)) {
                    ways[usize::from(from)] = way;
                    if !is_waiting[usize::from(from)] {
                        is_waiting[usize::from(from)] = true;
                        waiting[(first + count) % hexes] = from;
                        count += 1;
                    }
                }
            }
        }
        ways
    }
}
