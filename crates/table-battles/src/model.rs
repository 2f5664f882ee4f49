//! The YAML of Table Battles as Rust types. Doc comments are the schema's text.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use muster_core::schema::{LANGUAGE, NOT_BLANK};
use muster_systems::fields::Fields;

use super::effects::Deed;
pub use super::effects::Effect;
pub use super::values::{CardId, CardRange, DiceArea, Hits, Requirement, Strength, Wing};
pub use muster_systems::art::{Art, ScenarioArt};

/// A Table Battles document: a scenario with its formations, a deck of formations, or a recorded play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The game system this document is for.
    pub system: SystemName,
    /// The battle. A file without one is a deck (or a play).
    pub scenario: Option<Scenario>,
    /// Other files whose formations this scenario may use, relative to this file.
    #[serde(default)]
    pub decks: Vec<String>,
    /// The formation cards.
    #[serde(default)]
    pub formations: Vec<Formation>,
    /// A recorded battle, checked move by move. It must be alone in its file.
    pub play: Option<Play>,
}

/// The game system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SystemName {
    /// Table Battles, designed by Amabel Holland.
    TableBattles,
}

/// The set-up card of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The scenario's number in its set.
    #[schemars(range(max = 9999))]
    pub number: Option<u32>,
    /// The battle's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The language of the cards: fixed words, sentences of special rules, hyphenation and quotation marks. `en` and `de`
    /// are built in; others need a translation file. Default: `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// The date of the battle, as printed.
    pub date: Option<String>,
    /// The set the scenario belongs to.
    pub set: Option<String>,
    /// Expansion rules in force. Default: none.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// The two sides.
    #[schemars(length(max = 20))]
    pub sides: Vec<Side>,
    /// Special rules of the battle; they always apply.
    #[serde(default)]
    pub special: Vec<Effect>,
    /// A special rule of the battle in words, for what `special` cannot express: printed with the special rules, but not
    /// played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["Neither side may bombard before the third turn."]))]
    pub rule_text: Option<String>,
    /// Free text for the set-up card.
    pub notes: Option<String>,
    /// A picture for the set-up card, and for backs without the arms of a side. `default` is a picture for each card
    /// without one.
    pub art: Option<ScenarioArt>,
}

/// An expansion rule that a scenario turns on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Linked formations suffer one hit fewer when attacked.
    Links,
    /// Sticks may be moved between formations of one arm.
    Shift,
    /// Infantry with at least three more sticks than its target does one more hit.
    Oblique,
}

/// One of the two armies.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The army's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// Whether this side goes first. Exactly one side must.
    #[serde(default)]
    pub first: bool,
    /// Morale cubes at set-up.
    #[schemars(range(max = 10))]
    pub morale: u8,
    /// The side's cards: a range, a card, or a list of either.
    pub cards: Cards,
    /// Wins or draws the battle when this many enemy sticks have been eliminated.
    pub tactical: Option<Tactical>,
    /// The side's arms or flag, for the backs of its cards.
    pub art: Option<Art>,
}

/// A range, a card, or a list of either.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Cards {
    /// One card or one range.
    One(CardRange),
    /// Several.
    Many(#[schemars(length(min = 1, max = 100))] Vec<CardRange>),
}

/// A tactical goal of one side.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tactical {
    /// The number of enemy sticks to eliminate.
    #[schemars(range(min = 1, max = 80))]
    pub sticks: u8,
    /// The result of reaching it.
    #[serde(default)]
    pub result: TacticalResult,
}

/// The result of reaching a tactical number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TacticalResult {
    /// The side wins.
    #[default]
    Victory,
    /// The battle is drawn.
    Draw,
}

/// One side of a formation card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Formation {
    /// Card number and side, as `7A`.
    pub card: CardId,
    /// The formation's name, as other cards name it.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The wing, and the colour of its band.
    pub wing: Wing,
    /// Sticks of a normal formation, or the most cubes of a special one: `I`, `II`, `III`.
    pub strength: Strength,
    /// Counts double for morale when it routs.
    #[serde(default)]
    pub star: bool,
    /// The dice that may be placed here.
    pub dice: DiceArea,
    /// The way it enters play, if it starts in reserve.
    pub reserve: Option<Reserve>,
    /// May leave play as its side's action.
    #[serde(default)]
    pub retire: bool,
    /// Leaves play when a formation that its attacks name routs.
    #[serde(default)]
    pub pursuit: bool,
    /// Link marks on the card's edges.
    pub link: Option<Link>,
    /// Infantry or cavalry.
    pub arm: Option<Arm>,
    /// Actions and reactions, in printed order.
    #[serde(default)]
    pub actions: Vec<Action>,
    /// Special rules of the card; they apply while it is in play.
    #[serde(default)]
    pub special: Vec<Effect>,
    /// A special rule in words, for what `special` cannot express: printed with the special rules, but not played.
    #[schemars(regex(pattern = NOT_BLANK), extend("examples" = ["Once, this card may act in the opponent's turn."]))]
    pub rule_text: Option<String>,
    /// One or two sentences for the card's foot.
    pub lore: Option<String>,
    /// A picture.
    pub art: Option<Art>,
    /// Data fields of your own, at most 32, which templates show as `{fields.NAME}`. The rules know nothing of them.
    pub fields: Option<Fields>,
    /// The number of copies to print.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 99))]
    pub copies: u8,
}

fn one() -> u8 {
    1
}

/// The way a formation in reserve enters play.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reserve {
    /// Enters when this friend retires, routs or pursues.
    Behind(String),
    /// Enters only when this friend commands it.
    CommandedBy(String),
}

/// Link marks on a card's edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Link {
    /// To the card with the next lower number.
    Left,
    /// To the card with the next higher number.
    Right,
    /// To both neighbours.
    Both,
}

/// The arm of a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// On foot.
    Infantry,
    /// Mounted.
    Cavalry,
}

/// An action or reaction that a formation performs with its dice.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Hits the first listed enemy formation that is still in the battle.
    Attack {
        /// Enemy formations, in order: the second one is attacked only after the first has left play.
        targets: NameList,
        /// The dice that the card must show.
        requires: Option<Requirement>,
        /// Hits on the target: `2`, `1 per die`, `1 + 1 per die`.
        hits: Hits,
        /// Sticks this formation loses as it attacks.
        #[serde(default, rename = "self")]
        #[schemars(range(max = 20))]
        own: u8,
    },
    /// Takes one morale cube from the enemy, never the last.
    Bombard {
        /// The dice that the card must show.
        requires: Option<Requirement>,
    },
    /// Brings a friend out of reserve.
    Command {
        /// Friends in reserve; the first still there enters.
        targets: NameList,
        /// The dice that the card must show.
        requires: Option<Requirement>,
    },
    /// Reaction: cancels an attack of a listed enemy.
    Screen {
        /// Enemy formations, or `any`.
        targets: Targets,
        /// The dice that the card must show.
        requires: Option<Requirement>,
        /// Whether it may be declined.
        #[serde(default)]
        voluntary: bool,
    },
    /// Reaction of the attacked formation: the attacker is hit as well.
    Counterattack {
        /// Enemy formations, or `any`.
        targets: Targets,
        /// The dice that the card must show.
        requires: Option<Requirement>,
        /// Hits on the attacker: `2`, `1 per die`, `1 + 1 per die`.
        hits: Hits,
        /// The number of hits by which it reduces the attack on this formation.
        #[serde(default)]
        #[schemars(range(max = 20))]
        takes_less: u8,
        /// Whether it may be declined.
        #[serde(default)]
        voluntary: bool,
    },
    /// Reaction: takes a friend's hits.
    Absorb {
        /// Friends, or `any`.
        targets: Targets,
        /// The dice that the card must show.
        requires: Option<Requirement>,
        /// The share of the hits that it takes.
        #[serde(default)]
        takes: Takes,
        /// Whether it may be declined.
        #[serde(default)]
        voluntary: bool,
    },
}

impl Action {
    /// Returns its word after `type:`.
    pub fn word(&self) -> &'static str {
        match self {
            Action::Attack { .. } => "attack",
            Action::Bombard { .. } => "bombard",
            Action::Command { .. } => "command",
            Action::Screen { .. } => "screen",
            Action::Counterattack { .. } => "counterattack",
            Action::Absorb { .. } => "absorb",
        }
    }

    /// Returns the deed that special rules know it as.
    pub fn deed(&self) -> Deed {
        match self {
            Action::Attack { .. } => Deed::Attack,
            Action::Bombard { .. } => Deed::Bombard,
            Action::Command { .. } => Deed::Command,
            Action::Screen { .. } => Deed::Screen,
            Action::Counterattack { .. } => Deed::Counterattack,
            Action::Absorb { .. } => Deed::Absorb,
        }
    }

    /// Returns the requirement on its dice.
    pub fn requires(&self) -> Option<Requirement> {
        match self {
            Action::Attack { requires, .. }
            | Action::Bombard { requires }
            | Action::Command { requires, .. }
            | Action::Screen { requires, .. }
            | Action::Counterattack { requires, .. }
            | Action::Absorb { requires, .. } => *requires,
        }
    }

    /// Returns true if it is an attack.
    pub fn is_attack(&self) -> bool {
        matches!(self, Action::Attack { .. })
    }
}

/// Names or card numbers of formations. A card number wins over a name.
pub type NameList = Vec<String>;

/// `any`, or names or card numbers of formations.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Targets {
    /// Whichever formation it is.
    Any(Any),
    /// These.
    Listed(NameList),
}

/// The word `any`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Any {
    /// Whichever formation it is.
    Any,
}

/// The share of the hits that an absorb takes; the target takes none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Takes {
    /// All of them.
    #[default]
    All,
    /// Only one.
    One,
    /// One fewer than there are.
    #[serde(rename = "one fewer")]
    OneFewer,
}

/// A recorded battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The scenario's file, relative to this one.
    pub scenario: String,
    /// The turns, in order, the two sides in turn.
    pub turns: Vec<PlayTurn>,
    /// The outcome of the battle.
    pub result: Option<PlayResult>,
}

/// One side's turn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayTurn {
    /// The side whose turn it is.
    pub side: String,
    /// Sticks sent from one formation to another.
    pub shift: Option<ShiftMove>,
    /// The action: `pass`, an action of a card, or a retirement. Omit it if the action phase is skipped.
    pub act: Option<Act>,
    /// The other side's reaction, or `decline`. Omit it if none is possible.
    pub react: Option<React>,
    /// The dice as rolled, as many as are in the pool.
    #[serde(default)]
    #[schemars(length(max = 6))]
    pub roll: Vec<Die>,
    /// The dice placed, card by card.
    #[serde(default)]
    pub place: Vec<PlaceMove>,
    /// The expected state at the end of the turn.
    pub expect: Option<Expect>,
}

/// A die's face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Die(#[schemars(range(min = 1, max = 6))] pub u8);

/// Sticks in transit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShiftMove {
    /// The card they leave, by number or by name.
    pub from: String,
    /// The card they join, by number or by name.
    pub to: String,
    /// The number of sticks.
    #[schemars(range(min = 1))]
    pub sticks: u8,
}

/// The action of a side in its action phase.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Act {
    /// Nothing.
    Word(Pass),
    /// An action of a card.
    Card(CardAction),
    /// A formation leaves play.
    Retire(RetireMove),
}

/// The word `pass`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Pass {
    /// No action.
    Pass,
}

/// An action or reaction of a card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardAction {
    /// The card, by number or by name.
    pub card: String,
    /// The number of its action, counted from 1.
    #[schemars(range(min = 1))]
    pub action: u8,
    /// Whether it is a null action: the dice are only removed, because the action could not be performed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub null: bool,
}

/// A retirement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RetireMove {
    /// The card that retires, by number or by name.
    pub retire: String,
}

/// The other side's reaction to an attack.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum React {
    /// Nothing, where only voluntary reactions are possible.
    Word(Decline),
    /// A reaction of a card.
    Card(CardReaction),
}

/// The word `decline`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Decline {
    /// No reaction.
    Decline,
}

/// A reaction of a card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardReaction {
    /// The card, by number or by name.
    pub card: String,
    /// The number of its action, counted from 1.
    #[schemars(range(min = 1))]
    pub action: u8,
}

/// Dice placed on one card.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceMove {
    /// The card, by number or by name.
    pub card: String,
    /// The dice, in any order.
    #[schemars(length(min = 1, max = 6))]
    pub dice: Vec<Die>,
}

/// Any part of the state after a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The side to move next.
    pub turn: Option<String>,
    /// Morale cubes by side.
    #[serde(default)]
    pub morale: BTreeMap<String, u8>,
    /// Dice not on cards, by side.
    #[serde(default)]
    pub pool: BTreeMap<String, u8>,
    /// Sticks by card, each by number or by name.
    #[serde(default)]
    pub sticks: BTreeMap<String, u8>,
    /// Cubes by card, each by number or by name.
    #[serde(default)]
    pub cubes: BTreeMap<String, u8>,
    /// Dice by card, each by number or by name.
    #[serde(default)]
    pub dice: BTreeMap<String, Vec<Die>>,
    /// The place of cards, each by number or by name.
    #[serde(default, rename = "where")]
    pub location: BTreeMap<String, Location>,
}

/// The place of a formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Location {
    /// In play.
    Play,
    /// In reserve.
    Reserve,
    /// Out of the battle.
    Out,
}

/// The outcome of a battle.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayResult {
    /// The side that won. Omit it for a draw.
    pub winner: Option<String>,
    /// The reason for the outcome.
    pub by: Cause,
}

/// The reason why a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// A side had no morale cubes left.
    Morale,
    /// A side could never again attack.
    #[serde(rename = "cannot attack")]
    CannotAttack,
    /// A tactical number was reached.
    Tactical,
    /// A condition of the scenario.
    Scenario,
}
