//! Reachability: everything that can ever happen in a battle, decided on the cards alone, not on the luck of the dice or the
//! choices of the players. Worked out here once; checks report it, figures name it, and the engine asks it at the start of each
//! turn (TB-11.2).

mod cards;
mod conditions;
mod differences;
mod future;
mod never;
mod opened;

pub use self::cards::{
    attacked_cards, attacks, can_act, can_leave, can_perform, can_retire, counterattacks_any, faces_attacks, lent,
    reserve_cycles,
};
pub use self::conditions::never_hold;
pub use self::differences::change_nothing;
pub use self::never::Never;
pub use self::opened::Opened;

/// An effect, or a part of one, that can never make a difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// The effect's number in [`super::resolve::Battle::effects`].
    pub effect: usize,
    /// The place of the reason within the effect, as `/while/in_play`.
    pub at: String,
    /// The reason, in words.
    pub why: String,
    /// Whether it is so of the whole effect; else only of the part at that place.
    pub whole: bool,
}
