//! Challenges between characters (SB-2.3, SB-3.5, SB-8.28).

use muster_core::play::Watch;
use muster_core::play::chance::Chance;

use super::tally::Phase;
use super::{StatesEngine, tally};
use crate::field::{UnitNumbers, hundredths, one};
use crate::rules::Feat;
use crate::state::{FieldState, Task, ThrowKind};

impl StatesEngine {
    /// Returns who of a side can challenge whom, in a combat.
    pub(super) fn challenges<'a>(
        &'a self,
        state: &'a FieldState,
        combat: u8,
        side: u8,
    ) -> impl Iterator<Item = (u8, u8)> + 'a {
        let units = if self.rules.sets.named == 0 { 0 } else { self.combatants(state, combat) };
        let there = move |unit: &u8| units & one(self.carrier(*unit)) != 0;
        let sets = &self.rules.sets;
        let heroes = sets.heroic & self.rules.army(side) & !state.sets.out;
        let named = sets.named & self.rules.army(side ^ 1) & !state.sets.out;
        let named = UnitNumbers(if units == 0 { 0 } else { named }).filter(there);
        named.flat_map(move |enemy| UnitNumbers(heroes).filter(there).map(move |hero| (hero, enemy)))
    }

    /// Plays a challenge: the loser is destroyed.
    pub(super) fn duel<W: Watch>(
        &self,
        state: &mut FieldState,
        by: u8,
        against: u8,
        stage: u8,
        chance: &mut Chance<'_>,
        watch: &mut W,
    ) {
        let side = self.rules.unit(by).side;
        match stage {
            0 => {
                *state.stack.top_mut() = Task::Duel { by, against, stage: 1 };
                watch.count(tally::phase(Phase::Challenge), 1);
                self.throw(state, ThrowKind::Hundred, side, chance);
            }
            1 => {
                let [own, other] = [by, against].map(|unit| u64::from(self.rules.unit(unit).points));
                let is_won = state.thrown[0] <= hundredths(own, own + other);
                let (winner, loser) = if is_won { (by, against) } else { (against, by) };
                if is_won {
                    self.achieve(state, side, Feat::HeroicChallenge, watch);
                } else {
                    self.lose_heroic_challenge(state, side);
                }
                self.achieve(state, self.rules.unit(winner).side, Feat::FirstBlood, watch);
                self.lose_unit(state, loser, watch);
                *state.stack.top_mut() = Task::Duel { by: winner, against: loser, stage: 2 };
                self.settle(state, watch);
            }
            _ => {
                // `by` is the winner now.
                state.stack.pop();
                if self.rules.unit(by).general {
                    self.offer_kept(state, side);
                }
            }
        }
    }

    /// Takes the counters that a lost challenge costs besides the character, while the achievement is open.
    pub(super) fn lose_heroic_challenge(&self, state: &mut FieldState, side: u8) {
        let open = self.rules.achievements.iter().zip(state.achieved);
        let open = open.filter(|(row, winner)| row.feat == Feat::HeroicChallenge && winner.is_none());
        let counters: u8 = open.map(|(row, _)| row.counters).sum();
        self.lose_counters(state, side, counters);
    }
}
