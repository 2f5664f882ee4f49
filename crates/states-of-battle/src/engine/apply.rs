//! Choices: the effects that each has at once; those that follow are left on the stack.

use muster_core::play::Watch;

use super::{PlayerChoice, StatesEngine, tally};
use crate::field::{Direction, FieldSpot, one};
use crate::model::DeckKind;
use crate::state::{DecisionPart, FieldState, MoveOrder, Task};

/// Makes the choice of doing nothing.
fn decline(state: &mut FieldState, task: Task, choice: PlayerChoice) {
    assert_eq!(choice, PlayerChoice::Pass, "internal error: no choice in {task:?}");
    state.stack.pop();
    state.yes = false;
}

impl StatesEngine {
    /// Makes a legal choice.
    pub(super) fn make<W: Watch>(&self, state: &mut FieldState, choice: PlayerChoice, watch: &mut W) {
        let task = state.stack.top();
        match task.part() {
            DecisionPart::SetUp => self.decide_in_set_up(state, task, choice, watch),
            DecisionPart::Cards => self.decide_on_cards(state, task, choice, watch),
            DecisionPart::Field => self.decide_on_field(state, task, choice, watch),
        }
    }

    /// Makes a choice of the set-up, or of the start of a round.
    fn decide_in_set_up<W: Watch>(&self, state: &mut FieldState, task: Task, choice: PlayerChoice, watch: &mut W) {
        match (task, choice) {
            (Task::Leave { side }, PlayerChoice::LeaveOut(kind)) => {
                let cards = &mut state.cards[usize::from(side)];
                cards.pile[usize::from(kind)] -= 1;
                cards.left_out[usize::from(kind)] += 1;
                if self.to_leave_out(state, side) == 0 {
                    state.stack.pop();
                }
            }
            (Task::Conceal { tray }, PlayerChoice::Conceal(unit)) => {
                state.stack.pop();
                state.trays[usize::from(tray)] = Some(unit);
                state.sets.hidden |= one(unit);
                state.sets.field |= one(unit);
                state.unit(unit).spot = self.rules.trays[usize::from(tray)].spot;
                state.unit(unit).facing = Direction::front(self.rules.unit(unit).side);
            }
            (Task::Deploys { .. }, PlayerChoice::Deploys(side)) | (Task::First { .. }, PlayerChoice::First(side)) => {
                state.stack.pop();
                state.chosen = side;
            }
            (Task::PlaceUnit { .. }, PlayerChoice::Place(unit, x, lane)) => {
                state.stack.pop();
                state.sets.field |= one(unit);
                state.unit(unit).spot = FieldSpot { x, lane };
            }
            (Task::Nudge { .. }, PlayerChoice::Nudge(unit, x, lane)) => {
                state.stack.pop();
                state.unit(unit).spot = FieldSpot { x, lane };
            }
            (Task::Nudge { .. }, PlayerChoice::Swap(unit, other)) => {
                state.stack.pop();
                let spot = state.spot(unit);
                state.unit(unit).spot = state.spot(other);
                state.unit(other).spot = spot;
            }
            (Task::Mark { side, left }, PlayerChoice::Mark(unit)) => {
                state.sets.marked |= one(unit);
                match left {
                    1 => state.stack.pop(),
                    left => *state.stack.top_mut() = Task::Mark { side, left: left - 1 },
                }
            }
            (Task::Pick { side }, PlayerChoice::Pick(kind)) => {
                state.stack.pop();
                let cards = &mut state.cards[usize::from(side)];
                cards.pile[usize::from(kind)] -= 1;
                cards.orders[usize::from(kind)] += 1;
                // It is one of the drawn: the last card of a deck has been drawn when it is picked.
                self.refill(state, side);
                state.yes = true;
            }
            (Task::Favour { side }, PlayerChoice::ReRoll(_, kind)) => {
                self.use_starter(state, side, kind, watch);
                *state.stack.top_mut() = Task::Declare { side, stage: 0, stop: 0 };
            }
            (Task::Stratagem { side }, PlayerChoice::Stratagem(how)) => {
                state.stack.pop();
                if how == 2
                    && let Some(kind) = self.trash_for_stratagem(state, side)
                {
                    self.discard(state, side, kind, watch);
                }
                state.chosen = how;
            }
            _ => decline(state, task, choice),
        }
    }

    /// Makes a choice about cards: which is played, and whether an effect of one is accepted.
    fn decide_on_cards<W: Watch>(&self, state: &mut FieldState, task: Task, choice: PlayerChoice, watch: &mut W) {
        match (task, choice) {
            (Task::PlayEvent { side }, PlayerChoice::PlayEvent(kind)) => {
                state.cards[usize::from(side)].events[usize::from(kind)] -= 1;
                *state.stack.top_mut() = Task::PlayCard { deck: DeckKind::Events, side, kind, acts: kind, stage: 0 };
            }
            (Task::PlayOrder { side }, PlayerChoice::Play(kind, acts)) => {
                state.cards[usize::from(side)].orders[usize::from(kind)] -= 1;
                *state.stack.top_mut() = Task::PlayCard { deck: DeckKind::Orders, side, kind, acts, stage: 0 };
            }
            (Task::PlayOrder { side }, PlayerChoice::Discard(kind)) => {
                self.end_card(state, side);
                self.discard(state, side, kind, watch);
            }
            (Task::Respond { .. }, PlayerChoice::Stop(_, kind)) => {
                state.stack.pop();
                (state.yes, state.chosen) = (true, kind);
            }
            (Task::Risk { .. }, PlayerChoice::Risk(yes)) => {
                state.stack.pop();
                state.yes = yes;
            }
            (Task::Accept { side, program }, PlayerChoice::Accept(yes)) => match yes {
                true => *state.stack.top_mut() = Task::Deeds { side, program, step: 0, special: false },
                false => state.stack.pop(),
            },
            (Task::Inspire { side }, PlayerChoice::Inspire(yes)) => match self.kept_card(state, side) {
                Some(kind) if yes => {
                    state.cards[usize::from(side)].kept[usize::from(kind)] -= 1;
                    *state.stack.top_mut() = Task::Kept { side, kind, stage: 0 };
                }
                _ => state.stack.pop(),
            },
            (Task::Lose { side, left }, PlayerChoice::Lose(kind)) => {
                let cards = &mut state.cards[usize::from(side)];
                cards.orders[usize::from(kind)] -= 1;
                cards.discards[usize::from(kind)] += 1;
                self.count_action(state, watch);
                *state.stack.top_mut() = Task::Lose { side, left: left - 1 };
            }
            _ => decline(state, task, choice),
        }
    }

    /// Makes a choice about units on the field.
    fn decide_on_field<W: Watch>(&self, state: &mut FieldState, task: Task, choice: PlayerChoice, watch: &mut W) {
        match (task, choice) {
            (Task::Window { .. }, PlayerChoice::Shoot(unit, target)) => {
                let target = self.unit_meant(state, target);
                state.stack.push(Task::Shot { unit, target, again: false, stage: 0 });
            }
            (Task::Window { .. }, PlayerChoice::Free(unit, x, lane, facing)) => {
                state.sets.free &= !one(unit);
                self.go(state, unit, FieldSpot { x, lane }, facing, watch);
            }
            (Task::Window { stage, .. }, PlayerChoice::Starter(kind)) => {
                let side = state.active ^ stage;
                self.use_starter(state, side, kind, watch);
                state.stack.push(Task::PlayCard { deck: DeckKind::Starter, side, kind, acts: kind, stage: 0 });
            }
            (Task::Window { stage, at_end }, PlayerChoice::Pass) => {
                *state.stack.top_mut() = Task::Window { stage: stage + 1, at_end };
            }
            (Task::Aim { side, within, general }, PlayerChoice::Aim(unit)) => {
                self.gather(state, unit, within, general);
                *state.stack.top_mut() =
                    Task::Moves { side, order: MoveOrder::Group, left: u8::MAX, rally: 1, stage: 2 };
            }
            (Task::Aim { side, .. }, PlayerChoice::Pass) => {
                *state.stack.top_mut() = Task::Moves { side, order: MoveOrder::Whole, left: 1, rally: 1, stage: 0 };
            }
            (Task::ChooseUnit { order, .. }, PlayerChoice::Unit(unit)) => {
                *state.stack.top_mut() = Task::Go { unit, order };
            }
            (Task::ChooseUnit { .. }, PlayerChoice::Pass) => {
                state.stack.pop();
                if let Task::Moves { left, .. } = state.stack.top_mut() {
                    *left = 0;
                }
            }
            (Task::Go { unit, .. }, PlayerChoice::Go(_, x, lane, facing)) => {
                state.stack.pop();
                state.sets.moved |= one(unit);
                self.count_action(state, watch);
                self.go(state, unit, FieldSpot { x, lane }, facing, watch);
            }
            (Task::Go { unit, .. }, PlayerChoice::Charge(target)) => {
                state.sets.moved |= one(unit);
                state.sets.hidden &= !one(unit);
                self.count_action(state, watch);
                watch.count(tally::unit(unit, tally::UnitTally::Moved), 1);
                *state.stack.top_mut() = Task::Charge { unit, target, stage: 0 };
            }
            (Task::ChooseRally { .. }, PlayerChoice::Rally(unit)) => {
                *state.stack.top_mut() = Task::Rally { unit, stage: 0 };
            }
            (Task::React { .. }, PlayerChoice::React(how)) => {
                state.stack.pop();
                state.chosen = how;
            }
            (Task::Challenge { .. }, PlayerChoice::Challenge(by, against)) => {
                state.stack.pop();
                self.accept_challenge(state);
                state.stack.push(Task::Duel { by, against, stage: 0 });
            }
            (Task::ChoosePursuer { level, .. }, PlayerChoice::Pursue(unit)) => {
                *state.stack.top_mut() = Task::Pursue { unit, level, stage: 0 };
            }
            (Task::Cast { .. }, PlayerChoice::Bolt(unit, target)) => {
                state.sets.to_cast &= !one(unit);
                self.count_action(state, watch);
                let target = self.unit_meant(state, target);
                state.stack.push(Task::Bolt { unit, target, stage: 0 });
            }
            (Task::Cast { .. }, PlayerChoice::Ward(unit, target)) => {
                state.sets.to_cast &= !one(unit);
                self.count_action(state, watch);
                state.stack.push(Task::Ward { unit, target, stage: 0 });
            }
            (Task::Stated { .. }, PlayerChoice::Fact(kind, a, b)) => self.fact(state, kind, (a, b), watch),
            (Task::Stated { .. }, PlayerChoice::Settled) => self.settle_facts(state, watch),
            _ => decline(state, task, choice),
        }
    }

    /// Returns the first kept card of a side.
    pub(super) fn kept_card(&self, state: &FieldState, side: u8) -> Option<u8> {
        super::listing::kinds(&state.cards[usize::from(side)].kept).next()
    }
}
