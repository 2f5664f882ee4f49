//! Table Battles, designed by Amabel Holland: dice placed on formation cards, actions and reactions, morale.
//!
//! Its rooms, from the front to the ground; each may name only rooms on lower lines (a test holds this):
//!
//! - [`checks`] reports what is wrong in a battle, [`card_sets`] what is wrong in a set of them.
//! - [`causes`] decides which finding reports a mistake.
//! - [`faces`] shows a battle on its cards.
//! - `tuning` lists what may be tuned, `removals` what can be taken out, and `names` who is named and where; `missing` is who could be there. [`notation`] writes and reads recorded battles.
//! - [`figures`] says what is counted, what is weighed and what can be used at all.
//! - [`engine`] plays; what it has for speed only is in a room inside it.
//! - [`reach`] works out what can ever happen.
//! - [`rules`] compiles a battle into tables, and holds its state.
//! - [`resolve`] turns names and numbers into indices.
//! - [`model`] is a document as it is written.
//! - [`effects`] are the special rules: data and words.
//! - [`dice`] says what dice and dice areas mean.
//! - [`words`] are what a catalogue says in a language.
//! - [`values`] are the small values on a card.

pub mod card_sets;
pub mod causes;
pub mod checks;
pub mod dice;
pub mod effects;
pub mod engine;
pub mod faces;
pub mod figures;
mod missing;
pub mod model;
mod names;
pub mod notation;
pub mod reach;
mod removals;
pub mod resolve;
pub mod rules;
mod tuning;
pub mod values;
pub mod words;

use std::sync::Arc;

pub use engine::TableBattles;

use muster_core::check::Check;
use muster_core::diag::{Code, Diagnostic};
use muster_core::schema::Schema;
use muster_core::source::Address;
use muster_systems::game::FilesAt;
use muster_systems::names::{Alternative, Knob, NameTable};
use muster_systems::removal::{Removal, WeighedLine};
use muster_systems::{Doc, DocumentKind, Game, SheetKind};

use self::model::Document;
use self::resolve::Battle;

/// The game as everyone else sees it. Unit tests are compiled without it, since it holds on to all of the game.
#[cfg(not(test))]
pub static SYSTEM: muster_systems::System = muster_systems::System::new::<TableBattles>()
    .plays::<TableBattles>()
    .prints::<TableBattles>()
    .pictures::<TableBattles>()
    .tables::<TableBattles>();

/// The game as a page without a server plays it.
#[cfg(not(test))]
pub static OFFLINE: muster_systems::offline::OfflineGame = muster_systems::offline::OfflineGame::new::<TableBattles>();

/// The place where a play names its scenario.
const SCENARIO: FilesAt = FilesAt { pointer: "/play/scenario", kind: "scenario" };
/// The place where a scenario or a deck names decks.
const DECKS: FilesAt = FilesAt { pointer: "/decks", kind: "deck" };

/// The colours of the wings in a spreadsheet, pale enough for black letters.
const WINGS: &[(&str, &str)] = &[
    ("red", "F2B8B5"),
    ("pink", "F8D7E3"),
    ("blue", "CFE2F8"),
    ("dkblue", "9FB9DC"),
    ("green", "C9E4C0"),
    ("purple", "D9C8EE"),
];
/// The headings that designers write above columns, by key.
const HEADINGS: &[(&str, &[&str])] = &[
    ("card", &["card number", "card no", "number", "no", "nr", "id", "#"]),
    ("name", &["title", "formation", "unit"]),
    ("wing", &["colour", "color"]),
    ("strength", &["sticks", "size", "cubes"]),
    ("star", &["starred", "double morale"]),
    ("dice", &["die", "dice area", "area", "numbers"]),
    ("arm", &["arm of service", "branch"]),
    ("lore", &["flavour", "flavor", "flavour text", "flavor text", "history", "quote"]),
    ("rule_text", &["rule", "rules", "rules text", "special text", "text"]),
    ("art", &["picture", "image", "illustration"]),
    ("copies", &["count", "qty", "quantity", "number of copies"]),
    ("reserve/behind", &["behind", "reserve behind", "in reserve behind"]),
    ("reserve/commanded_by", &["commanded by", "commander"]),
    ("actions/type", &["type", "action type", "kind"]),
    ("actions/targets", &["target", "attacks", "against"]),
    ("actions/requires", &["needs", "need", "required", "requirement"]),
    ("actions/hits", &["hit", "damage"]),
    ("actions/self", &["self hits", "own hits", "losses"]),
];

impl Game for TableBattles {
    const ID: &'static str = "table-battles";
    const TITLE: &'static str = "Table Battles";
    const CHECKS: &'static [&'static Check<Battle>] = checks::CHECKS;
    const CODES: &'static [&'static [Code]] = &[card_sets::CODES, figures::smoke::CODES, notation::CODES];
    const NUMBERED: &'static [(&'static str, &'static str)] = &[("formations", "card")];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind::record("play", &[SCENARIO]),
        DocumentKind::main("scenario", &[DECKS]),
        DocumentKind::part("deck", "formations", &[DECKS]),
    ];
    const SKELETON: &'static str = muster_templates::TABLE_BATTLES.skeleton;
    const HANDICAPS: &'static [&'static str] = &["morale", "strength"];
    const RULES: &'static str = include_str!("rules.md");

    const SHEETS: &'static [SheetKind] = &[
        SheetKind::rows("Formations", "card", &["/formations"]).with_colours("wing", WINGS).with_synonyms(HEADINGS),
        SheetKind::rows("Sides", "name", &["/scenario/sides"]).with_side_colours(),
    ];

    type Model = Document;
    type Battle = Battle;

    fn schema() -> Schema {
        Schema::from_committed(muster_schemas::TABLE_BATTLES)
    }

    fn topics() -> Vec<(&'static str, &'static str)> {
        let effects = effects::EFFECTS.iter().map(|effect| (effect.word, effect.page));
        std::iter::once(("special", effects::INTRODUCTION)).chain(effects).collect()
    }

    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> Battle {
        Battle::new(docs)
    }

    fn names(battle: &Battle) -> NameTable {
        names::names(battle)
    }

    fn knobs(battle: &Battle) -> Vec<Knob> {
        tuning::knobs(battle)
    }

    fn alternatives(battle: &Battle) -> Vec<Alternative> {
        tuning::alternatives(battle)
    }

    fn lines(battle: &Battle) -> Vec<WeighedLine> {
        removals::lines(battle)
    }

    fn objection(battle: &Battle, removal: &Removal) -> Option<String> {
        removals::objection(battle, removal)
    }

    fn cross_check(docs: &[Arc<Doc<Document>>]) -> Vec<Diagnostic> {
        card_sets::findings(docs)
    }

    fn fields(battle: &Battle, at: &Address) -> bool {
        battle.card_at(at).is_none_or(|card| !battle.cards[card].sides.is_empty())
    }
}
