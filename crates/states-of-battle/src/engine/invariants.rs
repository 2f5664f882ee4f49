//! Clauses that no state breaks.

use muster_core::play::fault::Breach;

use super::StatesEngine;
use crate::field::UnitNumbers;
use crate::model::DeckKind;
use crate::state::{FieldState, Task, count};

impl StatesEngine {
    /// Returns a clause that a state breaks.
    pub(super) fn breach(&self, state: &FieldState) -> Option<Breach> {
        for side in [0, 1] {
            let (row, hand) = (&self.rules.sides[usize::from(side)], &state.cards[usize::from(side)]);
            if state.end.is_none() && state.total(side) == 0 {
                return Some(Breach::new("SB-1.5", format!("{} fights on without counters", row.name)));
            }
            let played = state.stack.frames().iter().filter(|frame| match frame {
                Task::PlayCard { deck: DeckKind::Orders, side: of, stage: 0 | 1, .. } => *of == side,
                _ => false,
            });
            let orders = count(&hand.pile) + count(&hand.orders) + count(&hand.discards) + count(&hand.left_out);
            let there = orders + played.count() as u32;
            if there != count(&row.orders) {
                let text = format!("{} has {there} of its {} Orders cards", row.name, count(&row.orders));
                return Some(Breach::new("SB-4.4", text));
            }
        }
        let sets = &state.sets;
        if sets.field & (sets.out | sets.reserve) != 0 || sets.fights & (sets.flees | !sets.field) != 0 {
            return Some(Breach::new("SB-8.2", "a unit is in two places, or fights in none"));
        }
        let alone = |unit: &u8| {
            let others = self.combatants(state, state.units[usize::from(*unit)].combat);
            others & self.rules.army(self.rules.unit(*unit).side ^ 1) == 0
        };
        let alone = UnitNumbers(sets.fights).find(alone)?;
        Some(Breach::new("SB-8.25", format!("{} is in combat with nobody", self.rules.unit(alone).name)))
    }
}
