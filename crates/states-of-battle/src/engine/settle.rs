//! Counters lost and gained, achievements, and what the states of an army bring (SB-1.4 to 1.6, SB-2, SB-3, SB-9).

use muster_core::play::Watch;

use super::tally::UnitTally;
use super::{StatesEngine, tally};
use crate::field::{APART, Direction, FieldSpot, UnitNumbers, one};
use crate::rules::{ConditionRow, Feat, Occasion, TriggerRow, VictoryRow};
use crate::state::{BattleEnd, FieldState, Settlement, Task};

impl StatesEngine {
    /// Takes counters from a side with this event.
    pub(super) fn lose_counters(&self, state: &mut FieldState, side: u8, counters: u8) {
        let pending = &mut state.pending[usize::from(side)];
        pending.lost = pending.lost.saturating_add(counters);
    }

    /// Gives counters to a side with this event.
    pub(super) fn gain_counters(&self, state: &mut FieldState, side: u8, counters: u8) {
        let pending = &mut state.pending[usize::from(side)];
        pending.gained = pending.gained.saturating_add(counters);
    }

    /// Notes that something happened to a side with this event.
    pub(super) fn note_occasion(&self, state: &mut FieldState, side: u8, occasion: Occasion) {
        state.pending[usize::from(side)].happened |= 1 << occasion as u8;
    }

    /// Gives an achievement to a side, if nobody has it (SB-3.7).
    pub(super) fn achieve<W: Watch>(&self, state: &mut FieldState, side: u8, feat: Feat, watch: &mut W) {
        for (number, row) in self.rules.achievements.iter().enumerate() {
            if row.feat == feat && state.achieved[number].is_none() {
                state.achieved[number] = Some(side);
                self.gain_counters(state, side, row.counters);
                self.note_occasion(state, side, Occasion::Achievement);
                watch.count(tally::achievement(side, number), 1);
                watch.count(tally::won_counter(number), 1);
            }
        }
    }

    /// Models of a unit die. `by` is the enemy who killed them; none where they are lost otherwise.
    pub(super) fn kill<W: Watch>(&self, state: &mut FieldState, unit: u8, models: u16, by: Option<u8>, watch: &mut W) {
        let left = &mut state.unit(unit).models;
        *left = left.saturating_sub(models);
        let is_gone = *left == 0;
        if let Some(enemy) = by.filter(|_| models > 0) {
            self.achieve(state, enemy, Feat::FirstBlood, watch);
        }
        if is_gone {
            self.lose_unit(state, unit, watch);
        }
    }

    /// Takes a unit that is destroyed or has left the field out of play, with all who ride with it (SB-2.2).
    pub(super) fn lose_unit<W: Watch>(&self, state: &mut FieldState, unit: u8, watch: &mut W) {
        let side = self.rules.unit(unit).side;
        self.leave_combat(state, unit);
        let riders = UnitNumbers(self.rules.sets.riders & self.rules.army(side) & !state.sets.out);
        let riders = riders.filter(|rider| self.rules.unit(*rider).host == Some(unit));
        for lost in std::iter::once(unit).chain(riders) {
            state.sets.out |= one(lost);
            let not_there = !one(lost);
            let sets = &mut state.sets;
            for set in [&mut sets.field, &mut sets.flees, &mut sets.hidden, &mut sets.free, &mut sets.warded] {
                *set &= not_there;
            }
            self.lose_counters(state, side, self.rules.unit(lost).mcv);
            watch.count(tally::unit(lost, UnitTally::Lost), 1);
        }
        self.note_occasion(state, side, Occasion::UnitLost);
        self.achieve(state, side ^ 1, Feat::Enemy(Occasion::UnitLost), watch);
    }

    /// Settles an event: losses, the end they may be, gains, and what follows from new states (SB-1.4 to 1.6). What is done
    /// then comes before the innermost frame goes on.
    pub(super) fn settle<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        if state.pending != [Settlement::default(); 2] {
            let pending = std::mem::take(&mut state.pending);
            for (counters, settlement) in state.counters.iter_mut().zip(pending) {
                take(counters, settlement.lost);
            }
            let gone = [state.total(0) == 0, state.total(1) == 0];
            if gone.contains(&true) {
                let winner = if gone == [true; 2] { None } else { Some(u8::from(gone[0])) };
                state.end = Some(BattleEnd { winner, by: "counters" });
                return;
            }
            // Before gains and triggers (SB-1.6).
            self.victory(state, |row| !row.at_end);
            if state.end.is_some() {
                return;
            }
            for ((counters, settlement), side) in state.counters.iter_mut().zip(pending).zip(&self.rules.sides) {
                give(counters, &side.counters, settlement.gained);
            }
            self.reach_states(state, watch);
            self.settle(state, watch);
            if state.end.is_some() {
                return;
            }
            let occasions = [0, 1].into_iter().flat_map(|side| {
                let all = [Occasion::UnitLost, Occasion::UnitBroken, Occasion::Achievement];
                let happened = pending[usize::from(side)].happened;
                all.into_iter().filter(move |on| happened & 1 << *on as u8 != 0).map(move |on| (side, on))
            });
            self.specials(state, occasions, watch);
        }
    }

    /// Does what follows from states that were reached without loss or gain.
    pub(super) fn settle_states<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        self.reach_states(state, watch);
        self.settle(state, watch);
    }

    /// Does what the states bring that the armies have newly reached, those that they passed through, too. What these push on
    /// into another state comes after it, with what it settles.
    fn reach_states<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        loop {
            let new = [0, 1].map(|side| ((2 << state.condition(side)) - 1) & !state.reached[usize::from(side)]);
            if new == [0; 2] {
                return;
            }
            for (side, mut new) in [0, 1].into_iter().zip(new) {
                state.reached[usize::from(side)] |= new;
                while new != 0 {
                    let reached = new.trailing_zeros() as u8;
                    new &= new - 1;
                    watch.count(tally::state(side, reached), 1);
                    for trigger in &self.rules.sides[usize::from(side)].triggers[usize::from(reached)] {
                        self.trigger(state, side, *trigger, watch);
                    }
                }
            }
            if state.pending != [Settlement::default(); 2] {
                return;
            }
        }
    }

    /// Does what a state brings once.
    fn trigger<W: Watch>(&self, state: &mut FieldState, side: u8, trigger: TriggerRow, watch: &mut W) {
        match trigger {
            TriggerRow::Reinforcements(units) => {
                UnitNumbers(units & state.sets.reserve).for_each(|unit| self.arrive(state, unit, watch));
            }
            TriggerRow::Counters(change) => self.change_counters(state, side, change),
            TriggerRow::Steal(counters) => {
                self.lose_counters(state, side ^ 1, counters);
                self.gain_counters(state, side, counters);
            }
            TriggerRow::Push(counters) => push(&mut state.counters[usize::from(side)], counters),
            TriggerRow::ToHit(_) | TriggerRow::Melee(_) | TriggerRow::Generalship(_) | TriggerRow::Cards(_) => {}
        }
    }

    /// Gives counters to a side, or takes them from it, with this event.
    pub(super) fn change_counters(&self, state: &mut FieldState, side: u8, change: i8) {
        match change {
            0.. => self.gain_counters(state, side, change.unsigned_abs()),
            _ => self.lose_counters(state, side, change.unsigned_abs()),
        }
    }

    /// Lets a unit arrive at its side's edge, in the lane nearest to the middle that has room.
    fn arrive<W: Watch>(&self, state: &mut FieldState, unit: u8, watch: &mut W) {
        let side = self.rules.unit(unit).side;
        let edge = if side == 0 { 0 } else { self.rules.numbers.depth };
        let mut spots = self.rules.lanes_from_the_middle().map(|lane| FieldSpot { x: edge, lane });
        let free = spots.clone().find(|spot| self.is_free(state, unit, *spot));
        let Some(spot) = free.or_else(|| spots.next()) else { return };
        state.sets.reserve &= !one(unit);
        state.sets.field |= one(unit);
        state.unit(unit).spot = spot;
        state.unit(unit).facing = Direction::front(side);
        watch.count(tally::unit(unit, UnitTally::Arrived), 1);
    }

    /// Returns true if no unit that does not flee would be too near a unit at a place (SB-8.12).
    pub(super) fn is_free(&self, state: &FieldState, unit: u8, spot: FieldSpot) -> bool {
        UnitNumbers(state.solid() & !one(unit)).all(|other| !state.spot(other).is_nearer(spot, APART))
    }

    /// Does what special rules say on occasions, in their order, before the innermost frame goes on. What a special rule
    /// does calls no other.
    pub(super) fn specials<W: Watch>(
        &self,
        state: &mut FieldState,
        occasions: impl DoubleEndedIterator<Item = (u8, Occasion)>,
        watch: &mut W,
    ) {
        let is_called = |frame: &Task| matches!(frame, Task::Deeds { special: true, .. });
        if self.rules.specials.is_empty() || state.stack.frames().iter().any(is_called) {
            return;
        }
        // What is pushed last is done first.
        for (side, occasion) in occasions.rev() {
            for (number, row) in self.rules.specials.iter().enumerate().rev() {
                let holds = |condition: &ConditionRow| self.holds(state, side, condition);
                let is_past = row.once && state.past & 1 << number != 0;
                if row.on == occasion
                    && row.side == side
                    && !is_past
                    && row.condition.as_ref().is_none_or(holds)
                    && !row.unless.as_ref().is_some_and(holds)
                {
                    state.past |= 1 << number;
                    state.stack.push(Task::Deeds { side, program: row.program, step: 0, special: true });
                    watch.count(tally::special(number), 1);
                }
            }
        }
    }

    fn holds(&self, state: &FieldState, side: u8, condition: &ConditionRow) -> bool {
        let ConditionRow { states, rounds, holds } = *condition;
        (states == 0 || states & 1 << state.condition(side) != 0)
            && rounds.is_none_or(|(from, to)| (from..=to).contains(&state.round))
            && holds.is_none_or(|place| state.places[usize::from(place)] == Some(side))
    }

    /// Looks at the places and the trays (SB-8.32, 8.34), and at conditions of victory that hold at once.
    pub(super) fn look<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        if self.rules.stated || self.rules.places.is_empty() && state.sets.hidden == 0 {
            return;
        }
        for number in 0..self.rules.places.len() {
            self.look_at_place(state, number as u8, watch);
        }
        self.reveal_seen(state);
        self.settle(state, watch);
        if state.end.is_none() {
            self.victory(state, |row| !row.at_end);
        }
    }

    fn look_at_place<W: Watch>(&self, state: &mut FieldState, place: u8, watch: &mut W) {
        let number = usize::from(place);
        let Some(spot) = self.rules.places[number].spot else { return };
        let near = |side: u8| {
            let units = state.solid() & !state.sets.hidden & self.rules.army(side);
            UnitNumbers(units).any(|unit| state.spot(unit).is_within(spot, 6))
        };
        let holder = match [near(0), near(1)] {
            [true, false] => 0,
            [false, true] => 1,
            _ => return,
        };
        self.take_place(state, place, holder, watch);
    }

    /// Lets a side hold a place. The enemy who held it forfeits counters, with this event.
    pub(super) fn take_place<W: Watch>(&self, state: &mut FieldState, place: u8, holder: u8, watch: &mut W) {
        let before = state.places[usize::from(place)].replace(holder);
        let Some(loser) = before.filter(|before| *before != holder) else { return };
        watch.count(tally::taken_counter(holder), 1);
        for (number, forfeit) in self.rules.forfeits.iter().enumerate() {
            let is_new = state.forfeited & 1 << number == 0;
            if is_new && forfeit.place == place && forfeit.side == loser {
                state.forfeited |= 1 << number;
                self.lose_counters(state, loser, forfeit.counters);
            }
        }
    }

    /// Ends the battle by the first condition of victory that holds, if one does.
    pub(super) fn victory(&self, state: &mut FieldState, is_asked: impl Fn(&VictoryRow) -> bool) {
        let holder = |row: &VictoryRow| {
            let holder = state.places[usize::from(row.place)]?;
            row.side.is_none_or(|side| side == holder).then_some(holder)
        };
        if let Some(winner) = self.rules.victories.iter().filter(|row| is_asked(row)).find_map(holder) {
            state.end = Some(BattleEnd { winner: Some(winner), by: "victory" });
        }
    }
}

/// Takes counters away, from Emboldened on, one state emptied before the next.
fn take(counters: &mut [u8; 4], mut lost: u8) {
    for state in counters {
        let taken = lost.min(*state);
        *state -= taken;
        lost -= taken;
    }
}

/// Gives counters, in the reverse order, up to what each state held at the start; more go to Emboldened.
fn give(counters: &mut [u8; 4], start: &[u8; 4], mut gained: u8) {
    for (state, start) in counters.iter_mut().zip(start).rev() {
        let given = gained.min(start.saturating_sub(*state));
        *state += given;
        gained -= given;
    }
    counters[0] = counters[0].saturating_add(gained);
}

/// Moves counters from the state of the army into the next.
pub(super) fn push(counters: &mut [u8; 4], pushed: u8) {
    let Some(state) = counters.iter().position(|n| *n > 0).filter(|state| *state < 3) else { return };
    let moved = pushed.min(counters[state]);
    counters[state] -= moved;
    counters[state + 1] = counters[state + 1].saturating_add(moved);
}
