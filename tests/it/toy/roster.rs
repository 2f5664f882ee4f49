//! Roster: lists of troops that must not be dearer than was agreed on, drawn up before anyone has written how they fight.
#![expect(dead_code, reason = "the core reads some of what the documents say")]

use std::sync::Arc;

use muster_core::check::{Check, Cx};
use muster_core::diag::{Code, Severity};
use muster_systems::{Doc, DocumentKind, FilesAt, Game};
use schemars::JsonSchema;
use serde::Deserialize;

/// A battle that is agreed on, or the troops of one of its sides.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    system: String,
    battle: Option<Agreed>,
    #[serde(default)]
    troops: Vec<Troop>,
}

/// What is agreed on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Agreed {
    name: String,
    /// The most that the troops of a side may cost.
    points: u32,
    /// The files with the troops of each side.
    #[serde(default)]
    rosters: Vec<String>,
}

/// Men of a kind.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Troop {
    name: String,
    points: u32,
}

const TOO_DEAR: Code = Code::new("RO101", "too-dear", Severity::Error, include_str!("roster/too_dear.md"));
const ROSTERS: FilesAt = FilesAt { pointer: "/battle/rosters", kind: "roster" };

/// Finds rosters that cost more than was agreed on.
fn too_dear(docs: &Vec<Arc<Doc<Document>>>, cx: &mut Cx<'_>) {
    let Some(agreed) = &docs[0].model.battle else { return };
    for roster in docs {
        let cost: u32 = roster.model.troops.iter().map(|troop| troop.points).sum();
        if cost > agreed.points {
            let text = format!("these troops cost `{cost}` points; at most `{}` are agreed on", agreed.points);
            cx.push(cx.finding(roster.address("/troops"), text));
        }
    }
}

/// The game.
pub(crate) struct Roster;

impl Game for Roster {
    const ID: &'static str = "roster";
    const TITLE: &'static str = "Roster";
    const CHECKS: &'static [&'static Check<Self::Battle>] = &[&Check { code: TOO_DEAR, run: too_dear }];
    const KINDS: &'static [DocumentKind] =
        &[DocumentKind::main("battle", &[ROSTERS]), DocumentKind::part("roster", "troops", &[])];
    const SKELETON: &'static str = include_str!("roster/skeleton.yaml");

    type Model = Document;
    type Battle = Vec<Arc<Doc<Document>>>;

    fn resolve(docs: Vec<Arc<Doc<Document>>>) -> Self::Battle {
        docs
    }
}
