//! Effects of cards, deed by deed.

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::StatesEngine;
use super::settle::push;
use crate::rules::{DeedRow, MAX_KINDS, ProgramId, RollId};
use crate::state::{FieldState, MoveOrder, Task, ThrowKind, count};

impl StatesEngine {
    /// Does the next deed of a program; after the last one, looks at what has come of it.
    #[expect(clippy::too_many_arguments, reason = "a frame, laid open")]
    pub(super) fn deeds<W: Watch>(
        &self,
        state: &mut FieldState,
        side: u8,
        program: ProgramId,
        step: u8,
        special: bool,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let Some(deed) = self.rules.program(program).get(usize::from(step)) else {
            state.stack.pop();
            self.look(state, watch);
            return;
        };
        *state.stack.top_mut() = Task::Deeds { side, program, step: step + 1, special };
        if self.rules.stated && self.is_of_the_field(deed) {
            return;
        }
        let whose = |enemy: bool| side ^ u8::from(enemy);
        let army = self.rules.army(side) & state.sets.field;
        match *deed {
            DeedRow::Move { units, rally } => {
                state.stack.push(Task::Moves { side, order: MoveOrder::Whole, left: units, rally, stage: 0 });
            }
            DeedRow::MoveGroup { within, general } => state.stack.push(Task::Aim { side, within, general }),
            DeedRow::HalfMove { units } => {
                state.stack.push(Task::Moves { side, order: MoveOrder::Half, left: units, rally: 0, stage: 2 });
            }
            DeedRow::Melee => self.begin_melee(state, watch),
            DeedRow::Reload { missile, machines } => self.reload(state, side, (missile, machines), watch),
            DeedRow::Cast => {
                state.sets.warded &= !self.rules.army(side);
                state.sets.to_cast = self.rules.sets.wizards & self.rules.army(side);
                state.stack.push(Task::Cast { side });
            }
            DeedRow::Counters { enemy, change } => {
                self.count_action(state, watch);
                self.change_counters(state, whose(enemy), change);
                self.settle(state, watch);
            }
            DeedRow::Push { enemy, counters } => {
                self.count_action(state, watch);
                push(&mut state.counters[usize::from(whose(enemy))], counters);
                self.settle_states(state, watch);
            }
            DeedRow::Roll(roll) => self.begin_test(state, side, roll),
            DeedRow::Draw(cards) => {
                let held = count(&state.cards[usize::from(side)].orders);
                let cards = cards.map_or(held, u32::from);
                if cards > 0 {
                    self.count_action(state, watch);
                }
                (0..cards).for_each(|_| self.draw_order(state, side, chance));
            }
            DeedRow::Lose(None) => self.lose_all_orders(state, side, watch),
            DeedRow::Lose(Some(left)) => state.stack.push(Task::Lose { side, left }),
            DeedRow::ToHit(change) => {
                self.count_action(state, watch);
                let to_hit = &mut state.to_hit[usize::from(side)];
                *to_hit = to_hit.saturating_add(change);
            }
            // It was kept when it was played.
            DeedRow::Keep(_) => {}
            DeedRow::Opponent(program) => state.stack.push(Task::Accept { side: side ^ 1, program }),
            DeedRow::RallyAll => {
                state.sets.to_rally = army & state.sets.flees;
                state.stack.push(Task::RallyAll { side });
            }
            DeedRow::Fire => {
                state.sets.to_fire = army & (self.rules.sets.missiles | self.rules.sets.machines);
                state.stack.push(Task::Fire { side });
            }
        }
    }

    /// Has every combat fought.
    fn begin_melee<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        if state.sets.fights != 0 {
            self.count_action(state, watch);
        }
        state.sets.to_fight = state.sets.fights;
        state.stack.push(Task::Melee);
    }

    /// Reloads the missile units of a side, its war machines, or both.
    fn reload<W: Watch>(&self, state: &mut FieldState, side: u8, (missile, machines): (bool, bool), watch: &mut W) {
        let sets = &self.rules.sets;
        let loaded = if missile { sets.missiles } else { 0 } | if machines { sets.machines } else { 0 };
        let loaded = loaded & self.rules.army(side);
        if state.sets.spent & loaded != 0 {
            self.count_action(state, watch);
        }
        state.sets.spent &= !loaded;
    }

    /// Discards all Orders cards that a side holds.
    fn lose_all_orders<W: Watch>(&self, state: &mut FieldState, side: u8, watch: &mut W) {
        if count(&state.cards[usize::from(side)].orders) > 0 {
            self.count_action(state, watch);
        }
        let cards = &mut state.cards[usize::from(side)];
        for kind in 0..MAX_KINDS {
            cards.discards[kind] += std::mem::take(&mut cards.orders[kind]);
        }
    }

    /// Begins a test of generalship, if the card calls for it now (SB-6.2).
    fn begin_test(&self, state: &mut FieldState, side: u8, roll: RollId) {
        let row = &self.rules.rolls[usize::from(roll)];
        if row.behind && state.total(side) >= (3 * state.total(side ^ 1)).div_ceil(4) {
            return;
        }
        state.stack.push(Task::Test { side, roll, stage: 0 });
        state.yes = true;
        if row.optional {
            state.stack.push(Task::Risk { side, roll });
        }
    }

    /// Plays a test of generalship: the throw, and what follows from it.
    pub(super) fn test<W: Watch>(
        &self,
        state: &mut FieldState,
        side: u8,
        roll: RollId,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let row = self.rules.rolls[usize::from(roll)];
        if stage == 0 {
            if !state.yes {
                state.stack.pop();
                return;
            }
            *state.stack.top_mut() = Task::Test { side, roll, stage: 1 };
            self.count_action(state, watch);
            match row.against {
                None => state.stack.push(Task::Versus { side, stage: 0, dice: [0; 2] }),
                Some(die) => self.throw(state, ThrowKind::Test(die), side, chance),
            }
            return;
        }
        let [own, other] = state.thrown.map(i16::from);
        let handicap = if row.handicap { i16::from(state.condition(side)) } else { 0 };
        let lead = own - handicap - other;
        let program = match row.much {
            Some((by, program)) if lead > i16::from(by) => Some(program),
            _ if lead > 0 => Some(row.win),
            _ if lead < 0 => Some(row.lose),
            _ => None,
        };
        match program {
            Some(program) => *state.stack.top_mut() = Task::Deeds { side, program, step: 0, special: false },
            None => state.stack.pop(),
        }
    }
}
