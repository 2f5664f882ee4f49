//! Steps from hex to hex (TT-4), for a unit or an army.

use super::{HexEngine, HexState, OrderRefused};
use crate::state::{CardState, Flags, bits};

impl HexEngine {
    /// Returns true if a fighting card of another faction is in a hex (TT-4.4).
    pub(super) fn is_contested(&self, state: &HexState, hex: u16, faction: u8) -> bool {
        let mut here = state.cards_in_hex(hex).map(|card| &state.all[card]);
        here.any(|card| card.faction != faction && card.fights())
    }

    /// Returns true if a card is in combat: it is a fighting card, and its hex is contested.
    #[inline]
    pub(super) fn is_in_combat(&self, state: &HexState, card: &CardState) -> bool {
        card.fights() && self.is_contested(state, card.hex, card.faction)
    }

    /// Returns the halves that a step costs a group: the dearest cost of its cards; `None` if one cannot enter.
    pub(super) fn step_cost(&self, state: &HexState, group: u128, from: u16, to: u16) -> Option<u8> {
        let direction = self.rules.direction(from, to)?;
        let road = self.roads(state, from) & 1 << direction != 0;
        let terrain = self.rules.terrain[usize::from(to)];
        bits(group).try_fold(0, |dearest: u8, card| {
            let cost = self.rules.mobility.mobility(state.all[card].now.traits).step(terrain, road)?;
            Some(dearest.max(cost))
        })
    }

    /// Like [`step_cost`](Self::step_cost) in every direction; [`CLOSED`] where a step is not possible.
    pub(super) fn step_costs(&self, state: &HexState, group: u128, from: u16) -> [u8; 6] {
        let roads = self.roads(state, from);
        let targets = &self.rules.step_targets[usize::from(from)];
        let mut costs = [0; 6];
        for card in bits(group) {
            let mobility = self.rules.mobility.mobility(state.all[card].now.traits);
            for (direction, cost) in costs.iter_mut().enumerate() {
                let own = mobility.cost(targets[direction], roads & 1 << direction != 0);
                *cost = own.max(*cost);
            }
        }
        costs
    }

    /// Returns the dearest step that a group can pay, in halves of hexes: any, if none of its cards has moved in this turn
    /// though all can.
    pub(super) fn allowance(&self, state: &HexState, group: u128) -> u8 {
        let (left, fresh) = bits(group).fold((u8::MAX, true), |(left, fresh), card| {
            let CardState { spent, now, .. } = state.all[card];
            let of_card = (2 * now.speed).saturating_sub(spent);
            (left.min(of_card), fresh && spent == 0 && now.speed > 0)
        });
        if fresh { u8::MAX } else { left }
    }

    /// Returns what a step costs a group that is free to move, or why it cannot be made.
    pub(super) fn affordable(&self, state: &HexState, group: u128, from: u16, to: u16) -> Result<u8, OrderRefused> {
        if self.rules.direction(from, to).is_none() {
            return Err(OrderRefused::NoNeighbour);
        }
        let cost = self.step_cost(state, group, from, to).ok_or(OrderRefused::Closed)?;
        if cost <= self.allowance(state, group) { Ok(cost) } else { Err(OrderRefused::NoAllowance) }
    }

    /// Moves a group to a neighbouring hex, for a cost.
    pub(super) fn step(&self, state: &mut HexState, group: u128, to: u16, cost: u8) {
        let Some(faction) = bits(group).next().map(|card| state.all[card].faction) else { return };
        state.change(group, |card| {
            card.hex = to;
            card.spent = card.spent.saturating_add(cost);
            card.flags.set(Flags::MOVED, true);
            card.flags.set(Flags(Flags::FORTIFIED.0 | Flags::FOUGHT.0), false);
            card.won_by = 0;
        });
        // Who hides and who fights can hang on where they are.
        self.refresh(state);
        if self.is_contested(state, to, faction) {
            state.change(group, |card| card.spent = CardState::NOTHING_LEFT);
        }
    }
}
