//! Moves and marches, and units that move by themselves (SB-6.1, 6.5, SB-8.12, 8.17, 8.31).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::charge::ARRIVES;
use super::tally::UnitTally;
use super::{PlayerChoice, StatesEngine, tally};
use crate::field::{APART, Direction, FieldSpot, LANE, UnitNumbers, one};
use crate::state::{FieldState, MoveOrder, Task, ThrowKind};

/// The most places that are worth trying for one unit.
const MOST_PLACES: usize = 8;

/// Places worth trying, without doubles.
#[derive(Default)]
pub(super) struct WorthTrying {
    found: [(FieldSpot, Direction); MOST_PLACES],
    number: usize,
}

impl WorthTrying {
    fn add(&mut self, spot: FieldSpot, facing: Direction) {
        if !self.found_places().contains(&(spot, facing)) {
            self.found[self.number] = (spot, facing);
            self.number += 1;
        }
    }

    /// Returns the places and where the unit faces there.
    pub(super) fn found_places(&self) -> &[(FieldSpot, Direction)] {
        &self.found[..self.number]
    }
}

impl StatesEngine {
    /// Plays the moves of a card: units that move by themselves, units that are chosen, then units that must rally.
    pub(super) fn moves_of_card(
        &self,
        state: &mut FieldState,
        side: u8,
        order: MoveOrder,
        left: u8,
        rally: u8,
        stage: u8,
    ) {
        let at = |left, rally, stage| Task::Moves { side, order, left, rally, stage };
        let army = self.rules.army(side) & state.sets.field;
        match stage {
            0 => {
                state.sets.to_wander = army & self.rules.sets.alternates;
                *state.stack.top_mut() = at(left, rally, 1);
            }
            1 => match UnitNumbers(state.sets.to_wander & army).next() {
                Some(unit) => {
                    state.sets.to_wander &= !one(unit);
                    self.alternate(state, unit);
                }
                None => *state.stack.top_mut() = at(left, rally, 2),
            },
            2 if left > 0 && self.movable(state, side, order) != 0 => {
                *state.stack.top_mut() = at(left - 1, rally, 2);
                state.stack.push(Task::ChooseUnit { side, order });
            }
            2 => {
                state.sets.to_rally = army & state.sets.flees;
                *state.stack.top_mut() = at(0, rally, 3);
            }
            _ if rally > 0 && state.sets.to_rally & army & state.sets.flees != 0 => {
                *state.stack.top_mut() = at(0, rally - 1, 3);
                state.stack.push(Task::ChooseRally { side });
            }
            _ => state.stack.pop(),
        }
    }

    /// Returns the units of a side that can be moved (SB-8.12).
    pub(super) fn movable(&self, state: &FieldState, side: u8, order: MoveOrder) -> u64 {
        let sets = &state.sets;
        let able = self.rules.army(side) & sets.field & !(sets.flees | sets.fights | sets.moved);
        let able = able & !self.rules.sets.alternates;
        if order == MoveOrder::Group { able & sets.group } else { able }
    }

    /// Marks the units near a character, so that they may move as a group (SB-6.1).
    pub(super) fn gather(&self, state: &mut FieldState, character: u8, within: u8, general: u8) {
        let row = self.rules.unit(character);
        let reach = if row.general { general } else { within };
        let centre = state.spot(self.carrier(character));
        let near = UnitNumbers(self.rules.army(row.side) & state.sets.field)
            .filter(|unit| state.spot(*unit).is_within(centre, reach.into()));
        state.sets.group = near.fold(0, |group, unit| group | one(unit));
    }

    /// Moves a unit of those that move by themselves at every second Move card, or takes its marker off (SB-6.5).
    fn alternate(&self, state: &mut FieldState, unit: u8) {
        let sets = &mut state.sets;
        if sets.alternated & one(unit) != 0 {
            sets.alternated &= !one(unit);
        } else if (sets.fights | sets.flees | sets.moved) & one(unit) == 0 {
            sets.alternated |= one(unit);
            sets.moved |= one(unit);
            sets.hidden &= !one(unit);
            state.stack.push(Task::Wander { unit, stage: 0 });
        }
    }

    /// Moves a unit by itself; it charges the enemy that it runs into (SB-8.31).
    pub(super) fn wander<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        if stage == 0 {
            *state.stack.top_mut() = Task::Wander { unit, stage: 1 };
            self.count_action(state, watch);
            self.throw(state, ThrowKind::Two, self.rules.unit(unit).side, chance);
            return;
        }
        let inches = i32::from(state.thrown[0]) + i32::from(state.thrown[1]);
        let row = self.rules.unit(unit);
        let here = state.units[usize::from(unit)];
        let way = match here.facing {
            Direction::Away | Direction::Home => here.facing,
            Direction::Left | Direction::Right => Direction::front(row.side),
        };
        let ahead = |other: &u8| {
            let spot = state.spot(*other);
            let (inches, _) = way.to_relative(here.spot.way_to(spot));
            (spot.lane == here.spot.lane && inches > 0).then_some((inches, *other))
        };
        let first = UnitNumbers(state.solid() & !one(unit)).filter_map(|other| ahead(&other)).min();
        state.stack.pop();
        watch.count(tally::unit(unit, UnitTally::Moved), 1);
        // Units under trays are not charged (SB-8.34).
        let charged = self.rules.army(row.side ^ 1) & !state.sets.hidden;
        match first {
            Some((distance, enemy)) if charged & one(enemy) != 0 && distance <= inches => {
                state.stack.push(Task::Charge { unit, target: enemy, stage: ARRIVES });
            }
            _ => self.slide(state, unit, way, inches, None),
        }
    }

    /// Moves a unit by itself along its lane, so many inches, no further than to a place, and not near others (SB-8.17).
    pub(super) fn slide(&self, state: &mut FieldState, unit: u8, way: Direction, inches: i32, until: Option<u8>) {
        let step: i32 = if way == Direction::Away { 1 } else { -1 };
        let others = state.solid() & !one(unit);
        let mut spot = state.spot(unit);
        for _ in 0..inches {
            let x = i32::from(spot.x) + step;
            if x < 0 || x > self.rules.numbers.depth.into() || until == Some(spot.x) {
                break;
            }
            let next = FieldSpot { x: x as u8, lane: spot.lane };
            if UnitNumbers(others).any(|other| state.spot(other).is_nearer(next, APART)) {
                break;
            }
            spot = next;
        }
        state.unit(unit).spot = spot;
    }

    /// Moves a unit to a place and a facing, by an order or for free.
    pub(super) fn go<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        spot: FieldSpot,
        facing: Direction,
        watch: &mut W,
    ) {
        state.unit(unit).spot = spot;
        state.unit(unit).facing = facing;
        state.sets.hidden &= !one(unit);
        watch.count(tally::unit(unit, UnitTally::Moved), 1);
    }

    /// Returns the inches that a unit may move by an order.
    pub(super) fn speed(&self, unit: u8, order: MoveOrder) -> i32 {
        let speed = i32::from(self.rules.unit(unit).speed);
        if order == MoveOrder::Half { speed / 2 } else { speed }
    }

    /// Returns the places worth trying for a unit that moves so many inches, or marches.
    pub(super) fn worth_trying(&self, state: &FieldState, unit: u8, speed: i32, marches: bool) -> WorthTrying {
        let here = state.units[usize::from(unit)];
        let front = Direction::front(self.rules.unit(unit).side);
        let mut places = WorthTrying::default();
        let ahead = self.furthest(state, unit, here.facing, speed);
        if let Some(spot) = ahead {
            places.add(spot, here.facing);
        }
        if marches
            && let Some(spot) = self.furthest(state, unit, here.facing, 2 * speed)
            && ahead.is_none_or(|ahead| ahead.distance_squared(here.spot) < spot.distance_squared(here.spot))
        {
            places.add(spot, here.facing);
        }
        if let Some(spot) = self.furthest(state, unit, here.facing.turn(2), speed) {
            places.add(spot, here.facing);
        }
        if speed >= LANE {
            for way in [front.turn(3), front.turn(1)] {
                if let Some(spot) = self.furthest(state, unit, way, LANE) {
                    places.add(spot, here.facing);
                }
            }
        }
        [3, 1, 2].iter().for_each(|quarters| places.add(here.spot, here.facing.turn(*quarters)));
        places
    }

    /// Returns the place that lies furthest away in a direction, of those that a unit may go to within so many inches.
    fn furthest(&self, state: &FieldState, unit: u8, way: Direction, inches: i32) -> Option<FieldSpot> {
        let here = state.spot(unit);
        let (x, lane) = (i32::from(here.x), i32::from(here.lane));
        match way {
            Direction::Away | Direction::Home => {
                // In a lane only those of the same lane are in the way: the next one is too far off.
                let step = if way == Direction::Away { 1 } else { -1 };
                let edge = if step > 0 { i32::from(self.rules.numbers.depth) - x } else { x };
                let (mut least, mut most) = (1, inches.min(edge));
                for other in UnitNumbers(state.solid() & !one(unit)) {
                    let spot = state.spot(other);
                    if spot.lane == here.lane {
                        let ahead = (i32::from(spot.x) - x) * step;
                        if ahead > 0 {
                            most = most.min(ahead - APART);
                        } else {
                            least = least.max(ahead + APART);
                        }
                    }
                }
                (least <= most).then(|| FieldSpot { x: (x + step * most) as u8, lane: here.lane })
            }
            Direction::Left | Direction::Right => {
                let step = if way == Direction::Right { 1 } else { -1 };
                let lanes = (1..=inches / LANE).rev().map(|lanes| lane + step * lanes);
                let on_field = lanes.filter(|lane| (1..=i32::from(self.rules.numbers.lanes)).contains(lane));
                let spots = on_field.map(|lane| FieldSpot { x: here.x, lane: lane as u8 });
                spots.into_iter().find(|spot| self.can_go(state, unit, *spot))
            }
        }
    }

    /// Returns true if the way to a place is free, and the place is (SB-8.12).
    pub(super) fn can_go(&self, state: &FieldState, unit: u8, spot: FieldSpot) -> bool {
        spot == state.spot(unit) || self.is_free(state, unit, spot) && state.line_is_free(unit, spot, 0)
    }

    /// Tells the moves worth trying of a unit: places, then enemies to charge.
    pub(super) fn list_moves(
        &self,
        state: &FieldState,
        unit: u8,
        order: MoveOrder,
        tell: &mut impl FnMut(PlayerChoice),
    ) {
        let is_whole = order != MoveOrder::Half;
        let places = self.worth_trying(state, unit, self.speed(unit, order), is_whole);
        places
            .found_places()
            .iter()
            .for_each(|(spot, facing)| tell(PlayerChoice::Go(unit, spot.x, spot.lane, *facing)));
        if is_whole {
            self.chargeable(state, unit).map(PlayerChoice::Charge).for_each(tell);
        }
    }
}
