//! Routed units on their way (TT-8.3, TT-8.6).

use muster_core::play::Watch;

use super::{HexEngine, HexState};
use crate::rules::{MAX_HEXES, NO_HEX};
use crate::state::{Flags, bits};

/// No way leads there.
const NO_WAY: u16 = u16::MAX;

impl HexEngine {
    /// Moves every routed unit, by initiative and then by their first cards.
    pub(super) fn move_routed<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        for unit in self.routed_units(state) {
            self.move_home(state, unit, watch);
        }
    }

    /// Moves a routed unit towards the nearest hex with an own standard, where it is rallied; with no standard on the map
    /// towards the nearest edge, over which it leaves. It goes as far as its allowance lets it; the way is found again at
    /// each step.
    fn move_home<W: Watch>(&self, state: &mut HexState, unit: u16, watch: &mut W) {
        // It may surrender on the way.
        while let Some(leader) = state.cards().iter().position(|card| card.unit == unit) {
            let card = state.all[leader];
            if !card.flags.has(Flags::ROUTED) {
                return;
            }
            let group = state.group(leader, false);
            let standards = state.mask(|other| other.faction == card.faction && self.is_standard(other));
            let is_home = |hex: u16| match standards {
                0 => self.rules.neighbours[usize::from(hex)].contains(&NO_HEX),
                standards => bits(standards).any(|standard| state.all[standard].hex == hex),
            };
            if !is_home(card.hex) {
                let Some((to, cost)) = self.next_step(state, group, leader, &is_home) else { return };
                self.step(state, group, to, cost);
            } else if standards == 0 {
                state.remove(group);
            } else {
                state.change(group, |card| card.flags.set(Flags::ROUTED, false));
            }
            self.settle(state, watch);
        }
    }

    /// Returns the next hex on the shortest way home and what the step costs; none if there is no way, or the allowance does
    /// not reach.
    fn next_step(
        &self,
        state: &HexState,
        unit: u128,
        leader: usize,
        is_home: &dyn Fn(u16) -> bool,
    ) -> Option<(u16, u8)> {
        let ways = self.ways(state, unit, leader, is_home);
        let from = state.all[leader].hex;
        let way = |to: u16| {
            let cost = self.step_cost(state, unit, from, to)?;
            let rest = ways[usize::from(to)];
            (rest != NO_WAY).then(|| (rest + u16::from(cost), to))
        };
        let neighbours = self.rules.neighbours[usize::from(from)].into_iter().filter(|hex| *hex != NO_HEX);
        let (_, to) = neighbours.filter_map(way).min()?;
        Some((to, self.affordable(state, unit, from, to).ok()?))
    }

    /// Returns by hex the cost of the shortest way from there to a hex that is home, through hexes that are not contested.
    fn ways(&self, state: &HexState, unit: u128, leader: usize, is_home: &dyn Fn(u16) -> bool) -> [u16; MAX_HEXES] {
        let faction = state.all[leader].faction;
        let hexes = self.rules.terrain.len();
        let mut ways = [NO_WAY; MAX_HEXES];
        let mut waiting = [0_u16; MAX_HEXES];
        let mut is_waiting = [false; MAX_HEXES];
        let (mut first, mut count) = (0, 0);
        for hex in 0..hexes as u16 {
            if is_home(hex) && !self.is_contested(state, hex, faction) {
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
