//! The course of a turn (TT-5.8): income, routed cards, orders by initiative, combats, morale, victory.

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::CardTally;
use super::{HexEngine, HexState};
use crate::rules::{MAX_CARDS, NO_HEX};
use crate::state::{CardState, Flags, HexPhase, bits};
use crate::values::Trait;

/// A part of the end of a turn (TT-5.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnStage {
    /// The combat in a hex.
    Combat(u16),
    /// The look at who is outflanked and encircled.
    Morale,
    /// The look at victory, and what ends with the turn.
    Victory,
}

/// The result of a look at the neighbours of a unit (TT-8.2).
#[derive(Debug, Clone, Copy, Default)]
struct Surrounded {
    outflanked: bool,
    encircled: bool,
}

impl HexEngine {
    /// Begins a turn: income comes in, routed cards move.
    pub(super) fn begin_turn<W: Watch>(&self, state: &mut HexState, chance: &mut Chance<'_>, watch: &mut W) {
        chance.next_turn();
        if state.turn > 1 {
            for (faction, row) in self.rules.factions.iter().enumerate() {
                state.resources[faction] = state.resources[faction].saturating_add(row.income);
            }
        }
        self.move_routed(state, watch);
        self.pass_on(state, 0);
    }

    /// Lets the first faction with a card on the map, from a place of the order on, give orders; if there is none, the turn
    /// ends.
    pub(super) fn pass_on(&self, state: &mut HexState, place: u8) {
        let order = self.rules.order.iter().zip(0..).skip(place.into());
        let next = order.filter(|(faction, _)| state.has_cards(**faction)).map(|(_, place)| place).next();
        state.phase = next.map_or(HexPhase::TurnEnd, HexPhase::Orders);
    }

    /// Ends a turn, where that comes next: combats, morale, victory. `stage` is told of each part, with the state before it.
    pub fn end_turn<W: Watch>(
        &self,
        state: &mut HexState,
        chance: &mut Chance<'_>,
        watch: &mut W,
        mut stage: impl FnMut(TurnStage, &HexState),
    ) {
        self.resolve_combats(state, chance, watch, &mut stage);
        stage(TurnStage::Morale, state);
        self.look_around(state, watch);
        stage(TurnStage::Victory, state);
        self.look_at_victory(state, true, watch);
        if state.phase == HexPhase::TurnEnd {
            self.go_to_next(state, watch);
        }
    }

    /// Goes on to the next turn, and ends everything that held for the last one only.
    fn go_to_next<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        state.phase = HexPhase::TurnStart;
        state.clock += 1;
        state.turn += 1;
        for card in state.cards_mut() {
            card.flags.set(Flags::OF_TURN, false);
            card.spent = 0;
        }
        state.end_held();
        self.settle(state, watch);
    }

    /// Looks which units are outflanked or encircled (TT-8.2, TT-8.5): all of them before anything changes.
    fn look_around<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        let mut found = [(0, Surrounded::default()); MAX_CARDS];
        let mut units = 0;
        for (number, card) in state.cards().iter().enumerate() {
            if state.is_leader(number) && !self.is_standard(card) && !card.flags.has(Flags::ROUTED) {
                found[units] = (card.unit, self.check_surrounded(state, card));
                units += 1;
            }
        }
        for (unit, found) in &found[..units] {
            // It may have surrendered meanwhile.
            let Some(leader) = state.cards().iter().position(|card| card.unit == *unit) else { continue };
            self.mark(state, leader, *found, watch);
        }
    }

    /// Lets a unit have the debuffs that were found, and settles what follows.
    fn mark<W: Watch>(&self, state: &mut HexState, leader: usize, found: Surrounded, watch: &mut W) {
        let card = state.all[leader];
        let mut morale = card.morale;
        let mut routed = false;
        for (is, flag) in [(found.outflanked, Flags::OUTFLANKED), (found.encircled, Flags::ENCIRCLED)] {
            if is && !card.flags.has(flag) {
                routed |= morale < 0;
                morale = (morale - 1).max(-1);
            }
        }
        let unit = state.group(leader, false);
        if routed {
            self.count(state, unit, CardTally::Routed, watch);
        }
        state.change(unit, |card| {
            card.morale = morale;
            card.flags.set(Flags::OUTFLANKED, found.outflanked);
            card.flags.set(Flags::ENCIRCLED, found.encircled);
            if routed {
                card.flags.set(Flags::ROUTED, true);
                card.army = 0;
            }
        });
        if routed || morale != card.morale {
            self.settle(state, watch);
        }
    }

    /// Returns whether at least three of the neighbours of a card are hostile, and whether all on the map are.
    fn check_surrounded(&self, state: &HexState, card: &CardState) -> Surrounded {
        let is_hostile = |hex: u16| {
            state.cards_in_hex(hex).map(|other| &state.all[other]).any(|other| {
                other.faction != card.faction
                    && other.now.might > 0
                    && !other.flags.has(Flags::ROUTED)
                    && !other.now.traits.has(Trait::Hiding)
            })
        };
        let (mut neighbours, mut hostile) = (0, 0);
        for hex in self.rules.neighbours[usize::from(card.hex)] {
            if hex != NO_HEX {
                neighbours += 1;
                hostile += u8::from(is_hostile(hex));
            }
        }
        Surrounded { outflanked: hostile >= 3, encircled: neighbours > 0 && hostile == neighbours }
    }

    /// Returns the units that are routed, by their first cards, in the order in which they move.
    pub(super) fn routed_units(&self, state: &HexState) -> impl Iterator<Item = u16> + use<> {
        let mut units = [0; MAX_CARDS];
        let mut count = 0;
        for faction in &self.rules.order {
            let routed = state.mask(|card| card.faction == *faction && card.flags.has(Flags::ROUTED));
            for card in bits(routed).filter(|card| state.is_leader(*card)) {
                units[count] = state.all[card].unit;
                count += 1;
            }
        }
        units.into_iter().take(count)
    }
}
