//! The value of a state to a side, for bots that plan.

use super::PubEngine;
use crate::geometry::MapPoint;
use crate::model::{BlockKind, BlockQuality};
use crate::resolve::ResolvedGoal;
use crate::state::{Attack, BlockFlags, BlockState, PubPhase, PubState};

/// The value of a battle that is won.
const WON: i32 = 1_000_000;
/// Ten foot moves, in sixtieths: nothing is farther.
const FAR: i32 = 600;
/// The value of a fresh block of the line.
const BLOCK: i32 = 1000;
/// The value that new orders must add: until they hold, a command follows the old ones.
const NEW_ORDERS: i32 = 60;

impl PubEngine {
    /// Returns the value of a state to a side: 0 is even.
    pub(super) fn worth(&self, state: &PubState, side: u8) -> i32 {
        if let PubPhase::Over(winner, _) = state.phase {
            return winner.map_or(0, |winner| if winner == side { WON } else { -WON });
        }
        self.standing(state, side) - self.standing(state, 1 - side)
    }

    fn standing(&self, state: &PubState, side: u8) -> i32 {
        let mut sum = 0;
        for block in self.blocks_on_map(state, Some(side)) {
            sum += self.block_value(block, &state.blocks[usize::from(block)]);
            sum += self.position_value(state, block);
        }
        for (block, _) in self.rules.blocks.iter().enumerate().filter(|(_, rules)| rules.side == side) {
            if state.blocks[block].flags.has(BlockFlags::WAITING) {
                // What is still to enter is worth more on the map, wherever that is.
                sum += self.block_value(block as u8, &BlockState::default()) * 9 / 10 - FAR * self.places().max(1);
            } else if state.blocks[block].flags.has(BlockFlags::HIDDEN) {
                sum += self.hidden_value(state, block as u8);
            }
        }
        for attack in state.attacks() {
            if self.rules.blocks[usize::from(attack.attacker)].side == side && self.stands(state, *attack) {
                sum += self.attack_value(state, *attack);
            }
        }
        if self.rules.written_orders {
            let commands = (0..).zip(&self.rules.commands).filter(|(_, rules)| rules.side == side);
            sum += commands.map(|(command, _)| self.orders_value(state, command)).sum::<i32>();
        }
        sum
    }

    /// Returns the value of what a command is ordered to do: the nearer to what decides the battle, the better.
    fn orders_value(&self, state: &PubState, command: u8) -> i32 {
        let of = &state.commands[usize::from(command)];
        let is_new = !of.orders.next.is_empty();
        let Some(order) = (if is_new { of.orders.next } else { of.orders.follows }).first() else { return -2 * FAR };
        let at = self.rules.locations[usize::from(order.ends[0])].at;
        let nearest = self.goals().min_by_key(|goal| goal.square_to(at));
        -self.distance_value(at, nearest) - if is_new { NEW_ORDERS } else { 0 }
    }

    /// Returns the value of a block as it is.
    fn block_value(&self, block: u8, of: &BlockState) -> i32 {
        let rules = &self.rules.blocks[usize::from(block)];
        let whole = match (rules.kind, rules.quality) {
            (BlockKind::Train, _) | (_, BlockQuality::Line) => BLOCK,
            (_, BlockQuality::Elite) => BLOCK * 2,
            (_, BlockQuality::Militia) => BLOCK * 8 / 10,
        };
        if of.is_spent() { whole * 65 / 100 } else { whole }
    }

    /// Returns the value of where a block stands: near to what decides the battle, on good ground, in command.
    fn position_value(&self, state: &PubState, block: u8) -> i32 {
        let of = &state.blocks[usize::from(block)];
        let mut sum = 0;
        if self.is_train(block) {
            return self.distance_value(of.at, self.nearest_enemy(state, block)) / 4;
        }
        sum -= i32::from(self.modifier(state, block)) * 15;
        sum += i32::from(self.is_in_command(state, block)) * 20;
        for place in self.goals() {
            sum -= self.distance_value(of.at, Some(place));
        }
        if self.places() == 0 {
            sum -= self.distance_value(of.at, self.nearest_enemy(state, block));
        }
        sum
    }

    /// Returns the value of a block that is not placed yet: as it would have where its headquarters is, and a little less.
    fn hidden_value(&self, state: &PubState, block: u8) -> i32 {
        let rules = &self.rules.blocks[usize::from(block)];
        let value = self.block_value(block, &BlockState::default()) * 95 / 100;
        let Some(hq) = state.commands[usize::from(rules.command)].at else { return value - FAR * self.places().max(1) };
        let far: i32 = self.goals().map(|goal| self.distance_value(hq, Some(goal))).sum();
        let to_enemy = || self.distance_value(hq, self.nearest_enemy_hq(state, rules.side, hq));
        value - if self.places() > 0 { far } else { to_enemy() }
    }

    /// Returns the number of places whose holding decides the battle.
    fn places(&self) -> i32 {
        self.goals().count() as i32
    }

    /// Returns the places whose holding decides the battle.
    fn goals(&self) -> impl Iterator<Item = MapPoint> + '_ {
        let places = self.rules.victory.iter().flat_map(|goal| match goal {
            ResolvedGoal::Hold { places, .. } => places.as_slice(),
            ResolvedGoal::SuddenDeath | ResolvedGoal::Losses => &[],
        });
        places.copied()
    }

    fn nearest_enemy(&self, state: &PubState, block: u8) -> Option<MapPoint> {
        let of = &state.blocks[usize::from(block)];
        let enemies = self.blocks_on_map(state, Some(1 - self.rules.blocks[usize::from(block)].side));
        enemies.map(|enemy| state.blocks[usize::from(enemy)].at).min_by_key(|at| of.at.square_to(*at))
    }

    /// Returns a distance in sixtieths of a foot move, at most [`FAR`].
    fn distance_value(&self, from: MapPoint, to: Option<MapPoint>) -> i32 {
        let apart = to.map_or(0, |to| (from.square_to(to) as u64).isqrt() as i32);
        (apart * 60 / i32::from(self.rules.foot)).min(FAR)
    }

    /// Returns the value of an attack to the attacker: what each side may lose by it in its first round.
    fn attack_value(&self, state: &PubState, attack: Attack) -> i32 {
        let (attack_bonus, defence_bonus) = self.bonuses(state, attack);
        let hits = |bonus: i8| i32::from((3 + bonus).clamp(0, 6)) * BLOCK / 2;
        let fragile = |block: u8| {
            let of = &state.blocks[usize::from(block)];
            let value = if self.rules.blocks[usize::from(block)].quality == BlockQuality::Elite { 2 } else { 1 };
            value * if of.is_spent() { 4 } else { 3 }
        };
        (hits(attack_bonus) * fragile(attack.defender) - hits(defence_bonus) * fragile(attack.attacker)) / 12
    }
}
