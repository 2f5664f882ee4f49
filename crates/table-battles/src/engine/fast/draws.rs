//! Drawing one of the moves of an action phase, or one of the placements of a roll phase, without listing them.

use muster_core::play::rng::Rng;
use muster_core::play::{Playout, Watch};

use super::lots;
use super::sets::Sets;
use crate::dice::DiceWord;
use crate::engine::{ActionRow, Each, Mask, Move, State, TableBattles, bit};

impl TableBattles {
    /// Returns the action of an index that `choose` gives for their number, in the order of [`TableBattles::acts`]. An action of
    /// a normal formation can always be taken, performed or not: only the chosen one is checked.
    #[inline]
    pub(in crate::engine) fn pick_act(
        &self,
        state: &State,
        buffer: &mut Vec<Move>,
        choose: impl FnMut(u32) -> u32,
    ) -> Move {
        if self.fast.undecided == Mask::MAX {
            return self.pick_listed(state, buffer, choose);
        }
        self.draw_act(state, usize::from(state.mover), choose)
            .map_or(Move::Pass, |(card, index)| self.nth_act(state, card, index))
    }

    /// Draws an action: a card, and the index among its moves. None for no action.
    #[inline(always)]
    pub(super) fn draw_act(&self, state: &State, mover: usize, choose: impl FnOnce(u32) -> u32) -> Option<(u8, u32)> {
        let (first, mask) = (self.rules.sides[mover].first, self.rules.sides[mover].mask);
        let side = &self.fast.sides[mover];
        let ready = mask & state.play & state.ready;
        let set = ready >> first;
        let (card, index) = if ready & self.fast.undecided == 0 {
            lots::draw(side.words, |word| side.choices[word], set, choose)?
        } else {
            let mut lots = side.choices;
            for card in Each(ready & self.fast.undecided) {
                let (word, lot) = lots::lot(card - first, self.choices(state, card));
                lots[word] += lot;
            }
            lots::draw(side.words, |word| lots[word], set, choose)?
        };
        Some((first + card, index))
    }

    /// Returns the number of moves a card with dice or cubes has.
    #[inline(never)]
    fn choices(&self, state: &State, card: u8) -> u32 {
        let mut choices = 0;
        self.each_act(state, card, |_| choices += 1);
        choices
    }

    /// Returns the move of an index among those of a card.
    pub(super) fn nth_act(&self, state: &State, card: u8, index: u32) -> Move {
        let row = self.rules.row(card);
        if self.fast.undecided & bit(card) != 0 {
            let (mut nth, mut at) = (Move::Pass, 0);
            self.each_act(state, card, |act| {
                nth = if at == index { act } else { nth };
                at += 1;
            });
            return nth;
        }
        let Some(index) = self.rules.acts_on(row).get(index as usize) else { return Move::Retire { card } };
        let ActionRow { need, number: action, .. } = self.rules.actions[usize::from(*index)];
        if self.rules.met_requirements(state, card) & need != 0 && self.has_object(state, *index) {
            Move::Act { card, action }
        } else {
            Move::Null { card, action }
        }
    }

    /// Places dice at random, of which the rank is known, until nothing more fits or no more are to be placed, and ends the
    /// turn. Dice that were just rolled are counted as a roll.
    #[inline(always)]
    pub(super) fn place_on<W: Watch, const EAGER: bool>(
        &self,
        state: &mut State,
        mover: usize,
        sets: &Sets,
        (mut rank, is_new): (usize, bool),
        rng: &mut Rng,
        watch: &mut W,
    ) {
        let mut rounds = self.fast.sides[mover].rounds;
        let (dice, mut fits) = (state.pool[mover], false);
        while rounds > 0 {
            // Where nothing fits a number is drawn in vain, which the next turn's do not depend on.
            let placed = self.draw_placement(state, sets, rank, |legal| {
                fits |= legal > 1;
                // The first choice is to place nothing.
                if EAGER && legal > 1 { 1 + rng.draw_below(legal - 1) } else { rng.draw_below(legal) }
            });
            let Some((card, dice)) = placed else { break };
            self.put(state, mover, card, dice, watch);
            rounds -= 1;
            if rounds > 0 {
                rank = state.rolled.rank();
            }
        }
        if is_new {
            self.count_roll(mover, dice, fits, watch);
        }
        Self::end_turn(state);
    }

    /// Returns the placement of an index that `choose` gives for their number, in the order of [`TableBattles::placements`].
    #[inline]
    pub(in crate::engine) fn pick_placement(&self, state: &State, choose: impl FnOnce(u32) -> u32) -> Move {
        let sets = self.fast.sets(&self.rules, state.mover);
        let placed = self.draw_placement(state, sets, state.rolled.rank(), choose);
        placed.map_or(Move::Done, |(card, dice)| Move::Place { card, dice })
    }

    /// Like [`TableBattles::pick_placement`]: a card and its dice, or none for no more.
    #[inline(always)]
    pub(super) fn draw_placement(
        &self,
        state: &State,
        sets: &Sets,
        rank: usize,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<(u8, DiceWord)> {
        let (card, index) = sets.draw(rank, state.open, choose)?;
        Some((card, self.rules.taker(card).area.nth(state.rolled, index)))
    }
}
