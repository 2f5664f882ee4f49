//! Muster checks, smoke-tests and prints tabletop battle card games written in YAML.

pub mod check;
pub mod diag;
pub mod play;
pub mod print;
pub mod source;
pub mod systems;
