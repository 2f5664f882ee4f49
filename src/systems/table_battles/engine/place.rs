//! The roll phase: dice are rolled and placed on cards (TB-2, TB-9).

use super::sets::Sets;
use super::{ARMY, DiceWord, Each, Mask, Move, Phase, ROLL, State, TableBattles, bit};
use crate::play::Watch;
use crate::play::chance::Chance;
use crate::play::rng::Rng;
use crate::systems::table_battles::effects::Deed;
use crate::systems::table_battles::engine::Counter;

impl TableBattles {
    /// Rolls all dice in the pool.
    #[inline]
    pub(super) fn roll<W: Watch>(&self, state: &mut State, chance: &mut Chance<'_>, watch: &mut W) {
        let mover = usize::from(state.mover);
        let rank = Self::cast(state, mover, chance);
        self.open(state, mover, watch);
        self.next_placement(state, rank);
    }

    /// Rolls the dice in the pool; their rank.
    #[inline(always)]
    pub(super) fn cast(state: &mut State, mover: usize, chance: &mut Chance<'_>) -> usize {
        let pool = state.pool[mover];
        let roll = chance.roll(ROLL, pool);
        state.rolled = DiceWord::from_counts(roll.counts, pool);
        usize::from(roll.rank)
    }

    /// Opens the cards that may take of the dice rolled.
    #[inline(always)]
    pub(super) fn open<W: Watch>(&self, state: &mut State, mover: usize, watch: &mut W) {
        state.served = 0;
        state.open = self.may_take_dice(state, mover);
        self.close_full(state);
        if self.setup.specials.forbidden[Deed::Dice as usize] & state.open != 0 {
            // Nothing is kept from a card that none of the dice fit.
            let fitting = state.open & self.setup.sets(state.mover).takers(state.rolled.rank());
            state.open = self.allowed(state, Deed::Dice, fitting, watch);
        }
        if !self.setup.specials.placements.is_empty() {
            state.allowance = self.allowance(state, mover);
        }
    }

    /// A side's formations that may take dice in a roll phase: in play, and with a dice area.
    fn may_take_dice(&self, state: &State, side: usize) -> Mask {
        self.setup.sides[side].mask & state.play & self.setup.takes_dice
    }

    /// Keeps the cards open that some of the dice with this rank fit; the turn is over when there is none.
    fn next_placement(&self, state: &mut State, rank: usize) {
        state.open &= self.setup.sets(state.mover).takers(rank);
        if state.open == 0 {
            Self::end_turn(state);
        } else {
            state.phase = Phase::Place;
        }
    }

    /// Closes special formations that take no more cubes.
    #[inline(always)]
    fn close_full(&self, state: &mut State) {
        for card in Each(state.open & self.setup.special) {
            // No branch on what a processor cannot foresee.
            state.open &= !(bit(card) * Mask::from(!self.has_room(state, card)));
        }
    }

    /// Places dice at random, of which the rank is known, until nothing more fits or no more are to be placed, and ends the
    /// turn.
    #[inline(always)]
    pub(super) fn place_on<W: Watch>(
        &self,
        state: &mut State,
        mover: usize,
        sets: &Sets,
        mut rank: usize,
        rng: &mut Rng,
        watch: &mut W,
    ) {
        let mut rounds = self.setup.sides[mover].rounds;
        while rounds > 0 {
            // Where nothing fits a number is drawn in vain, which the next turn's do not depend on.
            let placed = self.draw_placement(state, sets, rank, |legal| rng.below(legal));
            let Some((card, dice)) = placed else { break };
            self.put(state, mover, card, dice, watch);
            rounds -= 1;
            if rounds > 0 {
                rank = state.rolled.rank();
            }
        }
        Self::end_turn(state);
    }

    /// Whether a special formation can take a cube (TB-9.2, TB-4.2).
    #[inline]
    pub(super) fn has_room(&self, state: &State, card: u8) -> bool {
        (state.supply > 0) & (state.strength[usize::from(card)] < self.row(card).strength)
    }

    /// Every set of dice for every card that may take it, and none.
    pub(super) fn placements(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::Done);
        for card in Each(state.open) {
            self.sets(state.rolled, card, into);
        }
    }

    /// The placement of an index that `choose` gives for their number, in the order of [`TableBattles::placements`].
    #[inline]
    pub(super) fn pick_placement(&self, state: &State, choose: impl FnOnce(u32) -> u32) -> Move {
        let sets = self.setup.sets(state.mover);
        let placed = self.draw_placement(state, sets, state.rolled.rank(), choose);
        placed.map_or(Move::Done, |(card, dice)| Move::Place { card, dice })
    }

    /// As [`TableBattles::pick_placement`]: a card and its dice, or none for no more.
    #[inline(always)]
    fn draw_placement(
        &self,
        state: &State,
        sets: &Sets,
        rank: usize,
        choose: impl FnOnce(u32) -> u32,
    ) -> Option<(u8, DiceWord)> {
        let (card, index) = sets.draw(rank, state.open, choose)?;
        Some((card, self.taker(card).area.nth(state.rolled, index)))
    }

    /// Every set of these dice that a card's dice area takes in one roll phase (TB-2).
    #[inline]
    pub(super) fn sets(&self, rolled: DiceWord, card: u8, into: &mut Vec<Move>) {
        self.taker(card).area.sets(rolled, |dice| into.push(Move::Place { card, dice }));
    }

    /// Dice are placed on a card, or a cube for them, and its wing is done (TB-9.1, TB-9.2).
    pub(super) fn place<W: Watch>(&self, state: &mut State, card: u8, dice: DiceWord, watch: &mut W) {
        self.put(state, usize::from(state.mover), card, dice, watch);
        self.next_placement(state, state.rolled.rank());
    }

    /// As [`TableBattles::place`], without asking what still fits.
    #[inline(always)]
    fn put<W: Watch>(&self, state: &mut State, mover: usize, card: u8, dice: DiceWord, watch: &mut W) {
        let at = usize::from(card);
        self.count(card, Counter::Placed, watch);
        watch.count(self.counter(card, Counter::Dice), u32::from(dice.len()));
        state.ready |= bit(card);
        if self.setup.special & bit(card) != 0 {
            // The dice are in the pool again, but not placed again in this phase.
            state.strength[at] += 1;
            state.supply -= 1;
        } else {
            state.dice[at] = state.dice[at].plus(dice);
            state.pool[mover] -= dice.len();
        }
        state.rolled = state.rolled.minus(dice);
        let closed = if self.setup.specials.placements.is_empty() {
            self.taker(card).wing_mates
        } else {
            self.closed_by(state, card, watch)
        };
        state.served |= closed;
        state.open &= !closed;
        if self.setup.special & bit(card) != 0 {
            self.close_full(state);
        }
    }

    /// The cards that take no more dice in this phase once this one has, where effects allow more than one of a wing.
    fn closed_by<W: Watch>(&self, state: &mut State, card: u8, watch: &mut W) -> Mask {
        let (row, wing_mates) = (self.row(card), self.taker(card).wing_mates);
        let (place, all) = match state.allowance[ARMY] {
            0 => (row.wing as usize, wing_mates),
            _ => (ARMY, self.setup.sides[usize::from(row.side)].mask),
        };
        self.count_placement(state, card, place, watch);
        state.allowance[place] -= 1;
        if state.allowance[place] == 0 { all } else { bit(card) }
    }
}
