//! Pub Battles: blocks on a map, chits from a cup, written orders.
//!
//! Its rooms, from the front to the ground; each may name only rooms on lower lines (a test holds this):
//!
//! - [`checks`] reports what is wrong in a battle.
//! - `names` lists names with their uses, and the numbers that may be tuned.
//! - `missing` is what is named and not there, to be made, and `removals` what can be taken out.
//! - [`faces`] says what is printed.
//! - [`capture_the_flag`] deals battles.
//! - [`sentences`] puts battles into words.
//! - [`notation`] writes and reads recorded battles.
//! - [`figures`] says what is counted.
//! - [`engine`] plays.
//! - [`state`] is all that changes in a battle, [`rules`] are its tables.
//! - [`resolve`] turns names into indices.
//! - [`model`] is a document as it is written.
//! - [`play`] is a recorded battle as it is written.
//! - [`geojson`] reads maps that were drawn in other tools.
//! - [`geometry`] is that of blocks on a map.
//! - [`wording`] is what a catalogue says in a language.
//! - [`values`] are the small values of a document.

pub mod capture_the_flag;
pub mod checks;
pub mod engine;
pub mod faces;
pub mod figures;
pub mod geojson;
pub mod geometry;
mod missing;
pub mod model;
mod names;
pub mod notation;
pub mod play;
mod removals;
pub mod resolve;
pub mod rules;
pub mod sentences;
pub mod state;
pub mod values;
pub mod wording;

use std::sync::Arc;

use muster_core::check::Check;
use muster_core::diag::{Code, Sink};
use muster_core::schema::Schema;
use muster_core::source::FileId;
use muster_core::source::tree::Tree;
use muster_systems::game::FilesAt;
use muster_systems::names::{Alternative, Knob, NameTable};
use muster_systems::removal::WeighedLine;
use muster_systems::{Doc, DocumentKind, Game, SheetKind};

use self::model::{PubDocument, PubSystem};
use self::resolve::PubBattle;

/// The game.
#[derive(Debug, Clone, Copy)]
pub struct PubBattles;

/// The game as everyone else sees it. Unit tests are compiled without it, since it holds on to all of the game.
#[cfg(not(test))]
pub static SYSTEM: muster_systems::System = muster_systems::System::new::<PubBattles>()
    .plays::<PubBattles>()
    .prints::<PubBattles>()
    .pictures::<PubBattles>()
    .tables::<PubBattles>()
    .deals::<PubBattles>();

/// The game as a page without a server plays it.
#[cfg(not(test))]
pub static OFFLINE: muster_systems::offline::OfflineGame = muster_systems::offline::OfflineGame::new::<PubBattles>();

/// The place where a play names its scenario.
const SCENARIO: FilesAt = FilesAt { pointer: "/play/scenario", kind: "scenario" };
/// The place where a scenario names the file of its map.
const MAP: FilesAt = FilesAt { pointer: "/scenario/map", kind: "map" };
/// The place where decks of Capture the Flag name the file of their map.
const MAP_OF_DECKS: FilesAt = FilesAt { pointer: "/capture_the_flag/map", kind: "map" };
/// The place where a map names the GeoJSON file that more of it was drawn in.
const DRAWN: FilesAt = FilesAt { pointer: "/map/geojson", kind: "GeoJSON file" };

/// The places of headquarters.
const COMMANDS: &[&str] = &[
    "/scenario/sides/*/army_hq",
    "/scenario/sides/*/army_hqs",
    "/scenario/sides/*/corps",
    "/scenario/sides/*/fog_of_war",
    "/capture_the_flag/decks/*/army_hq",
    "/capture_the_flag/decks/*/army_hqs",
    "/capture_the_flag/decks/*/corps",
];
/// The places of blocks.
const BLOCKS: &[&str] = &[
    "/scenario/sides/*/army_hq/blocks",
    "/scenario/sides/*/army_hqs/*/blocks",
    "/scenario/sides/*/corps/*/blocks",
    "/capture_the_flag/decks/*/corps/*/blocks",
];

impl Game for PubBattles {
    const ID: &'static str = "pub-battles";
    const TITLE: &'static str = "Pub Battles";
    const CHECKS: &'static [&'static Check<PubBattle>] = checks::CHECKS;
    const CODES: &'static [&'static [Code]] = &[figures::counted::CODES, notation::CODES, geojson::CODES];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind::record("play", &[SCENARIO]),
        DocumentKind::main("scenario", &[MAP, DRAWN]),
        DocumentKind::stock("pair of decks", "capture_the_flag", &[MAP_OF_DECKS, DRAWN]),
        DocumentKind::part("map", "map", &[DRAWN]),
        DocumentKind::foreign("GeoJSON file", "features", ("type", geojson::TYPES)),
    ];
    const SKELETON: &'static str = muster_templates::PUB_BATTLES.skeleton;
    const HANDICAPS: &'static [&'static str] = &["turn", "roll"];
    const RULES: &'static str = include_str!("rules.md");

    const SHEETS: &'static [SheetKind] = &[
        SheetKind::rows("Sides", "name", &["/scenario/sides", "/capture_the_flag/decks"]).with_side_colours(),
        SheetKind::rows("Commands", "hq", COMMANDS),
        SheetKind::rows("Blocks", "block", BLOCKS),
        SheetKind::members("Places", ("place", "at"), &["/map/locations"]),
    ];

    type Model = PubDocument;
    type Battle = PubBattle;

    fn schema() -> Schema {
        Schema::from_committed(muster_schemas::PUB_BATTLES)
    }

    fn import(tree: &Tree, file: FileId, sink: &mut Sink) -> Option<PubDocument> {
        let drawn = geojson::read(tree, file, sink)?;
        let system = PubSystem::PubBattles;
        Some(PubDocument { system, scenario: None, map: None, capture_the_flag: None, play: None, drawn: Some(drawn) })
    }

    fn resolve(docs: Vec<Arc<Doc<PubDocument>>>) -> PubBattle {
        PubBattle::new(docs)
    }

    fn names(battle: &PubBattle) -> NameTable {
        names::names(battle)
    }

    fn lines(battle: &PubBattle) -> Vec<WeighedLine> {
        removals::lines(battle)
    }

    fn knobs(battle: &PubBattle) -> Vec<Knob> {
        names::knobs(battle)
    }

    fn alternatives(battle: &PubBattle) -> Vec<Alternative> {
        names::alternatives(battle)
    }
}
