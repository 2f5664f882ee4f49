//! The schemas of the games' documents, as they are committed; a test of the program holds them to its types.

/// Table Battles.
pub const TABLE_BATTLES: &str = include_str!("table-battles.schema.json");

/// States of Battle.
pub const STATES_OF_BATTLE: &str = include_str!("states-of-battle.schema.json");

/// Tabletop.
pub const TABLETOP: &str = include_str!("tabletop.schema.json");

/// Pub Battles.
pub const PUB_BATTLES: &str = include_str!("pub-battles.schema.json");
