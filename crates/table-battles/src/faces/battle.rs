//! The pieces of a battle: the set-up card, each side's formations, what is too long for them; and what is printed once
//! for all battles.

use std::sync::Arc;

use muster_core::print::template::{Content, Offer};
use muster_core::source::Address;
use muster_systems::Printed;
use muster_systems::catalogue::{Catalogue, WordList};
use muster_systems::fields::Fields;
use muster_systems::printed::{Back, Extra, FaceContent, Moved, Overflow, Piece, Surface, With};
use muster_templates::CarriedLook;
use muster_templates::TABLE_BATTLES;

use super::back::back;
use super::{FormationView, OFFER, SetupView, TITLE, line_up, reference, rules, tokens};
use crate::TableBattles;
use crate::effects::Effect;
use crate::resolve::{Battle, Found, rule_pointer};
use crate::words::{WORDS, Word, Wording};

/// The set-up card.
const SETUP: &str = "setup";
/// The line-up, on the other side of the set-up card.
const LINE_UP: &str = "line-up";
/// The reference card: the course of the game, and the meaning of its signs.
const REFERENCE: &str = "reference";
/// The tokens that are laid on the cards.
const TOKENS: &str = "tokens";

impl Printed for TableBattles {
    const OFFER: &'static Offer = &OFFER;
    const TEMPLATES: &'static [CarriedLook] = TABLE_BATTLES.looks;
    const LAYOUTS: &'static [CarriedLook] = TABLE_BATTLES.layouts;
    const WORDS: &'static WordList = &WORDS;
    const CATALOGUES: &'static [&'static str] = TABLE_BATTLES.catalogues;
    const EXTRAS: &'static [Extra] = &[
        Extra { name: SETUP, about: "The set-up card of each scenario", by_default: true, token: false, large: false },
        Extra {
            name: LINE_UP,
            about: "The line-up of each scenario from above, on the other side of its set-up card",
            by_default: false,
            token: false,
            large: false,
        },
        Extra {
            name: REFERENCE,
            about: "A reference card for each player: the course of a turn and the symbols",
            by_default: false,
            token: false,
            large: false,
        },
        Extra {
            name: TOKENS,
            about: "Sticks and cubes to cut out, as many as are needed",
            by_default: false,
            token: true,
            large: false,
        },
    ];

    fn language(battle: &Battle) -> Option<(&str, Address)> {
        let language = battle.scenario()?.language.as_deref()?;
        Some((language, battle.scenario_address("/scenario/language")))
    }

    fn pieces<'a>(battle: &'a Battle, with: &With, words: &'a Catalogue) -> Vec<Piece<'a>> {
        let wording = Wording::new(words);
        let line_up = with.has(LINE_UP).then(|| line_up::piece(battle, wording, setup_back(battle, wording))).flatten();
        let mut setup = if with.has(SETUP) { setup(battle, wording) } else { None };
        if let (Some(setup), Some(line_up)) = (&mut setup, &line_up) {
            setup.leaf.clone_from(&line_up.leaf);
        }
        setup
            .into_iter()
            .chain(line_up)
            .chain(printed_cards(battle).into_iter().map(|card| formation(battle, wording, card)))
            .collect()
    }

    fn shared_pieces(battles: &[Arc<Battle>], with: &With, words: &Catalogue) -> Vec<Piece<'static>> {
        let wording = Wording::new(words);
        let mut pieces = Vec::new();
        if with.has(REFERENCE) {
            pieces.extend(reference::pieces(battles, wording));
        }
        if with.has(TOKENS) {
            pieces.extend(tokens::pieces(battles, wording));
        }
        pieces
    }

    fn further_card<'a>(battle: &'a Battle, texts: &[Moved<'_>], words: &'a Catalogue) -> Option<Piece<'a>> {
        Some(rules::piece(battle, Wording::new(words), texts))
    }
}

/// Returns the back of the set-up card.
fn setup_back<'a>(battle: &'a Battle, wording: Wording<'_>) -> Back<'a> {
    back(battle, wording, true, "scenario", None, None)
}

/// Returns the set-up card. Its number is `setup`.
fn setup<'a>(battle: &'a Battle, wording: Wording<'a>) -> Option<Piece<'a>> {
    let scenario = battle.scenario()?;
    let special = battle.special_texts(None, wording);
    let effects = scenario.special.len();
    let at = |pointer: &str| battle.scenario_address(&format!("/scenario{pointer}"));
    let mut texts = texts_of(&special, effects, &at);
    texts.extend(scenario.notes.iter().map(|notes| (notes.clone(), at("/notes"))));
    let content = move |special: &[String]| {
        let (reserves, cubes) = (reserves(battle), cubes(battle, wording));
        super::setup(&SetupView { scenario, reserves: &reserves, cubes: &cubes, special, wording })
    };
    let place = Box::new(move |tag: &str| battle.scenario_address(&format!("/scenario{tag}")));
    let front = FaceContent { face: super::setup::FACE.name, content: content(&special), place: Some(place) };
    Some(Piece {
        group: vec![scenario.name.clone()],
        back: setup_back(battle, wording),
        at: Some(battle.scenario_address(TITLE)),
        texts,
        overflow: overflow(wording, wording.word(Word::TheBattle), special, effects, &at, content),
        ..Piece::new(SETUP, wording.word(Word::SetUp), Surface::Face(front))
    })
}

/// Returns the card of a formation, under a bookmark of its wing. Its number is the formation's.
fn formation<'a>(battle: &'a Battle, wording: Wording<'a>, index: usize) -> Piece<'a> {
    let written = battle.formation(index);
    let side = battle.cards[index].sides.first().copied();
    // A card of a deck is the same card in every battle, and bears the name of none.
    let own = battle.written_place(index).0 == 0;
    let title = battle.scenario().filter(|_| own).map_or("", |scenario| &scenario.name);
    let special = battle.special_texts(Some(index), wording);
    let effects = written.special.len();
    let at = |pointer: &str| battle.card_address(index, pointer);
    let mut texts = texts_of(&special, effects, &at);
    texts.extend(written.lore.iter().map(|lore| (lore.clone(), at("/lore"))));
    texts.extend(Fields::texts(written.fields.as_ref(), at));
    let scenario_art = battle.scenario().and_then(|scenario| scenario.art.as_ref());
    let content = move |special: &[String]| {
        let name_of = |text: &str| name_of(battle, side, text);
        let view =
            FormationView { formation: written, name_of: &name_of, special, battle: title, scenario_art, wording };
        super::formation(&view)
    };
    let place = Box::new(move |tag: &str| match tag.starts_with("/scenario") {
        true => battle.scenario_address(tag),
        false => battle.card_address(index, tag),
    });
    let (accent, wing) = super::formation::wing(written.wing);
    let label = format!("{} {}", written.card, written.name);
    let group = [title.to_owned(), wording.word(wing[1])];
    let front = FaceContent { face: super::formation::FACE.name, content: content(&special), place: Some(place) };
    Piece {
        group: group.into_iter().filter(|g| !g.is_empty()).collect(),
        leaf: Some(leaf(battle, index)),
        side: side.and_then(|side| Some(battle.sides().get(side)?.name.clone())),
        back: back(battle, wording, own, accent, Some(wing), side),
        copies: u32::from(written.copies),
        at: Some(at("")),
        texts,
        overflow: overflow(wording, label.clone(), special, effects, &at, content),
        ..Piece::new(written.card.to_string(), label, Surface::Face(front))
    }
}

/// Returns the texts of special rules with the places where an author writes icons into them.
fn texts_of(special: &[String], effects: usize, at: &dyn Fn(&str) -> Address) -> Vec<(String, Address)> {
    let text = |(i, text): (usize, &String)| (text.clone(), at(&text_pointer(effects, i)));
    special.iter().enumerate().map(text).collect()
}

/// Returns what moves to a card of special rules where they are too long for their own.
fn overflow<'a>(
    wording: Wording<'a>,
    title: String,
    special: Vec<String>,
    effects: usize,
    at: &dyn Fn(&str) -> Address,
    content: impl Fn(&[String]) -> Content<'a> + Send + Sync + 'a,
) -> Option<Overflow<'a>> {
    let texts: Vec<(String, Address)> =
        special.into_iter().enumerate().map(|(i, text)| (text, at(&rule_pointer(effects, i)))).collect();
    let rest = Box::new(move || content(&[wording.word(Word::RulesElsewhere)]));
    (!texts.is_empty()).then_some(Overflow { title, texts, rest })
}

/// Returns the cards to print: those in the sides, in their order; of a deck alone, all.
pub(super) fn printed_cards(battle: &Battle) -> Vec<usize> {
    match battle.scenario() {
        Some(_) => battle.armies.iter().flat_map(|army| army.cards.iter().copied()).collect(),
        None => (0..battle.cards.len()).collect(),
    }
}

/// Returns the piece of card a formation is printed on: 7A and 7B of one set are its two sides (TB-1.3).
fn leaf(battle: &Battle, index: usize) -> String {
    let set = battle.scenario().and_then(|scenario| scenario.set.as_deref()).unwrap_or_default();
    format!("{set} {}", battle.formation(index).card.number)
}

/// Returns by side the names of the formations that start in reserve.
fn reserves(battle: &Battle) -> Vec<Vec<String>> {
    let waiting = |card: &&usize| battle.formation(**card).reserve.is_some();
    let name = |card: &usize| battle.formation(*card).name.clone();
    battle.armies.iter().map(|army| army.cards.iter().filter(waiting).map(name).collect()).collect()
}

/// Returns the place where the author's own text of a rule is written, by its number and how many effects there are.
fn text_pointer(effects: usize, number: usize) -> String {
    let suffix = if number < effects { "/text" } else { "" };
    rule_pointer(effects, number) + suffix
}

/// Returns by side the cubes on cards that start with a number of their own.
fn cubes(battle: &Battle, wording: Wording<'_>) -> Vec<Vec<String>> {
    let own = |card: &&usize| battle.formation(**card).special.iter().any(|e| matches!(e, Effect::StartsWith(_)));
    let on = |card: &usize| {
        let name = &battle.formation(*card).name;
        wording.say(Word::CubesOn, &[battle.cubes_at_start(*card).into(), name.into()])
    };
    battle.armies.iter().map(|army| army.cards.iter().filter(own).map(on).collect()).collect()
}

/// Returns the printed name of what a card of `side` refers to.
fn name_of(battle: &Battle, side: Option<usize>, text: &str) -> String {
    let found = battle.find(side.unwrap_or(0), true, text);
    match found {
        Found::Card(card) | Found::WrongSide(card) | Found::Unused(card) => battle.formation(card).name.clone(),
        Found::Nothing => text.to_owned(),
    }
}
