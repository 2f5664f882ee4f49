//! Recorded battles as they are written: rounds, what was drawn and thrown, and what each side did.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::{Facing, MoraleState};

/// A recorded battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatesPlay {
    /// The scenario's file, relative to this one.
    pub scenario: String,
    /// Whether moves and fights are those of your own base game: you write them under `happened`, and what follows from
    /// them by the rules of States of Battle is checked. Default: they are played with the stand-in.
    #[serde(default)]
    pub stated: bool,
    /// The rounds, in order.
    pub turns: Vec<StatesRound>,
    /// The outcome of the battle.
    pub result: Option<StatesResult>,
}

/// One round: both sides' turns.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatesRound {
    /// The round, counted from 1, to make it easy to find. Default: known by its position in the list.
    #[schemars(range(min = 1, max = 9999))]
    pub round: Option<u16>,
    /// The decisions before the first round: decks, trays, deployment, markers.
    #[serde(default)]
    pub setup: Vec<PlayedEntry>,
    /// The rolls of the Generalship dice, by side.
    #[serde(default)]
    pub gd: BTreeMap<String, GeneralshipThrow>,
    /// The entries between the roll and the draw: repeated rolls, and answers to them.
    #[serde(default)]
    pub rerolls: Vec<PlayedEntry>,
    /// The Orders card that the winner of the throw picked.
    pub pick: Option<String>,
    /// The cards that were drawn, by side.
    #[serde(default)]
    pub drawn: BTreeMap<String, CardNames>,
    /// The side that went first.
    pub first: Option<String>,
    /// The actions of the sides, in order.
    #[serde(default)]
    pub played: Vec<PlayedEntry>,
    /// The expected state at the end of the round.
    pub expect: Option<ExpectedState>,
}

/// Cards of one side, by deck.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardNames {
    /// Orders cards.
    pub orders: Option<Vec<String>>,
    /// Event cards.
    pub events: Option<Vec<String>>,
}

/// Decisions and rolls that follow each other, in the order of these keys. For another order, begin another entry. Anything
/// omitted did not happen: no card was stopped, no unit moved, the enemy held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayedEntry {
    /// An Orders card of the stock that is not in the deck.
    pub leave_out: Option<String>,
    /// A unit put under the next tray.
    pub conceal: Option<String>,
    /// The side that places a unit.
    pub deploys: Option<String>,
    /// A unit that is placed at `to`.
    pub place: Option<String>,
    /// A unit that is moved to `to` after it was placed.
    pub nudge: Option<String>,
    /// Two units that are exchanged after they were placed.
    pub swap: Option<[String; 2]>,
    /// A unit that gets a marker of the Stratagem.
    pub mark: Option<String>,
    /// Whether the Generalship die is rolled for the Stratagem.
    pub stratagem: Option<StratagemChoice>,
    /// A card that is played.
    pub card: Option<String>,
    /// The Orders card that a wild card is played as.
    #[serde(rename = "as")]
    pub played_as: Option<String>,
    /// An Orders card that is discarded instead of being played.
    pub discard: Option<String>,
    /// Whether the rest happened at the end of a turn, after its last card.
    #[serde(default)]
    pub at_end: bool,
    /// A starter card that is used.
    pub starter: Option<String>,
    /// Whether the opponent does what a card lets the opponent do.
    pub accept: Option<bool>,
    /// Whether an optional roll is made.
    pub risk: Option<bool>,
    /// Whether a card that was kept is used.
    pub inspire: Option<bool>,
    /// The side that stops a card, or rolls again.
    pub by: Option<String>,
    /// The starter card with which a card is stopped.
    pub stop: Option<String>,
    /// The starter card with which a roll is repeated.
    pub reroll: Option<String>,
    /// The character whose group moves.
    pub aim: Option<String>,
    /// A unit that moves, to `to`, or charges.
    pub unit: Option<String>,
    /// A unit that makes a free move, to `to`.
    pub free: Option<String>,
    /// The place to which the unit moves.
    pub to: Option<Destination>,
    /// The enemy that the unit charges.
    pub charge: Option<String>,
    /// The enemy's reaction to the charge.
    pub react: Option<ChargeReaction>,
    /// A unit that shoots, at `target`.
    pub shoot: Option<String>,
    /// The target at which it shoots: a unit, or `tray 1`.
    pub target: Option<String>,
    /// A character who challenges.
    pub challenge: Option<String>,
    /// The character who is challenged.
    pub against: Option<String>,
    /// A wizard who casts.
    pub cast: Option<String>,
    /// The enemy at whom he casts a bolt: a unit, or `tray 1`.
    pub bolt: Option<String>,
    /// The unit on which he casts a ward.
    pub ward: Option<String>,
    /// A unit that tries to rally.
    pub rally: Option<String>,
    /// A unit that pursues.
    pub pursue: Option<String>,
    /// An Orders card that is lost.
    pub lose: Option<String>,
    /// Rolls of Generalship dice for the deployment, by side.
    #[serde(default)]
    pub lots: BTreeMap<String, GeneralshipThrows>,
    /// Rolls of Generalship dice, by side.
    #[serde(default)]
    pub gd: BTreeMap<String, GeneralshipThrows>,
    /// All other rolls, in order: what each die showed, up to 100.
    #[serde(default)]
    pub dice: Vec<ThrownDie>,
    /// Cards that were drawn.
    #[serde(default)]
    pub drawn: BTreeMap<String, CardNames>,
    /// The facts of the base game, if the play is `stated`. The facts of one entry are settled together, losses before gains
    /// (SB-1.6).
    #[serde(default)]
    pub happened: Vec<StatedFact>,
}

/// A fact of the base game: one key says what happened, others belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum StatedFact {
    /// A charge succeeded.
    Charged {
        /// A unit whose charge succeeded.
        charged: String,
        /// The unit that was charged.
        target: String,
        /// The part of the target that was charged. Default: its front.
        from: Option<ChargedPart>,
        /// Whether the charge came from nearly as far as it could: within 2 inches of its maximum, or 1 where it is fixed
        /// (SB-3.2).
        #[serde(default)]
        far: bool,
    },
    /// A round of close combat was fought.
    Fought {
        /// The units that won a round of close combat.
        #[schemars(length(min = 1))]
        won: Vec<String>,
        /// The units that lost it: each costs a counter (SB-2.1).
        #[schemars(length(min = 1))]
        lost: Vec<String>,
    },
    /// Models were killed.
    Killed {
        /// A unit of which models were killed.
        killed: String,
        /// The unit that killed, by shooting, casting or winning the combat.
        by: Option<String>,
    },
    /// A unit broke.
    Broke {
        /// A unit that broke. It costs a counter unless it is among `lost` in the same entry (SB-2.1, SB-3.7).
        broke: String,
        /// The unit that made it break, by shooting, casting or winning the combat.
        by: Option<String>,
    },
    /// A unit is gone.
    Gone {
        /// A unit that was destroyed or fled off the field: it costs its MCV, and that of its riders (SB-2.2).
        gone: String,
    },
    /// A character challenged another.
    Challenge {
        /// A character who challenged another.
        challenge: String,
        /// The named character who was challenged.
        against: String,
        /// Whether the challenger won. Write a character who was killed under `gone` too.
        wins: bool,
    },
    /// A side came to hold a place.
    Held {
        /// A place of the scenario that a side came to hold.
        place: String,
        /// The side that came to hold the place.
        held_by: String,
    },
    /// A card was used.
    Used {
        /// A card that was used in the base game: a starter card, or one that was kept.
        used: String,
        /// The side that used the card.
        side: String,
    },
}

/// The part of a unit that was charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChargedPart {
    /// Its front.
    Front,
    /// Its left flank.
    Left,
    /// Its right flank.
    Right,
    /// Its rear.
    Rear,
}

/// Rolls of one side's Generalship die.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum GeneralshipThrows {
    /// One.
    One(GeneralshipThrow),
    /// Several, in order.
    Several(Vec<ThrownDie>),
}

/// The number that a Generalship die showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct GeneralshipThrow(#[schemars(range(min = 1, max = 20))] pub u8);

/// The number that a die showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct ThrownDie(#[schemars(range(min = 1, max = 100))] pub u8);

/// A player's decision about a Stratagem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum StratagemChoice {
    /// Nothing.
    No,
    /// He rolls his Generalship die.
    Roll,
    /// He rolls it, and discards a card that casts spells to add to the roll.
    Trash,
}

/// The place to which a unit moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Destination {
    /// Inches from the edge of its own side.
    #[schemars(range(max = 96))]
    pub at: u8,
    /// The lane.
    #[schemars(range(min = 1, max = 18))]
    pub lane: u8,
    /// Its facing there; omit it if it is deployed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Facing>,
}

/// The reaction of a unit that is charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChargeReaction {
    /// It holds.
    Hold,
    /// It shoots at the charger first.
    Shoot,
    /// It flees.
    Flee,
}

/// Any part of the state after a round. For nobody and nothing, use the word `none`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedState {
    /// The round.
    pub round: Option<u16>,
    /// The side that went first.
    pub first: Option<String>,
    /// Counters by side and state.
    #[serde(default)]
    pub counters: BTreeMap<String, ExpectedCounters>,
    /// The state of each side's army.
    #[serde(default)]
    pub state: BTreeMap<String, MoraleState>,
    /// All counters of each side.
    #[serde(default)]
    pub total: BTreeMap<String, u16>,
    /// Cards in hand, by side.
    #[serde(default)]
    pub hand: BTreeMap<String, CardNames>,
    /// The number of cards left to draw, by side.
    #[serde(default)]
    pub pile: BTreeMap<String, PileSizes>,
    /// Discarded cards, by side.
    #[serde(default)]
    pub discards: BTreeMap<String, CardNames>,
    /// Starter cards on the table, by side.
    #[serde(default)]
    pub starter: BTreeMap<String, Vec<String>>,
    /// Kept cards, by side.
    #[serde(default)]
    pub kept: BTreeMap<String, Vec<String>>,
    /// The number that the die on the Stratagem shows, by side.
    #[serde(default)]
    pub stratagem: BTreeMap<String, ExpectedNumber>,
    /// The side that has won each achievement.
    #[serde(default)]
    pub achievements: BTreeMap<String, String>,
    /// Units by number.
    #[serde(default)]
    pub units: BTreeMap<String, ExpectedUnit>,
    /// The side that holds each place.
    #[serde(default)]
    pub places: BTreeMap<String, String>,
}

/// Counters in the four states.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(non_snake_case, reason = "the states are written as on the board")]
pub struct ExpectedCounters {
    /// In Emboldened.
    pub Emboldened: Option<u16>,
    /// In Shaken.
    pub Shaken: Option<u16>,
    /// In Bloodied.
    pub Bloodied: Option<u16>,
    /// In Desperate.
    pub Desperate: Option<u16>,
}

/// The number of cards left to draw.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PileSizes {
    /// Orders cards.
    pub orders: Option<u16>,
    /// Event cards.
    pub events: Option<u16>,
}

/// A number, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExpectedNumber {
    /// There is none.
    None(NoneWord),
    /// This number.
    Number(u16),
}

/// The word `none`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NoneWord {
    /// There is none.
    None,
}

/// Any part of a unit's state.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExpectedUnit {
    /// Whether it is on the field.
    #[serde(rename = "where")]
    pub location: Option<UnitLocation>,
    /// Inches from the edge of its own side.
    pub at: Option<u8>,
    /// Its lane.
    pub lane: Option<u8>,
    /// Its facing.
    pub facing: Option<Facing>,
    /// The number of its models left.
    pub models: Option<u16>,
    /// Whether it flees.
    pub flees: Option<bool>,
    /// Whether it has shot and not reloaded.
    pub spent: Option<bool>,
    /// The number of its combat; 0 if it is in none.
    pub combat: Option<u16>,
}

/// The place of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnitLocation {
    /// On the field.
    Field,
    /// Waiting as a reinforcement, or to be deployed.
    Reserve,
    /// Out of the battle.
    Out,
    /// With the unit that it rides.
    Rides,
}

/// The outcome of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatesResult {
    /// The side that won. Omit it for a draw.
    pub winner: Option<String>,
    /// The reason for the outcome.
    pub by: EndCause,
}

/// The reason why a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndCause {
    /// A side, or both at once, had no counters left.
    Counters,
    /// The rounds were over, and counters were counted.
    Count,
    /// A condition of the scenario.
    Victory,
    /// A side had no unit left, and counters were counted.
    Field,
}
