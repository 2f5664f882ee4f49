//! The numbers of what is counted in a battle.

use muster_core::play::Watch;

use super::{HexEngine, HexRules, HexState};
use crate::rules::MAX_ABILITIES;
use crate::state::{END_WORDS, bits};

/// The counters of the copies of a card of a faction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardTally {
    /// It was deployed, or joined by reinforcement.
    Deployed,
    /// It moved by a step.
    Moved,
    /// It took part in a combat.
    Fought,
    /// It struck or used an ability.
    Used,
    /// It destroyed a unit by a strike.
    Struck,
    /// It was trained.
    Trained,
    /// It was destroyed.
    Destroyed,
    /// It was routed.
    Routed,
    /// It surrendered.
    Surrendered,
}

/// All of them.
pub const OF_A_CARD: [CardTally; 9] = [
    CardTally::Deployed,
    CardTally::Moved,
    CardTally::Fought,
    CardTally::Used,
    CardTally::Struck,
    CardTally::Trained,
    CardTally::Destroyed,
    CardTally::Routed,
    CardTally::Surrendered,
];

/// The counters of a faction, for each battle that came to an end. Cards are counted by their rows in the rules, all copies
/// as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactionTally {
    /// Cards with might that were set up or deployed.
    Present,
    /// Those of them of which no copy fought, struck or was struck down.
    Unmet,
}

/// The counters of a battle: of each card for each faction, of each ability, of each way to end.
#[derive(Debug, Clone, Copy)]
pub struct HexTally {
    factions: usize,
    cards: usize,
}

impl HexTally {
    /// Returns the counters of a battle.
    pub fn new(rules: &HexRules) -> HexTally {
        HexTally { factions: rules.factions.len(), cards: rules.cards.len() }
    }

    /// Returns the number of them.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(self) -> usize {
        self.faction(self.factions as u8, FactionTally::Present)
    }

    /// Returns the counter of a card, by its row, of a faction.
    pub fn card(self, faction: u8, row: u8, what: CardTally) -> usize {
        (usize::from(faction) * self.cards + usize::from(row)) * OF_A_CARD.len() + what as usize
    }

    /// Returns the counter of the uses of an ability by a faction.
    pub fn ability(self, faction: u8, row: u8, ability: u8) -> usize {
        let abilities = self.factions * self.cards * OF_A_CARD.len();
        abilities + (usize::from(faction) * self.cards + usize::from(row)) * MAX_ABILITIES + usize::from(ability)
    }

    /// Returns the counter of a number of a faction's cards.
    pub fn faction(self, faction: u8, what: FactionTally) -> usize {
        self.end(0) + END_WORDS.len() + 2 * usize::from(faction) + what as usize
    }

    /// Returns the counter of the battles that ended in a way, by its number in [`END_WORDS`].
    pub fn end(self, by: u8) -> usize {
        self.factions * self.cards * (OF_A_CARD.len() + MAX_ABILITIES) + usize::from(by)
    }
}

impl HexEngine {
    /// Counts the cards of each faction that never met the enemy; `counted` is what was counted in the battle alone.
    pub(super) fn count_unmet(&self, counted: &mut [u64]) {
        use CardTally::{Deployed, Destroyed, Fought, Struck, Surrendered};
        let tally = self.tally();
        for faction in 0..self.rules.factions.len() as u8 {
            for (row, card) in (0..).zip(&self.rules.cards) {
                let times = |what| counted[tally.card(faction, row, what)] > 0;
                let is_set_up = || self.rules.setup.iter().any(|setup| setup.faction == faction && setup.card == row);
                if card.might == 0 || !(times(Deployed) || is_set_up()) {
                    continue;
                }
                let met = [Fought, Struck, Destroyed, Surrendered].map(times).contains(&true);
                counted[tally.faction(faction, FactionTally::Present)] += 1;
                counted[tally.faction(faction, FactionTally::Unmet)] += u64::from(!met);
            }
        }
    }

    /// Returns the counters of the battle.
    pub fn tally(&self) -> HexTally {
        HexTally::new(&self.rules)
    }

    /// Counts something of every card of a set.
    pub(super) fn count<W: Watch>(&self, state: &HexState, cards: u128, what: CardTally, watch: &mut W) {
        for card in bits(cards) {
            let card = &state.all[card];
            watch.count(self.tally().card(card.faction, card.row, what), 1);
        }
    }
}
