//! How well a faction stands: its might on the map, with what pending combats will take from it, its resources, and how
//! near it is to what wins the battle. Points only compare with each other.

use super::combat::combat_chance;
use super::{HexEngine, HexState};
use crate::systems::tabletop::rules::{GoalRow, MAX_CARDS};
use crate::systems::tabletop::state::{CardState, HexPhase};

/// What a point of might is worth, a card by itself, and a hundred resources.
const MIGHT: f64 = 100.0;
const CARD: f64 = 60.0;
const HUNDRED_RESOURCES: f64 = 40.0;
/// What a held hex of a victory is worth, and each hex that the nearest card is away from one.
const HELD: f64 = 250.0;
const AWAY: f64 = 12.0;
/// What each hex is worth that a card is nearer to the enemy.
const NEARER: f64 = 3.0;
/// What a victory is worth.
const WON: i32 = 1_000_000;

impl HexEngine {
    /// Returns how well a faction stands.
    pub(super) fn worth(&self, state: &HexState, faction: u8) -> i32 {
        if let HexPhase::Over(winner, _) = state.phase {
            return match winner {
                Some(winner) if winner == faction => WON,
                Some(_) => -WON,
                None => 0,
            };
        }
        let mut worth = [0.0; 4];
        self.add_cards(state, &mut worth);
        for (of, worth) in worth.iter_mut().enumerate().take(self.rules.factions.len()) {
            *worth += f64::from(state.resources[of]) / 100.0 * HUNDRED_RESOURCES + self.goals(state, of as u8);
        }
        let others: f64 = worth.iter().sum::<f64>() - worth[usize::from(faction)];
        let others = others / (self.rules.factions.len() - 1) as f64;
        (worth[usize::from(faction)] - others) as i32
    }

    /// Adds what the cards of each faction are worth, as far as combats will leave them.
    fn add_cards(&self, state: &HexState, worth: &mut [f64; 4]) {
        // By card: the might of its faction's fighting cards in its hex, and of the others'.
        let mut sums = [(0_u32, 0_u32); MAX_CARDS];
        for (place, card) in state.cards().iter().enumerate().filter(|(_, card)| card.fights()) {
            for other in state.cards().iter().filter(|other| other.hex == card.hex && other.fights()) {
                let (own, others) = &mut sums[place];
                *(if other.faction == card.faction { own } else { others }) += u32::from(other.now.might);
            }
        }
        for (place, card) in state.cards().iter().enumerate() {
            let (own, others) = sums[place];
            let is_met = card.fights() && self.is_contested(state, card.hex, card.faction);
            let (falls, of) = if is_met { combat_chance(own, others) } else { (0, 1) };
            let left = 1.0 - falls as f64 / of as f64;
            let row = &self.rules.cards[usize::from(card.row)];
            let mut points = MIGHT * f64::from(card.now.might) + CARD + f64::from(row.cost) / 100.0 * HUNDRED_RESOURCES;
            points *= left;
            points -= NEARER * f64::from(self.nearest_enemy(state, card)).min(20.0);
            worth[usize::from(card.faction)] += points;
        }
    }

    /// Returns how far the nearest card of another faction is.
    fn nearest_enemy(&self, state: &HexState, card: &CardState) -> u16 {
        let enemies = state.cards().iter().filter(|other| other.faction != card.faction);
        enemies.map(|other| self.rules.distance(card.hex, other.hex)).min().unwrap_or(0)
    }

    /// Returns how near a faction is to its victories.
    fn goals(&self, state: &HexState, faction: u8) -> f64 {
        let own = || state.cards().iter().filter(|card| card.faction == faction);
        let away = |hex: u16| own().map(|card| self.rules.distance(card.hex, hex)).min().unwrap_or(50);
        let mut points = 0.0;
        for victory in self.rules.victory.iter().filter(|victory| victory.faction == Some(faction)) {
            match &victory.goal {
                GoalRow::Hold(hexes, _) => {
                    for hex in hexes {
                        let is_other = |card: &CardState| card.hex == *hex && card.faction != faction;
                        let held = away(*hex) == 0 && !state.cards().iter().any(is_other);
                        points += if held { HELD } else { -AWAY * f64::from(away(*hex)) };
                    }
                }
                GoalRow::Destroy(row) => {
                    let targets = state.cards().iter().filter(|card| card.row == *row && card.faction != faction);
                    let nearest = targets.map(|card| away(card.hex)).min();
                    points -= AWAY * f64::from(nearest.unwrap_or(0));
                }
                GoalRow::MostMight | GoalRow::Last => {}
            }
        }
        points
    }
}
