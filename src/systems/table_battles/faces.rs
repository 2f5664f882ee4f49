//! The model to faces: what formation cards, the set-up card, reference cards, tokens and backs say; templates place it.
//!
//! The tag of a text ends the JSON Pointer of the formation (`/actions/1`) or of the scenario (`/sides/0/name`); [`TITLE`]
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

use super::model::{Formation, Scenario, ScenarioArt};
use crate::print::template::Offer;
use crate::systems::printed::CarriedLook;
use crate::systems::table_battles::words::Wording;

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

/// A look carried in the program: its name and the files of its folder.
macro_rules! look {
    ($look:literal: $($name:literal)*) => {
        ($look, &[$(include_str!(concat!("../../../templates/table-battles/", $look, "/", $name, ".yaml"))),*])
    };
}

/// The looks that are carried in the program; what one lacks stands in the last.
pub const TEMPLATES: &[CarriedLook] = &[
    look!("period-size-bridge": "back"),
    look!("period-size-mini": "formation" "setup" "rules" "reference" "back"),
    look!("period-size-square": "formation" "setup" "rules" "reference" "back"),
    look!("period-size-tarot": "formation" "back"),
    look!("size-bridge": "formation" "setup" "rules" "reference" "back"),
    look!("size-mini": "formation" "setup" "rules" "reference" "back"),
    look!("size-square": "formation" "setup" "rules" "reference" "back"),
    look!("size-tarot": "formation" "setup" "rules" "reference" "back"),
    look!("period-low-ink": "base" "formation" "back"),
    look!("period": "base" "formation" "setup" "rules" "reference" "back" "position" "stick" "cube"),
    look!("low-ink": "base" "formation" "setup" "rules" "reference" "back" "stick"),
    look!("classic": "base" "formation" "setup" "rules" "reference" "back" "position" "stick" "cube"),
];

/// The layouts to start a look of one's own from.
pub const LAYOUTS: &[CarriedLook] = &[
    look!("layout-art-left": "formation"),
    look!("layout-full-art": "formation"),
    look!("layout-text-only": "formation"),
];

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

/// The catalogues that are carried in the program, English first.
pub const CATALOGUES: &[&str] = &[
    include_str!("../../../templates/languages/table-battles/en.yaml"),
    include_str!("../../../templates/languages/table-battles/de.yaml"),
];

/// The place of a battle's name: of all tags only this one begins at the document.
pub(crate) const TITLE: &str = "/scenario/name";
