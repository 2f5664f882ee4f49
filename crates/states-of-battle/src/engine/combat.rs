//! Rounds of close combat (SB-2.1, SB-8.22 to 8.25).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::{Phase, UnitTally};
use super::{StatesEngine, tally};
use crate::field::{UnitNumbers, half_up, hundredths, one};
use crate::rules::{Feat, Occasion, TriggerRow};
use crate::state::{FieldState, Fight, MAX_FIGHTS, Task, ThrowKind};

/// The stages of a round of combat.
const CHALLENGE: u8 = 0;
const OTHER_CHALLENGE: u8 = 1;
const THROW: u8 = 2;
const RESULT: u8 = 3;
const NEXT_BREAK: u8 = 4;
const BREAK: u8 = 5;
const SETTLE: u8 = 6;
const INSPIRE: u8 = 7;
const PURSUIT: u8 = 8;
/// The loser of a round that is drawn.
const NOBODY: u8 = 2;

impl StatesEngine {
    /// Begins a round of the combat that a unit is in.
    pub(super) fn begin_combat(&self, state: &mut FieldState, unit: u8) {
        let under_way = state.stack.frames().iter().filter(|frame| matches!(frame, Task::Combat { .. })).count();
        if under_way < MAX_FIGHTS {
            state.fights[under_way] = Fight::default();
            let combat = state.units[usize::from(unit)].combat;
            let level = under_way as u8;
            state.stack.push(Task::Combat { combat, level, stage: CHALLENGE, next: 0, loser: NOBODY });
        }
    }

    /// Fights all combats, in the order of their lowest units.
    pub(super) fn melee(&self, state: &mut FieldState) {
        let left = state.sets.to_fight & state.sets.fights;
        let Some(unit) = UnitNumbers(left).next() else {
            state.stack.pop();
            return;
        };
        state.sets.to_fight &= !self.combatants(state, state.units[usize::from(unit)].combat);
        self.begin_combat(state, unit);
    }

    /// Returns the units of a combat.
    pub(super) fn combatants(&self, state: &FieldState, combat: u8) -> u64 {
        let units = UnitNumbers(state.sets.fights).filter(|other| state.units[usize::from(*other)].combat == combat);
        units.fold(0, |units, other| units | one(other))
    }

    /// Takes a unit out of its combat; one that has units of one side left is over.
    pub(super) fn leave_combat(&self, state: &mut FieldState, unit: u8) {
        if state.sets.fights & one(unit) == 0 {
            return;
        }
        let left = self.combatants(state, state.units[usize::from(unit)].combat) & !one(unit);
        self.set_free(state, unit);
        if left & self.rules.army(0) == 0 || left & self.rules.army(1) == 0 {
            UnitNumbers(left).for_each(|other| self.set_free(state, other));
        }
    }

    fn set_free(&self, state: &mut FieldState, unit: u8) {
        let sets = &mut state.sets;
        for set in [&mut sets.fights, &mut sets.charging, &mut sets.in_flank, &mut sets.in_rear] {
            *set &= !one(unit);
        }
        state.unit(unit).combat = 0;
    }

    /// Plays a round of combat from the challenge to the pursuit.
    pub(super) fn combat<W: Watch>(
        &self,
        state: &mut FieldState,
        combat: u8,
        level: u8,
        (stage, next, loser): (u8, u8, u8),
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let at = |stage, next, loser| Task::Combat { combat, level, stage, next, loser };
        let number = usize::from(level);
        match stage {
            CHALLENGE | OTHER_CHALLENGE => {
                *state.stack.top_mut() = at(stage + 1, 0, NOBODY);
                let side = state.active ^ stage;
                if self.challenges(state, combat, side).next().is_some() {
                    state.stack.push(Task::Challenge { combat, side });
                }
            }
            THROW => {
                let units = self.combatants(state, combat);
                if units == 0 {
                    // A challenge has ended the combat.
                    state.stack.pop();
                    return;
                }
                let units = [0, 1].map(|side| units & self.rules.army(side));
                let weights = [0, 1].map(|side| self.weight(state, units[usize::from(side)], side));
                state.fights[number] = Fight { weights, units, ..Fight::default() };
                *state.stack.top_mut() = at(RESULT, 0, NOBODY);
                watch.count(tally::phase(Phase::Combat), 1);
                self.throw(state, ThrowKind::Hundred, state.active, chance);
            }
            RESULT => {
                let units = state.fights[number].units;
                let loser = self.loser(state, number);
                *state.stack.top_mut() = at(NEXT_BREAK, 0, loser);
                state.sets.charging &= !(units[0] | units[1]);
                self.casualties(state, units, loser, watch);
            }
            NEXT_BREAK => {
                let losers = if loser == NOBODY { 0 } else { state.fights[number].units[usize::from(loser)] };
                let tested = losers & state.sets.field & u64::MAX.checked_shl(next.into()).unwrap_or(0);
                match UnitNumbers(tested).next() {
                    Some(tested) => {
                        *state.stack.top_mut() = at(BREAK, tested, loser);
                        self.throw(state, ThrowKind::Hundred, loser, chance);
                    }
                    None => *state.stack.top_mut() = at(SETTLE, 0, loser),
                }
            }
            BREAK => {
                *state.stack.top_mut() = at(NEXT_BREAK, next + 1, loser);
                self.test_break(state, number, (next, loser), watch);
            }
            SETTLE => {
                *state.stack.top_mut() = at(INSPIRE, 0, loser);
                self.settle(state, watch);
            }
            INSPIRE => {
                *state.stack.top_mut() = at(PURSUIT, 0, loser);
                if state.fights[number].inspires {
                    self.offer_kept(state, loser ^ 1);
                }
            }
            PURSUIT => {
                state.stack.pop();
                let Fight { units, broke, .. } = state.fights[number];
                let is_over = broke != 0 && units[usize::from(loser)] & state.sets.fights == 0;
                if is_over && self.pursuers(state, level, loser ^ 1) != 0 {
                    state.stack.push(Task::ChoosePursuer { side: loser ^ 1, level });
                }
            }
            _ => panic!("internal error: a combat has no stage {stage}"),
        }
    }

    /// Returns the side that has lost a round of combat by the throw; nobody if it is a tie.
    fn loser(&self, state: &FieldState, number: usize) -> u8 {
        let (weights, active) = (state.fights[number].weights, state.active);
        let own = weights[usize::from(active)];
        let balance = i32::from(hundredths(own.into(), (weights[0] + weights[1]).into()));
        let (thrown, tie) = (i32::from(state.thrown[0]), self.rules.numbers.tie);
        if thrown <= balance - tie {
            active ^ 1
        } else if thrown <= balance + tie {
            NOBODY
        } else {
            active
        }
    }

    /// Breaks a unit that has lost, if the throw says so.
    fn test_break<W: Watch>(&self, state: &mut FieldState, number: usize, (unit, loser): (u8, u8), watch: &mut W) {
        let weights = state.fights[number].weights.map(u64::from);
        let breaks = 2 * u64::from(self.rules.numbers.break_chance) * weights[usize::from(loser ^ 1)];
        if state.thrown[0] > hundredths(breaks, 100 * (weights[0] + weights[1])) {
            return;
        }
        state.fights[number].broke |= one(unit);
        state.fights[number].inspires |= self.inspires(state, number, loser ^ 1, unit);
        watch.count(tally::phase(Phase::Break), 1);
        self.breaks(state, unit, watch);
        self.leave_combat(state, unit);
        state.stack.push(Task::Flee { unit, stage: 0 });
    }

    /// Returns the units of a side that may pursue out of a combat that is over.
    pub(super) fn pursuers(&self, state: &FieldState, level: u8, side: u8) -> u64 {
        let units = state.fights[usize::from(level)].units[usize::from(side)];
        units & state.sets.field & !(state.sets.flees | state.sets.fights | self.rules.sets.all_machines)
    }

    /// Ends the challenges of the combat that is fought, as one is made: no other follows.
    pub(super) fn accept_challenge(&self, state: &mut FieldState) {
        if let Task::Combat { stage, .. } = state.stack.top_mut() {
            *stage = THROW;
        }
    }

    /// Models die, counters are lost, and a feat may be done (SB-8.23, SB-2.1, SB-3.6).
    fn casualties<W: Watch>(&self, state: &mut FieldState, units: [u64; 2], loser: u8, watch: &mut W) {
        let first = if loser == NOBODY { state.active ^ 1 } else { loser };
        if loser != NOBODY {
            let [winners, losers] = [loser ^ 1, loser].map(|side| units[usize::from(side)]);
            self.beaten(state, (winners, losers), loser ^ 1, watch);
        }
        for side in [first, first ^ 1] {
            for unit in UnitNumbers(units[usize::from(side)]) {
                let share = u32::from(self.rules.unit(unit).models) * self.rules.numbers.melee;
                let killed = if side == loser { share.div_ceil(100) } else { share / 200 };
                self.kill(state, unit, killed as u16, Some(side ^ 1), watch);
            }
        }
    }

    /// Takes a counter for each unit that lost a round of combat, and gives an achievement if a smaller unit has beaten a greater
    /// one (SB-2.1, SB-3.6).
    pub(super) fn beaten<W: Watch>(
        &self,
        state: &mut FieldState,
        (winners, losers): (u64, u64),
        side: u8,
        watch: &mut W,
    ) {
        let mcvs = |units: u64| UnitNumbers(units).map(|unit| self.rules.unit(unit).mcv);
        if mcvs(winners).min() < mcvs(losers).max() {
            self.achieve(state, side, Feat::HeroicMoment, watch);
        }
        self.lose_counters(state, side ^ 1, losers.count_ones() as u8);
    }

    /// Settles what it means that a unit breaks or panics, besides its flight.
    pub(super) fn breaks<W: Watch>(&self, state: &mut FieldState, unit: u8, watch: &mut W) {
        let side = self.rules.unit(unit).side;
        self.note_occasion(state, side, Occasion::UnitBroken);
        self.achieve(state, side ^ 1, Feat::Enemy(Occasion::UnitBroken), watch);
        watch.count(tally::unit(unit, UnitTally::Broke), 1);
    }

    /// Returns true if the general of the winners is in the combat, and a unit of at least the points of his breaks.
    fn inspires(&self, state: &FieldState, level: usize, winner: u8, broken: u8) -> bool {
        let generals = UnitNumbers(self.rules.sets.generals & self.rules.army(winner) & !state.sets.out);
        let mut carriers = generals.map(|general| self.carrier(general));
        let units = state.fights[level].units[usize::from(winner)] & state.sets.field;
        let points = self.rules.unit(broken).points;
        carriers.any(|carrier| units & one(carrier) != 0 && points >= self.rules.unit(carrier).points)
    }

    /// Returns the weight of units of a side (SB-8.22).
    fn weight(&self, state: &FieldState, units: u64, side: u8) -> u32 {
        let numbers = &self.rules.numbers;
        let triggers = self.triggers(state, side).iter();
        let changes = triggers.map(|t| if let TriggerRow::Melee(change) = t { i64::from(*change) } else { 0 });
        let all: i64 = 100 + changes.sum::<i64>();
        let riders = self.rules.sets.riders & !state.sets.out & self.rules.army(side);
        let mut weight = 0;
        for unit in UnitNumbers(units) {
            let here = &state.units[usize::from(unit)];
            let has = |set: u64| set & one(unit) != 0;
            let charged = state.sets.fights & one(here.struck) != 0
                && state.units[usize::from(here.struck)].combat == here.combat;
            let mut per_cent = all;
            per_cent += if has(state.sets.charging) { i64::from(numbers.charge) } else { 0 };
            per_cent += if charged && has(state.sets.in_flank) { i64::from(numbers.flank) } else { 0 };
            per_cent += if charged && has(state.sets.in_rear) { 2 * i64::from(numbers.flank) } else { 0 };
            per_cent += if has(state.sets.warded) { i64::from(numbers.ward) } else { 0 };
            let carried = UnitNumbers(riders).filter(|rider| self.rules.unit(*rider).host == Some(unit));
            let points: u32 = carried.map(|rider| self.rules.unit(rider).points).sum();
            let whole = u64::from(self.strength(state, unit) + points) * per_cent.max(0) as u64;
            weight += (half_up(whole, 100) as u32).max(1);
        }
        weight
    }

    /// Returns the strength of a unit: its points as far as its models are left (SB-8.7).
    pub(super) fn strength(&self, state: &FieldState, unit: u8) -> u32 {
        let row = self.rules.unit(unit);
        let models = u64::from(state.units[usize::from(unit)].models);
        (half_up(u64::from(row.points) * models, row.models.into()) as u32).max(1)
    }
}
