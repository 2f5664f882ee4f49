//! Charges: the reaction to them, reach, and contact (SB-8.13 to 8.16).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::{Phase, UnitTally};
use super::{StatesEngine, tally};
use crate::field::{Aspect, Direction, FieldSpot, UnitNumbers, one};
use crate::rules::Feat;
use crate::state::{FieldState, Task, ThrowKind};

/// The most inches that two dice add to a charge.
const DICE: i32 = 12;
/// The furthest from which a charge is answered with shots.
const STAND_AND_SHOOT: i32 = 24;

/// The stages of a charge.
const REACTS: u8 = 0;
const REACTED: u8 = 1;
const FLED: u8 = 2;
const SHOT: u8 = 3;
const REACHES_FLED: u8 = 4;
const REACHES: u8 = 5;
/// A charge that cannot fail: see [`StatesEngine::wander`].
pub(super) const ARRIVES: u8 = 10;

impl StatesEngine {
    /// Returns the inches of a unit's longest charge.
    pub(super) fn reach(&self, unit: u8) -> i32 {
        let row = self.rules.unit(unit);
        row.charge.map_or(i32::from(row.speed) + DICE, i32::from)
    }

    /// Returns the enemies that a unit can charge.
    pub(super) fn chargeable<'a>(&'a self, state: &'a FieldState, unit: u8) -> impl Iterator<Item = u8> + 'a {
        let enemies = self.rules.army(self.rules.unit(unit).side ^ 1) & state.sets.field & !state.sets.hidden;
        let reach = self.reach(unit);
        UnitNumbers(enemies)
            .filter(move |enemy| state.spot(unit).is_within(state.spot(*enemy), reach) && state.sees(unit, *enemy))
    }

    /// Returns how a charged unit may react: 0 it holds, 1 it shoots, 2 it flees.
    pub(super) fn reactions(&self, state: &FieldState, unit: u8, charger: u8) -> impl Iterator<Item = u8> {
        let row = self.rules.unit(unit);
        let is_free = (state.sets.fights | state.sets.flees) & one(unit) == 0;
        let shoots = is_free
            && state.sets.shot_twice & one(unit) == 0
            && (self.rules.sets.missiles | self.rules.sets.machines) & one(unit) != 0
            && state.spot(unit).is_within(state.spot(charger), STAND_AND_SHOOT.min(row.range.into()))
            && state.sees(unit, charger);
        let flees = is_free && self.rules.sets.all_machines & one(unit) == 0;
        [(0, true), (1, shoots), (2, flees)].into_iter().filter(|(_, can)| *can).map(|(reaction, _)| reaction)
    }

    /// Plays a charge from the reaction to its end.
    pub(super) fn charge<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        target: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let at = |stage| Task::Charge { unit, target, stage };
        let side = self.rules.unit(unit).side;
        match stage {
            REACTS => {
                state.chosen = 0;
                *state.stack.top_mut() = at(REACTED);
                if state.sets.flees & one(target) != 0 {
                    state.chosen = 2;
                } else if self.reactions(state, target, unit).nth(1).is_some() {
                    state.stack.push(Task::React { unit: target, target: unit });
                }
            }
            REACTED => match state.chosen {
                0 => self.throw_reach(state, at(REACHES), unit, chance),
                1 => {
                    *state.stack.top_mut() = at(SHOT);
                    let again = state.sets.shot & one(target) != 0;
                    state.stack.push(Task::Shot { unit: target, target: unit, again, stage: 0 });
                }
                _ => {
                    *state.stack.top_mut() = at(FLED);
                    state.stack.push(Task::Flee { unit: target, stage: 0 });
                }
            },
            SHOT if (state.sets.out | state.sets.flees) & one(unit) != 0 => state.stack.pop(),
            SHOT => self.throw_reach(state, at(REACHES), unit, chance),
            FLED if state.sets.out & one(target) != 0 => state.stack.pop(),
            FLED => self.throw_reach(state, at(REACHES_FLED), unit, chance),
            REACHES | REACHES_FLED => {
                let row = self.rules.unit(unit);
                let [a, b] = state.thrown.map(i32::from);
                let reach = row.charge.map_or(i32::from(row.speed) + a + b, i32::from);
                let distance = state.spot(unit).distance_squared(state.spot(target));
                if distance > reach * reach {
                    state.stack.pop();
                    let inches = row.charge.map_or(a.max(b), |charge| i32::from(charge) / 2);
                    self.go_towards(state, unit, target, inches);
                } else if stage == REACHES {
                    self.arrive_at(state, unit, target, distance, watch);
                } else {
                    state.stack.pop();
                    self.thunder(state, unit, distance, watch);
                    let speed = row.speed.into();
                    let spot = state.spot(target);
                    self.achieve(state, side, Feat::FirstBlood, watch);
                    self.lose_unit(state, target, watch);
                    self.go_to(state, unit, spot, speed);
                    self.settle(state, watch);
                }
            }
            ARRIVES => {
                let distance = state.spot(unit).distance_squared(state.spot(target));
                self.arrive_at(state, unit, target, distance, watch);
            }
            _ => panic!("internal error: a charge has no stage {stage}"),
        }
    }

    /// Throws for the reach of a charge; nothing is thrown where it is fixed.
    fn throw_reach(&self, state: &mut FieldState, next: Task, unit: u8, chance: &mut Chance<'_>) {
        *state.stack.top_mut() = next;
        let row = self.rules.unit(unit);
        state.thrown = [0; 2];
        if row.charge.is_none() {
            self.throw(state, ThrowKind::Two, row.side, chance);
        }
    }

    /// Moves a unit on in its lane towards another's place.
    fn go_towards(&self, state: &mut FieldState, unit: u8, target: u8, inches: i32) {
        let spot = state.spot(target);
        self.go_to(state, unit, spot, inches);
    }

    fn go_to(&self, state: &mut FieldState, unit: u8, spot: FieldSpot, inches: i32) {
        let here = state.spot(unit);
        if here.x != spot.x {
            let way = if spot.x > here.x { Direction::Away } else { Direction::Home };
            self.slide(state, unit, way, inches, Some(spot.x));
        }
    }

    /// Counts a charge that succeeds, and gives the achievement for a thunderous one: from nearly as far as the unit reaches
    /// (SB-3.2).
    fn thunder<W: Watch>(&self, state: &mut FieldState, unit: u8, distance: i32, watch: &mut W) {
        let row = self.rules.unit(unit);
        let least = (self.reach(unit) - if row.charge.is_some() { 1 } else { 2 }).max(0);
        if distance >= least * least {
            self.achieve(state, row.side, Feat::ThunderousCharge, watch);
        }
        watch.count(tally::unit(unit, UnitTally::Charged), 1);
        watch.count(tally::phase(Phase::Charge), 1);
    }

    /// Lets a charge arrive: both units are in one combat, whose first round is fought (SB-8.16).
    fn arrive_at<W: Watch>(&self, state: &mut FieldState, unit: u8, target: u8, distance: i32, watch: &mut W) {
        let side = self.rules.unit(unit).side;
        let (from, enemy) = (state.spot(unit), state.units[usize::from(target)]);
        let aspect = Aspect::facing(enemy.facing, enemy.spot.way_to(from));
        let comes_from_below = if from.x == enemy.spot.x { side == 0 } else { from.x < enemy.spot.x };
        let x = match comes_from_below {
            true => enemy.spot.x.saturating_sub(1),
            false => (enemy.spot.x + 1).min(self.rules.numbers.depth),
        };
        let combat = if enemy.combat == 0 { self.new_combat(state) } else { enemy.combat };
        let charger = state.unit(unit);
        charger.spot = FieldSpot { x, lane: enemy.spot.lane };
        charger.facing = if comes_from_below { Direction::Away } else { Direction::Home };
        charger.combat = combat;
        charger.struck = target;
        state.unit(target).combat = combat;
        let sets = &mut state.sets;
        sets.fights |= one(unit) | one(target);
        sets.charging |= one(unit);
        match aspect {
            Aspect::Front => {}
            Aspect::Left | Aspect::Right => sets.in_flank |= one(unit),
            Aspect::Rear => sets.in_rear |= one(unit),
        }
        self.thunder(state, unit, distance, watch);
        self.charged_from(state, (side, target), aspect, watch);
        state.stack.pop();
        self.begin_combat(state, unit);
        self.settle(state, watch);
    }

    /// Notes the part of a unit that a side charged; in its own turn two of them win an achievement (SB-3.3).
    pub(super) fn charged_from<W: Watch>(
        &self,
        state: &mut FieldState,
        (side, target): (u8, u8),
        aspect: Aspect,
        watch: &mut W,
    ) {
        if side != state.active {
            return;
        }
        let charged = &mut state.unit(target).charged;
        *charged |= 1 << aspect as u8;
        let hit = |aspect: Aspect| *charged & 1 << aspect as u8 != 0;
        let (left, right) = (hit(Aspect::Left), hit(Aspect::Right));
        if left && right || hit(Aspect::Rear) && (left || right) {
            self.achieve(state, side, Feat::Pincer, watch);
        }
    }

    /// Returns the lowest number that no combat has, of those that are fought, too.
    fn new_combat(&self, state: &FieldState) -> u8 {
        let taken = UnitNumbers(state.sets.fights);
        let taken = taken.fold(1_u64, |taken, unit| taken | 1 << (state.units[usize::from(unit)].combat));
        let under_way = state.stack.frames().iter().fold(taken, |taken, frame| match frame {
            Task::Combat { combat, .. } => taken | 1 << *combat,
            _ => taken,
        });
        under_way.trailing_ones() as u8
    }
}
