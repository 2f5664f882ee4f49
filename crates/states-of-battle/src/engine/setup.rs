//! Set-up before the first round: decks, trays, deployment, Stratagems (SB-4.1, SB-7.2, SB-10).

use muster_core::play::chance::{Chance, DrawLabel};

use super::{LOTS, StatesEngine};
use crate::field::{FieldSpot, UnitNumbers, one};
use crate::model::Deployment;
use crate::state::{FieldState, Task, count};

/// Most times that equal throws for the deployment are thrown again.
const THROWS: u8 = 20;
/// Distance that a unit is nudged, in inches.
pub(super) const NUDGE: i32 = 6;

impl StatesEngine {
    /// Plays everything before the first round, one thing after the other.
    pub(super) fn set_up(&self, state: &mut FieldState, stage: u8, next: u8) {
        let at = |stage, next| Task::Setup { stage, next };
        match (stage, next) {
            (0, 0 | 1) => {
                *state.stack.top_mut() = at(0, next + 1);
                if self.rules.sides[usize::from(next)].left_out > 0 {
                    state.stack.push(Task::Leave { side: next });
                }
            }
            (0, _) => *state.stack.top_mut() = at(1, 0),
            (1, tray) if usize::from(tray) < self.rules.trays.len() => {
                *state.stack.top_mut() = at(1, tray + 1);
                state.stack.push(Task::Conceal { tray });
            }
            (1, _) => {
                *state.stack.top_mut() = at(2, 0);
                self.rules.place_the_rest(state);
                if self.rules.deployment.is_some() {
                    state.stack.push(Task::Deploy { stage: 0, side: 0, tries: 0 });
                }
            }
            (2, 0 | 1) => {
                *state.stack.top_mut() = at(2, next + 1);
                if let Some((left, ..)) = self.marks(state, next) {
                    state.stack.push(Task::Mark { side: next, left });
                }
            }
            _ => {
                *state.stack.top_mut() = Task::Pause;
                self.reveal_seen(state);
            }
        }
    }

    /// Returns the number of units of a side that may be marked, the share in per cent that they are, and the number of those
    /// that ride nowhere, of which they are the share: at least one. `None` if the side has no Stratagem.
    pub fn marks(&self, state: &FieldState, side: u8) -> Option<(u8, u8, u32)> {
        if state.stratagem[usize::from(side)] == 0 {
            return None;
        }
        let (_, share, _) = self.stratagem_row(state, side);
        let units = (self.rules.army(side) & !self.rules.sets.riders).count_ones();
        Some(((units * u32::from(share) / 100).max(1) as u8, share, units))
    }

    /// Returns the units of a side that are still to be placed.
    pub(super) fn to_place(&self, state: &FieldState, side: u8) -> u64 {
        let sets = &state.sets;
        self.rules.army(side) & !(self.rules.sets.riders | sets.field | sets.reserve)
    }

    /// Lets the sides deploy. Stage 0 throws, 1 goes on after a unit was placed, 2 after it was said who places one, 3 after a
    /// unit was placed by the only side that has any left.
    pub(super) fn deploy(&self, state: &mut FieldState, stage: u8, side: u8, tries: u8, chance: &mut Chance<'_>) {
        let left = [0, 1].map(|side| self.to_place(state, side) != 0);
        let by_generalship = self.rules.deployment == Some(Deployment::Generalship);
        let at = |stage, side, tries| Task::Deploy { stage, side, tries };
        match stage {
            _ if left == [false; 2] && stage != 3 => state.stack.pop(),
            0 if by_generalship && left != [true; 2] => {
                let side = u8::from(left[1]);
                *state.stack.top_mut() = at(3, side, 0);
                state.stack.push(Task::PlaceUnit { side });
            }
            0 => {
                let dice =
                    [0, 1].map(|side| chance.die(DrawLabel::with_piece(LOTS, side.into()), self.die(state, side)));
                if dice[0] == dice[1] && tries + 1 < THROWS {
                    *state.stack.top_mut() = at(0, 0, tries + 1);
                    return;
                }
                let winner = u8::from(dice[1] > dice[0]);
                if by_generalship {
                    *state.stack.top_mut() = at(2, winner, 0);
                    state.stack.push(Task::Deploys { side: winner });
                } else {
                    *state.stack.top_mut() = at(1, winner, 0);
                }
            }
            1 => {
                let side = if left[usize::from(side)] { side } else { side ^ 1 };
                *state.stack.top_mut() = at(1, side ^ 1, 0);
                state.stack.push(Task::PlaceUnit { side });
            }
            2 => {
                *state.stack.top_mut() = at(0, 0, 0);
                state.stack.push(Task::PlaceUnit { side: state.chosen });
            }
            _ => {
                *state.stack.top_mut() = at(0, 0, 0);
                state.stack.push(Task::Nudge { side: side ^ 1 });
            }
        }
    }

    /// Returns true if a unit can be deployed at a place.
    pub(super) fn can_deploy(&self, state: &FieldState, unit: u8, spot: FieldSpot) -> bool {
        let numbers = &self.rules.numbers;
        let inches = if self.rules.unit(unit).side == 0 { spot.x } else { numbers.depth - spot.x };
        inches <= numbers.zone && self.is_free(state, unit, spot)
    }

    /// Tells the places worth trying for a unit that is deployed: two lines of the zone; the first place that is free where
    /// there is none in them.
    pub(super) fn deployment_places(&self, state: &FieldState, unit: u8, mut tell: impl FnMut(FieldSpot)) {
        let numbers = &self.rules.numbers;
        let is_first = self.rules.unit(unit).side == 0;
        let spot =
            move |inches: u8, lane| FieldSpot { x: if is_first { inches } else { numbers.depth - inches }, lane };
        let line = |inches: u8| (1..=numbers.lanes).map(move |lane| spot(inches, lane));
        let is_free = |spot: &FieldSpot| self.can_deploy(state, unit, *spot);
        let mut found = false;
        for place in line(numbers.zone / 2).chain(line(numbers.zone)).filter(is_free) {
            found = true;
            tell(place);
        }
        if !found {
            let any = (0..=numbers.zone).flat_map(line).find(is_free);
            tell(any.unwrap_or_else(|| spot(0, numbers.lanes.div_ceil(2))));
        }
    }

    /// Returns the places to which a unit can be nudged.
    pub(super) fn nudge_places(&self, state: &FieldState, unit: u8) -> impl Iterator<Item = FieldSpot> {
        let here = state.spot(unit);
        let ahead = if self.rules.unit(unit).side == 0 { NUDGE } else { -NUDGE };
        let (x, lane) = (i32::from(here.x), i32::from(here.lane));
        let ways = [(x + ahead, lane), (x - ahead, lane), (x, lane - 1), (x, lane + 1)];
        let numbers = &self.rules.numbers;
        let on_field = ways.into_iter().filter(|(x, lane)| {
            (0..=i32::from(numbers.depth)).contains(x) && (1..=i32::from(numbers.lanes)).contains(lane)
        });
        on_field
            .map(|(x, lane)| FieldSpot { x: x as u8, lane: lane as u8 })
            .filter(move |spot| self.can_deploy(state, unit, *spot))
    }

    /// Returns the units of a side that were placed by decision.
    pub(super) fn placed_units(&self, state: &FieldState, side: u8) -> u64 {
        let written = UnitNumbers(self.rules.army(side)).filter(|unit| self.rules.unit(*unit).start.is_some());
        let written = written.fold(0, |written, unit| written | one(unit));
        self.rules.army(side) & state.sets.field & !written & !state.sets.hidden
    }

    /// Returns the units that can lie under the next tray of a side.
    pub(super) fn concealable(&self, state: &FieldState, side: u8) -> u64 {
        self.rules.army(side) & !(self.rules.sets.riders | state.sets.reserve | state.sets.hidden)
    }

    /// Returns the cards that are still to be left out of a side's deck.
    pub(super) fn to_leave_out(&self, state: &FieldState, side: u8) -> u32 {
        let seat = usize::from(side);
        u32::from(self.rules.sides[seat].left_out) - count(&state.cards[seat].left_out)
    }

    /// Returns true if a unit may be nudged from one place to another.
    pub(super) fn is_nudge(&self, from: FieldSpot, to: FieldSpot) -> bool {
        from != to && from.is_within(to, NUDGE)
    }
}
