//! Positions as bytes, for exact values: what tells one from every other from which the battle goes on otherwise.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;

use muster_core::play::exact::Listed;

use super::{DiceWord, Each, Phase, State, TableBattles};

impl Listed for TableBattles {
    fn position(&self, state: &State, into: &mut Vec<u8>) {
        let rules = &self.rules;
        let specials = rules.specials.count > 0;
        into.extend([state.phase as u8, state.mover, u8::from(state.skip[0]), u8::from(state.skip[1])]);
        into.extend(state.morale.iter().chain(&state.pool).chain([&state.supply]));
        into.extend(state.play.to_le_bytes());
        into.extend(state.reserve.to_le_bytes());
        if specials {
            into.extend(state.routed.to_le_bytes());
            into.extend(state.happened.to_le_bytes());
        }
        if specials || rules.sides.iter().any(|side| side.tactical.is_some()) {
            state.lost.iter().for_each(|lost| into.extend(lost.to_le_bytes()));
        }
        for card in 0..rules.formations.len() {
            into.push(state.strength[card]);
            into.extend(state.dice[card].to_le_bytes());
            if specials {
                into.push(state.cubes[card]);
            }
        }
        if rules.shift {
            state.arriving.iter().for_each(|(to, sticks)| into.extend([*to, *sticks]));
        }
        match state.phase {
            Phase::React => {
                let attack = state.attack;
                into.extend(attack.row.to_le_bytes());
                into.extend([attack.attacker, attack.target, attack.dice]);
            }
            Phase::Place => {
                into.extend(state.rolled.to_le_bytes());
                into.extend(state.open.to_le_bytes());
                into.extend(state.served.to_le_bytes());
                into.extend(state.allowance);
            }
            Phase::Begin | Phase::Shift | Phase::Act | Phase::Roll => {}
        }
    }

    /// Dice half placed: each placement leaves fewer to place.
    fn is_passing(&self, state: &State) -> bool {
        state.phase == Phase::Place
    }
}

impl TableBattles {
    /// Returns a number that is equal for two states after different rolls if the battle goes on from both in the same way: they
    /// differ only in dice that no card can take (TB-9.1).
    pub(super) fn rolled_alike(&self, state: &State) -> u64 {
        let mut hasher = FxHasher::default();
        (state.phase as u8, state.mover, state.turn, state.end.is_some()).hash(&mut hasher);
        if state.phase == Phase::Place {
            let mut taken = DiceWord::NONE;
            for card in Each(state.open) {
                self.rules.taker(card).area.sets(state.rolled, |dice| taken = taken.or_faces(dice));
            }
            (state.open, state.rolled.count_faces_in(taken)).hash(&mut hasher);
        }
        hasher.finish()
    }
}
