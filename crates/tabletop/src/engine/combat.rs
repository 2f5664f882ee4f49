//! Combats (TT-5).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::CardTally;
use super::turn::TurnStage;
use super::{HexEngine, HexState, fate_of};
use crate::rules::NO_HEX;
use crate::state::{CardState, Flags, bits};

/// Returns the chance that a card is destroyed in a combat, as so many of so many cases: its side has a sum of might of
/// `own`, and fights one of `other` (TT-5.2, TT-5.6, TT-5.7).
pub fn combat_chance(own: u32, other: u32) -> (u64, u64) {
    let (own, other) = (u64::from(own), u64::from(other));
    match own.cmp(&other) {
        std::cmp::Ordering::Equal => (1, 1),
        std::cmp::Ordering::Greater => (other * other, own * own),
        std::cmp::Ordering::Less if own == 0 => (1, 1),
        std::cmp::Ordering::Less => (own, other),
    }
}

impl HexEngine {
    /// Resolves all combats once, hex by hex in the map's order (TT-5.8). `stage` is told of each before it.
    pub(super) fn resolve_combats<W: Watch>(
        &self,
        state: &mut HexState,
        chance: &mut Chance<'_>,
        watch: &mut W,
        stage: &mut impl FnMut(TurnStage, &HexState),
    ) {
        let mut last = None;
        loop {
            let hex = self.next_combat(state, last);
            if hex == NO_HEX {
                return;
            }
            stage(TurnStage::Combat(hex), state);
            self.resolve_combat(state, hex, chance, watch);
            self.settle(state, watch);
            last = Some(hex);
        }
    }

    /// Returns the first hex after another in which fighting cards of two factions are; [`NO_HEX`] if there is none.
    fn next_combat(&self, state: &HexState, after: Option<u16>) -> u16 {
        let is_later = |card: &&CardState| after.is_none_or(|after| card.hex > after);
        let in_combat = state.cards().iter().filter(is_later).filter(|card| self.is_in_combat(state, card));
        in_combat.map(|card| card.hex).min().unwrap_or(NO_HEX)
    }

    fn resolve_combat<W: Watch>(&self, state: &mut HexState, hex: u16, chance: &mut Chance<'_>, watch: &mut W) {
        let fighting = state.mask(|card| card.hex == hex && card.fights());
        let mut sums = [0_u32; 4];
        for card in bits(fighting) {
            sums[usize::from(state.all[card].faction)] += u32::from(state.all[card].now.might);
        }
        let total: u32 = sums.iter().sum();
        // The larger total wins (TT-5.2), of several sides that which is larger than all others together (TT-5.6).
        let winner = sums.iter().zip(1..).find(|(own, _)| **own > total - **own).map_or(0, |(_, faction)| faction);
        let units = bits(fighting).fold(0, |all, card| all | state.group(card, false));
        state.change(units, |card| card.flags.set(Flags::FOUGHT, true));
        let fought = state.mask(|card| card.hex == hex && card.flags.has(Flags::FOUGHT));
        state.change(fought, |card| card.won_by = winner);
        self.count(state, fighting, CardTally::Fought, watch);
        let mut destroyed = 0;
        for card in bits(fighting) {
            let own = sums[usize::from(state.all[card].faction)];
            let (chances, all) = combat_chance(own, total - own);
            let falls = chances == all || chances > 0 && chance.happens(fate_of(state.all[card].id()), chances, all);
            destroyed |= u128::from(falls) << card;
        }
        self.count(state, destroyed, CardTally::Destroyed, watch);
        state.remove(destroyed);
    }
}

#[cfg(test)]
mod tests {
    use super::combat_chance;

    #[test]
    fn tt_5_2_the_worked_examples() {
        assert_eq!((combat_chance(9, 8), combat_chance(8, 9)), ((64, 81), (8, 9)));
        assert_eq!((combat_chance(5, 3), combat_chance(3, 5)), ((9, 25), (3, 5)));
        assert_eq!(combat_chance(4, 4), (1, 1));
    }

    #[test]
    fn tt_5_7_a_side_without_might_is_destroyed() {
        assert_eq!((combat_chance(0, 3), combat_chance(3, 0)), ((1, 1), (0, 9)));
        assert_eq!(combat_chance(0, 0), (1, 1));
    }
}
