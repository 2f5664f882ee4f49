//! Event and Orders cards that are played, and cards that are kept for later (SB-6).

use muster_core::play::Watch;

use super::{StatesEngine, tally};
use crate::model::DeckKind;
use crate::state::{FieldState, Task};

/// The stages of a card whose deeds are done: before it has done anything, and after that.
pub(super) const UNDER_WAY: u8 = 3;
const HAS_ACTED: u8 = 4;

impl StatesEngine {
    /// Declares a card of a deck, which does what the card `acts` of its task says. It has left the hand.
    pub(super) fn play_card<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        let Task::PlayCard { deck, side, kind, acts, stage } = state.stack.top() else { return };
        let at = |stage| Task::PlayCard { deck, side, kind, acts, stage };
        match stage {
            0 => {
                *state.stack.top_mut() = at(1);
                state.stack.push(Task::Declare { side, stage: 0, stop: 0 });
            }
            1 => {
                let is_stopped = !state.yes;
                let what = if is_stopped { tally::STOPPED } else { tally::PLAYED };
                watch.count(tally::card(side, deck, kind, what), 1);
                let cards = &mut state.cards[usize::from(side)];
                let is_kept = !is_stopped && self.rules.card(deck, kind).kept.is_some();
                match deck {
                    DeckKind::Orders => cards.discards[usize::from(kind)] += 1,
                    DeckKind::Events if is_kept => cards.kept[usize::from(kind)] += 1,
                    DeckKind::Events => cards.event_discards[usize::from(kind)] += 1,
                    DeckKind::Starter => {}
                }
                if is_stopped {
                    self.end_card(state, side);
                    return;
                }
                *state.stack.top_mut() = at(2);
                if deck != DeckKind::Starter && !self.rules.stated {
                    state.stack.push(Task::Window { stage: 0, at_end: false });
                }
            }
            2 => {
                *state.stack.top_mut() = at(UNDER_WAY);
                let row = self.rules.card(deck, acts);
                if self.rules.program(row.program).is_empty() && row.kept.is_none() {
                    self.count_action(state, watch);
                }
                state.stack.push(Task::Deeds { side, program: row.program, step: 0, special: false });
            }
            _ => self.end_card(state, side),
        }
    }

    /// Ends a card that a side has played, discarded or seen stopped: what followed on the field may be stated.
    pub(super) fn end_card(&self, state: &mut FieldState, side: u8) {
        state.stack.pop();
        if self.rules.stated {
            state.stack.push(Task::Stated { side });
        }
    }

    /// Counts that the card that is played has done something, once for each time that it is played.
    pub(super) fn count_action<W: Watch>(&self, state: &mut FieldState, watch: &mut W) {
        let played = state.stack.frames_mut().iter_mut().rev().find_map(|frame| match frame {
            Task::PlayCard { deck, side, kind, stage, .. } if *stage >= UNDER_WAY => Some((*deck, *side, *kind, stage)),
            _ => None,
        });
        if let Some((deck, side, kind, stage)) = played
            && *stage == UNDER_WAY
        {
            *stage = HAS_ACTED;
            watch.count(tally::card(side, deck, kind, tally::USED), 1);
        }
    }

    /// Declares and uses a kept card; it leaves the battle, unless it was stopped (SB-4.6).
    pub(super) fn use_kept<W: Watch>(&self, state: &mut FieldState, side: u8, kind: u8, stage: u8, watch: &mut W) {
        if stage == 0 {
            *state.stack.top_mut() = Task::Kept { side, kind, stage: 1 };
            state.stack.push(Task::Declare { side, stage: 0, stop: 0 });
        } else if state.yes {
            watch.count(tally::inspired_counter(side), 1);
            watch.count(tally::card(side, DeckKind::Events, kind, tally::USED), 1);
            let kept = self.rules.card(DeckKind::Events, kind).kept;
            let program = kept.expect("internal error: a card is kept that does nothing later");
            *state.stack.top_mut() = Task::Deeds { side, program, step: 0, special: false };
        } else {
            state.cards[usize::from(side)].event_discards[usize::from(kind)] += 1;
            state.stack.pop();
        }
    }

    /// Asks a side whether it uses a card that it has kept, if it has one.
    pub(super) fn offer_kept(&self, state: &mut FieldState, side: u8) {
        if state.cards[usize::from(side)].kept.iter().any(|n| *n > 0) {
            state.stack.push(Task::Inspire { side });
        }
    }
}
