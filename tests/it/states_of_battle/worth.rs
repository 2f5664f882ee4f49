//! What a deck is worth: one that lacks what its army needs is seen to be bad.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use muster_core::play::chance::Chance;
use muster_core::play::rng::Rng;
use muster_core::play::{Engine, Next, Playout, Watch};
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::states_of_battle::engine::tally::{self, Phase};
use muster_games::states_of_battle::resolve::StatesBattle;
use muster_systems::{Game, Played};
use serde_json::Value;

use super::shipped;
use crate::battery::document;
use crate::cli::{folder, muster};

/// Heavy foot storms a work that lighter foot holds: it wins only if it breaks the garrison before the last round is over.
fn storm(orders: &str) -> String {
    let mut scenario = format!(
        "system: states-of-battle
scenario:
  name: The Sconce at Lissel
  rounds: 8
  sides:
    - {{name: Storming Party, units: A1-A7, counters: {{exactly: 14}}, orders: {{{orders}}}}}
    - {{name: Garrison, units: B1-B7, counters: {{exactly: 12}}, orders: {{{WITH_MELEE}}}}}
  places: [{{place: The Sconce, at: 46, lane: 6, held_by: Garrison}}]
  victory: [{{rule: hold, place: The Sconce, at: end, side: Garrison}}]
units:
"
    );
    for (side, name, points, leader) in [('A', "Storm Foot", 300, "Harrach"), ('B', "Town Company", 150, "Ysel")] {
        for number in 1..=6 {
            let at = format!("at: {{at: 20, lane: {}}}", number + 2);
            let _ = writeln!(
                scenario,
                "  - {{unit: {side}{number}, name: {name} {number}, points: {points}, mcv: 2, {at}}}"
            );
        }
        let _ = writeln!(scenario, "  - {{unit: {side}7, name: {leader}, kind: general, points: 60, in: {side}4}}");
    }
    scenario
}

const WITH_MELEE: &str = "Melee: 4, Move: 2, Move Command Group: 2, Brilliant Tactician: 1, Missile Reload: 3, \
                          Engines of War Reload: 2";
const WITHOUT_MELEE: &str = "Move: 2, Move Command Group: 2, Brilliant Tactician: 1, Missile Reload: 3, \
                             Engines of War Reload: 3, Cast Spells: 3";

/// Returns the ends of the interval of the first side's share of the decided battles.
fn share(orders: &str) -> (f64, f64) {
    let folder = folder("deck-without-melee");
    fs::write(folder.join("sconce.yaml"), storm(orders)).expect("a file");
    let arguments = "balance sconce.yaml --games 150 --comparisons 0 --bots greedy --seed 0 --output-format json";
    let output = muster(&folder, &arguments.split(' ').collect::<Vec<_>>());
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let win = &report["scenarios"][0]["wins"][0];
    assert_eq!(win["side"], "Storming Party");
    (win["low"].as_f64().expect("a share"), win["high"].as_f64().expect("a share"))
}

#[test]
fn a_deck_without_melee_is_seen_to_be_bad_where_the_enemy_must_be_broken() {
    let (with, without) = (share(WITH_MELEE), share(WITHOUT_MELEE));
    assert!(with.0 > 0.5, "with Melee the storm succeeds more often than not: {with:?}");
    assert!(without.1 < 0.5, "without it fails more often than not: {without:?}");
}

/// Counts what is left after rounds, while one battle is played.
#[derive(Default)]
struct Left(BTreeMap<usize, u32>);

impl Watch for Left {
    fn count(&mut self, counter: usize, by: u32) {
        *self.0.entry(counter).or_default() += by;
    }
}

#[test]
fn what_is_left_after_a_round_is_counted_when_it_ends() {
    let battle = StatesOfBattle::resolve(vec![Arc::new(document::<StatesOfBattle>(&storm(WITH_MELEE)))]);
    let engine = StatesOfBattle::compile(&battle).expect("a battle that can be played");
    let course = StatesOfBattle::course(&engine).expect("counters");
    assert_eq!(course.rounds.iter().map(|of| of.round).collect::<Vec<_>>(), [1, 2, 4, 8]);
    let mut seen = 0;
    for seed in 0..20 {
        let (mut state, mut rng, mut moves) = (engine.start(), Rng::new(seed), Vec::new());
        loop {
            let mut left = Left::default();
            match engine.next(&state) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut left),
                Next::Decide { .. } => {
                    let chosen = engine.pick(&state, &mut moves, |below| rng.draw_below(below));
                    engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut left);
                }
            }
            for of in course.rounds.iter().filter(|of| left.0.contains_key(&of.ended)) {
                assert_eq!(of.round, state.round, "when that round ends");
                let counted = [0, 1].map(|side| left.0.get(&of.left[side]).copied().unwrap_or(0));
                assert_eq!(counted, [state.total(0), state.total(1)], "round {}", state.round);
                seen += 1;
            }
        }
    }
    assert!(seen > 40, "{seen}");
}

/// Returns how many of so many random battles of a scenario have a round of combat.
fn fought(battle: &StatesBattle, battles: u64) -> u64 {
    let engine = StatesOfBattle::compile(battle).expect("a battle that can be played");
    let combat = tally::phase(Phase::Combat);
    let is_fought = |seed: &u64| {
        let (mut counted, mut rng, mut moves) = (vec![0; engine.counters()], Rng::new(*seed), Vec::new());
        engine.play_on(&mut engine.start(), 99, &mut rng, &mut moves, &mut counted);
        counted[combat] > 0
    };
    (0..battles).filter(is_fought).count() as u64
}

#[test]
fn random_players_come_to_blows_in_at_least_half_of_the_battles() {
    let begun = StatesOfBattle::resolve(vec![Arc::new(document::<StatesOfBattle>(StatesOfBattle::SKELETON))]);
    let mut fights = vec![("skeleton".to_owned(), fought(&begun, 200))];
    for name in ["bridge-at-ambershaw", "field-of-two-larks", "whispering-alders"] {
        fights.push((name.to_owned(), fought(&shipped(name), 200)));
    }
    assert!(fights.iter().all(|(_, fought)| *fought >= 100), "of 200 battles each: {fights:?}");
}
