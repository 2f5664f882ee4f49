//! Nothing is allocated while battles of the systems are played that promise so: the allocator is counted, so this is a
//! binary of its own.

#[path = "it/toy/duel.rs"]
mod duel;

use std::sync::Arc;

use duel::Duel;
use muster_core::play::Playout;
use muster_core::play::bots::Bot;
use muster_core::play::rng::Rng;
use muster_core::play::smoke::{battle, seats};
use muster_core::source::Sources;
use muster_games::pub_battles::PubBattles;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::table_battles::TableBattles;
use muster_games::tabletop::Tabletop;
use muster_systems::{Doc, Game, Played};

/// Compiles a battle of a game: a scenario, and what belongs to it in other files.
fn engine<G: Played>(texts: &[&str]) -> G::Engine {
    let (mut sources, mut sink) = (Sources::default(), muster_core::diag::Sink::default());
    let documents = texts.iter().map(|text| {
        let file = muster_core::load::read(&mut sources, "scenario.yaml".into(), text.as_bytes(), &mut sink);
        let model = G::schema().read(&sources, file, &mut sink).expect("it is a document");
        Arc::new(Doc { file, given: true, model })
    });
    G::compile(&G::resolve(documents.collect())).expect("the scenario is sound")
}

/// Plays battles of each scenario, at the same time: allocations are counted by thread. Fails if anything is allocated in them.
fn assert_nothing_is_allocated<G: Played>(scenarios: &[&[&str]]) {
    std::thread::scope(|scope| {
        for texts in scenarios {
            scope.spawn(|| assert_nothing_is_allocated_in(G::ID, &engine::<G>(texts)));
        }
    });
}

/// The number of battles that each bot plays: first uncounted, then the same again, counted.
const BATTLES: u64 = 8;

/// Plays battles, and fails if anything is allocated in them.
fn assert_nothing_is_allocated_in<E: Playout>(what: &str, engine: &E) {
    for bot in [Bot::Random, Bot::Greedy] {
        let mut seats = seats(engine, &vec![bot; engine.players()]);
        let mut counters = vec![0; engine.counters()];
        let mut play = |seeds: std::ops::Range<u64>| {
            for seed in seeds {
                battle(engine, &mut seats, 500, &mut Rng::new(seed), &mut counters);
            }
        };
        // The first time the buffers of the bots grow to what these battles need.
        play(0..BATTLES);
        let counted = allocation_counter::measure(|| play(0..BATTLES));
        assert_eq!(counted.count_total, 0, "{what}: {bot}: {counted:?}");
    }
}

#[test]
fn nothing_is_allocated_in_table_battles() {
    assert_nothing_is_allocated::<TableBattles>(&[
        &[TableBattles::SKELETON],
        &[include_str!("../scenarios/table-battles/white-mountain.yaml")],
        &[include_str!("../scenarios/table-battles/marston-moor.yaml")],
        &[include_str!("../scenarios/table-battles/kunersdorf.yaml")],
    ]);
}

#[test]
fn nothing_is_allocated_in_states_of_battle() {
    assert_nothing_is_allocated::<StatesOfBattle>(&[
        &[StatesOfBattle::SKELETON],
        &[include_str!("../scenarios/states-of-battle/field-of-two-larks.yaml")],
        &[
            include_str!("../scenarios/states-of-battle/bridge-at-ambershaw.yaml"),
            include_str!("../scenarios/states-of-battle/units/salt-dukes-host.yaml"),
            include_str!("../scenarios/states-of-battle/units/wardens-of-ambershaw.yaml"),
        ],
        &[
            include_str!("../scenarios/states-of-battle/whispering-alders.yaml"),
            include_str!("../scenarios/states-of-battle/cards/alders.yaml"),
        ],
    ]);
}

#[test]
fn nothing_is_allocated_in_tabletop() {
    assert_nothing_is_allocated::<Tabletop>(&[
        &[Tabletop::SKELETON],
        &[
            include_str!("../scenarios/tabletop/corn-monday.yaml"),
            include_str!("../scenarios/tabletop/maps/thornby.yaml"),
            include_str!("../scenarios/tabletop/decks/nine-towns.yaml"),
            include_str!("../scenarios/tabletop/decks/crown-of-aumery.yaml"),
        ],
        &[
            include_str!("../scenarios/tabletop/drowned-stair.yaml"),
            include_str!("../scenarios/tabletop/decks/lantern-admiralty.yaml"),
            include_str!("../scenarios/tabletop/decks/deepfolk-of-myr.yaml"),
        ],
        &[
            include_str!("../scenarios/tabletop/three-heirs.yaml"),
            include_str!("../scenarios/tabletop/decks/three-heirs.yaml"),
        ],
    ]);
}

#[test]
fn nothing_is_allocated_in_pub_battles() {
    assert_nothing_is_allocated::<PubBattles>(&[
        &[PubBattles::SKELETON],
        &[
            include_str!("../scenarios/pub-battles/orrin-heath.yaml"),
            include_str!("../scenarios/pub-battles/maps/orrin-heath.yaml"),
        ],
        &[
            include_str!("../scenarios/pub-battles/two-days-at-hollin-cross.yaml"),
            include_str!("../scenarios/pub-battles/maps/hollin-vale.yaml"),
        ],
        &[include_str!("../scenarios/pub-battles/weirs-of-ansholm.yaml")],
        &[
            include_str!("../scenarios/pub-battles/the-price-of-wool.yaml"),
            include_str!("../scenarios/pub-battles/maps/orrin-heath.yaml"),
        ],
    ]);
}

#[test]
fn nothing_is_allocated_in_the_toy_and_an_allocation_is_counted() {
    assert_nothing_is_allocated::<Duel>(&[&[Duel::SKELETON]]);
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!(counted.count_total, 1, "an allocation is counted");
}
