//! Pub Battles: blocks on a map, chits from a cup, written orders.
//!
//! Its rooms, from the front to the ground; each may name only rooms on lower lines (a test holds this):
//!
//! - [`checks`] reports what is wrong in a battle.
//! - [`names`] lists names with their uses, and the numbers that may be tuned.
//! - [`notation`] writes and reads recorded battles.
//! - [`figures`] says what is counted.
//! - [`engine`] plays.
//! - [`state`] is all that changes in a battle, [`rules`] are its tables.
//! - [`resolve`] turns names into indices.
//! - [`model`] is a document as it is written.
//! - [`play`] is a recorded battle as it is written.
//! - [`geometry`] is that of blocks on a map.
//! - [`values`] are the small values of a document.

pub mod checks;
pub mod engine;
pub mod figures;
pub mod geometry;
pub mod model;
mod names;
pub mod notation;
pub mod play;
pub mod resolve;
pub mod rules;
pub mod state;
pub mod values;

use std::sync::Arc;

use self::model::PubDocument;
use self::resolve::PubBattle;
use super::game::FilesAt;
use super::names::{Knob, NameTable};
use super::{Doc, DocumentKind, Game};
use crate::check::Check;
use crate::diag::Code;
use crate::schema::Schema;

/// The game.
#[derive(Debug, Clone, Copy)]
pub struct PubBattles;

/// Where a play names its scenario.
const SCENARIO: FilesAt = FilesAt { pointer: "/play/scenario", kind: "scenario" };
/// Where a scenario names the file of its map.
const MAP: FilesAt = FilesAt { pointer: "/scenario/map", kind: "map" };

impl Game for PubBattles {
    const ID: &'static str = "pub-battles";
    const TITLE: &'static str = "Pub Battles";
    const CHECKS: &'static [&'static Check<PubBattle>] = checks::CHECKS;
    const CODES: &'static [&'static [Code]] = &[figures::counted::CODES, notation::CODES];
    const KINDS: &'static [DocumentKind] = &[
        DocumentKind::record("play", &[SCENARIO]),
        DocumentKind::main("scenario", &[MAP]),
        DocumentKind::part("map", "map", &[]),
    ];
    const SKELETON: &'static str = include_str!("../../templates/new/pub-battles.yaml");

    type Model = PubDocument;
    type Battle = PubBattle;

    fn schema() -> Schema {
        Schema::committed(include_str!("../../schema/pub-battles.schema.json"))
    }

    fn resolve(docs: Vec<Arc<Doc<PubDocument>>>) -> PubBattle {
        PubBattle::new(docs)
    }

    fn names(battle: &PubBattle) -> NameTable {
        names::names(battle)
    }

    fn knobs(battle: &PubBattle) -> Vec<Knob> {
        names::knobs(battle)
    }
}
