//! The state of a battle before anything happens.

use crate::field::{APART, Direction, FieldSpot, one};
use crate::model::DeckKind;
use crate::rules::{MAX_UNITS, StarterUse, StatesRules};
use crate::state::{FieldState, Fight, Hand, MAX_FIGHTS, Sets, Settlement, Stack, Task, UnitState};

/// Inches from its edge at which a side stands that is placed by nobody, and where more of it stands when the lanes are
/// full (SB-8.9).
const LINES: [u8; 3] = [8, 4, 0];

impl StatesRules {
    /// Returns the state before the set-up.
    pub fn start(&self) -> FieldState {
        let mut state = FieldState {
            round: 0,
            end: None,
            active: 0,
            first: None,
            stack: Stack::new(Task::Setup { stage: 0, next: 0 }),
            thrown: [0; 2],
            yes: false,
            chosen: 0,
            shaken: 0,
            counters: [self.sides[0].counters, self.sides[1].counters],
            pending: [Settlement::default(); 2],
            reached: [0; 2],
            cards: [self.hand(0), self.hand(1)],
            achieved: Default::default(),
            to_hit: [0; 2],
            stratagem: [0; 2],
            stratagem_card: [0; 2],
            places: Default::default(),
            past: 0,
            forfeited: 0,
            trays: Default::default(),
            fights: [Fight::default(); MAX_FIGHTS],
            sets: Sets::default(),
            units: [UnitState::default(); MAX_UNITS],
        };
        for side in [0, 1] {
            state.reached[side] = (2 << state.condition(side as u8)) - 1;
            let starter = self.cards[DeckKind::Starter as usize].iter().zip(self.sides[side].starter);
            for (kind, (card, n)) in (0..).zip(starter) {
                if let StarterUse::Stratagem { die, .. } = card.starter
                    && n > 0
                    && state.stratagem[side] == 0
                {
                    (state.stratagem[side], state.stratagem_card[side]) = (die, kind);
                }
            }
        }
        for (holder, row) in state.places.iter_mut().zip(&self.places) {
            *holder = row.held_by;
        }
        for (number, row) in (0..).zip(&self.units) {
            let unit = &mut state.units[usize::from(number)];
            unit.models = row.models;
            unit.facing = Direction::front(row.side);
            if let Some((spot, facing)) = row.start {
                (unit.spot, unit.facing) = (spot, facing);
                state.sets.field |= one(number);
            } else if row.reserve {
                state.sets.reserve |= one(number);
            }
        }
        state
    }

    fn hand(&self, side: usize) -> Hand {
        let row = &self.sides[side];
        Hand { pile: row.orders, event_pile: row.events, starter: row.starter, ..Hand::default() }
    }

    /// Puts the units that nobody places where they stand at first (SB-8.9): those without a place that neither ride nor
    /// wait nor lie under a tray.
    pub fn place_the_rest(&self, state: &mut FieldState) {
        if self.deployment.is_some() {
            return;
        }
        for (number, row) in (0..).zip(&self.units) {
            let stands = state.sets.field | state.sets.reserve;
            if row.host.is_some() || stands & one(number) != 0 {
                continue;
            }
            let line = |inches: u8| {
                let x = if row.side == 0 { inches } else { self.numbers.depth - inches };
                self.lanes_from_the_middle().map(move |lane| FieldSpot { x, lane })
            };
            let taken = state.sets.field;
            let is_free = |spot: &FieldSpot| {
                let mut others = (0..self.units.len()).filter(|other| taken & 1 << other != 0);
                !others.any(|other| state.units[other].spot.is_nearer(*spot, APART))
            };
            let middle = line(0).next().unwrap_or_default();
            let spot = LINES.iter().flat_map(|inches| line(*inches)).find(is_free).unwrap_or(middle);
            state.units[usize::from(number)].spot = spot;
            state.sets.field |= one(number);
        }
    }

    /// Returns the lanes from the middle outward, right before left.
    pub fn lanes_from_the_middle(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        let lanes = i32::from(self.numbers.lanes);
        let middle = (lanes + 1) / 2;
        let steps = (0..=lanes).flat_map(|step| [step, -step]).skip(1);
        steps.map(move |step| middle + step).filter(move |lane| (1..=lanes).contains(lane)).map(|lane| lane as u8)
    }
}
