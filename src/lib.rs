//! Muster checks, smoke-tests and prints tabletop battle card games written in YAML.
//!
//! The roots, from the front to the ground; each may name only roots on lower lines (a test holds this):
//!
//! - [`cli`] reads arguments, prints and sets exit codes; nothing else does.
//! - `lsp` is a front of its own, for editors (the language server, behind the feature of that name).
//! - `preview` is another, for the browser (a page that follows the files, behind the feature of that name).
//! - [`project`] is what every front shares: which files, settings and open texts, what becomes of findings, where names
//!   are used, how cards look, and what is drawn of a review.
//! - [`export`] writes the table of a battle for programs in which people play.
//! - [`sheet`] shows documents as spreadsheets, and takes back what changed in them.
//! - [`sweep`] plays battles with values changed in every combination, in parts for many machines.
//! - [`tune`] searches for the smallest changes of a battle that reach a target.
//! - [`review`] takes files to findings in one straight line: discover, load, read, group, check, judge.
//! - [`systems`] holds the games: what an author of a game writes, and one face for everyone else.
//! - [`check`] runs semantic checks; [`schema`] checks documents against the types of a game and reads them;
//!   [`load`] turns text into trees with places; [`config`] reads the settings of a project.
//! - [`diag`] is what a finding is, and how it is shown to people and machines.
//! - [`source`] is what was written and where. [`play`] plays any game's engine; [`print`] lays out and writes any
//!   game's cards. These three know nothing of each other.
//! - [`digest`] is the one number that says whether bytes are still the same.
//!
//! The roots are three packages, so that they are compiled at the same time: `core.rs` holds the nine that know no game,
//! `games.rs` holds [`systems`], and this one the rest. Each names the roots of the others as its own, so `crate::` before a
//! root is right in all of them. A fourth, `offline.rs`, is the program of a page that needs no server.

pub use muster_core::{check, config, diag, digest, load, play, print, schema, source};
pub use muster_systems::systems;

pub mod cli;
pub mod export;
#[cfg(feature = "lsp")]
pub mod lsp;
#[cfg(feature = "preview")]
pub mod preview;
pub mod project;
pub mod review;
pub mod sheet;
pub mod sweep;
pub mod tune;
