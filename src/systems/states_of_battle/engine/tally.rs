//! Indices of the counters of a battle.

use crate::systems::states_of_battle::model::DeckKind;
use crate::systems::states_of_battle::rules::{MAX_ACHIEVEMENTS, MAX_KINDS, MAX_SPECIALS, MAX_UNITS};

/// The counters of a card of a side: times it was played, discarded, stopped, and did something.
pub const PLAYED: usize = 0;
/// See [`PLAYED`].
pub const DISCARDED: usize = 1;
/// See [`PLAYED`].
pub const STOPPED: usize = 2;
/// See [`PLAYED`]: times it did something. A starter card that is no [`crate::systems::states_of_battle::rules::StarterUse::Program`]
/// does whenever it is used, a kept card when it is used later.
pub const USED: usize = 3;
const OF_A_CARD: usize = 4;
/// The decks of a side.
const DECKS: usize = 3;

/// The counters of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitTally {
    /// It was moved.
    Moved,
    /// It charged and arrived.
    Charged,
    /// It shot or cast.
    Shot,
    /// It killed a model by itself.
    Killed,
    /// It broke or panicked.
    Broke,
    /// It rallied.
    Rallied,
    /// It was lost.
    Lost,
    /// It arrived as a reinforcement.
    Arrived,
}

/// All of them.
pub const OF_A_UNIT: [UnitTally; 8] = [
    UnitTally::Moved,
    UnitTally::Charged,
    UnitTally::Shot,
    UnitTally::Killed,
    UnitTally::Broke,
    UnitTally::Rallied,
    UnitTally::Lost,
    UnitTally::Arrived,
];

/// An event between units in a battle, of either side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// A charge succeeds.
    Charge,
    /// A round of combat is fought.
    Combat,
    /// A unit breaks after a round of combat.
    Break,
    /// A unit pursues.
    Pursuit,
    /// A character challenges another.
    Challenge,
    /// A unit rallies.
    Rally,
}

/// All of them.
pub const PHASES: [Phase; 6] =
    [Phase::Charge, Phase::Combat, Phase::Break, Phase::Pursuit, Phase::Challenge, Phase::Rally];

/// The most rows of triggers of a state of a side.
pub const MAX_TRIGGERS: usize = 8;

const UNITS: usize = 2 * DECKS * MAX_KINDS * OF_A_CARD;
const ACHIEVEMENTS: usize = UNITS + MAX_UNITS * OF_A_UNIT.len();
const TRIGGERS: usize = ACHIEVEMENTS + 2 * MAX_ACHIEVEMENTS;
const SPECIALS: usize = TRIGGERS + 2 * 4;
const PLACES: usize = SPECIALS + MAX_SPECIALS;
const ROUNDS: usize = PLACES + 4 + MAX_ACHIEVEMENTS;
const OF_PHASES: usize = ROUNDS + 3 * COUNTED_ROUNDS.len();
/// Number of counters.
pub const LENGTH: usize = OF_PHASES + PHASES.len();

/// The rounds after which the morale counters of both sides are counted.
pub const COUNTED_ROUNDS: [u32; 4] = [1, 2, 4, 8];

/// Returns the counter of a card of a side: [`PLAYED`], [`DISCARDED`], [`STOPPED`] or [`USED`].
pub fn card(side: u8, deck: DeckKind, kind: u8, what: usize) -> usize {
    let deck = usize::from(side) * DECKS + deck as usize;
    (deck * MAX_KINDS + usize::from(kind)) * OF_A_CARD + what
}

/// Returns the counter of a phase.
pub fn phase(what: Phase) -> usize {
    OF_PHASES + what as usize
}

/// Returns the counter of a unit.
pub fn unit(unit: u8, what: UnitTally) -> usize {
    UNITS + usize::from(unit) * OF_A_UNIT.len() + what as usize
}

/// Returns the counter of an achievement that a side won.
pub fn achievement(side: u8, number: usize) -> usize {
    ACHIEVEMENTS + usize::from(side) * MAX_ACHIEVEMENTS + number
}

/// Returns the counter of an achievement that anybody won.
pub fn won(number: usize) -> usize {
    PLACES + 4 + number
}

/// Returns the counter of a state that a side's army reached.
pub fn state(side: u8, state: u8) -> usize {
    TRIGGERS + usize::from(side) * 4 + usize::from(state)
}

/// Returns the counter of a special rule that came to pass.
pub fn special(number: usize) -> usize {
    SPECIALS + number
}

/// Returns the counter of a place that a side took from the enemy.
pub fn taken(side: u8) -> usize {
    PLACES + usize::from(side)
}

/// Returns the counter of a kept card that a side used.
pub fn inspired(side: u8) -> usize {
    PLACES + 2 + usize::from(side)
}

/// Returns the counter of the battles that came to the end of a round, by its place in [`COUNTED_ROUNDS`].
pub fn ended(place: usize) -> usize {
    ROUNDS + 3 * place
}

/// Returns the counter of the morale counters that a side had left at the end of a round, by its place in [`COUNTED_ROUNDS`].
pub fn left(side: u8, place: usize) -> usize {
    ended(place) + 1 + usize::from(side)
}
