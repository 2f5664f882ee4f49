//! Three Banners: three sides with hidden hands play a card in each turn, all in the order of their seats. A card that
//! charges adds a ten-sided die to its worth, one that stands adds five. Who has most points after three turns wins.

pub(crate) mod engine;
mod notation;
mod position;
mod print;

use std::sync::Arc;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_core::source::Address;
use muster_systems::names::Knob;
use muster_systems::{Doc, DocumentKind, FilesAt, Game};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) use engine::Banners;

/// A battle, a deck of cards, or a recorded battle.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    /// The game.
    #[expect(dead_code, reason = "the core reads it")]
    system: String,
    /// The battle.
    battle: Option<Battle>,
    /// Other files with cards of the battle.
    #[expect(dead_code, reason = "the core reads them")]
    #[serde(default)]
    decks: Vec<String>,
    /// The cards.
    #[serde(default)]
    cards: Vec<Card>,
    /// A recorded battle.
    play: Option<Play>,
}

/// Who meets.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Battle {
    /// The name of the battle.
    name: String,
    /// The three sides, in the order of their seats.
    sides: [Side; 3],
}

/// One of the sides.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Side {
    /// Its name.
    name: String,
    /// What only its player knows.
    secret: String,
}

/// A kind of card.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Card {
    /// Its number.
    card: String,
    /// Its name.
    name: String,
    /// The points that it adds.
    #[schemars(range(max = 20))]
    worth: u8,
    /// How many there are.
    #[schemars(range(max = 20))]
    copies: u8,
    /// What else is printed on it.
    text: Option<String>,
}

/// A battle that was played.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Play {
    /// The file of the battle.
    #[expect(dead_code, reason = "the core reads it")]
    scenario: String,
    /// Its turns.
    turns: Vec<PlayTurn>,
    /// How it ended.
    result: Option<PlayResult>,
}

/// A turn, which all sides share.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayTurn {
    /// The cards that each side drew, in the first turn.
    #[serde(default)]
    dealt: Vec<Vec<String>>,
    /// What each side played, in their order.
    #[serde(default)]
    plays: Vec<Played>,
    /// The dice of those that charged, in their order.
    #[serde(default)]
    dice: Vec<Die>,
    /// The points of each side after it.
    points: Option<[u32; 3]>,
}

/// A face of a ten-sided die.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[schemars(transparent)]
struct Die(#[schemars(range(min = 1, max = 10))] u8);

/// A card that was played.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Played {
    /// The name of the card.
    card: String,
    /// What it did.
    how: How,
}

/// What a card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum How {
    /// Adds a die to its worth.
    Charge,
    /// Adds five to its worth.
    Stand,
}

/// How a battle ended.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlayResult {
    /// The side that won; none where the battle was drawn.
    winner: Option<String>,
    /// Why: `points`.
    by: String,
}

/// A battle with the cards of its decks, or a deck alone.
pub(crate) struct War(Vec<Arc<Doc<Document>>>);

impl War {
    fn battle(&self) -> Option<&Battle> {
        self.0[0].model.battle.as_ref()
    }

    /// Returns the sides, each with its place.
    fn sides(&self) -> impl Iterator<Item = (&Side, Address)> {
        let sides = self.battle().into_iter().flat_map(|battle| &battle.sides).enumerate();
        sides.map(|(i, side)| (side, self.0[0].address(format!("/battle/sides/{i}"))))
    }

    /// Returns the kinds of cards, each with its place.
    fn cards(&self) -> impl Iterator<Item = (&Card, Address)> {
        let of = |doc: &'_ Arc<Doc<Document>>| doc.model.cards.len();
        self.0
            .iter()
            .flat_map(move |doc| (0..of(doc)).map(move |i| (&doc.model.cards[i], doc.address(format!("/cards/{i}")))))
    }
}

/// The cards that are dealt to all sides together.
const DEALT: u32 = 9;

static TOO_FEW_CARDS: Check<War> = Check {
    code: Code::new("BA101", "too-few-cards", Severity::Error, include_str!("banners/too_few_cards.md")),
    run: too_few_cards,
};

fn too_few_cards(war: &War, cx: &mut Cx<'_>) {
    let count: u32 = war.cards().map(|(card, _)| u32::from(card.copies)).sum();
    if war.battle().is_some() && count < DEALT {
        let text = format!("`{count}` cards, where {DEALT} are dealt");
        cx.push(cx.finding(war.0[0].address("/battle/name"), text));
    }
}

static SHOUTED_NAME: Check<War> = Check {
    code: Code::new("BA102", "shouted-name", Severity::Warning, include_str!("banners/shouted_name.md")),
    run: shouted_name,
};

fn shouted_name(war: &War, cx: &mut Cx<'_>) {
    for (card, at) in war.cards().filter(|(card, _)| card.name.len() > 1 && card.name == card.name.to_uppercase()) {
        let quiet = card.name[..1].to_owned() + &card.name[1..].to_lowercase();
        let at = at.join("/name");
        cx.push(cx.finding(at.clone(), format!("`{}` is all capitals", card.name)).replace(true, at, quiet));
    }
}

/// A card that was never played.
const NEVER_PLAYED: Code =
    Code::new("BA301", "never-played", Severity::Warning, include_str!("banners/never_played.md"));
/// A play that cannot be.
const WRONG_PLAY: Code = Code::new("BA401", "wrong-play", Severity::Error, include_str!("banners/wrong_play.md"));

impl Game for Banners {
    const ID: &'static str = "banners";
    const TITLE: &'static str = "Three Banners";
    const CHECKS: &'static [&'static Check<War>] = &[&TOO_FEW_CARDS, &SHOUTED_NAME];
    const CODES: &'static [&'static [Code]] = &[&[NEVER_PLAYED, WRONG_PLAY]];
    const NUMBERED: &'static [(&'static str, &'static str)] = &[("cards", "card")];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind::record("play", &[FilesAt { pointer: "/play/scenario", kind: "battle" }]),
        DocumentKind::main("battle", &[FilesAt { pointer: "/decks", kind: "deck" }]),
        DocumentKind::part("deck", "cards", &[]),
    ];
    const SKELETON: &'static str = include_str!("banners/skeleton.yaml");

    type Model = Document;
    type Battle = War;

    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> War {
        War(docs)
    }

    fn topics() -> Vec<(&'static str, &'static str)> {
        vec![("hands", include_str!("banners/hands.md"))]
    }

    fn knobs(war: &War) -> Vec<Knob> {
        let knob = |(card, at): (&Card, Address)| Knob {
            what: format!("worth of `{}`", card.name),
            at: at.join("/worth"),
            value: card.worth.into(),
            range: 0..=20,
        };
        war.cards().map(knob).collect()
    }
}
