//! Muster checks, smoke-tests and prints tabletop battle card games written in YAML.

pub mod check;
pub mod diag;
pub mod load;
pub mod play;
pub mod schema;
pub mod source;
pub mod systems;
