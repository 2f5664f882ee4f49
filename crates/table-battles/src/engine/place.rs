//! The roll phase: dice are rolled and placed on cards (TB-2, TB-9).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::{ARMY, Counter, DiceWord, Each, Mask, Move, Phase, ROLL, State, TableBattles, bit};
use crate::effects::Deed;

impl TableBattles {
    /// Rolls all dice in the pool.
    #[inline]
    pub(super) fn roll<W: Watch>(&self, state: &mut State, chance: &mut Chance<'_>, watch: &mut W) {
        let mover = usize::from(state.mover);
        let rank = Self::cast(state, mover, chance);
        self.open(state, mover, watch);
        let fits = state.open & self.fast.sets(&self.rules, state.mover).takers(rank) != 0;
        self.count_roll(mover, state.pool[mover], fits, watch);
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
        if self.rules.specials.forbidden[Deed::Dice as usize] & state.open != 0 {
            // Nothing is kept from a card that none of the dice fit.
            let fitting = state.open & self.fast.sets(&self.rules, state.mover).takers(state.rolled.rank());
            state.open = self.allowed_formations(state, Deed::Dice, fitting, watch);
        }
        if !self.rules.specials.placements.is_empty() {
            state.allowance = self.allowance(state, mover);
        }
    }

    /// Returns a side's formations that may take dice in a roll phase: in play, and with a dice area.
    fn may_take_dice(&self, state: &State, side: usize) -> Mask {
        self.rules.sides[side].mask & state.play & self.rules.takes_dice
    }

    /// Keeps the cards open that some of the dice with this rank fit; the turn is over when there is none.
    fn next_placement(&self, state: &mut State, rank: usize) {
        state.open &= self.fast.sets(&self.rules, state.mover).takers(rank);
        if state.open == 0 {
            Self::end_turn(state);
        } else {
            state.phase = Phase::Place;
        }
    }

    /// Closes special formations that take no more cubes.
    #[inline(always)]
    fn close_full(&self, state: &mut State) {
        for card in Each(state.open & self.rules.special) {
            // No branch on what a processor cannot foresee.
            state.open &= !(bit(card) * Mask::from(!self.has_room(state, card)));
        }
    }

    /// Returns true if a special formation can take a cube (TB-9.2, TB-4.2).
    #[inline]
    pub(super) fn has_room(&self, state: &State, card: u8) -> bool {
        (state.supply > 0) & (state.strength[usize::from(card)] < self.rules.row(card).strength)
    }

    /// Adds every set of dice for every card that may take it, and none.
    pub(super) fn placements(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::Done);
        for card in Each(state.open) {
            self.sets(state.rolled, card, into);
        }
    }

    /// Adds every set of these dice that a card's dice area takes in one roll phase (TB-2).
    #[inline]
    pub(super) fn sets(&self, rolled: DiceWord, card: u8, into: &mut Vec<Move>) {
        self.rules.taker(card).area.sets(rolled, |dice| into.push(Move::Place { card, dice }));
    }

    /// Places dice on a card, or a cube for them, and its wing is done (TB-9.1, TB-9.2).
    pub(super) fn place<W: Watch>(&self, state: &mut State, card: u8, dice: DiceWord, watch: &mut W) {
        self.put(state, usize::from(state.mover), card, dice, watch);
        self.next_placement(state, state.rolled.rank());
    }

    /// Like [`TableBattles::place`], without asking what still fits.
    #[inline(always)]
    pub(super) fn put<W: Watch>(&self, state: &mut State, mover: usize, card: u8, dice: DiceWord, watch: &mut W) {
        let at = usize::from(card);
        self.count(card, Counter::Placed, watch);
        watch.count(self.counter(card, Counter::Dice), u32::from(dice.len()));
        state.ready |= bit(card);
        if self.rules.special & bit(card) != 0 {
            // The dice are in the pool again, but not placed again in this phase.
            state.strength[at] += 1;
            state.supply -= 1;
        } else {
            state.dice[at] = state.dice[at].plus(dice);
            state.pool[mover] -= dice.len();
        }
        state.rolled = state.rolled.minus(dice);
        let closed = if self.rules.specials.placements.is_empty() {
            self.rules.taker(card).wing_mates
        } else {
            self.closed_by(state, card, watch)
        };
        state.served |= closed;
        state.open &= !closed;
        if self.rules.special & bit(card) != 0 {
            self.close_full(state);
        }
    }

    /// Returns the cards that take no more dice in this phase once this one has, where effects allow more than one of a wing.
    fn closed_by<W: Watch>(&self, state: &mut State, card: u8, watch: &mut W) -> Mask {
        let (row, wing_mates) = (self.rules.row(card), self.rules.taker(card).wing_mates);
        let (place, all) = match state.allowance[ARMY] {
            0 => (row.wing as usize, wing_mates),
            _ => (ARMY, self.rules.sides[usize::from(row.side)].mask),
        };
        self.count_placement(state, card, place, watch);
        state.allowance[place] -= 1;
        if state.allowance[place] == 0 { all } else { bit(card) }
    }
}
