//! States of Battle, a supplement over a rank-and-flank war game: Generalship dice, decks of Orders and Events, Morale
//! Counters in four states. What it is laid over is played by a stand-in of Muster's own (SB-8).
//!
//! Its rooms, from the front to the ground; each may name only rooms on lower lines (a test holds this):
//!
//! - [`checks`] reports what is wrong in a battle.
//! - [`faces`] is what its pieces say and how they are drawn; templates place it.
//! - `names` lists what is named and where, and what may be tuned.
//! - `missing` is what is named and not there, to be made, and `removals` what can be taken out.
//! - [`sentences`] are the texts of cards and rules that an author has not written.
//! - [`notation`] writes and reads recorded battles.
//! - [`figures`] says what is counted and what Orders cards are worth, and computes exact odds.
//! - [`engine`] plays.
//! - [`state`] is all that changes in a battle, [`rules`] are its tables, [`field`] is the geometry of the stand-in.
//! - [`resolve`] turns names and numbers into indices, and applies what kinds and points give.
//! - [`model`] is a document as it is written.
//! - [`play`] is a recorded battle as it is written, [`stand_in`] the numbers of the stand-in, [`words`] what cards do.
//! - [`wording`] is what a catalogue says in a language.
//! - [`values`] are the small values of a document.

pub mod checks;
pub mod engine;
pub mod faces;
pub mod field;
pub mod figures;
mod missing;
pub mod model;
mod names;
pub mod notation;
pub mod play;
mod removals;
pub mod resolve;
pub mod rules;
pub mod sentences;
pub mod stand_in;
pub mod state;
pub mod values;
pub mod wording;
pub mod words;

use std::sync::{Arc, LazyLock};

use muster_core::check::Check;
use muster_core::diag::Code;
use muster_core::schema::Schema;
use muster_core::source::Address;
use muster_systems::game::FilesAt;
use muster_systems::names::{Alternative, Knob, NameTable};
use muster_systems::removal::WeighedLine;
use muster_systems::{Doc, DocumentKind, Game, SheetKind};

use self::model::StatesDocument;
use self::resolve::StatesBattle;

/// The game.
#[derive(Debug, Clone, Copy)]
pub struct StatesOfBattle;

/// The game as everyone else sees it. Unit tests are compiled without it, since it holds on to all of the game.
#[cfg(not(test))]
pub static SYSTEM: muster_systems::System = muster_systems::System::new::<StatesOfBattle>()
    .plays::<StatesOfBattle>()
    .prints::<StatesOfBattle>()
    .pictures::<StatesOfBattle>()
    .tables::<StatesOfBattle>();

/// The game as a page without a server plays it.
#[cfg(not(test))]
pub static OFFLINE: muster_systems::offline::OfflineGame =
    muster_systems::offline::OfflineGame::new::<StatesOfBattle>();

/// The place where a play names its scenario.
const SCENARIO: FilesAt = FilesAt { pointer: "/play/scenario", kind: "scenario" };
/// The place where a side names the files of its army.
const ARMIES: FilesAt = FilesAt { pointer: "/scenario/sides/*/army", kind: "army" };
/// The place where a scenario names files with cards, or with units that its sides list.
const DECKS: FilesAt = FilesAt { pointer: "/decks", kind: "deck" };

/// The page of the words of cards, which ends with the published decks as they are written.
static CARDS: LazyLock<String> = LazyLock::new(|| {
    let (page, decks) = (include_str!("words.md"), include_str!("published.yaml"));
    format!("{page}\n```yaml\n{decks}```\n")
});

impl Game for StatesOfBattle {
    const ID: &'static str = "states-of-battle";
    const TITLE: &'static str = "States of Battle";
    const CHECKS: &'static [&'static Check<StatesBattle>] = checks::CHECKS;
    const CODES: &'static [&'static [Code]] = &[figures::usable::CODES, notation::CODES];
    const NUMBERED: &'static [(&'static str, &'static str)] = &[("units", "unit"), ("cards", "card")];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind::record("play", &[SCENARIO]),
        DocumentKind::main("scenario", &[ARMIES, DECKS]),
        DocumentKind::part("army", "units", &[]),
        DocumentKind::part("deck", "cards", &[]),
    ];
    const SKELETON: &'static str = muster_templates::STATES_OF_BATTLE.skeleton;
    const HANDICAPS: &'static [&'static str] = &["add", "exactly", "points_per_counter"];
    const RULES: &'static str = include_str!("rules.md");

    const SHEETS: &'static [SheetKind] = &[
        SheetKind::rows("Units", "unit", &["/units"]).with_synonyms(&[
            ("unit", &["unit number", "number", "no", "id", "#"]),
            ("points", &["cost", "points value"]),
            ("lore", &["flavour", "flavor", "flavour text"]),
        ]),
        SheetKind::rows("Cards", "card", &["/cards"]).with_synonyms(&[
            ("card", &["name", "title"]),
            ("copies", &["count", "qty", "quantity"]),
            ("lore", &["flavour", "flavor", "flavour text"]),
        ]),
        SheetKind::rows("Sides", "name", &["/scenario/sides"]).with_side_colours(),
        SheetKind::rows("Places", "place", &["/scenario/places"]),
    ];

    type Model = StatesDocument;
    type Battle = StatesBattle;

    fn schema() -> Schema {
        Schema::from_committed(muster_schemas::STATES_OF_BATTLE)
    }

    fn resolve(docs: Vec<Arc<Doc<StatesDocument>>>) -> StatesBattle {
        StatesBattle::new(docs)
    }

    fn topics() -> Vec<(&'static str, &'static str)> {
        vec![("cards", &CARDS)]
    }

    fn names(battle: &StatesBattle) -> NameTable {
        names::names(battle)
    }

    fn lines(battle: &StatesBattle) -> Vec<WeighedLine> {
        removals::lines(battle)
    }

    fn knobs(battle: &StatesBattle) -> Vec<Knob> {
        names::knobs(battle)
    }

    fn alternatives(battle: &StatesBattle) -> Vec<Alternative> {
        names::alternatives(battle)
    }

    fn fields(battle: &StatesBattle, at: &Address) -> bool {
        battle.unit_at(at).is_none_or(|unit| battle.units[unit].side.is_some())
    }
}
