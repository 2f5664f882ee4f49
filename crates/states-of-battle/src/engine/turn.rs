//! A player's turn: a Stratagem, Events, then Orders (SB-5.4, SB-7.2).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::{StatesEngine, tally};
use crate::field::UnitNumbers;
use crate::model::DeckKind;
use crate::rules::{Occasion, StarterUse};
use crate::state::{FieldState, Task, ThrowKind, count};

/// Greatest distance of a wizard from the general, in inches.
const TELEPATHY: i32 = 12;

impl StatesEngine {
    /// Plays a turn from its begin to its end.
    pub(super) fn turn<W: Watch>(
        &self,
        state: &mut FieldState,
        side: u8,
        stage: u8,
        bonus: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let at = |stage, bonus| Task::Turn { side, stage, bonus };
        let seat = usize::from(side);
        match stage {
            0 => {
                state.active = side;
                (state.sets.shot, state.sets.shot_twice) = (0, 0);
                for unit in &mut state.units[..self.rules.units.len()] {
                    (unit.charged, unit.machine) = (0, 0);
                }
                *state.stack.top_mut() = at(1, 0);
                if self.rules.stated {
                    state.sets.charging = 0;
                    state.stack.push(Task::Stated { side });
                }
                self.specials(state, std::iter::once((side, Occasion::Turn)), watch);
            }
            1 if state.stratagem[seat] > 0 => {
                *state.stack.top_mut() = at(2, 0);
                state.stack.push(Task::Stratagem { side });
            }
            2 => match state.chosen {
                0 => *state.stack.top_mut() = at(4, 0),
                how => {
                    let bonus = if how == 2 { self.stratagem_row(state, side).2 } else { 0 };
                    *state.stack.top_mut() = at(3, bonus);
                    self.throw(state, ThrowKind::Generalship, side, chance);
                }
            },
            3 => {
                *state.stack.top_mut() = at(4, 0);
                if state.thrown[0] + bonus < state.stratagem[seat] {
                    state.stratagem[seat] -= 1;
                } else {
                    state.stratagem[seat] = 0;
                }
                if state.stratagem[seat] == 0 {
                    state.sets.free |= state.sets.marked & self.rules.army(side);
                    self.use_starter(state, side, state.stratagem_card[seat], watch);
                }
            }
            4 if count(&state.cards[seat].events) > 0 => state.stack.push(Task::PlayEvent { side }),
            4 if count(&state.cards[seat].orders) > 0 => {
                // No Event card comes into the hand in a turn.
                *state.stack.top_mut() = at(5, 0);
            }
            5 if count(&state.cards[seat].orders) > 0 => state.stack.push(Task::PlayOrder { side }),
            4 | 5 => {
                *state.stack.top_mut() = at(6, 0);
                if !self.rules.stated {
                    state.stack.push(Task::Window { stage: 0, at_end: true });
                }
            }
            6 => {
                state.sets.free = 0;
                state.stack.pop();
            }
            _ => *state.stack.top_mut() = at(4, 0),
        }
    }

    /// Returns the die, the share of units and the bonus of a side's Stratagem.
    pub(super) fn stratagem_row(&self, state: &FieldState, side: u8) -> (u8, u8, u8) {
        match self.rules.card(DeckKind::Starter, state.stratagem_card[usize::from(side)]).starter {
            StarterUse::Stratagem { die, share, wizard } => (die, share, wizard),
            _ => panic!("internal error: no Stratagem lies on the table"),
        }
    }

    /// Returns the card that can be trashed for a Stratagem: one that lets wizards cast, where a wizard is near the general.
    pub(super) fn trash_for_stratagem(&self, state: &FieldState, side: u8) -> Option<u8> {
        let army = self.rules.army(side) & !state.sets.out;
        let hand = &state.cards[usize::from(side)].orders;
        let cards = self.rules.cards[DeckKind::Orders as usize].iter().zip(hand);
        let casts = (0..).zip(cards).find(|(_, (card, n))| card.casts && **n > 0).map(|(kind, _)| kind);
        if self.rules.stated {
            // Where everybody stands is known to the players.
            let has = |set: u64| set & army & !state.sets.reserve != 0;
            return casts.filter(|_| has(self.rules.sets.generals) && has(self.rules.sets.wizards));
        }
        let place = |unit: u8| {
            let carrier = self.carrier(unit);
            (state.sets.field & 1 << carrier != 0).then(|| (carrier, state.spot(carrier)))
        };
        let (_, general) = UnitNumbers(self.rules.sets.generals & army).find_map(place)?;
        let is_near = |unit: u8| {
            let near = place(unit);
            near.is_some_and(|(carrier, spot)| {
                state.sets.flees & 1 << carrier == 0 && spot.is_within(general, TELEPATHY)
            })
        };
        if !UnitNumbers(self.rules.sets.wizards & army).any(is_near) {
            return None;
        }
        casts
    }

    /// Returns the unit whose place a unit has: itself, or whom it rides with.
    #[inline]
    pub(super) fn carrier(&self, unit: u8) -> u8 {
        self.rules.unit(unit).host.unwrap_or(unit)
    }

    /// Discards an Orders card, unplayed.
    pub(super) fn discard<W: Watch>(&self, state: &mut FieldState, side: u8, kind: u8, watch: &mut W) {
        let cards = &mut state.cards[usize::from(side)];
        cards.orders[usize::from(kind)] -= 1;
        cards.discards[usize::from(kind)] += 1;
        watch.count(tally::card(side, DeckKind::Orders, kind, tally::DISCARDED), 1);
    }
}
