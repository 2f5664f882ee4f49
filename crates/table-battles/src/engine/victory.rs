//! Victory at the end of a resolution: the scenario's own conditions, morale, tactical numbers (TB-11).

use muster_core::play::Watch;

use super::{By, End, State, TableBattles};

impl TableBattles {
    /// Ends the battle, and with it the turn, where somebody has won.
    #[inline]
    pub(super) fn judge<W: Watch>(&self, state: &mut State, watch: &mut W) {
        if !self.rules.specials.goals.is_empty() || !self.goes_on(state) {
            self.find_end(state, watch);
        }
    }

    /// Returns true if nothing is reached that could end the battle by morale or a tactical number: nearly always.
    #[inline]
    fn goes_on(&self, state: &State) -> bool {
        let unreached =
            |side: usize| self.rules.sides[side].tactical.is_none_or(|(sticks, _)| state.lost[1 - side] < sticks);
        state.morale[0] > 0 && state.morale[1] > 0 && unreached(0) && unreached(1)
    }

    fn find_end<W: Watch>(&self, state: &mut State, watch: &mut W) {
        state.end = self
            .decide_by_goal(state, watch)
            .or_else(|| self.decide_by_morale(state))
            .or_else(|| self.decide_by_number(state));
        if state.end.is_some() {
            Self::end_turn(state);
        }
    }

    /// Returns the scenario's own conditions, in written order; they come before any clause (TB-11.4).
    fn decide_by_goal<W: Watch>(&self, state: &State, watch: &mut W) -> Option<End> {
        let goal = self.rules.specials.goals.iter().find(|goal| goal.test.holds(state))?;
        self.count_use(goal.effect, watch);
        Some(End { winner: goal.winner, by: By::Scenario })
    }

    /// Decides the battle by morale: a side without morale cubes has lost (TB-11.1). A side that had none at set-up fights
    /// without morale: it has not come to zero, and clause TB-11.4 then gives it another condition.
    fn decide_by_morale(&self, state: &State) -> Option<End> {
        if state.morale[0] > 0 && state.morale[1] > 0 {
            return None;
        }
        let broken = |side: usize| state.morale[side] == 0 && self.rules.sides[side].morale > 0;
        let winner = match (broken(0), broken(1)) {
            (true, true) => None,
            (true, false) => Some(1),
            (false, true) => Some(0),
            (false, false) => return None,
        };
        Some(End { winner, by: By::Morale })
    }

    /// Decides the battle by tactical numbers: a side that eliminated enough enemy sticks has its result (TB-11.3). Both at once
    /// is a draw: the clause does not say, and neither side comes first.
    fn decide_by_number(&self, state: &State) -> Option<End> {
        let reached = |side: usize| {
            let (sticks, victory) = self.rules.sides[side].tactical?;
            (state.lost[1 - side] >= sticks).then_some(victory)
        };
        let winner = match (reached(0), reached(1)) {
            (None, None) => return None,
            (Some(true), None) => Some(0),
            (None, Some(true)) => Some(1),
            _ => None,
        };
        Some(End { winner, by: By::Tactical })
    }
}
