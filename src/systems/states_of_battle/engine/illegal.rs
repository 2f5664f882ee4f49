//! Legality of choices. Where more is legal than is worth trying, this is the truth of it: places to go to, and places of
//! deployment.

use super::{PlayerChoice, StatesEngine};
use crate::systems::states_of_battle::field::{Direction, FieldSpot, UnitNumbers, one};
use crate::systems::states_of_battle::state::{FieldState, MoveOrder, Task};

/// The reason a choice is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Refused {
    /// The rules do not offer it.
    #[default]
    NotOffered,
    /// The place is not on the field.
    OffField,
    /// The place is too far: the inches that are allowed.
    TooFar(u8),
    /// A nudge leads too far: the inches that are allowed.
    NudgedTooFar(u8),
    /// A move of half the speed is no charge.
    HalfMove,
    /// A march leads into the arc, and keeps its facing.
    March,
    /// Nothing changes.
    NoMove,
    /// A unit stands in the way.
    InTheWay(u8),
    /// A unit is too near the place.
    TooNear(u8),
    /// The place is not in the zone of deployment: its inches.
    OutsideZone(u8),
    /// The target is not seen.
    NotSeen,
}

impl StatesEngine {
    /// Returns the reason a choice is not legal; `None` if it is.
    pub(super) fn refused(&self, state: &FieldState, choice: PlayerChoice) -> Option<Refused> {
        if state.end.is_some() {
            return Some(Refused::NotOffered);
        }
        match (state.stack.top(), choice) {
            (Task::Go { unit, order }, PlayerChoice::Go(moved, x, lane, facing)) if unit == moved => self.no_way(
                state,
                unit,
                FieldSpot { x, lane },
                facing,
                self.speed(unit, order),
                order != MoveOrder::Half,
            ),
            (Task::Window { stage: 0, .. }, PlayerChoice::Free(unit, x, lane, facing))
                if self.free_units(state, state.active) & one_or_none(unit) != 0 =>
            {
                let speed = self.rules.unit(unit).speed.into();
                self.no_way(state, unit, FieldSpot { x, lane }, facing, speed, false)
            }
            (Task::PlaceUnit { side }, PlayerChoice::Place(unit, x, lane))
                if self.to_place(state, side) & one_or_none(unit) != 0 =>
            {
                self.no_room(state, unit, FieldSpot { x, lane })
            }
            (Task::Nudge { side }, PlayerChoice::Nudge(unit, x, lane))
                if self.placed(state, side) & one_or_none(unit) != 0 =>
            {
                let (spot, here) = (FieldSpot { x, lane }, state.spot(unit));
                if !self.is_nudge(here, spot) {
                    return Some(Refused::NudgedTooFar(super::setup::NUDGE as u8));
                }
                self.no_room(state, unit, spot)
            }
            (Task::Go { order: MoveOrder::Half, .. }, PlayerChoice::Charge(_)) => Some(Refused::HalfMove),
            (Task::Go { unit, .. }, PlayerChoice::Charge(target))
                if target < 64 && self.rules.army(self.rules.unit(unit).side ^ 1) & one(target) != 0 =>
            {
                if self.chargeable(state, unit).any(|enemy| enemy == target) {
                    None
                } else if !state.spot(unit).within(state.spot(target), self.reach(unit)) {
                    Some(Refused::TooFar(self.reach(unit) as u8))
                } else {
                    Some(Refused::NotSeen)
                }
            }
            _ => {
                let mut is_offered = false;
                self.choices(state, &mut |offered| is_offered |= offered == choice);
                (!is_offered).then_some(Refused::NotOffered)
            }
        }
    }

    fn is_on_field(&self, spot: FieldSpot) -> bool {
        let numbers = &self.rules.numbers;
        spot.x <= numbers.depth && (1..=numbers.lanes).contains(&spot.lane)
    }

    /// Returns the reason a unit cannot go to a place (SB-8.12).
    fn no_way(
        &self,
        state: &FieldState,
        unit: u8,
        spot: FieldSpot,
        facing: Direction,
        speed: i32,
        marches: bool,
    ) -> Option<Refused> {
        let here = state.units[usize::from(unit)];
        if !self.is_on_field(spot) {
            return Some(Refused::OffField);
        }
        if spot == here.spot {
            return (facing == here.facing).then_some(Refused::NoMove);
        }
        if !here.spot.within(spot, speed) {
            if !marches || !here.spot.within(spot, 2 * speed) {
                return Some(Refused::TooFar(if marches { 2 * speed } else { speed } as u8));
            }
            if facing != here.facing || !here.facing.sees(here.spot.way_to(spot)) {
                return Some(Refused::March);
            }
        }
        let others = || UnitNumbers(state.solid() & !one(unit));
        if let Some(other) = others().find(|other| state.spot(*other).is_between(here.spot, spot)) {
            return Some(Refused::InTheWay(other));
        }
        self.too_near(state, unit, spot)
    }

    fn no_room(&self, state: &FieldState, unit: u8, spot: FieldSpot) -> Option<Refused> {
        if !self.is_on_field(spot) {
            return Some(Refused::OffField);
        }
        if self.can_deploy(state, unit, spot) {
            return None;
        }
        let offered = self.is_last_resort(state, unit, spot);
        let outside = Some(Refused::OutsideZone(self.rules.numbers.zone));
        if offered { None } else { self.too_near(state, unit, spot).or(outside) }
    }

    /// Returns true if a place is offered because there is no room in the zone.
    fn is_last_resort(&self, state: &FieldState, unit: u8, spot: FieldSpot) -> bool {
        let mut is_offered = false;
        self.deployment_places(state, unit, |offered| is_offered |= offered == spot);
        is_offered
    }

    fn too_near(&self, state: &FieldState, unit: u8, spot: FieldSpot) -> Option<Refused> {
        let mut others = UnitNumbers(state.solid() & !one(unit));
        let near = others.find(|other| state.spot(*other).within_less(spot, super::super::field::APART));
        near.map(Refused::TooNear)
    }
}

/// Returns the set of a unit of which it is not known whether its number can be.
fn one_or_none(unit: u8) -> u64 {
    1_u64.checked_shl(unit.into()).unwrap_or(0)
}
