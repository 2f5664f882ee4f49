//! The roots of Muster that know no game: what was written and where, findings, reading, schemas, checks, settings,
//! playing and printing. `lib.rs` tells of them all.

pub mod check;
pub mod config;
pub mod diag;
pub mod digest;
pub mod load;
pub mod play;
pub mod print;
pub mod schema;
pub mod source;
