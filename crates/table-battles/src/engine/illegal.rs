//! Legality of moves: the one truth about what forbids a move. Listings only give what this allows.

use super::{ActionRow, DiceWord, Kind, Move, Phase, State, TableBattles, bit};
use crate::effects::Deed;
use crate::model::Location;

/// The reason a move is not legal. Cards are formations' numbers; actions count a card's actions from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Illegal {
    /// Nothing of its kind is to be decided.
    #[default]
    NotAsked,
    /// A special rule forbids it.
    Forbidden,
    /// The card is the other side's.
    OtherSide(u8),
    /// The card is in reserve.
    InReserve(u8),
    /// The card has left play.
    LeftPlay(u8),
    /// No dice lie on the card, or no cube.
    NotReady(u8),
    /// The dice on the card do not meet what its action requires (TB-3.1).
    Unmet(u8, u8),
    /// The action is a reaction.
    Reaction(u8, u8),
    /// A special formation has no null action (TB-6.7).
    SpecialNull(u8),
    /// The action can be performed, so it is no null action (TB-6.7).
    Performable,
    /// The opponent has no more than one morale cube (TB-6.8).
    LowMorale,
    /// Nobody whom the card commands is in reserve (TB-6.9).
    NobodyToCommand,
    /// Everyone whom the card attacks is in reserve or has left play.
    TargetsAway,
    /// Everyone whom the card attacks has left play.
    TargetsLeft,
    /// The target is a special formation (TB-6.5).
    SpecialTarget(u8),
    /// The target is in reserve (TB-6.4).
    TargetInReserve(u8),
    /// The card cannot retire (TB-6.10).
    CannotRetire(u8),
    /// A special formation has no dice to retire with (TB-6.10).
    SpecialRetires(u8),
    /// The action is no reaction.
    NoReaction(u8, u8),
    /// The screen is not against this attacker (TB-7.1).
    ScreensOthers(u8, u8),
    /// The counterattacking card is not attacked (TB-7.2).
    NotAttacked(u8),
    /// The counterattack is not against this attacker (TB-7.2).
    CounterattacksOthers(u8, u8),
    /// The absorbing card is attacked itself (TB-7.3).
    AttackedItself(u8),
    /// The card does not absorb hits on this target (TB-7.3).
    AbsorbsForOthers(u8, u8),
    /// There is a reaction that must be made (TB-7.5).
    MustReact,
    /// A special formation has no sticks (TB-12.2).
    SpecialShifts(u8),
    /// Sticks are sent to the formation that they leave.
    ToItself,
    /// The formations are not of one arm (TB-12.2).
    OtherArm(u8, u8),
    /// No sticks are sent.
    NoSticks,
    /// The formation would keep none of its sticks (TB-12.2).
    KeepsNone(u8),
    /// The card takes no dice.
    TakesNoDice(u8),
    /// Dice were placed on a card of its wing in this phase (TB-9.1).
    WingServed(u8),
    /// No dice are placed.
    NoDice,
    /// Fewer dice show this number than are placed.
    NotRolled(u8),
    /// The special formation holds all its cubes (TB-9.2).
    Full(u8),
    /// No cube is free for the special formation (TB-4.2).
    NoFreeCube(u8),
    /// The dice area does not take these dice (TB-2).
    NotTaken(u8, DiceWord),
}

/// The first reason found; `None` if there is nothing against it.
type Reason = Option<Illegal>;

impl TableBattles {
    /// Returns the phase in which a move is made.
    pub(super) fn phase_of(chosen: Move) -> Phase {
        match chosen {
            Move::NoShift | Move::Shift { .. } => Phase::Shift,
            Move::Pass | Move::Act { .. } | Move::Null { .. } | Move::Retire { .. } => Phase::Act,
            Move::Decline | Move::React { .. } => Phase::React,
            Move::Place { .. } | Move::Done => Phase::Place,
        }
    }

    /// Returns the reason a move is forbidden, were it asked for; `None` if it is not. Moves of a turn that is over are judged as
    /// in that turn.
    pub fn why_not(&self, state: &State, chosen: Move) -> Option<Illegal> {
        match chosen {
            Move::Act { card, action } => self.why_not_act(state, card, action, false),
            Move::Null { card, action } => self.why_not_act(state, card, action, true),
            Move::Retire { card } => self.why_not_retire(state, card),
            Move::React { card, action } => self.why_not_react(state, card, action),
            Move::Decline => self.why_not_decline(state),
            Move::Shift { from, to, sticks } => self.why_not_shift(state, from, to, sticks),
            Move::Place { card, dice } => self.why_not_place(state, card, dice),
            Move::NoShift | Move::Pass | Move::Done => None,
        }
    }

    fn not_in_play(&self, state: &State, card: u8, side: usize) -> Reason {
        if self.side(card) != side {
            return Some(Illegal::OtherSide(card));
        }
        match state.location(card) {
            Location::Play => None,
            Location::Reserve => Some(Illegal::InReserve(card)),
            Location::Out => Some(Illegal::LeftPlay(card)),
        }
    }

    fn not_ready(state: &State, card: u8) -> Reason {
        (state.ready & bit(card) == 0).then_some(Illegal::NotReady(card))
    }

    fn unmet(&self, state: &State, action: &ActionRow) -> Reason {
        (self.rules.met_by(state, action) & action.need == 0).then_some(Illegal::Unmet(action.card, action.number))
    }

    fn why_not_act(&self, state: &State, card: u8, action: u8, null: bool) -> Reason {
        let (row, what) = self.rules.action(card, action);
        if let Some(why) = self.not_in_play(state, card, usize::from(state.mover)) {
            return Some(why);
        }
        if what.kind.reaction() {
            return Some(Illegal::Reaction(card, action));
        }
        if null && self.special(card) {
            return Some(Illegal::SpecialNull(card));
        }
        if let Some(why) = Self::not_ready(state, card) {
            return Some(why);
        }
        match self.unmet(state, what).or_else(|| self.no_object(state, row)) {
            None if null => Some(Illegal::Performable),
            why if !null => why,
            _ => None,
        }
    }

    fn no_object(&self, state: &State, row: u16) -> Reason {
        if self.has_object(state, row) {
            return None;
        }
        let action = &self.rules.actions[usize::from(row)];
        let against = match action.kind {
            Kind::Attack => self.rules.current_target(state, row),
            Kind::Command => self.rules.listed_targets(row).find(|friend| state.reserve & bit(*friend) != 0),
            _ => None,
        };
        if self.forbids(state, action, against) {
            return Some(Illegal::Forbidden);
        }
        Some(match action.kind {
            Kind::Bombard => Illegal::LowMorale,
            Kind::Command => Illegal::NobodyToCommand,
            _ => match against {
                None if self.rules.listed_targets(row).any(|target| state.reserve & bit(target) != 0) => {
                    Illegal::TargetsAway
                }
                None => Illegal::TargetsLeft,
                Some(target) if self.special(target) && !self.routable(state, target) => Illegal::SpecialTarget(target),
                Some(target) => Illegal::TargetInReserve(target),
            },
        })
    }

    fn why_not_retire(&self, state: &State, card: u8) -> Reason {
        self.not_in_play(state, card, usize::from(state.mover))
            .or_else(|| (!self.rules.row(card).retire).then_some(Illegal::CannotRetire(card)))
            .or_else(|| self.special(card).then_some(Illegal::SpecialRetires(card)))
            .or_else(|| Self::not_ready(state, card))
            .or_else(|| self.forbidden(state, Deed::Retire, card, None, None).then_some(Illegal::Forbidden))
    }

    fn why_not_react(&self, state: &State, card: u8, action: u8) -> Reason {
        let (_, what) = self.rules.action(card, action);
        let attack = state.attack;
        if let Some(why) = self.not_in_play(state, card, 1 - self.side(attack.attacker)) {
            return Some(why);
        }
        if !what.kind.reaction() {
            return Some(Illegal::NoReaction(card, action));
        }
        if !self.answers(state, card, what) {
            let against = if what.kind == Kind::Absorb { attack.target } else { attack.attacker };
            if self.forbids(state, what, Some(against)) {
                return Some(Illegal::Forbidden);
            }
            return Some(match what.kind {
                Kind::Screen => Illegal::ScreensOthers(card, action),
                Kind::Counterattack if card != attack.target => Illegal::NotAttacked(card),
                Kind::Counterattack => Illegal::CounterattacksOthers(card, action),
                _ if card == attack.target => Illegal::AttackedItself(card),
                _ => Illegal::AbsorbsForOthers(card, action),
            });
        }
        Self::not_ready(state, card).or_else(|| self.unmet(state, what))
    }

    fn why_not_decline(&self, state: &State) -> Reason {
        let mut legal = Vec::new();
        self.reactions(state, &mut legal);
        (!legal.contains(&Move::Decline)).then_some(Illegal::MustReact)
    }

    fn why_not_shift(&self, state: &State, from: u8, to: u8, sticks: u8) -> Reason {
        let mover = usize::from(state.mover);
        let special = |card| self.special(card).then_some(Illegal::SpecialShifts(card));
        let why = |card| self.not_in_play(state, card, mover).or_else(|| special(card));
        if let Some(why) = why(from).or_else(|| why(to)) {
            Some(why)
        } else if from == to {
            Some(Illegal::ToItself)
        } else if self.rules.row(from).arm_mates & bit(to) == 0 {
            Some(Illegal::OtherArm(from, to))
        } else if sticks == 0 {
            Some(Illegal::NoSticks)
        } else {
            (sticks >= state.strength(from)).then_some(Illegal::KeepsNone(from))
        }
    }

    fn why_not_place(&self, state: &State, card: u8, dice: DiceWord) -> Reason {
        // After the last placement the turn is the opponent's.
        let side = if state.phase == Phase::Place { state.mover } else { state.mover ^ 1 };
        if let Some(why) = self.not_in_play(state, card, usize::from(side)) {
            return Some(why);
        }
        if self.rules.takes_dice & bit(card) == 0 {
            return Some(Illegal::TakesNoDice(card));
        }
        // TB-9.1: what special rules forbid is asked as the dice are rolled; placing some closes no other card.
        if state.open & bit(card) == 0 && self.forbidden(state, Deed::Dice, card, None, None) {
            return Some(Illegal::Forbidden);
        }
        if state.served & bit(card) != 0 {
            return Some(Illegal::WingServed(card));
        }
        if dice.is_empty() {
            return Some(Illegal::NoDice);
        }
        if let Some(face) = (1..=6).find(|face| dice.count(*face) > state.rolled.count(*face)) {
            return Some(Illegal::NotRolled(face));
        }
        if self.special(card) && !self.has_room(state, card) {
            let full = state.strength(card) >= self.rules.row(card).strength;
            return Some(if full { Illegal::Full(card) } else { Illegal::NoFreeCube(card) });
        }
        (!self.takes(state.rolled, card, dice)).then_some(Illegal::NotTaken(card, dice))
    }

    fn takes(&self, rolled: DiceWord, card: u8, dice: DiceWord) -> bool {
        let mut sets = Vec::new();
        self.sets(rolled, card, &mut sets);
        sets.contains(&Move::Place { card, dice })
    }

    /// Returns true if a side has no action phase in this turn because sticks were shifted; else it reacted in the
    /// opponent's turn.
    pub fn has_shifted(&self, state: &State, side: usize) -> bool {
        state.arriving[side].1 > 0
    }

    /// Returns the attacker and the target of the attack that can be reacted to.
    pub fn attack(&self, state: &State) -> (u8, u8) {
        (state.attack.attacker, state.attack.target)
    }

    /// Returns the requirement of a formation's action, counted from 0.
    pub fn requirement(&self, formation: u8, action: u8) -> &'static str {
        const WORDS: [&str; 7] = ["one die", "pair", "two pairs", "triplet", "two triplets", "full house", "five dice"];
        WORDS[self.rules.action(formation, action).1.need.trailing_zeros() as usize]
    }
}
