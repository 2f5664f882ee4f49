//! The orders worth trying: steps of a unit or an army, and everything else that is legal, but
//!
//! - merging only of a unit into one that came before it;
//! - joining only of units in no army, to an army by its first card, or to a unit that came before;
//! - orders for an army by its first card;
//! - deployment at the first standard of a hex.
//!
//! The rules that stand both here and in [`illegal`](super::illegal) are held against each other by a test.

use super::{Aim, HexEngine, HexOrder, HexState};
use crate::rules::{CLOSED, NO_HEX};
use crate::state::{ByteSet, CardState, Flags, bits};

impl HexEngine {
    /// Puts the orders worth trying into `into`.
    pub(super) fn list(&self, state: &HexState, into: &mut Vec<HexOrder>) {
        into.clear();
        let Some(faction) = self.acting(state) else { return };
        let mut armies = ByteSet::default();
        for number in 0..usize::from(state.len) {
            let card = &state.all[number];
            if card.faction != faction || !card.takes_orders() {
                continue;
            }
            self.list_abilities(state, number, into);
            if card.army != 0 && armies.insert(card.army) {
                self.list_group(state, number, true, into);
            }
            if state.is_leader(number) {
                self.list_group(state, number, false, into);
                self.list_membership(state, number, into);
                self.list_training(state, number, into);
            }
        }
        self.list_deployment(state, faction, into);
        into.push(HexOrder::Done);
    }

    /// Steps, fortifying and disengaging of a unit or an army.
    fn list_group(&self, state: &HexState, number: usize, army: bool, into: &mut Vec<HexOrder>) {
        let Ok(group) = self.group(state, number, army) else { return };
        let own = &state.all[number];
        let (card, from) = (own.id(), own.hex);
        if (army || own.army == 0) && self.may_leave_hex(state, group).is_ok() {
            let neighbours = self.rules.neighbours[usize::from(from)];
            let is_met = self.any_in_combat(state, group);
            if is_met && self.all_in_combat(state, group) {
                for to in neighbours {
                    if self.may_disengage_to(state, group, from, to).is_ok() {
                        into.push(HexOrder::Disengage { card, to, army });
                    }
                }
            } else if !is_met {
                let most = self.allowance(state, group);
                let costs = self.step_costs(state, group, from);
                for (to, cost) in neighbours.into_iter().zip(costs) {
                    if cost != CLOSED && cost <= most {
                        into.push(HexOrder::Step { card, from, to, army });
                    }
                }
            }
        }
        if bits(group).all(|card| self.may_fortify(&state.all[card]).is_ok()) {
            into.push(HexOrder::Fortify { card, army });
        }
    }

    /// Adds merging, joining and leaving of a unit.
    fn list_membership(&self, state: &HexState, number: usize, into: &mut Vec<HexOrder>) {
        let own = &state.all[number];
        let card = own.id();
        if own.army != 0 && !own.flags.has(Flags(Flags::AT_WORK.0 | Flags::LEFT.0)) {
            into.push(HexOrder::Leave { card });
        }
        let mut armies = ByteSet::default();
        for place in state.cards_in_hex(own.hex) {
            let (other, came_before) = (&state.all[place], place < number);
            if other.faction != own.faction || !state.is_leader(place) && other.army == 0 {
                continue;
            }
            let heeds = came_before && other.takes_orders() && state.is_leader(place);
            if heeds && self.may_merge(own, other).is_ok() {
                into.push(HexOrder::Merge { card, into: other.id() });
            }
            if own.army != 0 {
                continue;
            }
            let is_first = other.army != 0 && armies.insert(other.army);
            if (is_first || other.army == 0 && came_before) && self.may_join(own, other).is_ok() {
                into.push(HexOrder::Join { card, with: other.id() });
            }
        }
    }

    /// Adds training and reinforcement of a unit.
    fn list_training(&self, state: &HexState, number: usize, into: &mut Vec<HexOrder>) {
        if self.may_work(state, number).is_err() {
            return;
        }
        let own = &state.all[number];
        let (card, faction) = (own.id(), usize::from(own.faction));
        if !own.flags.has(Flags::TRAINED) && self.training_cost(state, number) <= state.resources[faction] {
            into.push(HexOrder::Train { card });
        }
        if own.experience > 0 && self.may_reinforce(state, number).is_ok() {
            for row in &self.rules.factions[faction].cards {
                if self.may_be_reinforced_by(state, own, *row).is_ok() {
                    into.push(HexOrder::Reinforce { card, row: *row });
                }
            }
        }
    }

    /// Abilities of a card.
    fn list_abilities(&self, state: &HexState, number: usize, into: &mut Vec<HexOrder>) {
        let own = &state.all[number];
        let card = own.id();
        for ability in 0..self.rules.cards[usize::from(own.row)].abilities.len() as u8 {
            let Ok(row) = self.usable(state, number, ability) else { continue };
            match row.aim {
                Aim::None => into.push(HexOrder::Use { card, ability, to: NO_HEX }),
                Aim::BuildRoad | Aim::DemolishRoad => {
                    let neighbours = self.rules.neighbours[usize::from(own.hex)].into_iter();
                    let may = |to: &u16| self.may_change_road(state, own.hex, *to, row.aim).is_ok();
                    into.extend(neighbours.filter(may).map(|to| HexOrder::Use { card, ability, to }));
                }
                Aim::Strike { range, .. } => {
                    let reach = self.reach(own, range);
                    for (place, target) in state.cards().iter().enumerate() {
                        let is_near = target.faction != own.faction
                            && self.rules.distance(own.hex, target.hex) <= reach
                            && state.is_leader(place);
                        if is_near && self.may_strike(state, number, row.aim, place).is_ok() {
                            into.push(HexOrder::Strike { card, ability, target: target.id() });
                        }
                    }
                }
            }
        }
    }

    fn list_deployment(&self, state: &HexState, faction: u8, into: &mut Vec<HexOrder>) {
        for (place, standard) in state.cards().iter().enumerate() {
            let is_own = standard.faction == faction && self.may_deploy_at(state, standard).is_ok();
            let is_usable = |other: &CardState| other.faction == faction && self.may_deploy_at(state, other).is_ok();
            let mut before = state.cards_in_hex(standard.hex).take_while(|other| *other < place);
            if !is_own || before.any(|other| is_usable(&state.all[other])) {
                continue;
            }
            let rows = self.rules.factions[usize::from(faction)].cards.iter();
            // Most cannot be paid for: that is seen first.
            let is_paid = |row: u8| self.rules.cards[usize::from(row)].cost <= state.resources[usize::from(faction)];
            let rows = rows.filter(|row| is_paid(**row) && self.may_be_deployed(state, **row, standard).is_ok());
            into.extend(rows.map(|row| HexOrder::Deploy { row: *row, at: standard.id() }));
        }
    }
}
