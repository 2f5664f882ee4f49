//! Whether a state breaks an invariant, without saying which: asked after every move.

use crate::engine::invariants::{CUBES, DICE};
use crate::engine::{Each, Mask, Phase, State, TableBattles};

impl TableBattles {
    /// Returns true if [`TableBattles::breach`] has nothing to say of a state.
    pub(in crate::engine) fn is_sound(&self, state: &State) -> bool {
        let rules = &self.rules;
        let there = state.play | state.reserve;
        let everyone = rules.sides[0].mask | rules.sides[1].mask;
        let all = rules.formations.len();
        // What lies on cards: those with dice, with sticks or special cubes, with cubes of special rules; what is too much.
        let (mut dice, mut strength, mut marked): (Mask, Mask, Mask) = (0, 0, 0);
        let mut is_too_much = false;
        let mut cubes = u32::from(state.supply) + u32::from(state.morale[0]) + u32::from(state.morale[1]);
        let mut standing = [0_u32; 2];
        for (card, row) in rules.formations.iter().enumerate() {
            let (pieces, marks) = (state.strength[card], state.cubes[card]);
            dice |= Mask::from(!state.dice[card].is_empty()) << card;
            strength |= Mask::from(pieces > 0) << card;
            is_too_much |= pieces > row.most;
            if row.special {
                cubes += u32::from(pieces);
            } else {
                cubes += u32::from(marks);
                marked |= Mask::from(marks > 0) << card;
                standing[usize::from(row.side)] += u32::from(pieces);
            }
        }
        let mut rolled = state.pool.map(u32::from);
        for card in Each(dice) {
            let (held, faces) = (state.dice[usize::from(card)], self.fast.faces[usize::from(card)]);
            is_too_much |= !held.is_sound() || held.faces_at_least(1).without(faces).number() > 0;
            rolled[usize::from(rules.row(card).side)] += u32::from(held.len());
        }
        let ready = rules.special & strength | !rules.special & dice;
        let known = if all < Mask::BITS as usize { (1 << all) - 1 } else { Mask::MAX };
        let is_side_sound = |side: usize| {
            let has_broken = state.morale[side] == 0 && rules.sides[side].morale > 0;
            let gone = u32::from(state.arriving[side].1) + u32::from(state.lost[side]);
            rolled[side] == DICE
                && standing[side] + gone <= u32::from(rules.sides[side].sticks)
                && !(has_broken && state.end.is_none())
        };
        let waiting = if state.phase == Phase::Place { state.rolled.len() } else { 0 };
        state.play & state.reserve == 0
            && state.routed & there == 0
            && (there | state.ready | state.routed) & !everyone == 0
            && (dice | strength | marked) & !there == 0
            && dice & (rules.special | state.reserve) == 0
            && state.play & known & !rules.special & !strength == 0
            && (ready ^ state.ready) & known == 0
            && !is_too_much
            && is_side_sound(0)
            && is_side_sound(1)
            && cubes == CUBES
            && (u32::from(rules.first) + state.turn + 1) % 2 == u32::from(state.mover)
            && waiting <= state.pool[usize::from(state.mover)]
    }
}
