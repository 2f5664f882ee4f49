//! Cards that are declared, and cards that stop them (SB-7.1, 7.3).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::{StatesEngine, tally};
use crate::model::DeckKind;
use crate::rules::StarterUse;
use crate::state::{FieldState, Task, ThrowKind};

impl StatesEngine {
    /// Declares a card of a side. [`FieldState::yes`] is false when the innermost frame comes back, if it was stopped. Once for
    /// each card, the enemy may play a card that stops it, which is declared in its turn.
    pub(super) fn declare<W: Watch>(
        &self,
        state: &mut FieldState,
        side: u8,
        stage: u8,
        stop: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let enemy = side ^ 1;
        let declared = |stage, stop| Task::Declare { side, stage, stop };
        match stage {
            0 if self.can_stop(state, enemy) => {
                *state.stack.top_mut() = declared(1, 0);
                state.stack.push(Task::Respond { side: enemy });
            }
            1 if state.yes => {
                let stop = state.chosen;
                self.use_starter(state, enemy, stop, watch);
                *state.stack.top_mut() = declared(2, stop);
                state.stack.push(Task::Declare { side: enemy, stage: 0, stop: 0 });
            }
            2 if state.yes => {
                let StarterUse::Stop(die) = self.rules.card(DeckKind::Starter, stop).starter else {
                    panic!("internal error: a card is stopped by one that stops nothing")
                };
                *state.stack.top_mut() = declared(3, stop);
                self.throw(state, ThrowKind::Test(die), enemy, chance);
            }
            3 => {
                let [generalship, die] = state.thrown;
                state.stack.pop();
                state.yes = generalship <= die;
            }
            _ => {
                state.stack.pop();
                state.yes = true;
            }
        }
    }

    /// Takes a starter card from a side that uses it: it leaves the battle (SB-4.6).
    pub(super) fn use_starter<W: Watch>(&self, state: &mut FieldState, side: u8, kind: u8, watch: &mut W) {
        state.cards[usize::from(side)].starter[usize::from(kind)] -= 1;
        watch.count(tally::card(side, DeckKind::Starter, kind, tally::PLAYED), 1);
        if self.rules.card(DeckKind::Starter, kind).starter != StarterUse::Program {
            watch.count(tally::card(side, DeckKind::Starter, kind, tally::USED), 1);
        }
    }

    /// Returns true if a side holds a card that stops others.
    #[inline]
    pub(super) fn can_stop(&self, state: &FieldState, side: u8) -> bool {
        let stops = |used| matches!(used, StarterUse::Stop(_));
        !state.stack.is_deep() && self.starters(state, side, stops).next().is_some()
    }
}
