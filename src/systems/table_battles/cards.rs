//! The model to faces: formation cards and the set-up card, in poker size.
//!
//! What does not fit comes back as [`Misfit`]s; their tags end the JSON Pointer of the formation
//! (`/actions/1`) or of the scenario (`/sides/0/name`). A card with misfits is not fit to be printed.

mod battle;
mod dice;
mod flow;
mod formation;
mod setup;
mod style;
mod symbols;
mod words;

use std::sync::Arc;

pub use battle::CODES;

use super::model::{Formation, Scenario};
use crate::print::layout::Typesetter;
use crate::print::{Card, Misfit, POKER};

/// A formation and what its card shows beyond its own lines.
pub struct FormationView<'a> {
    /// The formation.
    pub formation: &'a Formation,
    /// The printed name of what a target or reserve line refers to, by the name or number written there.
    pub name_of: &'a dyn Fn(&str) -> String,
    /// The texts of its special rules, in the order of the YAML.
    pub special: &'a [String],
    /// Small print at the foot: the battle. May be empty.
    pub battle: &'a str,
}

/// A scenario and what its set-up card shows beyond its own lines.
pub struct SetupView<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// By side: the names of the formations that start in reserve.
    pub reserves: &'a [Vec<String>],
    /// The texts of its special rules, in the order of the YAML.
    pub special: &'a [String],
}

/// The card of a formation, under a bookmark of its wing. Its number is the formation's.
pub fn formation(ts: &mut Typesetter, view: &FormationView<'_>) -> (Card, Vec<Misfit>) {
    let (front, misfits) = formation::face(ts, view);
    let f = view.formation;
    let group = [view.battle.to_owned(), format!("{} wing", style::livery(f.wing).word)];
    let card = Card {
        number: f.card.to_string(),
        label: format!("{} {}", f.card, f.name),
        group: group.into_iter().filter(|g| !g.is_empty()).collect(),
        leaf: None,
        size: POKER,
        front: Arc::new(front),
        back: None,
        copies: u32::from(f.copies),
    };
    (card, misfits)
}

/// The set-up card of a scenario. Its number is `setup`.
pub fn setup(ts: &mut Typesetter, view: &SetupView<'_>) -> (Card, Vec<Misfit>) {
    let (front, misfits) = setup::face(ts, view);
    let card = Card {
        number: "setup".to_owned(),
        label: "Set-up".to_owned(),
        group: vec![view.scenario.name.clone()],
        leaf: None,
        size: POKER,
        front: Arc::new(front),
        back: None,
        copies: 1,
    };
    (card, misfits)
}
