//! The YAML of States of Battle as Rust types. Doc comments are the schema's text.

mod achievements;
mod triggers;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use muster_core::schema::{LANGUAGE, NOT_BLANK};
use muster_systems::fields::Fields;

pub use self::achievements::{
    AchievementEntry, AchievementEvent, Achievements, OwnAchievement, PublishedAchievement, PublishedWord,
};
pub use self::triggers::StateTrigger;
pub use super::play::{StatesPlay, StatesRound};
pub use super::stand_in::StandIn;
pub use super::values::{Facing, MoraleState, PolyhedralDie, RoundRange, UnitId, UnitKind, UnitRange};
pub use super::words::CardWord;
pub use muster_systems::art::{Art, ScenarioArt};

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
    /// Units. A side lists them; in a file under `army` of a side, all of them belong to that side.
    #[serde(default)]
    pub units: Vec<ArmyUnit>,
    /// Your own Orders, Event and starter cards. A card with the name of a published card replaces it. A deck can have 16
    /// kinds of cards, including the published ones in use.
    #[serde(default)]
    pub cards: Vec<CardDefinition>,
    /// A recorded battle, checked round by round. It must be alone in its file.
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
    /// The language of cards and sheets: fixed words, sentences of cards and rules, hyphenation and quotation marks. `en`
    /// and `de` are built in; others need a translation file. Default: `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// The date of the battle, as printed.
    pub date: Option<String>,
    /// The set the scenario belongs to.
    pub set: Option<String>,
    /// A picture of the battle, for its sheet and for the backs of cards without arms. `default` is a picture for each
    /// card without one.
    pub art: Option<ScenarioArt>,
    /// The number of rounds; then the side with more counters wins. Default: the battle continues until a side has no
    /// counters.
    #[schemars(range(max = 999))]
    pub rounds: Option<u16>,
    /// Points of a roster for one Morale Counter. Default: 75 (SB-1.2).
    #[schemars(range(min = 1, max = 1000))]
    pub points_per_counter: Option<u16>,
    /// The two sides.
    #[schemars(length(max = 20))]
    pub sides: Vec<StatesSide>,
    /// The achievements: the published ones, or a list of published ones and your own, at most 16.
    #[serde(default)]
    pub achievements: Achievements,
    /// The cards in use: the published ones and those of `cards`, or only those of `cards`.
    #[serde(default)]
    pub cards: CardsInUse,
    /// The effects of a state on a side while its army is in it, or once when it enters it (SB-9.1): at most 32 triggers.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub triggers: Vec<StateTrigger>,
    /// Counters that a side forfeits when something happens (SB-1.2): at most 32 forfeits.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub forfeits: Vec<Forfeit>,
    /// The way units are deployed in play (SB-10). Default: they start at their `at`.
    pub deployment: Option<Deployment>,
    /// Units that start under trays (SB-10.2): at most 8 trays in all.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub concealed: Vec<Concealment>,
    /// Places for forfeits, victories and special rules: at most 8.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub places: Vec<PlaceEntry>,
    /// Victory conditions, checked before counters are compared (SB-1.6): at most 32.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub victory: Vec<VictoryCondition>,
    /// Special rules of the battle: at most 32.
    #[serde(default)]
    #[schemars(length(max = 32))]
    pub special: Vec<SpecialRule>,
    /// Numbers of the stand-in for the base game (SB-8).
    pub stand_in: Option<StandIn>,
    /// A special rule of the battle in words, for what `special` cannot express: printed with the special rules, but not
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
    /// A different number of Morale Counters from what the points give.
    pub counters: Option<CounterRule>,
    /// The side's Orders deck: the names of fourteen cards of the stock; Lulls are added. Default: the player chooses
    /// before the battle (SB-4.1).
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

/// A different number of counters from what the points give.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CounterRule {
    /// This many more than the points give; fewer if negative.
    Add(#[schemars(range(min = -200, max = 200))] i16),
    /// This many, whatever the points give.
    Exactly(#[schemars(range(max = 200))] u16),
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

/// The way units are deployed in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Deployment {
    /// The sides take turns placing one unit; the higher roll of the Generalship dice goes first (SB-10.4).
    Alternate,
    /// The winner of each roll of the Generalship dice decides who places a unit (SB-10.1).
    Generalship,
}

/// Units that start under trays; only their owner knows what is there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Concealment {
    /// The side that conceals them.
    pub side: String,
    /// The position of the first tray; the others are beside it.
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

/// A position and facing on the field.
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

/// A place of the scenario: a name, or a name and a position.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum PlaceEntry {
    /// A name. Nobody holds the place.
    Name(#[schemars(regex(pattern = NOT_BLANK))] String),
    /// A name and a position.
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

/// A place on the field that sides can hold.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocatedPlace {
    /// Its name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub place: String,
    /// Inches from the edge of the first side. Without `at` and `lane`, nobody holds the place.
    #[schemars(range(max = 96))]
    pub at: Option<u8>,
    /// The lane, counted from the left as the first side sees it.
    #[schemars(range(min = 1, max = 18))]
    pub lane: Option<u8>,
    /// The side that holds it at the start.
    pub held_by: Option<String>,
}

/// A victory condition, checked before counters are compared.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictoryCondition {
    /// The rule by which the side wins.
    pub rule: VictoryRule,
    /// The place that it is about.
    pub place: String,
    /// When it is checked.
    #[serde(default)]
    pub at: VictoryTime,
    /// The only side that can win by it. Default: either.
    pub side: Option<String>,
}

/// A rule by which a side wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VictoryRule {
    /// It holds the place.
    Hold,
}

/// When a victory condition is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VictoryTime {
    /// When the last round is over.
    #[default]
    End,
    /// At once, as soon as it is true.
    Now,
}

/// A special rule of the battle: when one event happens, another follows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpecialRule {
    /// The event that triggers it.
    pub on: SpecialEvent,
    /// The side that has the rule; it is the player in `do`.
    pub side: String,
    /// It applies only while this is true.
    #[serde(rename = "while")]
    pub only_while: Option<SpecialCondition>,
    /// It does not apply while this is true.
    pub unless: Option<SpecialCondition>,
    /// Its effects: at most 8 card effects.
    #[serde(rename = "do")]
    #[schemars(length(min = 1, max = 8))]
    pub play: Vec<CardWord>,
    /// Only the first time.
    #[serde(default)]
    pub once: bool,
    /// Printed instead of the rule's own sentence.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
}

/// An event that triggers a special rule.
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

/// A condition: all parts must be true.
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
    /// Its number, such as `U1`, unique in a battle.
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
    /// Its Morale Counter Value: the counters that its loss costs. Default: its points divided by 75, rounded, at least one
    /// (SB-1.3).
    #[schemars(range(max = 99))]
    pub mcv: Option<u8>,
    /// Whether it is a named character, who can be challenged and can lead a group. Default: true for a general, otherwise
    /// false.
    pub named: Option<bool>,
    /// Its number of models. Default: according to its kind and points.
    #[schemars(range(min = 1, max = 500))]
    pub models: Option<u16>,
    /// Whether it moves by itself with the first Move card of its side, and with every second one after that (SB-6.5).
    #[serde(default)]
    pub alternate: bool,
    /// Its position at the start, unless units are deployed in play.
    pub at: Option<FacedSpot>,
    /// Inches that it moves. Default: according to its kind.
    #[serde(rename = "move")]
    #[schemars(range(max = 24))]
    pub movement: Option<u8>,
    /// Inches from which it charges. Default: its move plus two dice.
    #[schemars(range(min = 1, max = 48))]
    pub charge: Option<u8>,
    /// Inches that it shoots or casts. Default: according to its kind.
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
    /// A picture for its card, instead of the side's arms.
    pub art: Option<Art>,
    /// Data fields of your own, at most 32, which templates show as `{fields.NAME}`. The rules know nothing of them.
    pub fields: Option<Fields>,
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
    /// Its effects, in this order: at most 8. An Orders card without any is a Lull: every deck has it, and it cannot be
    /// discarded instead of being played.
    #[serde(default)]
    #[schemars(length(max = 8))]
    pub play: Vec<CardWord>,
    /// Printed instead of its own sentences.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub text: Option<String>,
    /// One or two sentences for the card's foot.
    pub lore: Option<String>,
    /// A picture.
    #[serde(skip_serializing)]
    pub art: Option<Art>,
    /// Data fields of your own, at most 32, which templates show as `{fields.NAME}`. The rules know nothing of them.
    #[serde(skip_serializing)]
    pub fields: Option<Fields>,
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
