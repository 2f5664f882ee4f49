//! Throws of dice, each of which its player may throw again with a starter card (SB-7.1, 7.3).

use muster_core::play::chance::Chance;

use super::{DICE, StatesEngine};
use crate::model::DeckKind;
use crate::rules::{StarterUse, TriggerRow};
use crate::state::{FieldState, Task, ThrowKind};

impl StatesEngine {
    /// Throws for a side. [`FieldState::thrown`] holds the dice when the innermost frame comes back.
    pub(super) fn throw(&self, state: &mut FieldState, kind: ThrowKind, side: u8, chance: &mut Chance<'_>) {
        let dice = self.dice(state, kind, side, chance);
        if self.can_re_roll(state, side) {
            state.stack.push(Task::Throw { kind, side, dice });
            state.stack.push(Task::Favour { side });
        } else {
            state.thrown = dice;
        }
    }

    /// Goes on after the player was asked: the dice stand, or are thrown once more.
    pub(super) fn throw_again(
        &self,
        state: &mut FieldState,
        kind: ThrowKind,
        side: u8,
        dice: [u8; 2],
        chance: &mut Chance<'_>,
    ) {
        state.stack.pop();
        state.thrown = if state.yes { self.dice(state, kind, side, chance) } else { dice };
    }

    /// Throws the Generalship dice of a side and its enemy, both before either may be thrown again.
    pub(super) fn versus(
        &self,
        state: &mut FieldState,
        side: u8,
        stage: u8,
        mut dice: [u8; 2],
        chance: &mut Chance<'_>,
    ) {
        let sides = [side, side ^ 1];
        if stage == 0 {
            dice = sides.map(|side| self.dice(state, ThrowKind::Generalship, side, chance)[0]);
        } else if state.yes {
            let again = usize::from(stage) - 1;
            dice[again] = self.dice(state, ThrowKind::Generalship, sides[again], chance)[0];
        }
        if stage == 2 {
            state.stack.pop();
            state.thrown = dice;
            return;
        }
        *state.stack.top_mut() = Task::Versus { side, stage: stage + 1, dice };
        state.yes = false;
        let asked = sides[usize::from(stage)];
        if self.can_re_roll(state, asked) {
            state.stack.push(Task::Favour { side: asked });
        }
    }

    fn dice(&self, state: &FieldState, kind: ThrowKind, side: u8, chance: &mut Chance<'_>) -> [u8; 2] {
        let generalship = |chance: &mut Chance<'_>| chance.die(Self::generalship(side), self.die(state, side));
        match kind {
            ThrowKind::Generalship => [generalship(chance), 0],
            ThrowKind::Test(sides) => [generalship(chance), chance.die(DICE, sides)],
            ThrowKind::One => [chance.die(DICE, 6), 0],
            ThrowKind::Two => [chance.die(DICE, 6), chance.die(DICE, 6)],
            ThrowKind::Hundred => [chance.die(DICE, 100), 0],
        }
    }

    /// Returns the sides of a side's Generalship die in the state that its army is in.
    pub fn die(&self, state: &FieldState, side: u8) -> u8 {
        let mut other = self
            .triggers(state, side)
            .iter()
            .filter_map(|t| if let TriggerRow::Generalship(die) = t { Some(*die) } else { None });
        other.next().unwrap_or(self.rules.sides[usize::from(side)].die)
    }

    /// Returns what the state of a side's army brings.
    #[inline]
    pub(super) fn triggers(&self, state: &FieldState, side: u8) -> &[TriggerRow] {
        &self.rules.sides[usize::from(side)].triggers[usize::from(state.condition(side))]
    }

    /// Returns the starter cards of a side that are used in some way.
    #[inline]
    pub(super) fn starters<'a>(
        &'a self,
        state: &'a FieldState,
        side: u8,
        is_used: impl Fn(StarterUse) -> bool + 'a,
    ) -> impl Iterator<Item = u8> + 'a {
        let kinds = &self.rules.cards[DeckKind::Starter as usize];
        let held = &state.cards[usize::from(side)].starter;
        (0..kinds.len()).filter(move |kind| held[*kind] > 0 && is_used(kinds[*kind].starter)).map(|kind| kind as u8)
    }

    #[inline]
    fn can_re_roll(&self, state: &FieldState, side: u8) -> bool {
        !state.stack.is_deep() && self.starters(state, side, |used| used == StarterUse::ReRoll).next().is_some()
    }
}
