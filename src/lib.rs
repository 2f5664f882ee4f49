//! Muster checks, smoke-tests and prints tabletop battle card games written in YAML.
//!
//! The roots of the command, from the front to the ground; each may name only roots on lower lines (a test holds this):
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
//!
//! They stand on other packages: [`muster_games`] lists the games, each a package of its own; [`muster_systems`] is what a game is
//! made of, and one face for everyone else; [`muster_core`] knows no game.

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
