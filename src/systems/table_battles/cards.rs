//! The model to faces: what formation cards and the set-up card say; templates place it.
//!
//! What does not fit comes back as [`Misfit`]s; their tags end the JSON Pointer of the formation
//! (`/actions/1`) or of the scenario (`/sides/0/name`); [`TITLE`] is whole. A card with misfits is not fit to be printed.

mod back;
mod battle;
mod dice;
mod findings;
mod formation;
mod reference;
mod rules;
mod setup;
mod symbols;
mod tokens;
mod words;

use std::sync::Arc;

pub use findings::CODES;

use super::model::{Formation, Scenario};
use crate::print::layout::Typesetter;
use crate::print::template::{Content, Face, Faces, Offer};
use crate::print::{Card, Misfit};

/// What templates may name.
pub const OFFER: Offer = Offer {
    faces: &[formation::FACE, setup::FACE, rules::FACE, reference::FACE, back::FACE, tokens::STICK, tokens::CUBE],
    accents: &["red", "pink", "blue", "dkblue", "scenario"],
    colors: &["star", "star-line"],
    icons: symbols::ICONS,
    icon: symbols::icon,
};

/// A look carried in the program: its name and the files of its folder.
macro_rules! look {
    ($look:literal: $($name:literal)*) => {
        ($look, &[$(include_str!(concat!("../../../templates/table-battles/", $look, "/", $name, ".yaml"))),*])
    };
}

/// The looks that are carried in the program; what one lacks stands in the last.
pub const TEMPLATES: &[(&str, &[&str])] = &[
    look!("low-ink": "base" "formation" "setup" "rules" "reference" "back" "stick"),
    look!("classic": "base" "formation" "setup" "rules" "reference" "back" "stick" "cube"),
];

/// A formation and what its card shows beyond its own lines.
#[derive(Clone, Copy)]
pub struct FormationView<'a> {
    /// The formation.
    pub formation: &'a Formation,
    /// The printed name of what a target or reserve line refers to, by the name or number written there.
    pub name_of: &'a dyn Fn(&str) -> String,
    /// The texts of its special rules, in the order of the YAML, the rule in words last.
    pub special: &'a [String],
    /// Small print at the foot: the battle. May be empty.
    pub battle: &'a str,
}

/// A scenario and what its set-up card shows beyond its own lines.
#[derive(Clone, Copy)]
pub struct SetupView<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// By side: the names of the formations that start in reserve.
    pub reserves: &'a [Vec<String>],
    /// By side: the cubes on cards that start with a number of their own, as `3 on Foot`.
    pub cubes: &'a [Vec<String>],
    /// The texts of its special rules, in the order of the YAML, the rule in words last.
    pub special: &'a [String],
}

/// The card of a formation, under a bookmark of its wing. Its number is the formation's.
pub fn formation(ts: &mut Typesetter, faces: &Faces, view: &FormationView<'_>) -> (Card, Vec<Misfit>) {
    let f = view.formation;
    let group = [view.battle.to_owned(), format!("{} wing", formation::wing(f.wing).1)];
    let (card, misfits) = card(ts, faces.get("formation"), &formation::content(view));
    let card = Card {
        number: f.card.to_string(),
        label: format!("{} {}", f.card, f.name),
        group: group.into_iter().filter(|g| !g.is_empty()).collect(),
        copies: u32::from(f.copies),
        ..card
    };
    (card, misfits)
}

/// The set-up card of a scenario. Its number is `setup`.
pub fn setup(ts: &mut Typesetter, faces: &Faces, view: &SetupView<'_>) -> (Card, Vec<Misfit>) {
    let (card, misfits) = card(ts, faces.get("setup"), &setup::content(view));
    let group = vec![view.scenario.name.clone()];
    (Card { number: "setup".to_owned(), label: "Set-up".to_owned(), group, ..card }, misfits)
}

/// Where a battle's name is written: of all tags only this one begins at the document.
pub(crate) const TITLE: &str = "/scenario/name";

/// One card of what a face says.
fn card(ts: &mut Typesetter, face: &Face, content: &Content<'_>) -> (Card, Vec<Misfit>) {
    let (front, misfits) = face.compose(ts, content);
    let card = Card {
        number: String::new(),
        label: String::new(),
        group: Vec::new(),
        leaf: None,
        size: face.size,
        front: Arc::new(front),
        back: None,
        copies: 1,
        token: false,
    };
    (card, misfits)
}
