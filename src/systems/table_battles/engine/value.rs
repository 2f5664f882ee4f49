//! How well a side stands: a plain estimate for bots that look one move ahead.

use super::strike::printed;
use super::{ActionRow, Each, Kind, State, TableBattles, bit};

/// A won battle.
const WON: i32 = 1_000_000;
/// A morale cube.
const CUBE: i32 = 60;
/// A stick in play.
const STICK: i32 = 10;
/// An action phase.
const TEMPO: i32 = 8;
/// A die that will be rolled: a little, so that dice that do nothing are taken off.
const DIE: i32 = 1;
/// After so many turns reactions are no longer waited for: two sides that wait for each other would wait for ever.
const PATIENCE: u32 = 80;
/// The most that dice on a card are worth, so that they are used rather than kept.
const MOST: i32 = 16;

impl TableBattles {
    /// What a state is worth to a player, against the other.
    pub(super) fn worth(&self, state: &State, player: usize) -> i32 {
        match state.end {
            None => self.standing(state, player) - self.standing(state, 1 - player),
            Some(end) => match end.winner {
                None => 0,
                Some(winner) if usize::from(winner) == player => WON,
                Some(_) => -WON,
            },
        }
    }

    fn standing(&self, state: &State, side: usize) -> i32 {
        let own = self.setup.sides[side].mask;
        let mut points = CUBE * i32::from(state.morale[side]) + DIE * i32::from(state.pool[side]);
        if state.skip[side] {
            points -= TEMPO;
        }
        if let Some((goal, _)) = self.setup.sides[side].tactical {
            points += 200 * i32::from(state.lost[1 - side]) / i32::from(goal);
        }
        for card in Each(own & state.play) {
            let strength = i32::from(state.strength[usize::from(card)]);
            points += STICK * strength;
            if self.setup.special & bit(card) == 0 {
                // The last sticks are worth the most: with them goes the morale.
                let rout = CUBE * if self.row(card).star { 2 } else { 1 };
                points -= rout / (strength + 1);
                points += self.promise(state, card);
            }
        }
        for card in Each(own & state.reserve) {
            points += STICK / 2 * i32::from(state.strength[usize::from(card)]);
        }
        points
    }

    /// What the dice on a card may do: its best action, less while its requirement is not met, nothing when it cannot be.
    fn promise(&self, state: &State, card: u8) -> i32 {
        let dice = state.dice[usize::from(card)];
        if dice.is_empty() {
            return 0;
        }
        let row = self.row(card);
        let best = (row.actions.0..row.actions.1).map(|index| {
            let action = &self.setup.actions[usize::from(index)];
            let met = dice.meets() & action.need != 0;
            let full = self.promised(state, card, index);
            if met {
                // What could be done and was not for so long is worth less, but more than what cannot be done.
                if state.turn > 2 * PATIENCE { full.max(STICK / 2) / 2 } else { full }
            } else if action.fillable {
                // Without dice to roll the others come later, if ever.
                let chance = if state.pool[self.side(card)] > 0 { 2 } else { 4 };
                let wanted = wanted(action.need);
                full.max(STICK / 2) * i32::from(dice.len().min(wanted - 1)) / (chance * i32::from(wanted))
            } else {
                0
            }
        });
        best.max().unwrap_or(0)
    }

    /// What an action is worth before it is performed.
    fn promised(&self, state: &State, card: u8, index: u16) -> i32 {
        let action = &self.setup.actions[usize::from(index)];
        match action.kind {
            Kind::Attack => {
                let Some(target) = self.attackable(state, index) else { return 0 };
                if action.own >= state.strength[usize::from(card)] {
                    return 0;
                }
                let dice = state.dice[usize::from(card)].len();
                let hits = printed(action.hits, dice).min(state.strength[usize::from(target)]);
                let gain = STICK * (i32::from(hits) - i32::from(action.own)) * 7 / 10;
                gain.max(3 * i32::from(dice)).min(MOST)
            }
            Kind::Bombard => MOST,
            Kind::Command if self.commanded(state, index).is_some() => STICK,
            Kind::Screen | Kind::Counterattack | Kind::Absorb if state.turn > PATIENCE => 0,
            Kind::Screen if self.screens_anyone(state, card, action) => STICK,
            Kind::Counterattack | Kind::Absorb => STICK / 2,
            Kind::Command | Kind::Screen => 0,
        }
    }

    fn screens_anyone(&self, state: &State, card: u8, action: &ActionRow) -> bool {
        action.named & state.play & self.setup.sides[1 - self.side(card)].mask != 0
    }
}

/// How many dice a requirement takes at least.
fn wanted(need: u8) -> u8 {
    match need.trailing_zeros() {
        0 => 1,
        1 => 2,
        2 => 4,
        3 => 3,
        4 => 6,
        _ => 5,
    }
}
