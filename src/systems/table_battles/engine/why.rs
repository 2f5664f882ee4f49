//! Why a move is not legal, in an author's words.

use super::{ActionRow, Kind, Move, Phase, State, TableBattles, bit};
use crate::systems::table_battles::effects::Deed;
use crate::systems::table_battles::engine::DiceWord;
use crate::systems::table_battles::model::Location;

/// What an effect does not let be.
const FORBIDDEN: &str = "a special rule forbids it";

/// The first reason found; none when there is nothing against it.
type Reason = Option<String>;

impl TableBattles {
    /// What forbids a move in a state; none when the rules of the kind have nothing against it. Moves of a turn that is
    /// over are judged as in that turn.
    pub fn why_not(&self, state: &State, chosen: Move) -> Option<String> {
        match chosen {
            Move::Act { card, action } => self.why_not_act(state, card, action, false),
            Move::Null { card, action } => self.why_not_act(state, card, action, true),
            Move::Retire { card } => self.why_not_retire(state, card),
            Move::React { card, action } => self.why_not_react(state, card, action),
            Move::Decline => self.why_not_decline(state),
            Move::Shift { from, to, sticks } => self.why_not_shift(state, from, to, sticks),
            Move::Place { card, dice } => self.why_not_place(state, card, dice),
            Move::Begin | Move::NoShift | Move::Pass | Move::Roll | Move::Done => None,
        }
    }

    fn label(&self, card: u8) -> String {
        format!("`{}` ({})", self.id(card), self.name(card))
    }

    fn not_in_play(&self, state: &State, card: u8, side: usize) -> Reason {
        if self.side(card) != side {
            return Some(format!("{} is a card of `{}`", self.label(card), self.side_name(self.side(card))));
        }
        match state.location(card) {
            Location::Play => None,
            Location::Reserve => Some(format!("{} is in reserve", self.label(card))),
            Location::Out => Some(format!("{} has left play", self.label(card))),
        }
    }

    fn unready(&self, state: &State, card: u8) -> Reason {
        let what = if self.special(card) { "no cube lies" } else { "no dice lie" };
        (state.ready & bit(card) == 0).then(|| format!("{what} on {}", self.label(card)))
    }

    fn unmet(&self, state: &State, action: &ActionRow) -> Reason {
        let (card, need) = (action.card, action.need);
        (self.met_by(state, action) & need == 0).then(|| {
            let dice = shown(state.dice(card));
            format!("the requirement `{}` is not met by {dice} on {}", requirement(need), self.label(card))
        })
    }

    fn why_not_act(&self, state: &State, card: u8, action: u8, null: bool) -> Reason {
        let (row, what) = self.action(card, action);
        if let Some(why) = self.not_in_play(state, card, usize::from(state.mover)) {
            return Some(why);
        }
        if what.kind.reaction() {
            return Some(format!("action {} of {} is a reaction", action + 1, self.label(card)));
        }
        if null && self.special(card) {
            return Some(format!("{} is a special formation: it has no dice for a null action", self.label(card)));
        }
        if let Some(why) = self.unready(state, card) {
            return Some(why);
        }
        let why = self.unmet(state, what).or_else(|| self.no_object(state, row));
        match why {
            None if null => Some("the action can be performed, so it is not a null action".to_owned()),
            why if !null => why,
            _ => None,
        }
    }

    fn no_object(&self, state: &State, row: u16) -> Reason {
        if self.has_object(state, row) {
            return None;
        }
        let action = &self.setup.actions[usize::from(row)];
        let against = match action.kind {
            Kind::Attack => self.current_target(state, row),
            Kind::Command => self.listed(row).find(|friend| state.reserve & bit(*friend) != 0),
            _ => None,
        };
        if self.forbids(state, action, against) {
            return Some(FORBIDDEN.to_owned());
        }
        Some(match action.kind {
            Kind::Bombard => "the opponent has no more than one morale cube".to_owned(),
            Kind::Command => "nobody it commands is in reserve".to_owned(),
            _ => match self.current_target(state, row) {
                None if self.listed(row).any(|target| state.reserve & bit(target) != 0) => {
                    "everyone it attacks is in reserve or has left play".to_owned()
                }
                None => "everyone it attacks has left play".to_owned(),
                Some(target) if self.special(target) && !self.routable(state, target) => {
                    format!("its target {} is a special formation", self.label(target))
                }
                Some(target) => format!("its target {} is in reserve", self.label(target)),
            },
        })
    }

    fn why_not_retire(&self, state: &State, card: u8) -> Reason {
        self.not_in_play(state, card, usize::from(state.mover))
            .or_else(|| (!self.row(card).retire).then(|| format!("{} cannot retire", self.label(card))))
            .or_else(|| self.special(card).then(|| format!("{} has no dice to retire with", self.label(card))))
            .or_else(|| self.unready(state, card))
            .or_else(|| self.forbidden(state, Deed::Retire, card, None, None).then(|| FORBIDDEN.to_owned()))
    }

    fn why_not_react(&self, state: &State, card: u8, action: u8) -> Reason {
        let (_, what) = self.action(card, action);
        let attack = state.attack;
        let attacker = self.label(attack.attacker);
        let reacting = 1 - self.side(attack.attacker);
        if let Some(why) = self.not_in_play(state, card, reacting) {
            return Some(why);
        }
        let number = action + 1;
        if !what.kind.reaction() {
            return Some(format!("action {number} of {} is not a reaction", self.label(card)));
        }
        if !self.answers(state, card, what) {
            let label = self.label(card);
            let against = if what.kind == Kind::Absorb { attack.target } else { attack.attacker };
            if self.forbids(state, what, Some(against)) {
                return Some(FORBIDDEN.to_owned());
            }
            return Some(match what.kind {
                Kind::Screen => format!("action {number} of {label} does not screen {attacker}"),
                Kind::Counterattack if card != attack.target => {
                    format!("{label} is not attacked: {} is", self.label(attack.target))
                }
                Kind::Counterattack => format!("action {number} of {label} is not against {attacker}"),
                _ if card == attack.target => format!("{label} is attacked itself"),
                _ => format!("action {number} of {label} does not absorb hits on {}", self.label(attack.target)),
            });
        }
        self.unready(state, card).or_else(|| self.unmet(state, what))
    }

    fn why_not_decline(&self, state: &State) -> Reason {
        let mut legal = Vec::new();
        self.reactions(state, &mut legal);
        (!legal.contains(&Move::Decline)).then(|| "the reaction is mandatory".to_owned())
    }

    fn why_not_shift(&self, state: &State, from: u8, to: u8, sticks: u8) -> Reason {
        let mover = usize::from(state.mover);
        for card in [from, to] {
            let special = self.special(card).then(|| format!("{} is a special formation", self.label(card)));
            if let Some(why) = self.not_in_play(state, card, mover).or(special) {
                return Some(why);
            }
        }
        let has = state.strength(from);
        if from == to {
            Some("sticks are sent to another formation".to_owned())
        } else if self.row(from).arm_mates & bit(to) == 0 {
            Some(format!("{} and {} are not of one arm", self.label(from), self.label(to)))
        } else if sticks == 0 {
            Some("at least one stick is sent".to_owned())
        } else {
            (sticks >= has).then(|| format!("{} has {has} sticks and keeps at least one", self.label(from)))
        }
    }

    fn why_not_place(&self, state: &State, card: u8, dice: DiceWord) -> Reason {
        // After the last placement the turn is the opponent's.
        let side = if state.phase == Phase::Place { state.mover } else { state.mover ^ 1 };
        if let Some(why) = self.not_in_play(state, card, usize::from(side)) {
            return Some(why);
        }
        if self.setup.takes_dice & bit(card) == 0 {
            return Some(format!("{} takes no dice", self.label(card)));
        }
        // TB-9.1: what special rules forbid is asked as the dice are rolled; placing some closes no other card.
        if state.open & bit(card) == 0 && self.forbidden(state, Deed::Dice, card, None, None) {
            return Some(FORBIDDEN.to_owned());
        }
        if state.served & bit(card) != 0 {
            let wing = self.wing(card).word();
            return Some(format!("dice were already placed on a card of the {wing} wing in this phase"));
        }
        if dice.is_empty() {
            return Some("at least one die is placed".to_owned());
        }
        if let Some(face) = (1..=6).find(|face| dice.count(*face) > state.rolled.count(*face)) {
            return Some(match state.rolled.count(face) {
                0 => format!("no die shows {face}"),
                1 => format!("only one die shows {face}"),
                n => format!("only {n} dice show {face}"),
            });
        }
        if self.special(card) && !self.has_room(state, card) {
            let full = state.strength(card) >= self.row(card).strength;
            let why = if full { "holds all its cubes" } else { "gets no cube: none is free" };
            return Some(format!("{} {why}", self.label(card)));
        }
        (!self.takes(state.rolled, card, dice))
            .then(|| format!("the dice area of {} does not take {}", self.label(card), shown(dice)))
    }

    fn takes(&self, rolled: DiceWord, card: u8, dice: DiceWord) -> bool {
        let mut sets = Vec::new();
        self.sets(rolled, card, &mut sets);
        sets.contains(&Move::Place { card, dice })
    }

    /// Why a side has no action phase in this turn.
    pub fn why_skipped(&self, state: &State, side: usize) -> &'static str {
        if state.arriving[side].1 > 0 {
            "the action phase is skipped: sticks were shifted in this turn"
        } else {
            "the action phase is skipped: this side reacted in the opponent's turn"
        }
    }

    /// Why nobody can react to an action; none when it is an attack.
    pub fn unanswerable(&self, card: u8, action: u8) -> Option<&'static str> {
        match self.action(card, action).1.kind {
            Kind::Attack => None,
            Kind::Bombard => Some("nobody reacts to a bombardment"),
            _ => Some("nobody reacts to a command"),
        }
    }
}

fn requirement(need: u8) -> &'static str {
    ["one die", "pair", "two pairs", "triplet", "two triplets", "full house", "five dice"]
        [need.trailing_zeros() as usize]
}

/// Dice from high to low, `6 6 5`.
fn shown(dice: DiceWord) -> String {
    let mut faces: Vec<String> = dice.faces().map(|face| face.to_string()).collect();
    faces.reverse();
    faces.join(" ")
}
