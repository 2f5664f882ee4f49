//! The value of a state to a side: a plain estimate for bots that look one move ahead.

use super::strike::printed_hits;
use super::{Each, Kind, Mask, Phase, State, TableBattles, bit};

/// The dice of a side (TB-1.1).
const MOST_DICE: u8 = 6;
/// A won battle.
const WON: i32 = 1_000_000;
/// A morale cube.
const CUBE: i32 = 60;
/// A stick in play.
const STICK: i32 = 10;
/// An action phase.
const TEMPO: i32 = 8;
/// Value that a formation loses by being in reserve: more than the dice or the cube that bring it in.
const AWAY: i32 = 20;

impl TableBattles {
    /// Returns the value of a state to a player, against the other.
    pub(super) fn worth(&self, state: &State, player: usize) -> i32 {
        if let Some(end) = state.end {
            return match end.winner {
                None => 0,
                Some(winner) if usize::from(winner) == player => WON,
                Some(_) => -WON,
            };
        }
        match self.doomed_side(state) {
            Some(loser) if loser == player => -WON,
            Some(_) => WON,
            None => self.standing(state, player) - self.standing(state, 1 - player),
        }
    }

    /// Returns the side that loses at the start of one of the next two turns since it can never again attack (TB-11.2), whatever
    /// dice are rolled until then. Asked once the action of a turn is over; the next action could only pass.
    fn doomed_side(&self, state: &State) -> Option<usize> {
        let mover = usize::from(state.mover);
        let next = match state.phase {
            Phase::Begin => mover,
            Phase::Roll | Phase::Place => 1 - mover,
            Phase::Shift | Phase::Act | Phase::React => return None,
        };
        [next, 1 - next].into_iter().find(|side| !self.can_ever_attack(state, *side))
    }

    /// Returns the value of sticks. The last ones are worth the most: with them goes the morale.
    fn sticks(&self, state: &State, card: u8) -> i32 {
        let sticks = i32::from(state.strength[usize::from(card)]);
        let rout = CUBE * if self.rules.row(card).star { 2 } else { 1 };
        STICK * sticks - rout / (sticks + 1)
    }

    fn standing(&self, state: &State, side: usize) -> i32 {
        let own = self.rules.sides[side].mask;
        let mut points = CUBE * i32::from(state.morale[side]) - if state.skip[side] { TEMPO } else { 0 };
        if let Some((goal, _)) = self.rules.sides[side].tactical {
            points += 200 * i32::from(state.lost[1 - side]) / i32::from(goal);
        }
        for card in Each(own & state.play) {
            if self.rules.special & bit(card) != 0 {
                points += STICK * i32::from(state.strength[usize::from(card)]);
                continue;
            }
            points += self.sticks(state, card);
            if !state.dice[usize::from(card)].is_empty() {
                points += self.promise(state, card);
            }
        }
        for card in Each(own & state.reserve) {
            points += self.sticks(state, card) - AWAY;
        }
        points
    }

    /// Returns what the dice on a card may do: its best action, less while its requirement is not met, and a little for
    /// holding an enemy off.
    fn promise(&self, state: &State, card: u8) -> i32 {
        let dice = state.dice[usize::from(card)];
        let met = dice.meets();
        let row = self.rules.row(card);
        let best = (row.actions.0..row.actions.1).map(|index| {
            let action = &self.rules.actions[usize::from(index)];
            let Some(full) = self.gain(state, index, dice.len()) else { return 0 };
            let wanted = least_dice(action.need);
            match (met & action.need != 0, i32::from(dice.len().min(wanted - 1))) {
                (true, _) => full,
                (false, _) if !action.fillable => 0,
                (false, have) => full.max(STICK / 2) * have / (2 * i32::from(wanted)),
            }
        });
        best.max().unwrap_or(0).max(0)
    }

    /// Returns the points that an action promises when it is performed with so many dice; `None` if nobody can be attacked, or
    /// where it is left out.
    #[inline]
    fn gain(&self, state: &State, index: u16, dice: u8) -> Option<i32> {
        let action = &self.rules.actions[usize::from(index)];
        if action.left_out {
            return None;
        }
        Some(match action.kind {
            Kind::Attack => {
                let target = self.attackable(state, index)?;
                let hits = printed_hits(action.hits, dice).min(state.strength[usize::from(target)]);
                STICK * (i32::from(hits) - i32::from(action.own)) * 7 / 10
            }
            Kind::Bombard => CUBE / 2,
            Kind::Command => STICK,
            Kind::Counterattack | Kind::Absorb => STICK / 2,
            Kind::Screen if Each(action.named & state.play).any(|enemy| self.side(enemy) != self.side(action.card)) => {
                STICK
            }
            Kind::Screen => 0,
        })
    }

    /// Appends figures of a position: morale, sticks, reserves, dice and what they promise, of each side and card.
    pub(super) fn position_figures(&self, state: &State, into: &mut Vec<f32>) {
        into.extend([self.worth(state, 0) as f32, f32::from(state.mover)]);
        for side in 0..2 {
            let lost = f32::from(state.lost[side]);
            into.extend([
                f32::from(state.morale[side]),
                f32::from(state.pool[side]),
                f32::from(u8::from(state.skip[side])),
                lost,
            ]);
        }
        for card in 0..self.rules.formations.len() as u8 {
            let is_in = |mask: Mask| f32::from(u8::from(mask & bit(card) != 0));
            let (dice, sticks) = (state.dice[usize::from(card)], f32::from(state.strength[usize::from(card)]));
            let in_play = is_in(state.play);
            let promise = if in_play > 0.0 && !dice.is_empty() { self.promise(state, card) } else { 0 };
            into.extend([in_play, sticks, in_play * f32::from(dice.len()), promise as f32, is_in(state.reserve)]);
        }
    }

    /// Leaves an action of a card, counted from 0, or all of them out of the value of positions. The rules stay the same.
    #[must_use]
    pub fn leaving_out(mut self, card: u8, action: Option<u8>) -> TableBattles {
        let (first, end) = self.rules.row(card).actions;
        for row in &mut self.rules.actions[usize::from(first)..usize::from(end)] {
            row.left_out |= action.is_none_or(|action| action == row.number);
        }
        self
    }

    /// Returns true if more dice on a card serve anything besides what is left out: an action that lacks what it
    /// requires, an attack that hits harder with them, or an effect that looks at them. A reaction that has its dice
    /// wants no more: they stay on the card until the enemy attacks.
    pub fn wants_dice(&self, state: &State, card: u8) -> bool {
        // Each cube on a special formation is one more action.
        let special = self.rules.special & bit(card) != 0;
        let (met, dice) = if special { (0, 0) } else { (state.dice[usize::from(card)].meets(), MOST_DICE) };
        let row = self.rules.row(card);
        let serves = |index: u16| {
            let action = &self.rules.actions[usize::from(index)];
            let stronger = action.kind == Kind::Attack && action.hits.per_die;
            let more = stronger || met & action.need == 0 && action.fillable;
            more && self.gain(state, index, dice).is_some_and(|gain| gain > 0)
        };
        self.rules.specials.watched & bit(card) != 0 || (row.actions.0..row.actions.1).any(serves)
    }
}

/// Returns the number of dice a requirement takes at least.
fn least_dice(need: u8) -> u8 {
    match need.trailing_zeros() {
        0 => 1,
        1 => 2,
        2 => 4,
        3 => 3,
        4 => 6,
        _ => 5,
    }
}
