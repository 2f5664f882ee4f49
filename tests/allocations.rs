//! Nothing is allocated while a battle is played: the allocator is counted, so this is a binary of its own.

use std::sync::Arc;

use muster::play::Engine;
use muster::play::bots::Bot;
use muster::play::rng::Rng;
use muster::play::smoke::{battle, seats};
use muster::source::Sources;
use muster::systems::Doc;
use muster::systems::table_battles::engine::TableBattles;
use muster::systems::table_battles::model::Document;
use muster::systems::table_battles::resolve::Battle;

fn engine(scenario: &str) -> TableBattles {
    let mut sources = Sources::default();
    let file = sources.add("scenario.yaml".into(), scenario.to_owned());
    // By way of JSON, where an enum is a map with one key.
    let value: serde_json::Value = serde_yaml::from_str(scenario).expect("the scenario is YAML");
    let model: Document = serde_json::from_value(value).expect("the scenario is a document");
    TableBattles::compile(&Battle::new(vec![Arc::new(Doc { file, given: true, model })]))
        .expect("the scenario is sound")
}

#[test]
fn nothing_is_allocated_while_a_battle_is_played() {
    let scenarios = [
        include_str!("../scenarios/table-battles/white-mountain.yaml"),
        include_str!("../scenarios/table-battles/marston-moor.yaml"),
        include_str!("../scenarios/table-battles/kunersdorf.yaml"),
    ];
    for scenario in scenarios {
        let engine = engine(scenario);
        for bot in [Bot::Random, Bot::Greedy] {
            let mut seats = seats(&engine, &[bot, bot]);
            let mut counters = vec![0; engine.counters()];
            let mut play = |seeds: std::ops::Range<u64>| {
                for seed in seeds {
                    battle(&engine, &mut seats, 500, &mut Rng::new(seed), &mut counters);
                }
            };
            // The buffers of the bots grow to what they need.
            play(0..20);
            let counted = allocation_counter::measure(|| play(20..60));
            assert_eq!(counted.count_total, 0, "{bot}: {counted:?}");
        }
    }
    let counted = allocation_counter::measure(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!(counted.count_total, 1, "an allocation is counted");
}
