//! The measures of whole battles: idle rolls, turns lost to reactions, slugfests, cubes to and fro, numbers of a line-up.

use muster_core::play::Engine;
use muster_core::play::bots::Bot;
use muster_core::play::smoke::{Shard, SmokeOptions, Totals, outcomes, run};
use muster_games::table_battles::engine::{EndCounter, SideCounter, TableBattles};
use muster_systems::Played;
use muster_systems::measures::RUNS;
use muster_systems::played::ArmyFact;
use serde_json::json;

use super::arena::{Game, battle_of, scenario};
use crate::cli::root;

fn count(game: &Game, side: usize, what: SideCounter) -> u64 {
    let mut counted = game.counted.clone();
    game.engine.closing(&game.state, false, &mut counted);
    counted[game.engine.side_counter(side, what)]
}

/// What a battle that ends in this position counts as.
fn closed(game: &Game, what: EndCounter) -> u64 {
    let mut counted = game.counted.clone();
    game.engine.closing(&game.state, true, &mut counted);
    counted[game.engine.end_counter(what)]
}

/// Battles of so many turns.
fn first_turns(engine: &TableBattles, turn_limit: u32, games: u64) -> Totals {
    let bots = vec![Bot::Random; 2];
    outcomes(engine, &SmokeOptions { games, seed: 3, bots, turn_limit, shard: Shard::WHOLE }, 0..games)
}

#[test]
fn tb_9_1_a_roll_is_idle_with_the_chance_that_no_die_shows_a_number_of_a_card() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 5/6, actions: [{type: attack, targets: [Ann], hits: 1}]}
";
    let battle = scenario("", "morale: 3", "morale: 3", cards);
    let engine = TableBattles::compile(&battle).expect("a sound battle");
    let games = 20_000;
    // Each side rolls its six dice once.
    let totals = first_turns(&engine, 2, games);
    for (side, numbers) in [(0, 1.0), (1, 2.0)] {
        let number = |what| totals.counters[engine.side_counter(side, what)];
        assert_eq!(number(SideCounter::Rolls), games);
        let chance = ((6.0 - numbers) / 6.0_f64).powi(6);
        let (idle, expected) = (number(SideCounter::Idle) as f64, chance * games as f64);
        let deviation = (expected * (1.0 - chance)).sqrt();
        assert!((idle - expected).abs() < 4.0 * deviation, "{idle} of {games}, expected {expected}");
    }
}

#[test]
fn tb_9_1_scripted_rolls_are_counted_one_by_one() {
    let mut game = Game::new(
        "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: Any, actions: [{type: attack, targets: [Ann], hits: 1}]}
",
    );
    game.turn("111111", &[]).turn("111111", &["11A 111111"]).turn("111116", &[]);
    let rolls = [0, 1].map(|side| [SideCounter::Rolls, SideCounter::Idle].map(|what| count(&game, side, what)));
    assert_eq!(rolls, [[2, 1], [1, 0]], "a roll of which nothing is placed by choice is not idle");
    // All six dice lie on the card: nothing is rolled.
    game.pass().roll("");
    assert_eq!(count(&game, 1, SideCounter::Rolls), 1, "a roll of no dice is none");
    assert_eq!(count(&game, 1, SideCounter::Turns), 2);
}

#[test]
fn both_ways_to_play_count_the_same() {
    for name in ["white-mountain", "malplaquet", "bosworth-field", "kunersdorf", "hastings"] {
        let path = root().join(format!("scenarios/table-battles/{name}.yaml"));
        let battle = battle_of(&std::fs::read_to_string(path).expect("a scenario"));
        let engine = TableBattles::compile(&battle).expect("a sound battle");
        let bots = vec![Bot::Random; 2];
        let options = SmokeOptions { games: 64, seed: 7, bots, turn_limit: 5000, shard: Shard::WHOLE };
        // The first battles of a run are examined, state by state; the others are not.
        let (examined, unseen) = (run(&engine, &options, &|_| ()), outcomes(&engine, &options, 0..64));
        assert_eq!(examined.counters, unseen.counters, "{name}");
        for side in 0..2 {
            let runs = engine.runs_counter(side);
            let battles: u64 = examined.counters[runs..runs + RUNS].iter().sum();
            assert_eq!(battles, examined.by.values().sum::<u64>(), "each battle that ends has a longest run");
        }
    }
}

const REACTING: &str = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
- {card: 11A, name: Bob, wing: blue, strength: 5, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1}]}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 5, actions: [{type: screen, targets: [Ann]}]}
";

#[test]
fn tb_7_6_a_turn_after_a_reaction_is_lost_and_runs_are_of_turns_in_a_row() {
    let mut game = Game::new(REACTING);
    game.turn("611111", &["1A 6"]).turn("511111", &["12A 5"]);
    assert_eq!(count(&game, 1, SideCounter::Lost), 0);
    for lost in 1..=2 {
        game.act("1A 1").react("12A 1").roll("611111").places(&["1A 6"]);
        game.turn("511111", &["12A 5"]);
        assert_eq!(count(&game, 1, SideCounter::Lost), lost);
        assert_eq!(count(&game, 1, SideCounter::Longest), lost);
    }
    // Nobody attacks: Blue has its action phase again, and the run is over.
    game.turn("11111", &[]).turn("11111", &[]);
    let blue = |what| count(&game, 1, what);
    assert_eq!([SideCounter::Turns, SideCounter::Lost, SideCounter::Longest].map(blue), [4, 2, 2]);
    assert_eq!(count(&game, 0, SideCounter::Lost), 0);
    let mut counted = game.counted.clone();
    game.engine.closing(&game.state, true, &mut counted);
    assert_eq!([0, 1, 2].map(|run| counted[game.engine.runs_counter(1) + run]), [0, 0, 1]);
    assert_eq!(counted[game.engine.runs_counter(0)], 1);
}

#[test]
fn tb_12_3_a_turn_of_a_shift_is_no_turn_lost_to_a_reaction() {
    let cards = REACTING.replace("dice:", "arm: infantry, dice:");
    let mut game = Game::with("rules: [shift]", "morale: 3", "morale: 3", &cards);
    game.no_shift().turn("611111", &["1A 6"]);
    game.shift("11A", "12A", 1).roll("511111").places(&["12A 5"]);
    assert_eq!(count(&game, 1, SideCounter::Lost), 0);
    game.no_shift().act("1A 1").react("12A 1").roll("111111").done();
    game.shift("11A", "12A", 1).roll("111111").done();
    assert_eq!(count(&game, 1, SideCounter::Lost), 1, "it could not have acted either");
}

const DUEL: &str = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob], hits: 1 per die}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: 6, actions: [{type: attack, targets: [Ann], hits: 1 per die}]}
";

#[test]
fn a_battle_ends_between_stumps_where_all_that_is_left_has_two_sticks_or_one() {
    let mut game = Game::new(DUEL);
    game.turn("661111", &["1A 66"]).turn("661111", &["11A 66"]);
    game.act("1A 1").roll("111111").done();
    assert_eq!(game.strength("11A"), 2);
    assert_eq!(closed(&game, EndCounter::Stumps), 0, "Ann has all four");
    game.act("11A 1").roll("111111").done();
    assert_eq!(game.strength("1A"), 2);
    assert_eq!(closed(&game, EndCounter::Stumps), 1);
    let fresh = Game::new(&DUEL.replace("strength: 4", "strength: 2"));
    assert_eq!(closed(&fresh, EndCounter::Stumps), 0, "two sticks of two are no stump");
}

#[test]
fn tb_10_1_a_cube_is_taken_back_where_both_sides_took_some() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Bob, Cid], hits: 1}]}
- {card: 2A, name: Dan, wing: pink, strength: 1, dice: 1}
- {card: 11A, name: Bob, wing: blue, strength: 1, dice: 1, star: true}
- {card: 12A, name: Cid, wing: red, strength: 4, dice: 6, actions: [{type: attack, targets: [Dan], hits: 1}]}
";
    let mut game = Game::with("", "morale: 3", "morale: 3", cards);
    game.turn("622222", &["1A 6"]).turn("622222", &["12A 6"]);
    game.act("1A 1").roll("222222").done();
    assert_eq!(game.morale(), [5, 1], "two cubes for the star");
    assert_eq!((closed(&game, EndCounter::ToAndFro), closed(&game, EndCounter::TakenBack)), (0, 0));
    game.act("12A 1").roll("222222").done();
    assert_eq!(game.morale(), [4, 2]);
    assert_eq!((closed(&game, EndCounter::ToAndFro), closed(&game, EndCounter::TakenBack)), (1, 1));
}

/// What is calculated of the sides of a shipped scenario.
fn armies(name: &str) -> Vec<ArmyFact> {
    let path = root().join(format!("scenarios/table-battles/{name}.yaml"));
    let battle = battle_of(&std::fs::read_to_string(path).expect("a scenario"));
    TableBattles::odds(&battle).expect("odds").armies
}

#[test]
fn tb_2_1_numbers_of_several_cards_are_those_counted_by_hand() {
    let [bohemia, league] = &armies("white-mountain")[..] else { panic!("two sides") };
    // 7A takes 6, 8A takes 5/6, 9A takes 5, 10A takes 4; all are blue.
    let shared = json!([{"number": 5, "cards": ["8A", "9A"]}, {"number": 6, "cards": ["7A", "8A"]}]);
    assert_eq!(bohemia.json["numbers"], shared);
    assert_eq!(bohemia.json["wings"], json!([{"wing": "blue", "numbers": shared}]));
    // In no roll of 1, 2 and 3 anything fits: a half to the power of the dice.
    assert_eq!(bohemia.json["nothing_fits"], json!([0.5, 0.25, 0.125, 0.0625, 0.0313, 0.0156]));
    // 2A takes 3/4 and 6A one 4, in two wings; a straight names no number. 6A waits in reserve, but 2A takes the four.
    assert_eq!(league.json["numbers"], json!([{"number": 4, "cards": ["2A", "(6A)"]}]));
    assert_eq!(league.json["wings"], json!([]));
    assert_eq!(league.json["nothing_fits"], json!([0.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    let said: Vec<String> = bohemia.lines().collect();
    assert_eq!(
        said,
        [
            "The Bohemian Revolt: nothing can be placed of 1.6 % of rolls of 6 dice, and of 12.5 % of 3",
            "The Bohemian Revolt: numbers on two or more cards of a wing: 5 in blue (8A, 9A) · 6 in blue (7A, 8A)",
            "The Bohemian Revolt: numbers on two or more cards of the army: 5 (8A, 9A) · 6 (7A, 8A)",
        ]
    );
}

#[test]
fn doubles_fit_all_but_rolls_of_different_numbers() {
    let cards = "
- {card: 1A, name: Ann, wing: red, strength: 4, dice: Doubles, actions: [{type: attack, targets: [Bob], hits: 1}]}
- {card: 11A, name: Bob, wing: blue, strength: 4, dice: none}
";
    let armies = TableBattles::odds(&scenario("", "morale: 3", "morale: 3", cards)).expect("odds").armies;
    // Two dice: 30 of 36; six: 720 of 46,656.
    assert_eq!(armies[0].json["nothing_fits"][1], json!(0.8333));
    assert_eq!(armies[0].json["nothing_fits"][5], json!(0.0154));
    assert_eq!(armies[1].json["nothing_fits"][5], json!(1.0));
}
