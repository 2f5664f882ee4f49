//! The YAML of States of Battle as Rust types. Doc comments are the schema's text.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::play::{StatesPlay, StatesRound};
pub use super::stand_in::StandIn;
pub use super::values::{Facing, MoraleState, PolyhedralDie, RoundRange, UnitId, UnitKind, UnitRange};
pub use super::words::CardWord;
use crate::schema::{LANGUAGE, NOT_BLANK};
pub use crate::systems::art::Art;

/// A States of Battle document: a scenario, an army of units, a deck of cards, or a recorded play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatesDocument {
    /// The game system this document is for.
    pub system: StatesSystem,
    /// The battle. A file without one is an army, a deck or a play.
    pub scenario: Option<StatesScenario>,
    /// Other files whose units and cards this scenario may use, relative to this file.
    #[serde(default)]
    pub decks: Vec<String>,
    /// Units. A side lists them; in a file that a side names as its army, all of them are its units.
    #[serde(default)]
    pub units: Vec<ArmyUnit>,
    /// Own Orders, Event and starter cards. One with the name of a published card replaces it. A deck has at most 16
    /// kinds of cards, the published ones that are in use counted.
    #[serde(default)]
    pub cards: Vec<CardDefinition>,
    /// A recorded battle, to be checked round by round. Stands alone in its file.
    pub play: Option<StatesPlay>,
}

/// The game system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StatesSystem {
    /// States of Battle, a supplement over a rank-and-flank war game.
    StatesOfBattle,
}

/// A battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatesScenario {
    /// The scenario's number in its set.
    #[schemars(range(max = 9999))]
    pub number: Option<u32>,
    /// The battle's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The language of the cards and sheets: of their fixed words, the sentences of what cards and rules do, hyphens and
    /// quotation marks. There is `en` and `de`; others have a catalogue of their own. Default: `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// The date of the battle, as printed.
    pub date: Option<String>,
    /// The set the scenario belongs to.
    pub set: Option<String>,
    /// A picture of the battle, for its sheet and for the backs of cards without arms.
    pub art: Option<Art>,
    /// Rounds, after which the side with more counters wins. Left out, the battle goes on until a side has none.
    #[schemars(range(max = 999))]
    pub rounds: Option<u16>,
    /// Points of a roster that give one Morale Counter. Left out, 75 (SB-1.2).
    #[schemars(range(min = 1, max = 1000))]
    pub points_per_counter: Option<u16>,
    /// The two sides.
    #[schemars(length(max = 20))]
    pub sides: Vec<StatesSide>,
    /// The achievements that can be won: the published ones, or a list of published ones and own ones, at most 16.
    #[serde(default)]
    pub achievements: Achievements,
    /// The cards in use: the published ones and those of `cards`, or only the latter.
    #[serde(default)]
    pub cards: CardsInUse,
    /// The effects of a state on a side while its army is in it, or once when it comes into it (SB-9.1): at most 32 triggers.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub triggers: Vec<StateTrigger>,
    /// Counters that a side forfeits when something happens (SB-1.2): at most 32 forfeits.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub forfeits: Vec<Forfeit>,
    /// The way in which units are deployed in play (SB-10). Left out, they stand where they are written.
    pub deployment: Option<Deployment>,
    /// Units that start under trays (SB-10.2): at most 8 trays in all.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub concealed: Vec<Concealment>,
    /// Places that a forfeit, a victory or a special rule may name: at most 8.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub places: Vec<PlaceEntry>,
    /// Conditions of victory, which come before the count of counters (SB-1.6): at most 32.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub victory: Vec<VictoryCondition>,
    /// Special rules of the battle: at most 32.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub special: Vec<SpecialRule>,
    /// Numbers of the stand-in for the base game (SB-8).
    pub stand_in: Option<StandIn>,
    /// A special rule of the battle in words, for what `special` cannot say: printed with the special rules, but not
    /// played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["The river cannot be crossed by war machines."]))]
    pub rule_text: Option<String>,
    /// Free text for the players.
    pub notes: Option<String>,
}

/// One of the two sides.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatesSide {
    /// The side's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// Files whose units are this side's army, relative to this file.
    #[serde(default)]
    pub army: Vec<String>,
    /// Units of this file, or of `decks`, that are this side's: a range, a number, or a list of either.
    pub units: Option<UnitList>,
    /// The general's Generalship die (SB-1.1).
    #[serde(default)]
    pub generalship: PolyhedralDie,
    /// Another number of Morale Counters than the points give.
    pub counters: Option<CounterRule>,
    /// The side's Orders deck: fourteen cards of the stock, by name. Lulls are added. Left out, the player chooses before
    /// the battle (SB-4.1).
    pub orders: Option<BTreeMap<String, OrderCopies>>,
    /// Whether the side has starter cards (SB-4.3).
    #[serde(default)]
    pub starter: bool,
    /// The side's arms or flag, for the backs of its cards and for the cards of its units.
    pub art: Option<Art>,
}

/// The number of copies of a card in an Orders deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct OrderCopies(#[schemars(range(min = 1, max = 16))] pub u8);

/// A range, a unit, or a list of either.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum UnitList {
    /// One unit or one range.
    One(UnitRange),
    /// Several.
    Many(#[schemars(length(min = 1, max = 100))] Vec<UnitRange>),
}

/// Another number of counters than the points give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CounterRule {
    /// So many more than the points give; with a minus, fewer.
    Add(#[schemars(range(min = -200, max = 200))] i16),
    /// So many, whatever the points give.
    Exactly(#[schemars(range(max = 200))] u16),
}

/// The achievements that can be won.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Achievements {
    /// The published ones.
    Published(PublishedWord),
    /// These.
    Listed(#[schemars(length(max = 16))] Vec<AchievementEntry>),
}

impl Default for Achievements {
    fn default() -> Achievements {
        Achievements::Published(PublishedWord::Published)
    }
}

/// The word `published`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublishedWord {
    /// All that are published.
    Published,
}

/// An achievement of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AchievementEntry {
    /// A published one.
    Published(PublishedAchievement),
    /// An own one.
    Own(OwnAchievement),
}

/// A published achievement (SB-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PublishedAchievement {
    /// The first model of the enemy is killed: one counter.
    FirstBlood,
    /// A charge succeeds from nearly as far as it can: two counters.
    ThunderousCharge,
    /// Two units charge one enemy from opposite flanks, or from a flank and the rear, in a turn: two counters.
    PincerMovement,
    /// Two war machines kill from one enemy unit in a turn: one counter.
    Salvo,
    /// A challenge of a named character is won: two counters; lost, two are lost.
    HeroicChallenge,
    /// A unit beats one of greater value in a round of combat, or puts it to flight: two counters.
    HeroicMoment,
}

impl PublishedAchievement {
    /// All of them, in the order of the clauses.
    pub const ALL: [PublishedAchievement; 6] = [
        PublishedAchievement::FirstBlood,
        PublishedAchievement::ThunderousCharge,
        PublishedAchievement::PincerMovement,
        PublishedAchievement::Salvo,
        PublishedAchievement::HeroicChallenge,
        PublishedAchievement::HeroicMoment,
    ];

    /// Returns its name on the table.
    pub fn title(self) -> &'static str {
        match self {
            PublishedAchievement::FirstBlood => "First Blood",
            PublishedAchievement::ThunderousCharge => "Thunderous Charge",
            PublishedAchievement::PincerMovement => "Pincer Movement",
            PublishedAchievement::Salvo => "Salvo",
            PublishedAchievement::HeroicChallenge => "Heroic Challenge",
            PublishedAchievement::HeroicMoment => "Heroic Moment",
        }
    }

    /// Returns the counters that it gives.
    pub fn counters(self) -> u8 {
        match self {
            PublishedAchievement::FirstBlood | PublishedAchievement::Salvo => 1,
            _ => 2,
        }
    }
}

/// An achievement of the scenario's own, won once in a battle by the first side to do it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnAchievement {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The event that wins it.
    pub on: AchievementEvent,
    /// The counters that it gives.
    #[schemars(range(min = 1, max = 20))]
    pub counters: u8,
}

/// An event that wins an achievement of the scenario's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AchievementEvent {
    /// The enemy loses a unit: it is destroyed, or flees off the field.
    UnitLost,
    /// A unit of the enemy breaks.
    UnitBroken,
}

/// The cards in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CardsInUse {
    /// The published cards and those of `cards`, which replace published ones of the same name.
    #[default]
    Published,
    /// Only those of `cards`.
    Own,
}

/// An effect of a state on a side while its army is in it, or once when it comes into it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum StateTrigger {
    /// Once: units that waited off the field arrive at their edge.
    Reinforcements {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The units, by name or number; they are the side's.
        #[schemars(length(min = 1, max = 32))]
        units: Vec<String>,
    },
    /// While in the state: the side's units add this to what their dice show when they shoot.
    ToHit {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number added; with a minus, taken off.
        #[schemars(range(min = -3, max = 3))]
        change: i8,
    },
    /// While in the state: the side's units count for so much more in combat.
    Melee {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// Per cent; with a minus, less.
        #[schemars(range(min = -90, max = 200))]
        change: i16,
    },
    /// While in the state: the side throws another Generalship die.
    Generalship {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The die.
        die: PolyhedralDie,
    },
    /// While in the state: the side draws more Orders cards in a round, or fewer.
    Cards {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of cards more; with a minus, fewer.
        #[schemars(range(min = -3, max = 10))]
        change: i8,
    },
    /// Once: the side gains counters, or loses them.
    Counters {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of counters gained; with a minus, lost.
        #[schemars(range(min = -20, max = 20))]
        change: i8,
    },
    /// Once: the side takes counters from the enemy.
    Steal {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of counters, as far as the enemy has them.
        #[schemars(range(min = 1, max = 20))]
        counters: u8,
    },
    /// Once: the side's counters go from the state into the next.
    Push {
        /// The side whose army it is.
        side: String,
        /// The state.
        state: MoraleState,
        /// The number of counters, as far as they lie there.
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

/// Counters that a side forfeits when something happens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// The side that forfeits them.
    pub side: String,
    /// The event that costs them.
    pub on: ForfeitEvent,
    /// The number of counters.
    #[schemars(range(min = 1, max = 200))]
    pub counters: u8,
}

/// An event that makes a side forfeit counters.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForfeitEvent {
    /// The enemy comes to hold this place; once in a battle.
    pub lost: String,
}

/// The way in which units are deployed in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Deployment {
    /// The sides place one unit in turn, the higher throw of the Generalship dice first (SB-10.4).
    Alternate,
    /// The winner of each throw of the Generalship dice says who places a unit (SB-10.1).
    Generalship,
}

/// Units that start under trays, whose owner alone knows what lies there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Concealment {
    /// The side that conceals them.
    pub side: String,
    /// The place of the first tray; the others lie beside it.
    pub point: Spot,
    /// The cover that conceals them, in words.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["the wood"]))]
    pub area: Option<String>,
    /// The number of units, each under a tray of its own.
    #[schemars(range(min = 1, max = 8))]
    pub units: u8,
}

/// A place on the field (SB-8.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Inches from the side's own edge.
    #[schemars(range(max = 96))]
    pub at: u8,
    /// The lane, counted from the left as the first side sees it.
    #[schemars(range(min = 1, max = 18))]
    pub lane: u8,
}

/// A place on the field, and where whoever stands there looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacedSpot {
    /// Inches from the side's own edge.
    #[schemars(range(max = 96))]
    pub at: u8,
    /// The lane, counted from the left as the first side sees it.
    #[schemars(range(min = 1, max = 18))]
    pub lane: u8,
    /// The facing of the unit.
    #[serde(default)]
    pub facing: Facing,
}

/// A place of the scenario: a name, or a name and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PlaceEntry {
    /// A name. Nobody holds the place.
    Name(#[schemars(regex(pattern = NOT_BLANK))] String),
    /// A name and where it lies.
    Located(LocatedPlace),
}

impl PlaceEntry {
    /// Returns its name.
    pub fn name(&self) -> &str {
        match self {
            PlaceEntry::Name(name) | PlaceEntry::Located(LocatedPlace { place: name, .. }) => name,
        }
    }
}

/// A place that lies on the field, where sides can hold it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocatedPlace {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub place: String,
    /// Inches from the edge of the first side. Left out with `lane`, the place is held by nobody.
    #[schemars(range(max = 96))]
    pub at: Option<u8>,
    /// The lane, counted from the left as the first side sees it.
    #[schemars(range(min = 1, max = 18))]
    pub lane: Option<u8>,
    /// The side that holds it at the start.
    pub held_by: Option<String>,
}

/// A condition of victory, which comes before the count of counters.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryCondition {
    /// The rule by which the side wins.
    pub rule: VictoryRule,
    /// The place that it is about.
    pub place: String,
    /// The time of the test.
    #[serde(default)]
    pub at: VictoryTime,
    /// The only side that can win by it. Left out, either can.
    pub side: Option<String>,
}

/// A rule by which a side wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryRule {
    /// It holds the place.
    Hold,
}

/// The time at which a condition of victory is tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VictoryTime {
    /// When the last round is over.
    #[default]
    End,
    /// At once, whenever it is so.
    Now,
}

/// A special rule of the battle: when something happens, something else happens too.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialRule {
    /// The event that sets it off.
    pub on: SpecialEvent,
    /// The side whose rule it is: it is the player in `do`.
    pub side: String,
    /// It holds only while this is so.
    #[serde(rename = "while")]
    pub only_while: Option<SpecialCondition>,
    /// It does not hold while this is so.
    pub unless: Option<SpecialCondition>,
    /// The effects that follow, in at most 8 words of cards.
    #[serde(rename = "do")]
    #[schemars(length(min = 1, max = 8))]
    pub play: Vec<CardWord>,
    /// Only the first time.
    #[serde(default)]
    pub once: bool,
    /// Printed in place of the rule's own sentence.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
}

/// An event that sets a special rule off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SpecialEvent {
    /// A round in which cards are drawn, after the first player has been chosen.
    Round,
    /// The side's own turn begins.
    Turn,
    /// The side loses a unit: it is destroyed, or flees off the field.
    UnitLost,
    /// A unit of the side breaks.
    UnitBroken,
    /// The side wins an achievement.
    Achievement,
}

/// A condition: everything that is written here must be true.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialCondition {
    /// The side's army is in one of these states.
    #[schemars(length(min = 1, max = 4))]
    pub state: Option<Vec<MoraleState>>,
    /// It is one of these rounds.
    pub rounds: Option<RoundRange>,
    /// The side holds this place.
    pub holds: Option<String>,
}

/// A unit of an army.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArmyUnit {
    /// Its number, as `U1`. In a battle no two units have the same.
    pub unit: UnitId,
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The kind of unit.
    #[serde(default)]
    pub kind: UnitKind,
    /// Its points in the roster.
    #[schemars(range(min = 1, max = 5000))]
    pub points: u16,
    /// Its Morale Counter Value: the counters that its loss costs. Left out, its points divided by 75, rounded, at least
    /// one (SB-1.3).
    #[schemars(range(max = 99))]
    pub mcv: Option<u8>,
    /// Whether it is a named character, who can be challenged and can lead a group. Left out, a general is and others are
    /// not.
    pub named: Option<bool>,
    /// Its models. Left out, they follow from its kind and points.
    #[schemars(range(min = 1, max = 500))]
    pub models: Option<u16>,
    /// Whether it moves by itself at the first Move card of its side, and at every second after it (SB-6.5).
    #[serde(default)]
    pub alternate: bool,
    /// Its place at the start, unless units are deployed in play.
    pub at: Option<FacedSpot>,
    /// Inches that it moves. Left out, it follows from its kind.
    #[serde(rename = "move")]
    #[schemars(range(max = 24))]
    pub movement: Option<u8>,
    /// Inches from which it charges. Left out, its move and two dice.
    #[schemars(range(min = 1, max = 48))]
    pub charge: Option<u8>,
    /// Inches that it shoots, or casts. Left out, it follows from its kind.
    #[schemars(range(max = 96))]
    pub range: Option<u8>,
    /// The unit that it rides with, by name or number.
    #[serde(rename = "in")]
    pub carrier: Option<String>,
    /// A rule of the unit in words: printed with it, but not played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["Hates goblins."]))]
    pub rule_text: Option<String>,
    /// One or two sentences for the foot of its card.
    pub lore: Option<String>,
    /// A picture for its card, in the place of the side's arms.
    pub art: Option<Art>,
}

/// A card of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardDefinition {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub card: String,
    /// The deck that it belongs to.
    pub deck: DeckKind,
    /// The number of copies: of an Orders card in the stock, of others in the deck.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 16))]
    pub copies: u8,
    /// Its effects, in this order, in at most 8 words. An Orders card without any is a Lull: it is in every deck, and
    /// cannot be discarded instead of being played.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub play: Vec<CardWord>,
    /// Printed in place of its own sentences.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
    /// One or two sentences for the card's foot.
    pub lore: Option<String>,
    /// A picture.
    #[serde(skip_serializing)]
    pub art: Option<Art>,
}

/// The deck that a card belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeckKind {
    /// Orders: chosen from the stock, drawn each round, played after Events (SB-4.1).
    Orders,
    /// Events: drawn each round, all of them played first (SB-4.2).
    Events,
    /// Starter cards: on the table from the start, used once (SB-4.3).
    Starter,
}

impl DeckKind {
    /// Returns its word in documents.
    pub fn word(self) -> &'static str {
        match self {
            DeckKind::Orders => "orders",
            DeckKind::Events => "events",
            DeckKind::Starter => "starter",
        }
    }

    /// Returns the name of its cards: `Event cards`.
    pub fn cards(self) -> &'static str {
        match self {
            DeckKind::Orders => "Orders cards",
            DeckKind::Events => "Event cards",
            DeckKind::Starter => "starter cards",
        }
    }
}

fn one() -> u8 {
    1
}
