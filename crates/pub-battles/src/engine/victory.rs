//! The end of a battle (PB-7).

use super::PubEngine;
use crate::geometry::{Footprint, MapPoint};
use crate::resolve::ResolvedGoal;
use crate::state::{BlockFlags, PubPhase, PubState};

impl PubEngine {
    /// Takes a block off the map for good, and counts it.
    pub(super) fn eliminate(&self, state: &mut PubState, block: u8) {
        let rules = &self.rules.blocks[usize::from(block)];
        let flags = &mut state.blocks[usize::from(block)].flags;
        flags.set(BlockFlags::ELIMINATED, true);
        flags.set(BlockFlags::COLUMN, false);
        flags.set(BlockFlags::SPENT, false);
        state.losses[usize::from(rules.side)] += rules.loss();
    }

    /// Ends the battle if a side has lost half of its army (PB-7.1); returns true if so.
    pub(super) fn decide_losses(&self, state: &mut PubState) -> bool {
        let goal = self.rules.victory.iter().position(|goal| *goal == ResolvedGoal::SuddenDeath);
        let Some(goal) = goal else { return false };
        let has_lost = |side: usize| state.losses[side] > 0 && 2 * state.losses[side] >= self.rules.sides[side].size;
        let winner = match (has_lost(0), has_lost(1)) {
            (false, false) => return false,
            (true, false) => Some(1),
            (false, true) => Some(0),
            (true, true) => fewer(state.losses),
        };
        state.phase = PubPhase::Over(winner, goal as u8);
        true
    }

    /// Ends the battle at the end of a turn if it is decided, and at that of the last in any case; returns true if so. What
    /// wins is asked in the order in which it stands.
    pub(super) fn decide_turn(&self, state: &mut PubState) -> bool {
        let day_is_over = state.turn == state.day * self.rules.turns;
        let is_last = day_is_over && state.day == self.rules.days;
        let now = state.turn;
        let is_now = |at: Option<u16>| at.map_or(day_is_over, |turn| turn == now);
        let decided = self.rules.victory.iter().enumerate().find_map(|(number, goal)| {
            let winner = match goal {
                ResolvedGoal::SuddenDeath => None,
                ResolvedGoal::Hold { .. } => self.holder(state, goal, is_now).map(Some),
                ResolvedGoal::Losses => is_last.then(|| fewer(state.losses)),
            };
            Some((winner?, number))
        });
        let ended = decided.or(is_last.then_some((None, self.rules.victory.len())));
        if let Some((winner, goal)) = ended {
            state.phase = PubPhase::Over(winner, goal as u8);
        }
        ended.is_some()
    }

    /// Returns the side that wins by holding locations, or because the other does not (PB-10.3), if that is checked now
    /// (PB-7.2).
    fn holder(&self, state: &PubState, goal: &ResolvedGoal, is_now: impl Fn(Option<u16>) -> bool) -> Option<u8> {
        let ResolvedGoal::Hold { places, within, turn, side, or_loses } = goal else { return None };
        if !is_now(*turn) || places.is_empty() {
            return None;
        }
        let is_at = |side: u8, place: &MapPoint| self.is_near_place(state, side, *place, *within);
        let holds = |side: u8| places.iter().all(|at| is_at(side, at)) && !places.iter().any(|at| is_at(1 - side, at));
        let is_meant = |candidate: &u8| side.is_none_or(|only| only == usize::from(*candidate));
        let holder = [0, 1].into_iter().find(|candidate| is_meant(candidate) && holds(*candidate));
        holder.or(side.filter(|_| *or_loses).map(|only| 1 - only as u8))
    }

    /// Returns true if a block of a side is at most so far from a place.
    pub(super) fn is_near_place(&self, state: &PubState, side: u8, place: MapPoint, within: (u16, u16)) -> bool {
        let place = Footprint::place(place);
        self.blocks_on_map(state, Some(side))
            .any(|block| self.outline(state, block).is_within(&place, within.0, within.1))
    }
}

/// Returns the side with fewer losses; `None` if they are equal.
fn fewer(losses: [u16; 2]) -> Option<u8> {
    match losses[0].cmp(&losses[1]) {
        std::cmp::Ordering::Less => Some(0),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(1),
    }
}
