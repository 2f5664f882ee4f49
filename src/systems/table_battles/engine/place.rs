//! The roll phase: dice are rolled and placed on cards (TB-2, TB-9).

use super::{DiceWord, Each, Mask, Move, Phase, State, TableBattles, bit};
use crate::play::{Dice, Watch};
use crate::systems::table_battles::effects::Deed;
use crate::systems::table_battles::engine::Counter;

impl TableBattles {
    /// Rolls all dice in the pool.
    #[inline]
    pub(super) fn roll<D: Dice, W: Watch>(&self, state: &mut State, dice: &mut D, watch: &mut W) {
        let mover = usize::from(state.mover);
        let rolled = DiceWord::from_counts(dice.roll_counts(state.pool[mover]), state.pool[mover]);
        state.rolled = rolled;
        state.served = 0;
        state.open = self.allowed(state, Deed::Dice, self.may_take_dice(state, mover), watch);
        if !self.setup.specials.placements.is_empty() {
            state.allowance = self.allowance(state, mover);
        }
        self.next_placement(state);
    }

    /// A side's formations that may take dice in a roll phase: in play, and with a dice area.
    fn may_take_dice(&self, state: &State, side: usize) -> Mask {
        self.setup.sides[side].mask & state.play & self.setup.takes_dice
    }

    /// Keeps the cards open that some of the dice fit; the turn is over when there is none.
    #[inline]
    fn next_placement(&self, state: &mut State) {
        if state.open != 0 {
            state.open &= self.fitting(state.rolled);
            for card in Each(state.open & self.setup.special) {
                if !self.has_room(state, card) {
                    state.open &= !bit(card);
                }
            }
        }
        if state.open == 0 {
            Self::end_turn(state);
        } else {
            state.phase = Phase::Place;
        }
    }

    /// Formations, anywhere, whose dice area takes some of these dice.
    #[inline]
    fn fitting(&self, rolled: DiceWord) -> Mask {
        let setup = &self.setup;
        let mut fitting = setup.takers[rolled.at_least(1).index()];
        if setup.doubles & !fitting != 0 && !rolled.at_least(2).is_empty() {
            fitting |= setup.doubles;
        }
        if setup.triples & !fitting != 0 && !rolled.at_least(3).is_empty() {
            fitting |= setup.triples;
        }
        for length in 3..=6 {
            let takers = setup.straights[usize::from(length)];
            if takers & !fitting != 0 && !rolled.straights(length).is_empty() {
                fitting |= takers;
            }
        }
        fitting
    }

    /// Whether a special formation can take a cube (TB-9.2, TB-4.2).
    pub(super) fn has_room(&self, state: &State, card: u8) -> bool {
        state.supply > 0 && state.strength[usize::from(card)] < self.row(card).strength
    }

    /// Every set of dice for every card that may take it, and none.
    pub(super) fn placements(&self, state: &State, into: &mut Vec<Move>) {
        into.push(Move::Done);
        for card in Each(state.open) {
            self.sets(state.rolled, card, into);
        }
    }

    /// The placement of an index that `choose` gives for their number, in the order of [`TableBattles::placements`].
    pub(super) fn pick_placement(
        &self,
        state: &State,
        buffer: &mut Vec<Move>,
        choose: impl FnOnce(u32) -> u32,
    ) -> Move {
        let number: u32 = Each(state.open).map(|card| self.count_sets(state.rolled, card)).sum();
        let Some(mut rest) = choose(number + 1).checked_sub(1) else { return Move::Done };
        for card in Each(state.open) {
            let sets = self.count_sets(state.rolled, card);
            if rest < sets {
                buffer.clear();
                self.sets(state.rolled, card, buffer);
                return buffer[rest as usize];
            }
            rest -= sets;
        }
        unreachable!("internal error: an index beyond the placements was chosen")
    }

    /// How many sets [`TableBattles::sets`] lists.
    #[inline]
    fn count_sets(&self, rolled: DiceWord, card: u8) -> u32 {
        let area = &self.row(card).area;
        let mut sets = rolled.among(area.many) + area.single.and(rolled.at_least(1)).len();
        sets += if area.doubles { rolled.at_least(2).len() } else { 0 };
        sets += if area.triples { rolled.at_least(3).len() } else { 0 };
        if area.straights != 0 {
            let lengths = (3..=6).filter(|n| area.straights & (1 << n) != 0);
            sets += lengths.map(|length| rolled.straights(length).len()).sum::<u32>();
        }
        sets
    }

    /// Every set of these dice that a card's dice area takes in one roll phase (TB-2).
    #[inline]
    pub(super) fn sets(&self, rolled: DiceWord, card: u8, into: &mut Vec<Move>) {
        let area = &self.row(card).area;
        let shown = rolled.at_least(1);
        for face in area.many.and(shown) {
            let one = DiceWord::of(face, 1);
            let mut dice = one;
            for _ in 0..rolled.count(face) {
                into.push(Move::Place { card, dice });
                dice = dice.plus(one);
            }
        }
        for face in area.single.and(shown) {
            into.push(Move::Place { card, dice: DiceWord::of(face, 1) });
        }
        if area.doubles {
            into.extend(rolled.at_least(2).map(|face| Move::Place { card, dice: DiceWord::of(face, 2) }));
        }
        if area.triples {
            into.extend(rolled.at_least(3).map(|face| Move::Place { card, dice: DiceWord::of(face, 3) }));
        }
        if area.straights != 0 {
            for length in (3..=6).filter(|n| area.straights & (1 << n) != 0) {
                let sets = rolled.straights(length).map(|low| DiceWord::straight(low, length));
                into.extend(sets.map(|dice| Move::Place { card, dice }));
            }
        }
    }

    /// Dice are placed on a card, or a cube for them, and its wing is done (TB-9.1, TB-9.2).
    #[inline]
    pub(super) fn place<W: Watch>(&self, state: &mut State, card: u8, dice: DiceWord, watch: &mut W) {
        let at = usize::from(card);
        self.count(card, Counter::Placed, watch);
        self.count_by(card, Counter::Dice, dice.len(), watch);
        state.ready |= bit(card);
        if self.setup.special & bit(card) != 0 {
            // The dice are in the pool again, but not placed again in this phase.
            state.strength[at] += 1;
            state.supply -= 1;
        } else {
            state.dice[at] = state.dice[at].plus(dice);
            state.pool[usize::from(state.mover)] -= dice.len();
        }
        state.rolled = state.rolled.minus(dice);
        let closed = if self.setup.specials.placements.is_empty() {
            self.row(card).wing_mates
        } else {
            self.closed_by(state, card, watch)
        };
        state.served |= closed;
        state.open &= !closed;
        self.next_placement(state);
    }

    /// The cards that take no more dice in this phase once this one has, where effects allow more than one of a wing.
    fn closed_by<W: Watch>(&self, state: &mut State, card: u8, watch: &mut W) -> Mask {
        const ARMY: usize = 4;
        let row = self.row(card);
        if state.served & row.wing_mates != 0 {
            self.count_placement(state, card, watch);
        }
        let (place, all) = match state.allowance[ARMY] {
            0 => (row.wing as usize, row.wing_mates),
            _ => (ARMY, self.setup.sides[usize::from(row.side)].mask),
        };
        state.allowance[place] -= 1;
        if state.allowance[place] == 0 { all } else { bit(card) }
    }
}
