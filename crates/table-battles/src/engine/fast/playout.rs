//! A battle played on at random, phase by phase: the moves and draws of one picked and made after the other, but nobody
//! asks before each of them what comes next.
//!
//! Each side's turns have machine code of their own, so that its tables are at known places and a processor learns what
//! each side is likely to do. In a battle without special rules the action phase is played without making a move of what
//! was drawn, since a processor cannot foresee it and would have to ask twice.

use muster_core::play::chance::Chance;
use muster_core::play::rng::Rng;
use muster_core::play::{Playout, Watch};

use super::Choice;
use super::sets::Sets;
use crate::engine::events::Unheard;
use crate::engine::{Mask, Move, Phase, State, TableBattles};

impl TableBattles {
    /// Plays to the end, or to the end of the turn `last`; with `EAGER`, dice that fit a card are always placed. Never inlined:
    /// whoever calls it, it has all registers.
    #[inline(never)]
    pub(in crate::engine) fn play_turns<W: Watch, const EAGER: bool>(
        &self,
        state: &mut State,
        last: u32,
        rng: &mut Rng,
        buffer: &mut Vec<Move>,
        watch: &mut W,
    ) {
        let plain = self.rules.specials.count == 0 && self.fast.undecided != Mask::MAX;
        let sets = [self.fast.sets(&self.rules, 0), self.fast.sets(&self.rules, 1)];
        while state.end.is_none() && state.turn <= last {
            match state.mover {
                0 => self.play_turn::<W, EAGER>(state, 0, plain, sets[0], rng, buffer, watch),
                _ => self.play_turn::<W, EAGER>(state, 1, plain, sets[1], rng, buffer, watch),
            }
        }
    }

    /// Plays the turn, or the rest of it, of the side that moves. Inlined for each side.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "what does not change from turn to turn is found out once")]
    fn play_turn<W: Watch, const EAGER: bool>(
        &self,
        state: &mut State,
        mover: usize,
        plain: bool,
        sets: &Sets,
        rng: &mut Rng,
        buffer: &mut Vec<Move>,
        watch: &mut W,
    ) {
        if state.phase == Phase::Begin {
            self.begin(state, mover, &mut Chance::fair(rng), watch);
        }
        if plain && state.phase == Phase::Act {
            self.act_plainly(state, mover, rng, watch);
        }
        while matches!(state.phase, Phase::Shift | Phase::Act | Phase::React) {
            let chosen = self.pick(state, buffer, |legal| rng.draw_below(legal));
            self.make(state, chosen, watch);
        }
        let (rank, is_new) = match state.phase {
            Phase::Roll => {
                let rank = Self::cast(state, mover, &mut Chance::fair(rng));
                self.open(state, mover, watch);
                (rank, true)
            }
            Phase::Place => (state.rolled.rank(), false),
            _ => return,
        };
        self.place_on::<W, EAGER>(state, mover, sets, (rank, is_new), rng, watch);
    }

    /// Draws and makes a move of the action phase, in a battle without special rules.
    #[inline(always)]
    fn act_plainly<W: Watch>(&self, state: &mut State, mover: usize, rng: &mut Rng, watch: &mut W) {
        let Some((card, index)) = self.draw_act(state, mover, |legal| rng.draw_below(legal)) else {
            state.phase = Phase::Roll;
            return;
        };
        let choice = self.fast.choices[usize::from(card)][index as usize];
        if choice.row == Choice::OTHER {
            let chosen = self.nth_act(state, card, index);
            return self.make(state, chosen, watch);
        }
        if state.dice[usize::from(card)].are(choice.alike)
            && let Some(object) = self.object(state, choice.row)
        {
            self.perform(state, card, choice.row, object, &mut Unheard(watch));
            if state.phase == Phase::Roll {
                self.judge(state, watch);
            }
            return;
        }
        // Only the dice come off (TB-6.7): nothing changes on which victory depends.
        Self::take_off(state, card, mover);
        state.phase = Phase::Roll;
    }
}
