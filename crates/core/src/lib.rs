//! The part of Muster that knows no game. Its roots, from the front to the ground; each may name only roots on lower lines (a test holds this):
//!
//! - [`check`] runs semantic checks; [`schema`] checks documents against the types of a game and reads them;
//!   [`load`] turns text into trees with places; [`config`] reads the settings of a project.
//! - [`diag`] is what a finding is, and how it is shown to people and machines.
//! - [`source`] is what was written and where. [`play`] plays any game's engine; [`mod@print`] lays out and writes any
//!   game's cards. These three know nothing of each other.
//! - [`digest`] is the one number that says whether bytes are still the same.

pub mod check;
pub mod config;
pub mod diag;
pub mod digest;
pub mod load;
pub mod play;
pub mod print;
pub mod schema;
pub mod source;
