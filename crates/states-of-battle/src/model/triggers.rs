//! Effects of the states of an army as they are written.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::{MoraleState, PolyhedralDie};

/// An effect of a state on a side while its army is in it, or once when it enters it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StateTrigger {
    /// Once: units that waited off the field arrive at their edge.
    Reinforcements {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// Units of the side, by name or number.
        #[schemars(length(min = 1, max = 32))]
        units: Vec<String>,
    },
    /// While in the state, the side's units add this to their dice when they shoot.
    ToHit {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number added; negative to subtract.
        #[schemars(range(min = -3, max = 3))]
        change: i8,
    },
    /// While in the state, the side's units count for more in combat.
    Melee {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// Percent; negative for less.
        #[schemars(range(min = -90, max = 200))]
        change: i16,
    },
    /// While in the state, the side rolls another Generalship die.
    Generalship {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The die.
        die: PolyhedralDie,
    },
    /// While in the state, the side draws more or fewer Orders cards in a round.
    Cards {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of extra cards; negative for fewer.
        #[schemars(range(min = -3, max = 10))]
        change: i8,
    },
    /// Once, the side gains or loses counters.
    Counters {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of counters gained; negative for lost.
        #[schemars(range(min = -20, max = 20))]
        change: i8,
    },
    /// Once, the side takes counters from the enemy.
    Steal {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of counters; at most as many as the enemy has.
        #[schemars(range(min = 1, max = 20))]
        counters: u8,
    },
    /// Once, the side's counters move from the state to the next one.
    Push {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of counters; at most as many as the state has.
        #[schemars(range(min = 1, max = 20))]
        counters: u8,
    },
}

impl StateTrigger {
    /// Returns its word after `rule:`.
    pub fn word(&self) -> &'static str {
        match self {
            StateTrigger::Reinforcements { .. } => "reinforcements",
            StateTrigger::ToHit { .. } => "to-hit",
            StateTrigger::Melee { .. } => "melee",
            StateTrigger::Generalship { .. } => "generalship",
            StateTrigger::Cards { .. } => "cards",
            StateTrigger::Counters { .. } => "counters",
            StateTrigger::Steal { .. } => "steal",
            StateTrigger::Push { .. } => "push",
        }
    }

    /// Returns the side whose army it is, as written.
    pub fn side(&self) -> &str {
        match self {
            StateTrigger::Reinforcements { side, .. }
            | StateTrigger::ToHit { side, .. }
            | StateTrigger::Melee { side, .. }
            | StateTrigger::Generalship { side, .. }
            | StateTrigger::Cards { side, .. }
            | StateTrigger::Counters { side, .. }
            | StateTrigger::Steal { side, .. }
            | StateTrigger::Push { side, .. } => side,
        }
    }

    /// Returns the state.
    pub fn state(&self) -> MoraleState {
        match self {
            StateTrigger::Reinforcements { state, .. }
            | StateTrigger::ToHit { state, .. }
            | StateTrigger::Melee { state, .. }
            | StateTrigger::Generalship { state, .. }
            | StateTrigger::Cards { state, .. }
            | StateTrigger::Counters { state, .. }
            | StateTrigger::Steal { state, .. }
            | StateTrigger::Push { state, .. } => *state,
        }
    }
}
