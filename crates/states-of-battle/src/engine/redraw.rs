//! Redraws of everything that a player cannot see: the enemy's hand, the cards it left out of its deck, and the units under its
//! trays.

use muster_core::play::rng::Rng;

use super::StatesEngine;
use crate::field::{UnitNumbers, one};
use crate::model::DeckKind;
use crate::rules::CardCounts;
use crate::state::{FieldState, count};

impl StatesEngine {
    /// Draws again what `seen_by` cannot see.
    pub(super) fn hide(&self, state: &mut FieldState, seen_by: u8, rng: &mut Rng) {
        let enemy = seen_by ^ 1;
        let cards = &mut state.cards[usize::from(enemy)];
        let (held, left_out) = (count(&cards.orders), count(&cards.left_out));
        add(&mut cards.pile, &mut cards.orders);
        add(&mut cards.pile, &mut cards.left_out);
        if left_out > 0 {
            let kinds = &self.rules.cards[DeckKind::Orders as usize];
            let mut chosen = cards.pile;
            for (n, kind) in chosen.iter_mut().zip(kinds) {
                *n = if kind.lull { 0 } else { *n };
            }
            let mut rest = chosen;
            deal(&mut rest, &mut cards.left_out, left_out, rng);
            for kind in 0..chosen.len() {
                cards.pile[kind] -= cards.left_out[kind];
            }
        }
        deal(&mut cards.pile, &mut cards.orders, held, rng);
        let held = count(&cards.events);
        add(&mut cards.event_pile, &mut cards.events);
        deal(&mut cards.event_pile, &mut cards.events, held, rng);
        self.shuffle_trays(state, enemy, rng);
    }

    /// Exchanges the units under the trays of a side that have lost as many models.
    fn shuffle_trays(&self, state: &mut FieldState, side: u8, rng: &mut Rng) {
        let hidden = state.sets.hidden & self.rules.army(side);
        if hidden.count_ones() < 2 {
            return;
        }
        let lost = |state: &FieldState, unit: u8| self.rules.unit(unit).models - state.units[usize::from(unit)].models;
        // From the lowest unit on, whatever lies where: what is drawn depends on nothing that is hidden.
        for number in 0..self.rules.trays.len() {
            let Some(under) = state.trays[number].filter(|under| hidden & one(*under) != 0) else { continue };
            let same = |state: &FieldState, other: u8| lost(state, other) == lost(state, under);
            let later = (number..self.rules.trays.len())
                .filter_map(|other| state.trays[other].filter(|unit| hidden & one(*unit) != 0 && same(state, *unit)));
            let left = later.fold(0, |left, unit| left | one(unit));
            let choice = rng.draw_below(left.count_ones());
            let Some(unit) = UnitNumbers(left).nth(choice as usize) else { continue };
            self.exchange(state, number, unit);
        }
    }

    /// Puts a unit under a tray, and the one that lay there where that came from.
    fn exchange(&self, state: &mut FieldState, tray: usize, unit: u8) {
        let Some(before) = state.trays[tray].filter(|before| *before != unit) else { return };
        let Some(other) = state.trays.iter().position(|under| *under == Some(unit)) else { return };
        state.trays[tray] = Some(unit);
        state.trays[other] = Some(before);
        let (a, b) = (state.units[usize::from(unit)], state.units[usize::from(before)]);
        (state.unit(unit).spot, state.unit(unit).facing) = (b.spot, b.facing);
        (state.unit(before).spot, state.unit(before).facing) = (a.spot, a.facing);
    }
}

/// Adds cards to others.
fn add(to: &mut CardCounts, from: &mut CardCounts) {
    for (kind, from) in from.iter_mut().enumerate() {
        to[kind] += std::mem::take(from);
    }
}

/// Deals so many cards.
fn deal(from: &mut CardCounts, to: &mut CardCounts, cards: u32, rng: &mut Rng) {
    for _ in 0..cards {
        let mut number = rng.draw_below(count(from));
        for (kind, from) in from.iter_mut().enumerate() {
            if number < u32::from(*from) {
                *from -= 1;
                to[kind] += 1;
                break;
            }
            number -= u32::from(*from);
        }
    }
}
