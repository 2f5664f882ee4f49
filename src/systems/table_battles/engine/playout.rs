//! A battle played on at random, phase by phase: the moves and draws of one picked and made after the other, but nobody
//! asks before each of them what comes next.
//!
//! In a battle without special rules the action phase is played without making a move of what was drawn, since a
//! processor cannot foresee it and would have to ask twice.

use super::{Mask, Move, Phase, State, TableBattles, bit};
use crate::play::rng::Rng;
use crate::play::{Engine, Watch};

impl TableBattles {
    /// Plays to the end, or to the end of the turn `last`. Never inlined: whoever calls it, it has all registers.
    #[inline(never)]
    pub(super) fn play_turns<W: Watch>(
        &self,
        state: &mut State,
        last: u32,
        rng: &mut Rng,
        buffer: &mut Vec<Move>,
        watch: &mut W,
    ) {
        let plain = self.setup.specials.count == 0 && self.setup.undecided != Mask::MAX;
        let sets = [0, 1].map(|side| self.setup.sets(side));
        while state.end.is_none() && state.turn <= last {
            if state.phase == Phase::Begin {
                self.begin(state, rng, watch);
            }
            if plain && state.phase == Phase::Act {
                self.act_plainly(state, rng, watch);
            }
            while matches!(state.phase, Phase::Shift | Phase::Act | Phase::React) {
                let chosen = self.pick(state, buffer, |legal| rng.below(legal));
                self.apply(state, chosen, rng, watch);
            }
            let rank = match state.phase {
                Phase::Roll => {
                    let rank = Self::cast(state, rng);
                    self.open(state, watch);
                    rank
                }
                Phase::Place => state.rolled.rank(),
                _ => continue,
            };
            let sets = sets[usize::from(state.mover)];
            self.place_on(state, rank, sets, rng, watch);
        }
    }

    /// Draws and makes a move of the action phase, in a battle without special rules.
    #[inline(always)]
    fn act_plainly<W: Watch>(&self, state: &mut State, rng: &mut Rng, watch: &mut W) {
        let Some((card, index)) = self.draw_act(state, |legal| rng.below(legal)) else {
            state.phase = Phase::Roll;
            return;
        };
        let acts = self.acts_on(self.row(card)).get(index as usize);
        let Some(index) = acts.filter(|_| self.setup.undecided & bit(card) == 0) else {
            let chosen = self.nth_act(state, card, index);
            return self.apply(state, chosen, rng, watch);
        };
        let need = self.setup.actions[usize::from(*index)].need;
        if self.met(state, card) & need != 0
            && let Some(object) = self.object(state, *index)
        {
            self.perform(state, card, *index, object, watch);
            if state.phase == Phase::Roll {
                self.judge(state, watch);
            }
            return;
        }
        // Only the dice come off (TB-6.7): nothing changes on which victory depends.
        Self::take_off(state, card, usize::from(state.mover));
        state.phase = Phase::Roll;
    }
}
