//! Consequences of every change: routed cards surrender, encounters end, a faction has won.

use muster_core::play::Watch;

use super::tally::CardTally;
use super::{HexEngine, HexState};
use crate::rules::{GoalRow, HexRules};
use crate::state::{CardState, Flags, HexPhase, bits};

/// Keeps in mind which cards of victories others have had on the map (TT-1.4).
pub(super) fn note_seen(rules: &HexRules, state: &mut HexState) {
    for (place, victory) in rules.victory.iter().enumerate() {
        if let GoalRow::Destroy(row) = victory.goal
            && state.cards().iter().any(|card| card.row == row && Some(card.faction) != victory.faction)
        {
            state.seen |= 1 << place;
        }
    }
}

impl HexEngine {
    /// Settles what follows from a change, until nothing more does: one thing after the other, since each can change what
    /// abilities give.
    pub(super) fn settle<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        self.refresh(state);
        self.settle_refreshed(state, watch);
    }

    /// Like [`settle`](Self::settle), after a change that was refreshed.
    pub(super) fn settle_refreshed<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        // Nothing follows for other cards.
        let matters = |card: &CardState| card.flags.has(Flags(Flags::ROUTED.0 | Flags::FOUGHT.0));
        while state.cards().iter().any(matters) {
            let routed = state.mask(|card| card.flags.has(Flags::ROUTED));
            let surrenders = |card: &usize| self.is_contested(state, state.all[*card].hex, state.all[*card].faction);
            if let Some(card) = bits(routed).find(surrenders) {
                let unit = state.group(card, false);
                self.count(state, unit, CardTally::Surrendered, watch);
                state.remove(unit);
            } else if !self.end_encounter(state) {
                break;
            }
            self.refresh(state);
        }
        note_seen(&self.rules, state);
    }

    /// Ends the first encounter, in the map's order, in which no two sides are left (TT-5.9), and lets all who fight in one
    /// that was fought know it. Returns true if there was one.
    fn end_encounter(&self, state: &mut HexState) -> bool {
        let mut fought = state.mask(|card| card.flags.has(Flags::FOUGHT));
        let mut over: Option<(u16, u128, u8)> = None;
        while fought != 0 {
            let CardState { hex, won_by, .. } = state.all[fought.trailing_zeros() as usize];
            let here = state.mask(|card| card.hex == hex);
            fought &= !here;
            let fighting = here & state.mask(CardState::fights);
            let mut factions = bits(fighting).map(|card| state.all[card].faction);
            let first = factions.next();
            if factions.any(|faction| Some(faction) != first) {
                let units = bits(fighting).fold(0, |all, card| all | state.group(card, false));
                state.change(units, |card| {
                    card.flags.set(Flags::FOUGHT, true);
                    card.won_by = won_by;
                });
            } else if over.is_none_or(|(other, ..)| hex < other) {
                over = Some((hex, here, won_by));
            }
        }
        let Some((_, here, won_by)) = over else { return false };
        let survivors = here & state.mask(|card| card.flags.has(Flags::FOUGHT) && !self.is_standard(card));
        state.change(survivors, |card| {
            card.experience = card.experience.saturating_add(1);
            if card.faction + 1 == won_by {
                card.morale = (card.morale + 1).min(1);
            }
        });
        state.change(here, |card| {
            card.flags.set(Flags::FOUGHT, false);
            card.won_by = 0;
        });
        true
    }

    /// Ends the battle if it is won (TT-1.4); `turn_over` at the end of a turn.
    pub(super) fn look_at_victory<W: Watch>(&self, state: &mut HexState, turn_over: bool, watch: &mut W) {
        if let Some((winner, by)) = self.victor(state, turn_over) {
            watch.count(self.tally().end(by), 1);
            state.phase = HexPhase::Over(winner, by);
        }
    }

    /// Returns who has won and by what, if the battle is over.
    fn victor(&self, state: &HexState, turn_over: bool) -> Option<(Option<u8>, u8)> {
        for (place, victory) in self.rules.victory.iter().enumerate() {
            let is_other = |card: &&CardState| Some(card.faction) != victory.faction;
            let won = match &victory.goal {
                GoalRow::Destroy(row) => (state.seen & 1 << place != 0
                    && !state.cards().iter().filter(is_other).any(|card| card.row == *row))
                .then_some(2),
                GoalRow::Hold(hexes, until) => {
                    let holds = |hex: &u16| {
                        let mut here = state.cards_in_hex(*hex).map(|card| &state.all[card]).peekable();
                        here.peek().is_some() && !here.any(|card| is_other(&card))
                    };
                    (turn_over && state.turn == *until && hexes.iter().all(holds)).then_some(1)
                }
                GoalRow::MostMight | GoalRow::Last => None,
            };
            if let Some(by) = won {
                return Some((victory.faction, by));
            }
        }
        let first = state.cards().first().map(|card| card.faction);
        if state.cards().iter().all(|card| Some(card.faction) == first) {
            return Some((first, 0));
        }
        if !turn_over || state.turn < self.rules.turns {
            return None;
        }
        if self.rules.victory.iter().any(|victory| victory.goal == GoalRow::MostMight) {
            let might = |faction: usize| -> u32 {
                let own = state.cards().iter().filter(|card| usize::from(card.faction) == faction);
                own.map(|card| u32::from(card.now.might)).sum()
            };
            let most = (0..self.rules.factions.len()).map(might).max()?;
            let mut best = (0..self.rules.factions.len()).filter(|faction| might(*faction) == most);
            let (winner, other) = (best.next(), best.next());
            return Some((winner.filter(|_| other.is_none()).map(|faction| faction as u8), 3));
        }
        Some((None, DRAWN_BY_TURNS))
    }
}

/// The number of the draw when the turns are over, in [`END_WORDS`](crate::state::END_WORDS).
const DRAWN_BY_TURNS: u8 = 4;
