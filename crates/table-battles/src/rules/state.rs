//! A battle at a moment: small, flat and copied as it is.

use super::{ARMY, MAX_FORMATIONS, Mask, bit};
use crate::dice::DiceWord;
use crate::model::Location;

/// A battle at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Formations in play.
    pub(crate) play: Mask,
    /// Formations in reserve; those in neither set are out.
    pub(crate) reserve: Mask,
    /// Formations that routed.
    pub(crate) routed: Mask,
    /// Memory of special rules: bits that the battle's tables give away.
    pub(crate) happened: u64,
    /// Formations with dice or cubes.
    pub(crate) ready: Mask,
    /// Dice on each card.
    pub(crate) dice: [DiceWord; MAX_FORMATIONS],
    /// Sticks of each normal formation, cubes of each special one.
    pub(crate) strength: [u8; MAX_FORMATIONS],
    /// Cubes on each normal formation: no strength of it, but something that special rules count.
    pub(crate) cubes: [u8; MAX_FORMATIONS],
    /// Formations that may still take of the dice rolled.
    pub(crate) open: Mask,
    /// Formations of wings that took dice in this roll phase.
    pub(crate) served: Mask,
    /// Cards that may still take dice in this phase: of each wing, and of the army where that counts instead. Kept only
    /// where special rules change it.
    pub(crate) allowance: [u8; ARMY + 1],
    /// Dice rolled and not placed in the latest roll phase.
    pub(crate) rolled: DiceWord,
    pub(crate) turn: u32,
    /// Sticks each side lost, without those on cards that retired or pursued (TB-11.3).
    pub(crate) lost: [u16; 2],
    pub(crate) morale: [u8; 2],
    /// Dice that are not on cards.
    pub(crate) pool: [u8; 2],
    /// Cubes nobody has (TB-1.2).
    pub(crate) supply: u8,
    /// Sticks each side sent last turn: to whom, how many (TB-12.2).
    pub(crate) arriving: [(u8, u8); 2],
    /// Sides that reacted and lose their next action phase (TB-7.6).
    pub(crate) skip: [bool; 2],
    /// The side whose turn it is.
    pub(crate) mover: u8,
    pub(crate) phase: Phase,
    /// The attack that can be reacted to.
    pub(crate) attack: Pending,
    pub(crate) end: Option<End>,
}

/// The phase that comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Begin,
    Shift,
    Act,
    React,
    Roll,
    Place,
}

/// An attack on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pending {
    pub(crate) row: u16,
    pub(crate) attacker: u8,
    pub(crate) target: u8,
    /// Dice that came off the attacker.
    pub(crate) dice: u8,
}

/// The end of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) winner: Option<u8>,
    pub(crate) by: By,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    Morale,
    CannotAttack,
    Tactical,
    Scenario,
}

impl State {
    /// Returns the place where a formation is.
    pub fn location(&self, formation: u8) -> Location {
        if self.play & bit(formation) != 0 {
            Location::Play
        } else if self.reserve & bit(formation) != 0 {
            Location::Reserve
        } else {
            Location::Out
        }
    }

    /// Returns a side's morale cubes.
    pub fn morale(&self, side: usize) -> u8 {
        self.morale[side]
    }

    /// Returns a side's dice that are not on cards.
    pub fn pool(&self, side: usize) -> u8 {
        self.pool[side]
    }

    /// Returns the dice on a card.
    pub fn dice(&self, formation: u8) -> DiceWord {
        self.dice[usize::from(formation)]
    }

    /// Returns a normal formation's sticks, a special one's cubes; 0 when it is out.
    pub fn strength(&self, formation: u8) -> u8 {
        self.strength[usize::from(formation)]
    }

    /// Returns true once the turn has begun: a turn's end is a state of its own.
    pub fn has_begun(&self) -> bool {
        self.phase != Phase::Begin
    }

    /// Returns the dice rolled and not yet placed in this phase.
    pub fn rolled_dice(&self) -> DiceWord {
        self.rolled
    }

    /// Returns true if a side loses its next action phase because it reacted.
    pub fn skips(&self, side: usize) -> bool {
        self.skip[side]
    }

    /// Cubes that nobody has.
    pub fn supply(&self) -> u8 {
        self.supply
    }
}
