//! The games that stand, each a package of its own and behind a feature of its name.

#[cfg(feature = "pub-battles")]
pub use muster_pub_battles as pub_battles;
#[cfg(feature = "states-of-battle")]
pub use muster_states_of_battle as states_of_battle;
#[cfg(feature = "table-battles")]
pub use muster_table_battles as table_battles;
#[cfg(feature = "tabletop")]
pub use muster_tabletop as tabletop;

#[cfg(feature = "pub-battles")]
use muster_pub_battles::PubBattles;
#[cfg(feature = "states-of-battle")]
use muster_states_of_battle::StatesOfBattle;
use muster_systems::System;
use muster_systems::offline::OfflineGame;
#[cfg(feature = "table-battles")]
use muster_table_battles::TableBattles;
#[cfg(feature = "tabletop")]
use muster_tabletop::Tabletop;

/// All game systems.
pub static SYSTEMS: &[System] = &[
    #[cfg(feature = "table-battles")]
    System::new::<TableBattles>()
        .plays::<TableBattles>()
        .prints::<TableBattles>()
        .pictures::<TableBattles>()
        .tables::<TableBattles>(),
    #[cfg(feature = "states-of-battle")]
    System::new::<StatesOfBattle>()
        .plays::<StatesOfBattle>()
        .prints::<StatesOfBattle>()
        .pictures::<StatesOfBattle>()
        .tables::<StatesOfBattle>(),
    #[cfg(feature = "tabletop")]
    System::new::<Tabletop>()
        .plays::<Tabletop>()
        .prints::<Tabletop>()
        .pictures::<Tabletop>()
        .tables::<Tabletop>()
        .posts::<Tabletop>()
        .reports::<Tabletop>(),
    #[cfg(feature = "pub-battles")]
    System::new::<PubBattles>()
        .plays::<PubBattles>()
        .prints::<PubBattles>()
        .pictures::<PubBattles>()
        .tables::<PubBattles>()
        .deals::<PubBattles>(),
];

/// All games, as a page without a server plays them.
pub static OFFLINE_GAMES: &[OfflineGame] = &[
    #[cfg(feature = "table-battles")]
    OfflineGame::new::<TableBattles>(),
    #[cfg(feature = "states-of-battle")]
    OfflineGame::new::<StatesOfBattle>(),
    #[cfg(feature = "tabletop")]
    OfflineGame::new::<Tabletop>(),
    #[cfg(feature = "pub-battles")]
    OfflineGame::new::<PubBattles>(),
];
