//! The rules of one battle as tables for the engine: one row a formation, one row an action, rows for special rules, masks
//! for who concerns whom; and the state that they speak of.

mod compile;
mod questions;
mod specials;
mod state;

pub(crate) use self::specials::{AimRow, Do, EffectId, EventKind, HitRow, On, Specials, Test, Trigger};
pub use self::state::State;
pub(crate) use self::state::{By, End, Pending, Phase};
use super::dice::Area;
use super::effects::Deed;
use super::model::{Hits, Takes, Wing};
use super::values::CardId;

/// The most formations a battle can have.
pub const MAX_FORMATIONS: usize = 64;

/// Index in [`State::allowance`] of that of the whole army, behind those of the wings.
pub(crate) const ARMY: usize = Wing::ALL.len();

/// A set of formations.
pub(crate) type Mask = u64;

#[inline]
pub(crate) const fn bit(formation: u8) -> Mask {
    1 << formation
}

/// The formations of a set, in order.
pub(crate) struct Each(pub(crate) Mask);

impl Iterator for Each {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let formation = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(formation)
    }
}

/// The reason a battle cannot be compiled. Every reason is a finding of some check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A mistake in the cards or sides.
    Mistake(String),
    /// More than the engine's tables hold.
    TooLarge(String),
    /// Effects that mean nothing where they stand: their numbers among those of the battle, and why.
    Effects(Vec<(usize, String)>),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Mistake(text) | Refusal::TooLarge(text) => f.write_str(text),
            Refusal::Effects(effects) => {
                let reasons: Vec<&str> = effects.iter().map(|(_, why)| why.as_str()).collect();
                f.write_str(&reasons.join("; "))
            }
        }
    }
}

/// Everything about a battle that does not change.
#[derive(Debug)]
pub(crate) struct Rules {
    /// All formations, the first side's first, each side's in listed order.
    pub(crate) formations: Vec<FormationRow>,
    /// All actions, card by card.
    pub(crate) actions: Vec<ActionRow>,
    /// The rows of those that are no reactions.
    pub(crate) acts: Vec<u16>,
    /// The formations once more, as a roll phase sees them.
    pub(crate) takers: Vec<TakerRow>,
    /// Targets of attacks and commands, in printed order; rows hold ranges of it.
    pub(crate) targets: Vec<u8>,
    pub(crate) sides: [SideRow; 2],
    /// The side that has the first turn.
    pub(crate) first: u8,
    /// Special formations.
    pub(crate) special: Mask,
    /// Formations that take dice.
    pub(crate) takes_dice: Mask,
    /// Formations with PURSUIT.
    pub(crate) pursuit: Mask,
    pub(crate) shift: bool,
    pub(crate) oblique: bool,
    pub(crate) specials: Specials,
}

/// The properties of a formation for a roll phase, apart from the rest, so that they stay near the processor.
#[derive(Debug)]
pub(crate) struct TakerRow {
    pub(crate) area: Area,
    /// The side's formations of its wing, itself too (TB-9.1).
    pub(crate) wing_mates: Mask,
}

/// One side.
#[derive(Debug)]
pub(crate) struct SideRow {
    pub(crate) name: String,
    /// Its formations.
    pub(crate) mask: Mask,
    /// The first of them.
    pub(crate) first: u8,
    pub(crate) morale: u8,
    /// Its sticks at set-up.
    pub(crate) sticks: u8,
    /// Enemy sticks to be eliminated, and whether that is a victory (TB-11.3).
    pub(crate) tactical: Option<(u16, bool)>,
}

/// One formation.
#[derive(Debug)]
pub(crate) struct FormationRow {
    pub(crate) id: CardId,
    pub(crate) name: String,
    pub(crate) wing: Wing,
    pub(crate) side: u8,
    /// Sticks at set-up, or the most cubes.
    pub(crate) strength: u8,
    /// The most sticks or cubes it can ever have: shifts and effects may make more of its strength (TB-12.2).
    pub(crate) most: u8,
    pub(crate) special: bool,
    pub(crate) star: bool,
    /// Morale cubes that its rout gives (TB-10.1).
    pub(crate) gives: u8,
    pub(crate) retire: bool,
    pub(crate) infantry: bool,
    pub(crate) reserve: bool,
    /// The side's other normal formations of its arm (TB-12.2).
    pub(crate) arm_mates: Mask,
    /// Those linked with it while both are in play; none where the scenario has no links (TB-12.1).
    pub(crate) links: Mask,
    /// Those who wait behind it (TB-10.4).
    pub(crate) waiting: Mask,
    /// All enemies that its attacks name (TB-10.3).
    pub(crate) attacks: Mask,
    /// The formations that may react to its attacks, whoever is attacked, and to attacks on it, whoever attacks (TB-7.1 to
    /// TB-7.3).
    pub(crate) answered: Mask,
    pub(crate) absorbed: Mask,
    /// Its actions: the first row and one past the last.
    pub(crate) actions: (u16, u16),
    /// Its range of [`Rules::acts`].
    pub(crate) acts: (u16, u16),
}

/// The kind of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Attack,
    Bombard,
    Command,
    Screen,
    Counterattack,
    Absorb,
}

impl Kind {
    /// Returns the deed that effects know it as.
    pub(crate) fn deed(self) -> Deed {
        match self {
            Kind::Attack => Deed::Attack,
            Kind::Bombard => Deed::Bombard,
            Kind::Command => Deed::Command,
            Kind::Screen => Deed::Screen,
            Kind::Counterattack => Deed::Counterattack,
            Kind::Absorb => Deed::Absorb,
        }
    }

    /// Returns the word after `type:`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Attack => "attack",
            Kind::Bombard => "bombard",
            Kind::Command => "command",
            Kind::Screen => "screen",
            Kind::Counterattack => "counterattack",
            Kind::Absorb => "absorb",
        }
    }

    pub(crate) fn reaction(self) -> bool {
        matches!(self, Kind::Screen | Kind::Counterattack | Kind::Absorb)
    }
}

/// One action or reaction.
#[derive(Debug)]
pub(crate) struct ActionRow {
    /// The formation that has it, and its number on the card from 0.
    pub(crate) card: u8,
    pub(crate) number: u8,
    pub(crate) kind: Kind,
    /// Bit of its requirement.
    pub(crate) need: u8,
    /// Whether the card's dice area can ever fill the requirement.
    pub(crate) fillable: bool,
    pub(crate) hits: Hits,
    /// Sticks an attacker loses.
    pub(crate) own: u8,
    /// Hits a counterattacker is spared.
    pub(crate) takes_less: u8,
    pub(crate) takes: Takes,
    pub(crate) voluntary: bool,
    /// Everyone it names; all for `any`.
    pub(crate) named: Mask,
    /// Whether bots value positions as if it could never be performed: a side is compared with itself without it.
    pub(crate) left_out: bool,
    /// Whether an effect says what it does while its target is in reserve.
    pub(crate) aims: bool,
    /// Whether any effect has a say in who it can be done to, or whether at all.
    pub(crate) touched: bool,
    /// Its range of [`Rules::targets`].
    pub(crate) targets: (u16, u16),
}
