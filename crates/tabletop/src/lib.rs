//! Tabletop, the old ruleset: cards as counters on a map of hexes, in formations and armies, for two to four factions.
//!
//! Its rooms, from the front to the ground; each may name only rooms on lower lines (a test holds this):
//!
//! - [`checks`] reports what is wrong in a battle, from what [`reach`] says can ever happen.
//! - `names` lists names with their uses, and the numbers that may be tuned.
//! - `missing` is what is named and not there, to be made, and `removals` what can be taken out.
//! - `faces` says what is on cards, counters, sheets and the map.
//! - [`sentences`] puts abilities and victory into words, [`posts`] cards and turns into the text of bulletin
//!   boards.
//! - [`notation`] writes and reads recorded battles.
//! - [`figures`] says what is counted, and computes exact odds.
//! - [`engine`] plays.
//! - [`state`] is all that changes in a battle, [`rules`] are its tables.
//! - [`resolve`] turns names, numbers and letters into indices, and applies what roles give.
//! - [`model`] is a document as it is written.
//! - [`play`] is a recorded battle as it is written, [`abilities`] what abilities do.
//! - [`hexes`] is the geometry of a map.
//! - [`wording`] is what a catalogue says in a language.
//! - [`values`] are the small values of a document.

pub mod abilities;
pub mod checks;
pub mod engine;
mod faces;
pub mod figures;
pub mod hexes;
mod missing;
pub mod model;
mod names;
pub mod notation;
pub mod play;
pub mod posts;
pub mod reach;
mod removals;
pub mod resolve;
pub mod rules;
pub mod sentences;
pub mod state;
pub mod values;
pub mod wording;

use std::sync::Arc;

use muster_core::check::Check;
use muster_core::diag::Code;
use muster_core::schema::Schema;
use muster_core::source::Address;
use muster_systems::game::FilesAt;
use muster_systems::names::{Alternative, Knob, NameTable};
use muster_systems::removal::WeighedLine;
use muster_systems::{Doc, DocumentKind, Game, SheetKind};

use self::model::TabletopDocument;
use self::resolve::TabletopBattle;

/// The game.
#[derive(Debug, Clone, Copy)]
pub struct Tabletop;

/// The game as everyone else sees it. Unit tests are compiled without it, since it holds on to all of the game.
#[cfg(not(test))]
pub static SYSTEM: muster_systems::System = muster_systems::System::new::<Tabletop>()
    .plays::<Tabletop>()
    .prints::<Tabletop>()
    .pictures::<Tabletop>()
    .tables::<Tabletop>()
    .posts::<Tabletop>()
    .reports::<Tabletop>();

/// The game as a page without a server plays it.
#[cfg(not(test))]
pub static OFFLINE: muster_systems::offline::OfflineGame = muster_systems::offline::OfflineGame::new::<Tabletop>();

/// The place where a play names its scenario.
const SCENARIO: FilesAt = FilesAt { pointer: "/play/scenario", kind: "scenario" };
/// The place where a scenario names the file of its map.
const MAP: FilesAt = FilesAt { pointer: "/scenario/map", kind: "map" };
/// The place where a scenario names files with cards.
const DECKS: FilesAt = FilesAt { pointer: "/decks", kind: "deck" };

impl Game for Tabletop {
    const ID: &'static str = "tabletop";
    const TITLE: &'static str = "Tabletop";
    const CHECKS: &'static [&'static Check<TabletopBattle>] = checks::CHECKS;
    const CODES: &'static [&'static [Code]] = &[figures::counted::CODES, notation::CODES];
    const NUMBERED: &'static [(&'static str, &'static str)] = &[("cards", "card")];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind::record("play", &[SCENARIO]),
        DocumentKind::main("scenario", &[MAP, DECKS]),
        DocumentKind::part("map", "map", &[]),
        DocumentKind::part("deck", "cards", &[]),
    ];
    const SKELETON: &'static str = muster_templates::TABLETOP.skeleton;
    const HANDICAPS: &'static [&'static str] = &["resources", "income", "count", "experience"];
    const RULES: &'static str = include_str!("rules.md");

    const SHEETS: &'static [SheetKind] = &[
        SheetKind::rows("Cards", "card", &["/cards"]).with_synonyms(&[
            ("card", &["card number", "number", "no", "id", "#"]),
            ("name", &["title"]),
            ("cost", &["price"]),
            ("copies", &["count", "qty", "quantity"]),
            ("lore", &["flavour", "flavor", "flavour text"]),
        ]),
        SheetKind::rows("Factions", "name", &["/scenario/factions"]).with_side_colours(),
        SheetKind::rows("Setup", "", &["/scenario/factions/*/setup"]),
        SheetKind::members("Places", ("place", "hex"), &["/map/places"]),
    ];

    type Model = TabletopDocument;
    type Battle = TabletopBattle;

    fn schema() -> Schema {
        Schema::from_committed(muster_schemas::TABLETOP)
    }

    fn resolve(docs: Vec<Arc<Doc<TabletopDocument>>>) -> TabletopBattle {
        TabletopBattle::new(docs)
    }

    fn fields(battle: &TabletopBattle, at: &Address) -> bool {
        battle.card_at(at).is_none_or(|card| !battle.cards[card].factions.is_empty())
    }

    fn names(battle: &TabletopBattle) -> NameTable {
        names::names(battle)
    }

    fn lines(battle: &TabletopBattle) -> Vec<WeighedLine> {
        removals::lines(battle)
    }

    fn knobs(battle: &TabletopBattle) -> Vec<Knob> {
        names::knobs(battle)
    }

    fn alternatives(battle: &TabletopBattle) -> Vec<Alternative> {
        names::alternatives(battle)
    }
}
