//! The games that stand, each a package of its own and behind a feature of its name.

#[cfg(feature = "pub-battles")]
pub use muster_pub_battles as pub_battles;
#[cfg(feature = "states-of-battle")]
pub use muster_states_of_battle as states_of_battle;
#[cfg(feature = "table-battles")]
pub use muster_table_battles as table_battles;
#[cfg(feature = "tabletop")]
pub use muster_tabletop as tabletop;

use muster_systems::System;
use muster_systems::offline::OfflineGame;

/// All games.
pub static SYSTEMS: &[&System] = &[
    #[cfg(feature = "table-battles")]
    &table_battles::SYSTEM,
    #[cfg(feature = "states-of-battle")]
    &states_of_battle::SYSTEM,
    #[cfg(feature = "tabletop")]
    &tabletop::SYSTEM,
    #[cfg(feature = "pub-battles")]
    &pub_battles::SYSTEM,
];

/// All games, as a page without a server plays them.
pub static OFFLINE_GAMES: &[&OfflineGame] = &[
    #[cfg(feature = "table-battles")]
    &table_battles::OFFLINE,
    #[cfg(feature = "states-of-battle")]
    &states_of_battle::OFFLINE,
    #[cfg(feature = "tabletop")]
    &tabletop::OFFLINE,
    #[cfg(feature = "pub-battles")]
    &pub_battles::OFFLINE,
];
