//! The fates of the two blocks of an attack, with every chance: the same rules as those of a combat that is thrown.

use super::combat::{HitFate, first_hits, hit_fate};
use crate::model::BlockQuality;

/// A block in an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fighter {
    /// Its quality; elite if a leader has joined it.
    pub quality: BlockQuality,
    /// Whether it is artillery.
    pub is_artillery: bool,
    /// Whether it is spent.
    pub is_spent: bool,
    /// Whether it is supported: only of artillery it matters here.
    pub is_supported: bool,
}

/// The chances of an attack to its end, from 0 to 1: attacker first, then defender.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct AttackOdds {
    /// The attacker neither retreats nor is eliminated.
    pub stands: f64,
    /// The attacker stands, and is spent at the end.
    pub spent: f64,
    /// The defender neither retreats nor is eliminated.
    pub holds: f64,
    /// It retreats.
    pub retreats: [f64; 2],
    /// It is eliminated.
    pub eliminated: [f64; 2],
    /// The rounds on average.
    pub rounds: f64,
}

/// A block as a round leaves it: whether it is spent, and whether it took its first hit.
type Worn = (bool, bool);

/// Rounds after which no chance is left that a number could show: both can be hit in every round.
const ROUNDS: usize = 400;

/// Returns the chances of an attack; `bonuses` are added to each die of the attacker and of the defender.
pub fn attack_odds(attacker: Fighter, defender: Fighter, bonuses: (i8, i8)) -> AttackOdds {
    let hits = [hit_chances(bonuses.0), hit_chances(bonuses.1)];
    let start = (attacker.is_spent, false, defender.is_spent, false);
    let mut odds = AttackOdds::default();
    let mut open = vec![(start, 1.0)];
    for _ in 0..ROUNDS {
        let mut next: Vec<((bool, bool, bool, bool), f64)> = Vec::new();
        for ((a_spent, a_hit, d_spent, d_hit), chance) in std::mem::take(&mut open) {
            odds.rounds += chance;
            let ends = round((attacker, (a_spent, a_hit)), (defender, (d_spent, d_hit)), hits);
            for ((a_fate, a), (d_fate, d), part) in ends {
                let chance = chance * part;
                if a_fate == HitFate::Stays && d_fate == HitFate::Stays {
                    let key = (a.0, a.1, d.0, d.1);
                    match next.iter_mut().find(|(known, _)| *known == key) {
                        Some((_, sum)) => *sum += chance,
                        None => next.push((key, chance)),
                    }
                    continue;
                }
                for (side, fate) in [a_fate, d_fate].into_iter().enumerate() {
                    match fate {
                        HitFate::Stays => {}
                        HitFate::Retreats => odds.retreats[side] += chance,
                        HitFate::Eliminated => odds.eliminated[side] += chance,
                    }
                }
                if a_fate == HitFate::Stays {
                    odds.stands += chance;
                    odds.spent += if a.0 { chance } else { 0.0 };
                }
                if d_fate == HitFate::Stays {
                    odds.holds += chance;
                }
            }
        }
        open = next;
        if open.is_empty() {
            break;
        }
    }
    odds
}

/// The fates of both in a round, with their chance.
type RoundEnd = ((HitFate, Worn), (HitFate, Worn), f64);

fn round((attacker, a): (Fighter, Worn), (defender, d): (Fighter, Worn), hits: [[f64; 4]; 2]) -> Vec<RoundEnd> {
    let mut ends = Vec::new();
    for (by_attacker, chance) in (0..).zip(hits[0]) {
        for (by_defender, other) in (0..).zip(hits[1]) {
            let (on_defender, on_attacker) = (take(defender, d, by_attacker), take(attacker, a, by_defender));
            let (a_end, d_end) = match (attacker.is_artillery, defender.is_artillery) {
                // Artillery first; who retreats or is gone does not answer. The chances of its dice add up to one.
                (true, false) if on_defender.0 != HitFate::Stays => ((HitFate::Stays, a), on_defender),
                (false, true) if on_attacker.0 != HitFate::Stays => (on_attacker, (HitFate::Stays, d)),
                _ => (on_attacker, on_defender),
            };
            ends.push((a_end, d_end, chance * other));
        }
    }
    ends
}

/// Returns what hits make of a block; artillery that must retreat and is not supported is eliminated (PB-5.6).
fn take(block: Fighter, (is_spent, was_hit): Worn, hits: u8) -> (HitFate, Worn) {
    let counted = if was_hit || hits == 0 { hits } else { first_hits(block.quality, hits) };
    let (fate, spent) = hit_fate(is_spent, counted);
    let falls = block.is_artillery && !block.is_supported && fate == HitFate::Retreats;
    let fate = if falls { HitFate::Eliminated } else { fate };
    (fate, (spent, was_hit || hits > 0))
}

/// Returns the chances of no hit, one, two and three with three dice to each of which so much is added.
pub fn hit_chances(bonus: i8) -> [f64; 4] {
    let hit = f64::from((3 + bonus).clamp(0, 6)) / 6.0;
    let miss = 1.0 - hit;
    [miss * miss * miss, 3.0 * hit * miss * miss, 3.0 * hit * hit * miss, hit * hit * hit]
}
