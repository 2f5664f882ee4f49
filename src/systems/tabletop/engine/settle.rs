//! What follows from every change: routed cards surrender, encounters end, a faction has won.

use super::tally::CardTally;
use super::{HexEngine, HexState};
use crate::play::Watch;
use crate::systems::tabletop::rules::{GoalRow, HexRules};
use crate::systems::tabletop::state::{CardState, Flags, HexPhase, bits};

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
    /// Settles what follows from a change, until nothing more does.
    pub(super) fn settle<W: Watch>(&self, state: &mut HexState, watch: &mut W) {
        loop {
            self.refresh(state);
            let surrendered = self.surrendered(state);
            self.count(state, surrendered, CardTally::Surrendered, watch);
            state.remove(surrendered);
            if surrendered == 0 && !self.end_encounters(state) {
                break;
            }
        }
        note_seen(&self.rules, state);
    }

    /// Returns the routed cards in hexes with fighting cards of others (TT-8.3).
    fn surrendered(&self, state: &HexState) -> u128 {
        let surrenders =
            |card: &CardState| card.flags.has(Flags::ROUTED) && self.is_contested(state, card.hex, card.faction);
        state.mask(surrenders)
    }

    /// Ends the encounters in which one side is left (TT-5.9), and lets all who are in one that was fought know it. Returns
    /// true if a card has gained by it.
    fn end_encounters(&self, state: &mut HexState) -> bool {
        let mut fought = state.mask(|card| card.flags.has(Flags::FOUGHT));
        let mut gained = false;
        while fought != 0 {
            let hex = state.all[fought.trailing_zeros() as usize].hex;
            let here = state.mask(|card| card.hex == hex);
            fought &= !here;
            let fighting = here & state.mask(CardState::fights);
            let mut factions = bits(fighting).map(|card| state.all[card].faction);
            let first = factions.next();
            if factions.any(|faction| Some(faction) != first) {
                state.change(fighting, |card| card.flags.set(Flags::FOUGHT, true));
                continue;
            }
            let winners = fighting & state.mask(|card| card.flags.has(Flags::FOUGHT) && !self.is_standard(card));
            gained |= winners != 0;
            state.change(winners, |card| {
                card.experience = card.experience.saturating_add(1);
                card.morale = (card.morale + 1).min(1);
            });
            state.change(here, |card| card.flags.set(Flags::FOUGHT, false));
        }
        gained
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
                        let mut here = state.cards().iter().filter(|card| card.hex == *hex).peekable();
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

/// The number of the draw when the turns are over, in [`END_WORDS`](crate::systems::tabletop::state::END_WORDS).
const DRAWN_BY_TURNS: u8 = 4;
