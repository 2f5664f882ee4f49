//! The kinds of choices among which random players choose first: what is done, before with what and where.

use super::{PlayerChoice, StatesEngine};
use crate::systems::states_of_battle::field::Direction;
use crate::systems::states_of_battle::state::FieldState;

/// A kind of choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum ChoiceKind {
    /// Nothing, or no more.
    No,
    /// An Orders card is played.
    Play,
    /// An Orders card is discarded instead.
    Discard,
    /// A unit moves that could charge.
    Charger,
    /// Another unit moves.
    Mover,
    /// It charges.
    Charge,
    /// It goes nearer to the enemy's edge.
    Advance,
    /// It goes elsewhere, or turns.
    Elsewhere,
    /// A unit shoots out of sequence.
    Shoot,
    /// A unit makes a free move.
    Free,
    /// A bolt is cast.
    Bolt,
    /// A ward is cast.
    Ward,
    /// Anything else.
    Other,
}

impl StatesEngine {
    /// Returns the kind of a choice that is listed in a state.
    pub(super) fn kind_of(&self, state: &FieldState, chosen: PlayerChoice) -> ChoiceKind {
        match chosen {
            PlayerChoice::Pass => ChoiceKind::No,
            PlayerChoice::Play(..) => ChoiceKind::Play,
            PlayerChoice::Discard(_) => ChoiceKind::Discard,
            PlayerChoice::Unit(unit) if self.chargeable(state, unit).next().is_some() => ChoiceKind::Charger,
            PlayerChoice::Unit(_) => ChoiceKind::Mover,
            PlayerChoice::Charge(_) => ChoiceKind::Charge,
            PlayerChoice::Go(unit, x, ..) => {
                let here = state.spot(unit).x;
                let is_nearer =
                    if Direction::front(self.rules.unit(unit).side) == Direction::Away { x > here } else { x < here };
                if is_nearer { ChoiceKind::Advance } else { ChoiceKind::Elsewhere }
            }
            PlayerChoice::Shoot(..) => ChoiceKind::Shoot,
            PlayerChoice::Free(..) => ChoiceKind::Free,
            PlayerChoice::Bolt(..) => ChoiceKind::Bolt,
            PlayerChoice::Ward(..) => ChoiceKind::Ward,
            _ => ChoiceKind::Other,
        }
    }
}
