//! The value of a state to a side, in points that only compare with each other.

use super::StatesEngine;
use super::cards::UNDER_WAY;
use crate::field::{UnitNumbers, one};
use crate::model::DeckKind;
use crate::state::{FieldState, Task, count};

/// Points for a counter.
const COUNTER: i32 = 100;
/// Points lost by a unit that flees, for each counter that it would cost to lose it.
const FLIGHT: i32 = 50;
/// Points for each point of strength on the field, in hundredths.
const STRENGTH: i32 = 25;
/// Points for an inch nearer to the enemy, for 200 points of units that fight hand to hand.
const NEARER: i32 = 2;
/// The share of the field's depth beyond which nearer is worth no more, in hundredths.
const FAR_ENOUGH: i32 = 60;
/// Points for being in combat.
const FIGHTS: i32 = 10;
/// Points for a card that is being played, and for each move that it still gives. Else a bot could as well discard a card that it
/// could move with.
const IN_PLAY: i32 = 8;
/// Most moves of a card that count.
const MOST_IN_PLAY: u8 = 3;
/// Points for being ready to shoot.
const LOADED: i32 = 6;
/// Points for a card in hand.
const CARD: i32 = 4;

impl StatesEngine {
    /// Returns how well a side stands against the other.
    pub(super) fn standing(&self, state: &FieldState, side: u8) -> i32 {
        if let Some(end) = state.end {
            return match end.winner {
                Some(winner) if winner == side => 100_000,
                Some(_) => -100_000,
                None => 0,
            };
        }
        self.worth(state, side) - self.worth(state, side ^ 1)
    }

    fn worth(&self, state: &FieldState, side: u8) -> i32 {
        let sets = &state.sets;
        let mut worth = COUNTER * state.total(side) as i32;
        for unit in UnitNumbers(self.rules.army(side) & sets.field) {
            let strength = self.strength(state, unit) as i32;
            worth += strength * STRENGTH / 100;
            if sets.flees & one(unit) != 0 {
                worth -= FLIGHT * i32::from(self.rules.unit(unit).mcv);
                continue;
            }
            let is_shooter = (self.rules.sets.missiles | self.rules.sets.machines) & one(unit) != 0;
            if is_shooter {
                worth += if sets.spent & one(unit) == 0 { LOADED } else { 0 };
            } else {
                let (x, depth) = (i32::from(state.spot(unit).x), i32::from(self.rules.numbers.depth));
                let gone = if side == 0 { x } else { depth - x };
                worth += NEARER * gone.min(depth * FAR_ENOUGH / 100) * strength / 200;
                worth += if sets.fights & one(unit) == 0 { 0 } else { FIGHTS };
            }
        }
        for frame in state.stack.frames() {
            let (player, left) = match *frame {
                Task::PlayCard { deck: DeckKind::Orders, side, stage, .. } if stage < UNDER_WAY => (side, 1),
                Task::ChooseUnit { side, .. } => (side, 1),
                Task::Go { unit, .. } => (self.rules.unit(unit).side, 1),
                Task::Aim { side, .. } => (side, MOST_IN_PLAY),
                Task::Moves { side, left, .. } => (side, left.min(MOST_IN_PLAY)),
                _ => continue,
            };
            worth += if player == side { IN_PLAY * i32::from(left) } else { 0 };
        }
        let hand = &state.cards[usize::from(side)];
        worth + CARD * (count(&hand.orders) + count(&hand.kept)) as i32
    }
}
