//! The kinds of choices among which random players choose first: what is done, before with what and where.

use muster_core::play::MoveKind;

use super::{PlayerChoice, StatesEngine};
use crate::field::Direction;
use crate::rules::MAX_KINDS;
use crate::state::FieldState;

/// The weight of kinds that bring armies to blows, where others have 1: else battles are over before anybody fights.
const BOLD: u8 = 4;

/// Nothing, or no more.
const NO: MoveKind = MoveKind { number: 0, weight: 1 };
/// An Orders card is discarded instead of being played.
const DISCARD: MoveKind = MoveKind { number: 1, weight: 1 };
/// A unit charges.
const CHARGE: MoveKind = MoveKind { number: 2, weight: BOLD };
/// It does something else where it could charge.
const NO_CHARGE: MoveKind = MoveKind { number: 3, weight: 1 };
/// It goes nearer to the enemy's edge, by a move or by a march.
const ADVANCE: MoveKind = MoveKind { number: 4, weight: BOLD };
const MARCH: MoveKind = MoveKind { number: 5, weight: BOLD };
/// It goes elsewhere, or turns.
const ELSEWHERE: MoveKind = MoveKind { number: 6, weight: 1 };
/// A unit stands against a charge, or flees.
const STAND: MoveKind = MoveKind { number: 7, weight: BOLD };
const FLEE: MoveKind = MoveKind { number: 8, weight: 1 };
/// A unit shoots out of sequence, or makes a free move.
const SHOOT: MoveKind = MoveKind { number: 9, weight: 1 };
const FREE: MoveKind = MoveKind { number: 10, weight: 1 };
/// A bolt is cast, or a ward.
const BOLT: MoveKind = MoveKind { number: 11, weight: 1 };
const WARD: MoveKind = MoveKind { number: 12, weight: 1 };
/// A character challenges, a unit pursues.
const FIGHT_ON: MoveKind = MoveKind { number: 13, weight: BOLD };
/// Anything else.
const OTHER: MoveKind = MoveKind { number: 14, weight: 1 };
/// The first of the kinds of cards that are played, by what they do, and of units that are chosen: never both at once.
const FIRST: u8 = 16;

const _: () = assert!(FIRST as usize + MAX_KINDS <= MoveKind::MOST, "a kind for each Orders card");

impl StatesEngine {
    /// Returns the kind of a choice that is listed in a state. What each card does is a kind, so that few are discarded, and each
    /// unit that can be moved, so that groups move.
    pub(super) fn kind_of(&self, state: &FieldState, chosen: PlayerChoice) -> MoveKind {
        match chosen {
            PlayerChoice::Pass => NO,
            PlayerChoice::Play(_, acts) => MoveKind { number: FIRST + acts, weight: BOLD },
            PlayerChoice::Discard(_) => DISCARD,
            PlayerChoice::Unit(unit) => MoveKind { number: FIRST + unit % 16, weight: BOLD },
            PlayerChoice::Charge(_) => CHARGE,
            PlayerChoice::Go(unit, ..) if self.chargeable(state, unit).next().is_some() => NO_CHARGE,
            PlayerChoice::Go(unit, x, ..) => {
                let (here, row) = (i32::from(state.spot(unit).x), self.rules.unit(unit));
                let way = if Direction::front(row.side) == Direction::Away { 1 } else { -1 };
                match (i32::from(x) - here) * way {
                    ..=0 => ELSEWHERE,
                    inches if inches <= row.speed.into() => ADVANCE,
                    _ => MARCH,
                }
            }
            PlayerChoice::React(2) => FLEE,
            PlayerChoice::React(_) => STAND,
            PlayerChoice::Shoot(..) => SHOOT,
            PlayerChoice::Free(..) => FREE,
            PlayerChoice::Bolt(..) => BOLT,
            PlayerChoice::Ward(..) => WARD,
            PlayerChoice::Challenge(..) | PlayerChoice::Pursue(_) => FIGHT_ON,
            _ => OTHER,
        }
    }
}
