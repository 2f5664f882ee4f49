//! Indices of the counters of a battle.

use super::StatesEngine;
use crate::model::DeckKind;
use crate::rules::{MAX_ACHIEVEMENTS, MAX_KINDS, MAX_SPECIALS, MAX_UNITS};

/// The counters of a card of a side: times it was played, discarded, stopped, and did something.
pub const PLAYED: usize = 0;
/// See [`PLAYED`].
pub const DISCARDED: usize = 1;
/// See [`PLAYED`].
pub const STOPPED: usize = 2;
/// See [`PLAYED`]: times it did something. A starter card that is no [`crate::rules::StarterUse::Program`]
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

/// The counters of a side, for each battle that came to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideTally {
    /// Its units that were on the field: not those that ride with others.
    Present,
    /// Those of them that did nothing: they were not moved, did not charge, shoot, break or rally, and were not lost.
    Idle,
    /// Orders cards that it played, Lulls aside.
    Played,
    /// Those of them that did nothing.
    Futile,
}

const OF_A_SIDE: usize = 4;

/// The most rows of triggers of a state of a side.
pub const MAX_TRIGGERS: usize = 8;

const UNITS: usize = 2 * DECKS * MAX_KINDS * OF_A_CARD;
const ACHIEVEMENTS: usize = UNITS + MAX_UNITS * OF_A_UNIT.len();
const TRIGGERS: usize = ACHIEVEMENTS + 2 * MAX_ACHIEVEMENTS;
const SPECIALS: usize = TRIGGERS + 2 * 4;
const PLACES: usize = SPECIALS + MAX_SPECIALS;
const ROUNDS: usize = PLACES + 4 + MAX_ACHIEVEMENTS;
const OF_PHASES: usize = ROUNDS + 3 * COUNTED_ROUNDS.len();
const SIDES: usize = OF_PHASES + PHASES.len();
/// Number of counters.
pub const LENGTH: usize = SIDES + 2 * OF_A_SIDE;

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

/// Returns the counter of a number of a side.
pub fn side(side: u8, what: SideTally) -> usize {
    SIDES + usize::from(side) * OF_A_SIDE + what as usize
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
pub fn won_counter(number: usize) -> usize {
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
pub fn taken_counter(side: u8) -> usize {
    PLACES + usize::from(side)
}

/// Returns the counter of a kept card that a side used.
pub fn inspired_counter(side: u8) -> usize {
    PLACES + 2 + usize::from(side)
}

/// Returns the counter of the battles that came to the end of a round, by its place in [`COUNTED_ROUNDS`].
pub fn ended_counter(place: usize) -> usize {
    ROUNDS + 3 * place
}

/// Returns the counter of the morale counters that a side had left at the end of a round, by its place in [`COUNTED_ROUNDS`].
pub fn left_counter(side: u8, place: usize) -> usize {
    ended_counter(place) + 1 + usize::from(side)
}

impl StatesEngine {
    /// Counts the units and Orders cards of each side that did nothing; `counted` is what was counted in the battle alone.
    pub(super) fn count_idle(&self, counted: &mut [u64]) {
        for (number, row) in (0..).zip(&self.rules.units).filter(|(_, row)| row.host.is_none()) {
            let times = |what| counted[unit(number, what)] > 0;
            if row.reserve && !times(UnitTally::Arrived) {
                continue;
            }
            let acted = OF_A_UNIT.into_iter().filter(|what| *what != UnitTally::Arrived).any(times);
            counted[side(row.side, SideTally::Present)] += 1;
            counted[side(row.side, SideTally::Idle)] += u64::from(!acted);
        }
        for seat in 0..2 {
            for (kind, _) in (0..).zip(&self.rules.cards[DeckKind::Orders as usize]).filter(|(_, row)| !row.lull) {
                let times = |what| counted[card(seat, DeckKind::Orders, kind, what)];
                let (played, used) = (times(PLAYED), times(USED));
                counted[side(seat, SideTally::Played)] += played;
                counted[side(seat, SideTally::Futile)] += played.saturating_sub(used);
            }
        }
    }
}
