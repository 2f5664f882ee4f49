//! Shots and the panic that they make (SB-6.4, SB-8.18 to 8.21).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::UnitTally;
use super::{StatesEngine, tally};
use crate::field::{UnitNumbers, half_up, hundredths, one};
use crate::rules::{Feat, TriggerRow};
use crate::state::{FieldState, Task, ThrowKind};

impl StatesEngine {
    /// Plays a shot, from the die to the flight that it may cause. `again` is true for a second one in a turn.
    #[expect(clippy::too_many_arguments, reason = "a frame, laid open")]
    pub(super) fn shot<W: Watch>(
        &self,
        state: &mut FieldState,
        unit: u8,
        target: u8,
        again: bool,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let side = self.rules.unit(unit).side;
        match stage {
            0 => {
                state.sets.spent |= one(unit);
                state.sets.shot_twice |= state.sets.shot & one(unit);
                state.sets.shot |= one(unit);
                watch.count(tally::unit(unit, UnitTally::Shot), 1);
                *state.stack.top_mut() = Task::Shot { unit, target, again, stage: 1 };
                self.throw(state, ThrowKind::One, side, chance);
            }
            1 => {
                if !self.hits(state, unit, target, again, state.thrown[0]) {
                    state.stack.pop();
                    return;
                }
                let is_machine = self.rules.sets.machines & one(unit) != 0;
                let numbers = &self.rules.numbers;
                let per_cent = if is_machine { numbers.artillery } else { numbers.shooting };
                let strength = self.strength(state, unit);
                if is_machine && side == state.active {
                    self.salvo(state, unit, target, watch);
                }
                watch.count(tally::unit(unit, UnitTally::Killed), 1);
                let next = Task::Shot { unit, target, again, stage: 2 };
                self.volley(state, unit, (target, strength, per_cent), next, chance, watch);
            }
            _ => self.panic(state, unit, target, self.strength(state, unit), watch),
        }
    }

    /// Notes that a war machine of the player whose turn it is has killed from a unit; the second one does wins an achievement
    /// (SB-3.4).
    pub(super) fn salvo<W: Watch>(&self, state: &mut FieldState, machine: u8, target: u8, watch: &mut W) {
        let first = std::mem::replace(&mut state.unit(target).machine, machine + 1);
        if first != 0 && first != machine + 1 {
            self.achieve(state, self.rules.unit(machine).side, Feat::Salvo, watch);
        }
    }

    /// Returns true if a die hits.
    fn hits(&self, state: &FieldState, unit: u8, target: u8, again: bool, die: u8) -> bool {
        if again || die == 6 || die == 1 {
            return die == 6;
        }
        let row = self.rules.unit(unit);
        let distance = state.spot(unit).distance_squared(state.spot(target));
        let range = i32::from(row.range);
        let far = i8::from(4 * distance > range * range);
        let triggers = self.triggers(state, row.side).iter();
        let changes: i8 = triggers.map(|t| if let TriggerRow::ToHit(change) = t { *change } else { 0 }).sum();
        let change = state.to_hit[usize::from(row.side)].saturating_add(changes);
        i16::from(die) + i16::from(change) >= i16::from(self.rules.numbers.to_hit) + i16::from(far)
    }

    /// Models die by a hit; if it kills a quarter, the unit may panic: its player throws, and the frame `next` reads it.
    /// Otherwise the frame is done.
    pub(super) fn volley<W: Watch>(
        &self,
        state: &mut FieldState,
        by: u8,
        (target, strength, per_cent): (u8, u32, u32),
        next: Task,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let row = self.rules.unit(target);
        let before = self.strength(state, target);
        let worth = u64::from(per_cent) * u64::from(strength) * u64::from(row.models);
        let killed = half_up(worth, 100 * u64::from(row.points)).max(1);
        let killed = killed.min(state.units[usize::from(target)].models.into()) as u16;
        self.kill(state, target, killed, Some(self.rules.unit(by).side), watch);
        let stands = (state.sets.out | state.sets.flees | state.sets.fights) & one(target) == 0;
        if stands && 4 * u32::from(killed) >= u32::from(row.models) {
            *state.stack.top_mut() = next;
            state.shaken = before;
            self.throw(state, ThrowKind::Hundred, row.side, chance);
        } else {
            state.stack.pop();
            self.settle(state, watch);
        }
    }

    /// Decides whether a unit that was thrown for panics at the fire of another; then it flees.
    pub(super) fn panic<W: Watch>(&self, state: &mut FieldState, by: u8, target: u8, strength: u32, watch: &mut W) {
        let (shooter, own) = (u64::from(strength), u64::from(state.shaken));
        let chance = hundredths(2 * u64::from(self.rules.numbers.panic) * shooter, 100 * (shooter + own));
        if state.thrown[0] <= chance {
            let (row, enemy) = (self.rules.unit(target), self.rules.unit(by));
            self.lose_counters(state, row.side, 1);
            if enemy.mcv < row.mcv {
                self.achieve(state, enemy.side, Feat::HeroicMoment, watch);
            }
            self.breaks(state, target, watch);
            *state.stack.top_mut() = Task::Flee { unit: target, stage: 0 };
        } else {
            state.stack.pop();
            self.settle(state, watch);
        }
    }

    /// Lets everyone who can fire at the nearest, one after the other (SB-6.3).
    pub(super) fn fire<W: Watch>(&self, state: &mut FieldState, side: u8, watch: &mut W) {
        let left = state.sets.to_fire & self.shooters(state, side);
        let Some(unit) = UnitNumbers(left).next() else {
            state.stack.pop();
            return;
        };
        state.sets.to_fire &= !one(unit);
        let here = state.spot(unit);
        let targets = self.seen_targets(state, unit, self.rules.unit(unit).range);
        let nearest = targets.min_by_key(|target| here.distance_squared(state.spot(*target)));
        if let Some(target) = nearest {
            self.count_action(state, watch);
            state.stack.push(Task::Shot { unit, target, again: false, stage: 0 });
        }
    }
}
