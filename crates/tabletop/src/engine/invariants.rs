//! Clauses that no state breaks.

use muster_core::play::fault::Breach;

use super::{HexEngine, HexState};
use crate::state::{CardState, Flags};
use crate::values::Trait;

impl HexEngine {
    /// Returns a clause that a state breaks.
    pub(super) fn breach(&self, state: &HexState) -> Option<Breach> {
        let cards = state.cards();
        let breach = |clause: &str, card: &CardState, what: &str| {
            Some(Breach::new(clause, format!("{} {what}", self.name(card.id()))))
        };
        for (i, card) in cards.iter().enumerate() {
            let twin = cards[..i].iter().find(|other| other.id() == card.id());
            if twin.is_some() {
                return breach("TT-2.1", card, "is on the map twice");
            }
            let leader = &cards[state.leader(i)];
            let alike = (leader.hex, leader.faction, leader.army, leader.experience, leader.morale)
                == (card.hex, card.faction, card.army, card.experience, card.morale);
            let kind = |card: &CardState| self.rules.cards[usize::from(card.row)].kind;
            if !alike || kind(leader) != kind(card) {
                return breach("TT-3.1", card, "is otherwise than its formation");
            }
            let army = cards.iter().find(|other| other.faction == card.faction && other.army == card.army);
            if card.army != 0 && army.is_some_and(|other| other.hex != card.hex) {
                return breach("TT-3.2", card, "is elsewhere than its army");
            }
            if card.now.traits.has(Trait::Hiding) && card.now.traits.has(Trait::Sheltering) {
                return breach("TT-5.4", card, "hides and shelters");
            }
            if card.flags.has(Flags::ROUTED) && (card.army != 0 || card.morale != -1) {
                return breach("TT-8.3", card, "is routed in an army or above low morale");
            }
            if self.is_standard(card) && (card.experience != 0 || card.morale != 0) {
                return breach("TT-8.5", card, "is a standard with experience or morale");
            }
        }
        None
    }
}
