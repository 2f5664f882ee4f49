//! The round: two Generalship dice, cards, and who goes first (SB-5).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::{StatesEngine, tally};
use crate::model::DeckKind;
use crate::rules::{Occasion, TriggerRow};
use crate::state::{BattleEnd, FieldState, Task, count};

/// The most cards of a deck that a round brings.
const MOST_CARDS: u8 = 3;
/// A throw that is won by more lets the winner choose a card.
const CHOICE: u8 = 5;

impl StatesEngine {
    /// Begins the next round: moves and changes to hit by cards of the last one are forgotten.
    pub(super) fn begin_round(&self, state: &mut FieldState) {
        state.round += 1;
        state.sets.moved = 0;
        state.to_hit = [0; 2];
        state.first = None;
        *state.stack.top_mut() = Task::Round { stage: 0, most: 0 };
    }

    /// Plays a round from its throw to its end.
    pub(super) fn round<W: Watch>(
        &self,
        state: &mut FieldState,
        stage: u8,
        most: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let next = |most| Task::Round { stage: stage + 1, most };
        match stage {
            0 => {
                *state.stack.top_mut() = next(0);
                state.stack.push(Task::Versus { side: 0, stage: 0, dice: [0; 2] });
            }
            1 => {
                let [a, b] = state.thrown;
                if a == b {
                    [0, 1].iter().for_each(|side| self.reset(state, *side));
                    *state.stack.top_mut() = Task::Round { stage: 6, most: 0 };
                    return;
                }
                let winner = u8::from(b > a);
                let difference = a.abs_diff(b);
                // Until it is said who goes first, the winner is kept here.
                state.active = winner;
                *state.stack.top_mut() = next(difference.min(MOST_CARDS));
                state.yes = false;
                if difference > CHOICE {
                    self.refill(state, winner);
                    state.stack.push(Task::Pick { side: winner });
                }
            }
            2 => {
                let (winner, has_picked) = (state.active, state.yes);
                *state.stack.top_mut() = next(most);
                for side in [0, 1] {
                    let fewer = i16::from(side == winner && has_picked);
                    let triggers = self.triggers(state, side).iter();
                    let change: i16 =
                        triggers.map(|t| if let TriggerRow::Cards(change) = t { i16::from(*change) } else { 0 }).sum();
                    let orders = (i16::from(most) - fewer + change).max(0);
                    (0..orders).for_each(|_| self.draw_order(state, side, chance));
                    (0..most).for_each(|_| self.draw_event(state, side, chance));
                }
                state.stack.push(Task::First { side: winner });
            }
            3 => {
                let first = state.chosen;
                state.first = Some(first);
                state.active = first;
                *state.stack.top_mut() = next(most);
                self.specials(state, [0, 1].into_iter().map(|side| (side, Occasion::Round)), watch);
            }
            4 | 5 => {
                let first = state.first.expect("internal error: turns before it is known who goes first");
                *state.stack.top_mut() = next(most);
                state.stack.push(Task::Turn { side: first ^ (stage - 4), stage: 0, bonus: 0 });
            }
            _ => {
                Self::count_left(state, watch);
                self.end_round(state);
            }
        }
    }

    /// Counts the morale counters that are left at the end of a round.
    fn count_left<W: Watch>(state: &FieldState, watch: &mut W) {
        if let Some(place) = tally::COUNTED_ROUNDS.iter().position(|round| *round == state.round) {
            watch.count(tally::ended_counter(place), 1);
            [0, 1].iter().for_each(|side| watch.count(tally::left_counter(*side, place), state.total(*side)));
        }
    }

    /// Ends the battle if this was the last round, or an army is gone (SB-5.5, SB-8.33).
    fn end_round(&self, state: &mut FieldState) {
        *state.stack.top_mut() = Task::Pause;
        let is_last = self.rules.rounds.is_some_and(|rounds| state.round >= rounds);
        if is_last {
            self.victory(state, |row| row.at_end);
        }
        let there = state.sets.field | state.sets.reserve;
        let is_gone = [0, 1].iter().any(|side| there & self.rules.army(*side) == 0);
        if state.end.is_none() && (is_last || is_gone) {
            let [a, b] = [0, 1].map(|side| state.total(side));
            let winner = if a == b { None } else { Some(u8::from(b > a)) };
            state.end = Some(BattleEnd { winner, by: if is_gone { "field" } else { "count" } });
        }
    }

    /// Shuffles all that a side has discarded back into its decks (SB-5.2).
    fn reset(&self, state: &mut FieldState, side: u8) {
        let cards = &mut state.cards[usize::from(side)];
        for (pile, discards) in
            [(&mut cards.pile, &mut cards.discards), (&mut cards.event_pile, &mut cards.event_discards)]
        {
            for (to, from) in pile.iter_mut().zip(discards) {
                *to += std::mem::take(from);
            }
        }
    }

    /// Makes a pile of what was discarded, where no Orders card can be drawn.
    #[inline]
    pub(super) fn refill(&self, state: &mut FieldState, side: u8) {
        let cards = &mut state.cards[usize::from(side)];
        if count(&cards.pile) == 0 {
            cards.pile = std::mem::take(&mut cards.discards);
        }
    }

    /// Draws an Orders card. A pile is made of what was discarded as soon as its last card is drawn; if there is nothing then,
    /// when the next card is to be drawn (SB-4.4).
    pub(super) fn draw_order(&self, state: &mut FieldState, side: u8, chance: &mut Chance<'_>) {
        self.refill(state, side);
        let cards = &mut state.cards[usize::from(side)];
        if count(&cards.pile) > 0 {
            let kind = chance.take(Self::draw_label(DeckKind::Orders, side), &mut cards.pile);
            cards.orders[kind] += 1;
            self.refill(state, side);
        }
    }

    fn draw_event(&self, state: &mut FieldState, side: u8, chance: &mut Chance<'_>) {
        let cards = &mut state.cards[usize::from(side)];
        if count(&cards.event_pile) == 0 {
            cards.event_pile = std::mem::take(&mut cards.event_discards);
        }
        if count(&cards.event_pile) > 0 {
            let kind = chance.take(Self::draw_label(DeckKind::Events, side), &mut cards.event_pile);
            cards.events[kind] += 1;
            if count(&cards.event_pile) == 0 {
                cards.event_pile = std::mem::take(&mut cards.event_discards);
            }
        }
    }
}
