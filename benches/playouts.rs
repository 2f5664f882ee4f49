//! Random battles a second on White Mountain, and on Marston Moor with and without its special rules, one thread:
//! `cargo bench --bench playouts`.
#![allow(clippy::print_stdout, reason = "a benchmark prints what it measured")]
#![allow(clippy::disallowed_methods, reason = "a benchmark looks at the clock")]
#![allow(missing_docs, reason = "the macros of criterion make public items")]

use std::sync::Arc;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group};
use muster::play::rng::{Rng, battle_seed};
use muster::play::{Blind, Engine};
use muster::source::Sources;
use muster::systems::Doc;
use muster::systems::table_battles::engine::TableBattles;
use muster::systems::table_battles::model::Document;
use muster::systems::table_battles::resolve::Battle;

const WHITE_MOUNTAIN: &str = include_str!("../scenarios/table-battles/white-mountain.yaml");
const MARSTON_MOOR: &str = include_str!("../scenarios/table-battles/marston-moor.yaml");
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

/// Plays one battle to its end with uniformly random moves; how many moves it took.
fn battle<E: Engine>(engine: &E, rng: &mut Rng, moves: &mut Vec<E::Move>) -> u64 {
    let mut state = engine.start();
    let mut played = 0;
    loop {
        if engine.outcome(&state).is_some() {
            return played;
        }
        let chosen = engine.pick(&state, moves, |legal| rng.below(legal));
        engine.apply(&mut state, chosen, rng, &mut Blind);
        played += 1;
    }
}

fn battles<E: Engine>(engine: &E, seed: u64) -> u64 {
    let mut moves = Vec::with_capacity(64);
    (0..BATTLES).map(|i| battle(engine, &mut Rng::new(battle_seed(seed, i)), &mut moves)).sum()
}

fn playouts(criterion: &mut Criterion) {
    for (title, scenario, special) in MEASURED {
        let engine = engine(scenario, special);
        let mut group = criterion.benchmark_group(title);
        group.throughput(Throughput::Elements(BATTLES));
        group.bench_function("random battles", |bencher| bencher.iter(|| battles(&engine, 1)));
        group.finish();
    }
}

criterion_group!(benches, playouts);

fn main() {
    for (title, scenario, special) in MEASURED {
        let engine = engine(scenario, special);
        let start = Instant::now();
        let rounds = 100;
        let moves: u64 = (0..rounds).map(|seed| battles(&engine, seed)).sum();
        let seconds = start.elapsed().as_secs_f64();
        let played = (rounds * BATTLES) as f64;
        let each = moves as f64 / played;
        println!("{title}: {:.0} battles a second, {each:.1} moves a battle", played / seconds);
    }
    benches();
}
