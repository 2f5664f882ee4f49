//! Random battles a second on one thread: Table Battles on White Mountain, and on Marston Moor with and without its special
//! rules; States of Battle on the Field of Two Larks, Tabletop on Corn Monday and Pub Battles on Orrin Heath, with their
//! decisions between several legal moves a second.
//! `cargo bench --bench playouts`.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![allow(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]
#![allow(missing_docs, reason = "the macros of criterion make public items")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group};
use muster_core::play::chance::Chance;
use muster_core::play::rng::{Rng, battle_seed};
use muster_core::play::{Blind, Next, Playout};
use muster_core::source::Sources;
use muster_games::pub_battles::PubBattles;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::table_battles::engine::TableBattles;
use muster_games::table_battles::model::Document;
use muster_games::table_battles::resolve::Battle;
use muster_games::tabletop::Tabletop;
use muster_systems::{Doc, Played};

const WHITE_MOUNTAIN: &str = include_str!("../scenarios/table-battles/white-mountain.yaml");
const MARSTON_MOOR: &str = include_str!("../scenarios/table-battles/marston-moor.yaml");
const TWO_LARKS: &[&str] = &[include_str!("../scenarios/states-of-battle/field-of-two-larks.yaml")];
const CORN_MONDAY: &[&str] = &[
    include_str!("../scenarios/tabletop/corn-monday.yaml"),
    include_str!("../scenarios/tabletop/maps/thornby.yaml"),
    include_str!("../scenarios/tabletop/decks/nine-towns.yaml"),
    include_str!("../scenarios/tabletop/decks/crown-of-aumery.yaml"),
];
const ORRIN_HEATH: &[&str] = &[
    include_str!("../scenarios/pub-battles/orrin-heath.yaml"),
    include_str!("../scenarios/pub-battles/maps/orrin-heath.yaml"),
];
/// Battles in one measurement.
const BATTLES: u64 = 1_000;

/// What is measured: a title, the scenario, and whether its special rules hold.
const MEASURED: [(&str, &str, bool); 3] = [
    ("white mountain", WHITE_MOUNTAIN, true),
    ("marston moor without special rules", MARSTON_MOOR, false),
    ("marston moor", MARSTON_MOOR, true),
];

fn engine(scenario: &str, special: bool) -> TableBattles {
    let mut sources = Sources::default();
    let file = sources.add("scenario.yaml".into(), scenario.to_owned());
    // By way of JSON, where an enum is a map with one key.
    let value: serde_json::Value = serde_yaml::from_str(scenario).expect("the scenario is YAML");
    let mut model: Document = serde_json::from_value(value).expect("the scenario is a document");
    if !special {
        model.formations.iter_mut().for_each(|formation| formation.special.clear());
    }
    let battle = Battle::new(vec![Arc::new(Doc { file, given: true, model })]);
    TableBattles::compile(&battle).expect("the scenario is sound")
}

/// Plays battles to their ends with uniformly random moves, as `muster smoke` does.
fn battles<E: Playout>(engine: &E, seed: u64, battles: u64) {
    let mut moves = Vec::with_capacity(64);
    for i in 0..battles {
        let mut state = engine.start();
        engine.play_on(&mut state, u32::MAX, &mut Rng::new(battle_seed(seed, i)), &mut moves, &mut Blind);
        assert!(black_box(engine.outcome(&state)).is_some(), "a battle is played to its end");
    }
}

/// How many steps the same battles take, on average: moves, and what happens by itself; and how many of them are decisions
/// between several legal moves.
fn steps_and_decisions<E: Playout>(engine: &E, seed: u64, battles: u64) -> (f64, f64) {
    let (mut buffer, mut legal) = (Vec::with_capacity(64), Vec::with_capacity(64));
    let (mut made, mut decided) = (0_u64, 0_u64);
    for i in 0..battles {
        let (mut state, mut rng) = (engine.start(), Rng::new(battle_seed(seed, i)));
        loop {
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind),
                Next::Decide { .. } => {
                    engine.moves(&state, &mut legal);
                    decided += u64::from(legal.len() > 1);
                    let chosen = engine.pick(&state, &mut buffer, |legal| rng.draw_below(legal));
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
                }
            }
            made += 1;
        }
    }
    (made as f64 / battles as f64, decided as f64 / battles as f64)
}

/// Compiles a battle of a game: a scenario, and what belongs to it in other files.
fn compiled<G: Played>(texts: &[&str]) -> G::Engine {
    let mut sources = Sources::default();
    let documents = texts.iter().map(|text| {
        let file = sources.add("scenario.yaml".into(), (*text).to_owned());
        let value: serde_json::Value = serde_yaml::from_str(text).expect("the file is YAML");
        let model = serde_json::from_value(value).expect("the file is a document");
        Arc::new(Doc { file, given: true, model })
    });
    G::compile(&G::resolve(documents.collect())).expect("the scenario is sound")
}

/// Measures the random battles of one engine.
fn measured<E: Playout>(criterion: &mut Criterion, title: &str, engine: &E) {
    let mut group = criterion.benchmark_group(title);
    group.throughput(Throughput::Elements(BATTLES));
    group.bench_function("random battles", |bencher| bencher.iter(|| battles(engine, 1, BATTLES)));
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    for (title, scenario, special) in MEASURED {
        measured(criterion, title, &engine(scenario, special));
    }
    measured(criterion, "field of two larks", &compiled::<StatesOfBattle>(TWO_LARKS));
}

criterion_group!(benches, playouts);

/// Returns the random battles a second.
fn battles_a_second<E: Playout>(engine: &E, rounds: u64, battles_a_round: u64) -> f64 {
    let start = Instant::now();
    (0..rounds).for_each(|seed| battles(engine, seed, battles_a_round));
    (rounds * battles_a_round) as f64 / start.elapsed().as_secs_f64()
}

/// Prints the random battles and the decisions a second of one engine.
fn print_decisions<E: Playout>(title: &str, engine: &E, rounds: u64, battles_a_round: u64) {
    let rate = battles_a_second(engine, rounds, battles_a_round);
    let (_, decisions) = steps_and_decisions(engine, 0, battles_a_round);
    println!("{title}: {rate:.0} battles, {:.0} decisions a second", rate * decisions);
}

fn main() {
    for (title, scenario, special) in MEASURED {
        let engine = engine(scenario, special);
        let (rate, (steps, _)) = (battles_a_second(&engine, 100, BATTLES), steps_and_decisions(&engine, 0, BATTLES));
        println!("{title}: {rate:.0} battles a second, {steps:.1} steps a battle");
    }
    print_decisions("field of two larks", &compiled::<StatesOfBattle>(TWO_LARKS), 10, BATTLES);
    print_decisions("corn monday", &compiled::<Tabletop>(CORN_MONDAY), 1, 200);
    print_decisions("orrin heath", &compiled::<PubBattles>(ORRIN_HEATH), 1, 100);
    benches();
}
