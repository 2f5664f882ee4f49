//! A battle played on at random, phase by phase: the moves and draws of one picked and made after the other, but nobody
//! asks before each of them what comes next.

use super::{Move, Phase, State, TableBattles};
use crate::play::rng::Rng;
use crate::play::{Engine, Watch};

impl TableBattles {
    /// Plays to the end, or to the end of the turn `last`.
    pub(super) fn play_turns<W: Watch>(
        &self,
        state: &mut State,
        last: u32,
        rng: &mut Rng,
        buffer: &mut Vec<Move>,
        watch: &mut W,
    ) {
        while state.end.is_none() && state.turn <= last {
            if state.phase == Phase::Begin {
                self.begin(state, watch);
            }
            while matches!(state.phase, Phase::Shift | Phase::Act | Phase::React) {
                match self.pick(state, buffer, |legal| rng.below(legal)) {
                    Move::Pass if self.setup.specials.count == 0 => state.phase = Phase::Roll,
                    chosen => self.apply(state, chosen, rng, watch),
                }
            }
            if state.phase == Phase::Roll {
                Self::cast(state, rng);
                self.open(state, watch);
                self.place_on(state, rng, watch);
            } else if state.phase == Phase::Place {
                self.place_on(state, rng, watch);
            }
        }
    }
}
