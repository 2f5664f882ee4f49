//! How well a faction stands: its might on the map, with what pending combats will take from it, its resources, and how
//! near it is to what wins the battle. Points only compare with each other.

use super::combat::combat_chance;
use super::{HexEngine, HexState};
use crate::systems::tabletop::rules::GoalRow;
use crate::systems::tabletop::state::{CardState, Flags, HexPhase};

/// What a point of might is worth, a card by itself, and a hundred resources.
const MIGHT: f64 = 100.0;
const CARD: f64 = 60.0;
const HUNDRED_RESOURCES: f64 = 40.0;
/// What a held hex of a victory is worth, and each hex that the nearest card is away from one.
const HELD: f64 = 300.0;
const AWAY: f64 = 25.0;
/// What each hex is worth that a card is nearer to the enemy, and from how many hexes on it does not count any more.
const NEARER: f64 = 10.0;
const FAR: u16 = 20;
/// How near an enemy is for whom it is worth to be fortified: it is lost by moving.
const NEAR: u16 = 2;
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
        for card in state.cards() {
            let enemy_away = self.nearest_enemy(state, card);
            let idle = u16::from(card.flags.has(Flags::FORTIFIED) && enemy_away > NEAR);
            let might = card.now.might.saturating_sub(idle);
            let cost = f64::from(self.rules.cards[usize::from(card.row)].cost);
            let points = MIGHT * f64::from(might) + CARD + cost / 100.0 * HUNDRED_RESOURCES;
            let worth = &mut worth[usize::from(card.faction)];
            *worth += points * (1.0 - self.falls(state, card));
            if !self.is_standard(card) {
                *worth -= NEARER * f64::from(enemy_away.min(FAR));
            }
        }
    }

    /// Returns the chance that a card is destroyed in the combat that it is in, from 0 to 1.
    fn falls(&self, state: &HexState, card: &CardState) -> f64 {
        if !card.fights() {
            return 0.0;
        }
        let (mut own, mut others, mut is_met) = (0, 0, false);
        for other in state.in_hex(card.hex).map(|other| &state.all[other]).filter(|other| other.fights()) {
            let is_own = other.faction == card.faction;
            is_met |= !is_own;
            *(if is_own { &mut own } else { &mut others }) += u32::from(other.now.might);
        }
        if !is_met {
            return 0.0;
        }
        let (chances, all) = combat_chance(own, others);
        chances as f64 / all as f64
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
                        let held = away(*hex) == 0 && state.in_hex(*hex).all(|card| state.all[card].faction == faction);
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
