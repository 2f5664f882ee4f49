//! The value of a state to a faction: its might on the map, with losses in pending combats, its resources, and its distance from
//! winning the battle. Points only compare with each other.

use super::combat::combat_chance;
use super::{HexEngine, HexState};
use crate::rules::{GoalRow, HexRules, MAX_CARDS};
use crate::state::{CardState, Flags, HexPhase};

/// Points for each point of might, for a card by itself, and for a hundred resources.
const MIGHT: f64 = 100.0;
const CARD: f64 = 60.0;
const HUNDRED_RESOURCES: f64 = 40.0;
/// Points for a held hex of a victory, and for each hex that the nearest card is away from one.
const HELD: f64 = 300.0;
const AWAY: f64 = 25.0;
/// Points for each hex that a card is nearer to the enemy, and the distance in hexes from which it does not count any more.
const NEARER: f64 = 10.0;
const FAR: u16 = 20;
/// Greatest distance of an enemy, in hexes, at which it is worth something to be fortified: it is lost by moving.
const NEAR: u16 = 2;
/// Points for a victory.
const WON: i32 = 1_000_000;

impl HexEngine {
    /// Returns the value of a state to a faction.
    pub(super) fn worth(&self, state: &HexState, faction: u8) -> i32 {
        if let HexPhase::Over(winner, _) = state.phase {
            return match winner {
                Some(winner) if winner == faction => WON,
                Some(_) => -WON,
                None => 0,
            };
        }
        let mut worth = [0.0; 4];
        let whereabouts = Whereabouts::new(&self.rules, state);
        self.add_cards(state, &whereabouts, &mut worth);
        for (of, worth) in worth.iter_mut().enumerate().take(self.rules.factions.len()) {
            *worth +=
                f64::from(state.resources[of]) / 100.0 * HUNDRED_RESOURCES + self.goals(state, &whereabouts, of as u8);
        }
        let others: f64 = worth.iter().sum::<f64>() - worth[usize::from(faction)];
        let others = others / (self.rules.factions.len() - 1) as f64;
        (worth[usize::from(faction)] - others) as i32
    }

    /// Adds what the cards of each faction are worth, as far as combats will leave them.
    fn add_cards(&self, state: &HexState, whereabouts: &Whereabouts, worth: &mut [f64; 4]) {
        for card in state.cards() {
            let enemy_away = whereabouts.nearest_enemy(&self.rules, card);
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
        for other in state.cards_in_hex(card.hex).map(|other| &state.all[other]).filter(|other| other.fights()) {
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

    /// Returns the points for a faction's nearness to its victories.
    fn goals(&self, state: &HexState, whereabouts: &Whereabouts, faction: u8) -> f64 {
        let away = |hex: u16| whereabouts.nearest(&self.rules, hex, faction.into());
        let mut points = 0.0;
        for victory in self.rules.victory.iter().filter(|victory| victory.faction == Some(faction)) {
            match &victory.goal {
                GoalRow::Hold(hexes, _) => {
                    for hex in hexes {
                        let away = away(*hex);
                        let held =
                            away == Some(0) && state.cards_in_hex(*hex).all(|card| state.all[card].faction == faction);
                        points += if held { HELD } else { -AWAY * f64::from(away.unwrap_or(FAR)) };
                    }
                }
                GoalRow::Destroy(row) => {
                    let targets = state.cards().iter().filter(|card| card.row == *row && card.faction != faction);
                    let nearest = targets.filter_map(|card| away(card.hex)).min();
                    points -= AWAY * f64::from(nearest.unwrap_or(0));
                }
                GoalRow::MostMight | GoalRow::Last => {}
            }
        }
        points
    }
}

/// The hexes of the cards of each faction.
struct Whereabouts([FactionHexes; 4]);

/// The hexes of the cards of a faction by two of their cube coordinates, each beside the next in memory: so that many
/// distances are worked out together.
#[derive(Clone, Copy)]
struct FactionHexes {
    q: [i16; MAX_CARDS],
    r: [i16; MAX_CARDS],
    len: usize,
}

impl Whereabouts {
    fn new(rules: &HexRules, state: &HexState) -> Whereabouts {
        let mut all = [FactionHexes { q: [0; MAX_CARDS], r: [0; MAX_CARDS], len: 0 }; 4];
        for card in state.cards() {
            let FactionHexes { q, r, len } = &mut all[usize::from(card.faction)];
            (q[*len], r[*len]) = rules.axial[usize::from(card.hex)];
            *len += 1;
        }
        Whereabouts(all)
    }

    /// Returns how far the nearest card of a faction is from a hex; `None` if it has no card.
    fn nearest(&self, rules: &HexRules, hex: u16, faction: usize) -> Option<u16> {
        let (q, r) = rules.axial[usize::from(hex)];
        let of_faction = &self.0[faction];
        let cards = of_faction.q[..of_faction.len].iter().zip(&of_faction.r[..of_faction.len]);
        let twice = cards.map(|(other_q, other_r)| {
            let (dq, dr) = (q - other_q, r - other_r);
            dq.abs() + dr.abs() + (dq + dr).abs()
        });
        let nearest = twice.fold(i16::MAX, i16::min);
        (of_faction.len > 0).then_some(nearest as u16 / 2)
    }

    /// Returns how far the nearest card of another faction is from a card; 0 if there is none.
    fn nearest_enemy(&self, rules: &HexRules, card: &CardState) -> u16 {
        let others = (0..rules.factions.len()).filter(|faction| *faction != usize::from(card.faction));
        others.filter_map(|faction| self.nearest(rules, card.hex, faction)).min().unwrap_or(0)
    }
}
