//! Special rules as tables: what the effects of a battle compile into (TB-13).
//!
//! Every question of the engine first asks a mask or a flag that is empty in a battle without such effects.

mod compile;
mod effects;
mod test;

pub(crate) use self::test::Test;

use super::Mask;
use crate::effects::{Blow, Deed, Event, InReserve};
use crate::model::Wing;

/// The number of an effect in [`crate::resolve::Battle::effects`].
pub(crate) type EffectId = u16;

/// All special rules of a battle.
#[derive(Debug, Default)]
pub(crate) struct Specials {
    /// Number of effects.
    pub(crate) count: usize,
    pub(crate) hits: Vec<HitRow>,
    pub(crate) forbids: Vec<ForbidRow>,
    pub(crate) placements: Vec<PlacementRow>,
    pub(crate) aims: Vec<AimRow>,
    pub(crate) lends: Vec<LendRow>,
    pub(crate) rescues: Vec<RescueRow>,
    pub(crate) routables: Vec<RoutableRow>,
    pub(crate) triggers: Vec<Trigger>,
    pub(crate) goals: Vec<Goal>,
    /// Formations that forbids concern, by deed.
    pub(crate) forbidden: [Mask; Deed::COUNT],
    /// Formations with an action that effects may forbid, or let wait for its target.
    pub(crate) acts_restricted: Mask,
    /// Formations with a reaction that effects may forbid.
    pub(crate) reactions_restricted: Mask,
    /// Formations whose attacks count others' dice.
    pub(crate) lent_to: Mask,
    /// Formations whose dice effects look at: a condition asks for them, or they count in others' attacks.
    pub(crate) watched: Mask,
    /// Formations that another may save.
    pub(crate) rescued: Mask,
    /// Special formations that can be attacked.
    pub(crate) routable: Mask,
    /// Bits of [`super::State::happened`] that are given away.
    pub(crate) latches: u32,
    /// Cubes on formations at set-up, where the card says so, with the effect that says it.
    pub(crate) cubes: Vec<(u8, u8, EffectId)>,
}

/// Hits of attacks or counterattacks are changed or limited.
#[derive(Debug)]
pub(crate) struct HitRow {
    pub(crate) of: Blow,
    pub(crate) by: Mask,
    pub(crate) on: Mask,
    pub(crate) change: i16,
    pub(crate) most: u8,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// Something may not be done.
#[derive(Debug)]
pub(crate) struct ForbidRow {
    pub(crate) deed: Deed,
    pub(crate) cards: Mask,
    /// Counted from 0.
    pub(crate) action: Option<u8>,
    pub(crate) against: Mask,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// Dice on several cards in a roll phase.
#[derive(Debug)]
pub(crate) struct PlacementRow {
    pub(crate) side: u8,
    /// None for the army.
    pub(crate) wing: Option<Wing>,
    pub(crate) cards: u8,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// The way attacks work while their target is in reserve.
#[derive(Debug)]
pub(crate) struct AimRow {
    pub(crate) cards: Mask,
    /// Counted from 0.
    pub(crate) action: Option<u8>,
    pub(crate) attack: InReserve,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// Dice that count in others' attacks.
#[derive(Debug)]
pub(crate) struct LendRow {
    pub(crate) to: Mask,
    pub(crate) card: u8,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// A card that leaves in place of friends.
#[derive(Debug)]
pub(crate) struct RescueRow {
    pub(crate) friends: Mask,
    pub(crate) card: u8,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// A special formation that can be routed.
#[derive(Debug)]
pub(crate) struct RoutableRow {
    pub(crate) card: u8,
    pub(crate) hits: u8,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// Something that happens when something else does.
#[derive(Debug)]
pub(crate) struct Trigger {
    pub(crate) on: On,
    /// The card it stands on, where that must be in play or leave it just now.
    pub(crate) owner: Option<u8>,
    pub(crate) test: Test,
    /// The bit of `happened` that is set when it goes off, and then forbids that it goes off again.
    pub(crate) once: Mask,
    pub(crate) does: Vec<Do>,
    /// None for what a condition only remembers.
    pub(crate) effect: Option<EffectId>,
}

/// One thing that a trigger makes happen.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Do {
    Rout(Mask),
    Leave(Mask),
    Enter(Mask),
    Hit(Mask, u8),
    GainMorale(u8, u8),
    LoseMorale(u8, u8),
    AddCube(Mask),
    RemoveCube(Mask),
    /// A condition remembers that it happened.
    Remember(Mask),
}

/// A victory or draw.
#[derive(Debug)]
pub(crate) struct Goal {
    pub(crate) winner: Option<u8>,
    pub(crate) test: Test,
    pub(crate) effect: EffectId,
}

/// Kinds of events that only say who.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventKind {
    Enters,
    Routs,
    Retires,
    Pursues,
    Leaves,
    Attacks,
    Counterattacks,
    Screens,
    Absorbs,
    Commands,
    Bombards,
}

impl EventKind {
    /// Number of kinds.
    pub(crate) const COUNT: usize = EventKind::Bombards as usize + 1;

    /// Returns the kind of an event, where it is one of these.
    pub(crate) fn from_event(event: &Event) -> Option<EventKind> {
        Some(match event {
            Event::Enters(_) => EventKind::Enters,
            Event::Routs(_) => EventKind::Routs,
            Event::Retires(_) => EventKind::Retires,
            Event::Pursues(_) => EventKind::Pursues,
            Event::Leaves(_) => EventKind::Leaves,
            Event::Attacks(_) => EventKind::Attacks,
            Event::Counterattacks(_) => EventKind::Counterattacks,
            Event::Screens(_) => EventKind::Screens,
            Event::Absorbs(_) => EventKind::Absorbs,
            Event::Commands(_) => EventKind::Commands,
            Event::Bombards(_) => EventKind::Bombards,
            Event::Performs(_) | Event::Cubes(_) => return None,
        })
    }
}

/// The event that a trigger waits for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum On {
    /// Any one of these does it.
    Kind(EventKind, Mask),
    /// This action or reaction is carried out.
    Row(u16),
    /// A cube comes off this card and so many are left.
    Cubes(u8, u8),
}
