//! The YAML of Capture the Flag as Rust types (PB-10): the decks that battles are dealt from.

use schemars::JsonSchema;
use serde::Deserialize;

use muster_core::schema::{LANGUAGE, NOT_BLANK};
use muster_systems::art::{Art, ScenarioArt};
use muster_systems::fields::Fields;

use crate::values::{BlockKind, BlockQuality, Leader, MapEdge};

/// The decks from which battles of Capture the Flag are dealt (PB-10): twelve cards for each side, and the setup deck.
/// `muster new pub-battles NAME --capture-the-flag FILE` deals one.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptureTheFlag {
    /// The name of both armies together, printed on the cards.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The language of the cards and of dealt battles. `en` and `de` are built in; others need a translation file. Default:
    /// `en`.
    #[schemars(length(max = 35), regex(pattern = LANGUAGE), extend("examples" = ["de"]))]
    pub language: Option<String>,
    /// A picture of the battle, on the backs of the setup deck. `default` is a picture for each card of a corps without
    /// one.
    pub art: Option<ScenarioArt>,
    /// The file with the map, relative to this one. Default: `map` of this file.
    pub map: Option<String>,
    /// Optional rules in force in every dealt battle.
    #[serde(default)]
    pub optional: Vec<FlagRule>,
    /// The decks of the two sides.
    #[schemars(length(min = 2, max = 2))]
    pub decks: Vec<FlagDeck>,
    /// The setup deck. Default: nine cards, SSS 3, RRR 3, SSR 3, SRR 3, SSX 2, SRX 2, RRX 2, SXX 1, RXX 1.
    #[serde(default)]
    #[schemars(length(max = 99))]
    pub setup: Vec<SetupCard>,
}

/// An optional rule for dealt battles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(extend("x-synonyms" = {"leaders": "leadership", "baggage-trains": "trains"}))]
pub enum FlagRule {
    /// Leaders have ratings, and may join blocks (PB-8).
    Leadership,
    /// Blocks rally only with baggage trains (PB-6), in battles in which both sides have drawn one.
    Trains,
}

/// The deck of a side (PB-10.1): a card for each corps, and Fog of War cards to make twelve.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagDeck {
    /// The side's name.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub name: String,
    /// The side's arms or flag, for the backs of its cards.
    pub art: Option<Art>,
    /// Its home edge.
    pub edge: MapEdge,
    /// The headquarters of the army, which has no card of its own (PB-10.7).
    pub army_hq: Option<FlagArmyHq>,
    /// The army headquarters, if the side has several: each corps card names its own under `army`.
    #[serde(default)]
    #[schemars(length(max = 4))]
    pub army_hqs: Vec<FlagArmyHq>,
    /// The cards of its corps.
    #[schemars(length(max = 24))]
    pub corps: Vec<CorpsCard>,
    /// The number of Fog of War cards. Default: as many as make twelve.
    #[schemars(range(max = 99))]
    pub fog: Option<u16>,
}

impl FlagDeck {
    /// Returns the headquarters of its armies, each with the place where it is written, relative to the deck: `/army_hqs/0`.
    pub fn armies(&self) -> impl Iterator<Item = (String, &FlagArmyHq)> {
        let several = self.army_hqs.iter().enumerate().map(|(i, army)| (format!("/army_hqs/{i}"), army));
        self.army_hq.iter().map(|army| ("/army_hq".to_owned(), army)).chain(several)
    }

    /// Returns the place of the army of a card among [`FlagDeck::armies`]: the one it names, or the first.
    pub fn army_of(&self, card: &CorpsCard) -> Option<usize> {
        let named = |(_, army): (String, &FlagArmyHq)| card.army.as_ref().is_none_or(|name| *name == army.hq);
        self.armies().position(named)
    }
}

/// The headquarters of an army in Capture the Flag (PB-10.7).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlagArmyHq {
    /// The name of its leader.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// The quality of its leader, with `optional: [leadership]`.
    #[serde(default)]
    pub leader: Leader,
    /// Whether it has a chit. With a chit it is there from the start, or arrives with its guard; without one it is there as
    /// soon as one of its corps is, and acts with one of them in each turn.
    #[serde(default = "yes")]
    pub chit: bool,
}

/// The card of a corps: its blocks and their number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CorpsCard {
    /// The name of its leader, also used for its headquarters and chit; for the guard, the name of the card.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub hq: String,
    /// The quality of its leader, with `optional: [leadership]`.
    #[serde(default)]
    pub leader: Leader,
    /// The army headquarters that it belongs to, if its side has several.
    pub army: Option<String>,
    /// Whether it is the guard: its blocks belong to the headquarters of the army.
    #[serde(default)]
    pub guard: bool,
    /// The number of its blocks without trains. Default: counted.
    #[schemars(range(max = 99))]
    pub strength: Option<u16>,
    /// A picture on its card.
    pub art: Option<Art>,
    /// Data fields of your own, at most 32, which templates show as `{fields.NAME}`. The rules know nothing of them.
    pub fields: Option<Fields>,
    /// Its blocks.
    #[schemars(length(min = 1, max = 24))]
    pub blocks: Vec<CardBlock>,
}

impl CorpsCard {
    /// Returns the number of its blocks without trains, which counts as its strength.
    pub fn fighting(&self) -> usize {
        self.blocks.iter().filter(|block| block.kind.is_fighting()).count()
    }
}

/// A block on the card of a corps.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardBlock {
    /// Its name, unique on its card.
    #[schemars(regex(pattern = NOT_BLANK))]
    pub block: String,
    /// The kind of block.
    #[serde(default)]
    pub kind: BlockKind,
    /// The quality of the block.
    #[serde(default)]
    pub quality: BlockQuality,
    /// Its width, if different from the map's blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub width: Option<u16>,
    /// Its depth, if different from the map's blocks.
    #[schemars(range(min = 2, max = 2000))]
    pub depth: Option<u16>,
}

/// A card of the setup deck (PB-10.2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetupCard {
    /// Three letters, one for each of three stacks: S starts on the map, R are reinforcements, X waits for another day.
    #[schemars(extend("examples" = ["SRX"]))]
    pub letters: String,
    /// Its strength, 1 to 3: the side with the higher one attacks the base of the other.
    pub strength: u16,
}

fn yes() -> bool {
    true
}
