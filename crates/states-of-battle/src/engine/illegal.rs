//! Legality of choices. Where more is legal than is worth trying, this is the truth of it: places to go to, and places of
//! deployment.

use super::{PlayerChoice, StatesEngine};
use crate::field::{Direction, FieldSpot, UnitNumbers, one};
use crate::model::DeckKind;
use crate::state::{FieldState, MoveOrder, Task};

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
    /// A unit has moved in this round.
    HasMoved(u8),
    /// A unit is in combat.
    Fights(u8),
    /// A unit flees.
    Flees(u8),
    /// A unit moves by itself only.
    ByItself(u8),
    /// A unit rides with another.
    Rides(u8),
    /// A unit is too far from the character who is aimed at.
    OutOfGroup(u8),
    /// A unit is the enemy's.
    NotOwn(u8),
    /// A side does not hold the card.
    NotInHand(u8),
    /// A side holds Event cards, which are played first.
    EventsFirst(u8),
    /// A Lull cannot be discarded instead of being played.
    LullStays,
    /// A unit of a fact is out of the battle.
    Out(u8),
    /// A unit of a fact has not arrived.
    Waits(u8),
    /// A unit of a fact is not one of the enemy's of another.
    SameSide(u8, u8),
    /// Units of both sides are told to have won a round of combat, or to have lost it.
    BothSides(u8, u8),
    /// A round of combat has no unit that won it, or none that lost it.
    HalfAFight,
    /// A unit cannot challenge.
    NotHeroic(u8),
    /// A unit cannot be challenged.
    NotNamed(u8),
    /// A side holds the place already.
    HeldAlready(u8),
    /// A side has no such card.
    NoSuchCard(u8),
    /// A kept card has no reason to be used.
    NotInspired,
    /// A unit is spent until it is reloaded.
    Spent(u8),
    /// A unit has shot in this turn.
    HasShot(u8),
    /// A unit that cannot be seen from outside does not shoot: it lies under a tray.
    UnderTray(u8),
    /// The target is out of range: the inches that are allowed.
    OutOfRange(u8),
    /// The target is in combat.
    TargetFights(u8),
}

impl StatesEngine {
    /// Returns the reason a choice is not legal; `None` if it is.
    pub(super) fn refusal(&self, state: &FieldState, choice: PlayerChoice) -> Option<Refused> {
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
                if self.placed_units(state, side) & one_or_none(unit) != 0 =>
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
                } else if !state.spot(unit).is_within(state.spot(target), self.reach(unit)) {
                    Some(Refused::TooFar(self.reach(unit) as u8))
                } else {
                    Some(Refused::NotSeen)
                }
            }
            (Task::ChooseUnit { side, order }, PlayerChoice::Unit(unit)) => self.immovable(state, side, order, unit),
            (Task::PlayEvent { side }, PlayerChoice::Play(..) | PlayerChoice::Discard(_)) => {
                Some(Refused::EventsFirst(side))
            }
            (Task::PlayEvent { side }, PlayerChoice::PlayEvent(kind)) => {
                let held = state.cards[usize::from(side)].events[usize::from(kind)];
                (held == 0).then_some(Refused::NotInHand(side))
            }
            (Task::PlayOrder { side }, PlayerChoice::PlayEvent(_)) => Some(Refused::NotInHand(side)),
            (Task::PlayOrder { side }, PlayerChoice::Play(kind, _) | PlayerChoice::Discard(kind))
                if state.cards[usize::from(side)].orders[usize::from(kind)] == 0 =>
            {
                Some(Refused::NotInHand(side))
            }
            (Task::PlayOrder { .. }, PlayerChoice::Discard(kind)) if self.rules.card(DeckKind::Orders, kind).lull => {
                Some(Refused::LullStays)
            }
            (Task::Window { stage, .. }, PlayerChoice::Shoot(unit, target))
                if one_or_none(unit) & self.rules.army(state.active ^ stage) != 0
                    && one_or_none(target) & self.rules.army(state.active ^ stage ^ 1) != 0 =>
            {
                self.no_shot(state, unit, target)
            }
            (Task::Stated { .. }, PlayerChoice::Fact(kind, a, b)) => self.refused_fact(state, kind, (a, b)),
            (Task::Stated { .. }, PlayerChoice::Settled) => None,
            _ => {
                let mut is_offered = false;
                self.choices(state, &mut |offered| is_offered |= offered == choice);
                (!is_offered).then_some(Refused::NotOffered)
            }
        }
    }

    /// Returns the reason a unit cannot be chosen to move (SB-8.12).
    fn immovable(&self, state: &FieldState, side: u8, order: MoveOrder, unit: u8) -> Option<Refused> {
        let (sets, has) = (&state.sets, |set: u64| set & one(unit) != 0);
        let reasons = [
            (!has(self.rules.army(side)), Refused::NotOwn(unit)),
            (has(sets.out), Refused::Out(unit)),
            (has(self.rules.sets.riders), Refused::Rides(unit)),
            (has(sets.reserve), Refused::Waits(unit)),
            (has(sets.flees), Refused::Flees(unit)),
            (has(sets.fights), Refused::Fights(unit)),
            (has(sets.moved), Refused::HasMoved(unit)),
            (has(self.rules.sets.alternates), Refused::ByItself(unit)),
            (order == MoveOrder::Group && !has(sets.group), Refused::OutOfGroup(unit)),
        ];
        let reason = reasons.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason);
        let can = has(self.movable(state, side, order));
        if can { None } else { reason.or(Some(Refused::NotOffered)) }
    }

    /// Returns the reason a unit cannot shoot at an enemy out of sequence (SB-6.4, SB-8.18).
    fn no_shot(&self, state: &FieldState, unit: u8, target: u8) -> Option<Refused> {
        let (sets, carrier, has) = (&state.sets, self.carrier(unit), |set: u64| set & one(unit) != 0);
        let range = self.rules.unit(unit).range;
        if has(self.shooters(state, self.rules.unit(unit).side)) && self.targets(state, unit).any(|seen| seen == target)
        {
            return None;
        }
        let is_unknown = (sets.hidden | !sets.field) & one(target) != 0;
        let reasons = [
            (has(sets.out), Refused::Out(unit)),
            (has(sets.flees), Refused::Flees(unit)),
            (has(sets.fights), Refused::Fights(unit)),
            (has(sets.hidden), Refused::UnderTray(unit)),
            (has(sets.spent), Refused::Spent(unit)),
            (has(sets.shot), Refused::HasShot(unit)),
            (!has(sets.field) || range == 0 || is_unknown, Refused::NotOffered),
            (sets.fights & one(target) != 0, Refused::TargetFights(target)),
            (!state.spot(carrier).is_within(state.spot(target), range.into()), Refused::OutOfRange(range)),
            (!state.sees(carrier, target), Refused::NotSeen),
        ];
        let reason = reasons.into_iter().find(|(is_so, _)| *is_so).map(|(_, reason)| reason);
        reason.or(Some(Refused::NotOffered))
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
        if !here.spot.is_within(spot, speed) {
            if !marches || !here.spot.is_within(spot, 2 * speed) {
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
        let near = others.find(|other| state.spot(*other).is_nearer(spot, super::super::field::APART));
        near.map(Refused::TooNear)
    }
}

/// Returns the set of a unit of which it is not known whether its number can be.
fn one_or_none(unit: u8) -> u64 {
    1_u64.checked_shl(unit.into()).unwrap_or(0)
}
