//! The model to faces: what formation cards, the set-up card, reference cards, tokens and backs say; templates place it.
//!
//! The tag of a text ends the JSON Pointer of the formation (`/actions/1`) or of the scenario (`/sides/0/name`); `TITLE`
//! is whole.

mod back;
mod battle;
mod dice;
mod formation;
mod line_up;
mod position;
mod reference;
mod rules;
mod setup;
mod symbols;
mod tabled;
mod tokens;
mod words;

pub use formation::content as formation;
pub use setup::content as setup;

use muster_core::print::template::Offer;

use super::model::{Formation, Scenario, ScenarioArt};
use crate::words::Wording;

/// The names that templates may use.
pub const OFFER: Offer = Offer {
    faces: &[
        formation::FACE,
        setup::FACE,
        rules::FACE,
        reference::FACE,
        back::FACE,
        position::FACE,
        tokens::STICK,
        tokens::CUBE,
    ],
    accents: &["red", "pink", "blue", "dkblue", "green", "purple", "scenario"],
    colors: &["star", "star-line"],
    icons: symbols::ICONS,
    icon: symbols::icon,
};

/// A formation and what its card shows beyond its own lines.
#[derive(Clone, Copy)]
pub struct FormationView<'a, 'v> {
    /// The formation.
    pub formation: &'a Formation,
    /// The printed name of what a target or reserve line refers to, by the name or number written there.
    pub name_of: &'v dyn Fn(&str) -> String,
    /// The texts of its special rules, in the order of the YAML, the rule in words last.
    pub special: &'v [String],
    /// Small print at the foot: the battle. May be empty.
    pub battle: &'v str,
    /// The pictures of its scenario: one may be for cards without.
    pub scenario_art: Option<&'v ScenarioArt>,
    /// The words of its language.
    pub wording: Wording<'v>,
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
    /// The words of its language.
    pub wording: Wording<'a>,
}

/// The place of a battle's name: of all tags only this one begins at the document.
pub(crate) const TITLE: &str = "/scenario/name";
