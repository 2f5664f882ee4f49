//! The games. `systems.rs` tells of them, `lib.rs` of the rest.

pub use muster_core::{check, config, diag, digest, load, play, print, schema, source};

pub mod systems;
