//! Whole battles: what holds in every state, records that replay to the same end, and the greedy bot.

use std::fmt::Write;
use std::sync::Arc;

use muster_core::play::balance::{Pairing, Series, SeriesTerms, Tally, weigh};
use muster_core::play::bots::{Bot, Seat};
use muster_core::play::chance::Chance;
use muster_core::play::fault::Fault;
use muster_core::play::luck::LuckScale;
use muster_core::play::record::{By, RecordedBattle, Table, record as recorded};
use muster_core::play::replay::{TurnEntry, replay};
use muster_core::play::rng::{Rng, battle_seed};
use muster_core::play::smoke::{Shard, SmokeOptions, Totals, battle, is_examined, run, seats};
use muster_core::play::{Blind, Engine, Next, Playout};
use muster_games::table_battles::engine::{Counter, DiceWord, Move, SideCounter, State, TableBattles};
use muster_games::table_battles::model::Location;
use muster_games::table_battles::resolve::Battle;
use muster_systems::notation::{Notation, write};
use proptest::prelude::*;

use super::arena::{document, scenario};

const WHITE_MOUNTAIN: &str = include_str!("../../../scenarios/table-battles/white-mountain.yaml");
const POLTAVA: &str = include_str!("../../../scenarios/table-battles/poltava.yaml");
const HASTINGS: &str = include_str!("../../../scenarios/table-battles/hastings.yaml");
const ROCROI: &str = include_str!("../../../scenarios/table-battles/rocroi.yaml");
const DECK: &str = include_str!("../../../scenarios/table-battles/decks/artillery.yaml");

fn compile(battle: &Battle) -> TableBattles {
    TableBattles::compile(battle).expect("a sound battle")
}

fn shipped(text: &str) -> TableBattles {
    compile(&Battle::new(vec![Arc::new(document(text)), Arc::new(document(DECK))]))
}

/// Records a battle in which `choose` makes every decision.
fn record(
    engine: &TableBattles,
    limit: u32,
    rng: Rng,
    choose: impl FnMut(&State, &[Move], &mut Rng) -> Move,
) -> RecordedBattle<State, Move> {
    recorded(engine, limit, &mut By(rng, choose), &mut Blind)
}

/// One card of a random scenario, as numbers.
type Drawn = (u8, u8, u8, u8, u8, (u8, u8));

const AREAS: [&str; 10] =
    ["6", "5/6", "4-6", "Any", "(6)", "(5)/(6)", "Doubles", "Triples", "Straight 3", "\"Doubles, Triples\""];
const REQUIREMENTS: [&str; 7] =
    ["", ", requires: pair", ", requires: two pairs", ", requires: triplet", ", requires: full house", "", ""];
const WINGS: [&str; 4] = ["red", "pink", "blue", "dkblue"];

/// Special rules that any card can have: `FRIEND` and `ENEMY` stand for numbers of cards.
const EFFECTS: [&str; 24] = [
    "rule: hits, change: -1",
    "rule: hits, of: counterattack, by: this, change: 1",
    "rule: hit-limit, most: 1",
    "rule: forbid, what: attack",
    "rule: forbid, what: attack, cards: ENEMY, against: this",
    "rule: forbid, what: bombard, cards: any",
    "rule: forbid, what: command, cards: friends",
    "rule: forbid, what: screen, cards: enemies",
    "rule: forbid, what: counterattack, cards: ENEMY",
    "rule: forbid, what: absorb, cards: any, against: FRIEND",
    "rule: forbid, what: retire, cards: any",
    "rule: forbid, what: pursue",
    "rule: forbid, what: dice",
    "rule: forbid, what: dice, cards: any",
    "rule: placement, cards: 2",
    "rule: placement, cards: 2, of: army",
    "rule: reserve-target, attack: waits, cards: any",
    "rule: reserve-target, attack: skips",
    "rule: reserve-target, attack: hits, action: 1",
    "rule: lends-dice, to: friends",
    "rule: rescue, friends: FRIEND",
    "rule: when, on: {attacks: any}, do: [{hit: {on: ENEMY, hits: 1}}, {add_cube: any}]",
    "rule: when, on: {leaves: ENEMY}, do: [{enter: FRIEND}, {rout: ENEMY}]",
    "rule: when, on: {screens: any}, do: [{remove_cube: any}, {lose_morale: {side: enemy}}, {leave: this}]",
];
/// Special rules that only special formations can have.
const OF_SPECIAL: [&str; 2] = ["rule: starts-with, cubes: 1", "rule: can-rout, hits: 2, morale: 1"];
/// When special rules hold.
const GATES: [&str; 9] = [
    "",
    ", while: {routed: ENEMY}",
    ", while: {out: FRIEND}",
    ", while: {has_dice: FRIEND}",
    ", unless: {has_cube: ENEMY}",
    ", unless: {in_play: ENEMY}",
    ", while: {happened: {attacks: any}}",
    ", while: {any: [{in_reserve: FRIEND}, {not: {has_dice: ENEMY}}]}",
    ", unless: {in_reserve: ENEMY}, while: {not: {routed: FRIEND}}",
];

/// The cards, each with a special rule. `drawn` chooses a rule and when it holds for one after the other.
fn with_effects(cards: &str, drawn: &[(u8, u8)]) -> String {
    let number = |line: &str| -> u8 { line[9..line.find('A').expect("a number")].parse().expect("a number") };
    let own = |line: &str, below: bool| (number(line) < 10) == below;
    let pick = |side: bool, n: u8| {
        let side: Vec<u8> = cards.lines().filter(|line| own(line, side)).map(number).collect();
        format!("{}A", side[usize::from(n) % side.len()])
    };
    let mut text = String::new();
    for (line, (rule, gate)) in cards.lines().zip(drawn.iter().cycle()) {
        let red = own(line, true);
        let special = line.contains("strength: I") && rule % 3 == 0;
        let rules: &[&str] = if special { &OF_SPECIAL } else { &EFFECTS };
        let rule_text = rules[usize::from(*rule) % rules.len()];
        let gate_text = if rule_text.contains("starts-with") { "" } else { GATES[usize::from(*gate) % GATES.len()] };
        let effect = format!("{rule_text}{gate_text}")
            .replace("FRIEND", &pick(red, rule / 3))
            .replace("ENEMY", &pick(!red, gate / 3));
        let card = line.strip_suffix('}').expect("a card");
        writeln!(text, "{card}, special: [{{{effect}}}]}}").expect("text");
    }
    text
}

/// YAML of one card. `own` and `enemy` are the numbers of a friend and of an enemy before it or beside it.
fn card(number: u8, drawn: Drawn, friend: u8, enemy: u8, first: bool) -> String {
    let (wing, strength, area, requirement, flags, (action, other)) = drawn;
    let requires = REQUIREMENTS[usize::from(requirement) % REQUIREMENTS.len()];
    let special = !first && strength == 0;
    let strength =
        if special { ["I", "II", "III"][usize::from(wing) % 3].to_owned() } else { (strength + 1).to_string() };
    let mut text = format!(
        "- {{card: {number}A, name: N{number}, wing: {}, strength: {strength}, dice: {}, arm: {}, link: both",
        WINGS[usize::from(wing) % 4],
        AREAS[usize::from(area) % AREAS.len()],
        if flags & 1 == 0 { "infantry" } else { "cavalry" },
    );
    for (flag, what) in [(2, ", star: true"), (4, ", retire: true"), (8, ", pursuit: true")] {
        text += if flags & flag != 0 { what } else { "" };
    }
    if !first && flags & 48 == 16 {
        write!(text, ", reserve: {{behind: {friend}A}}").expect("text");
    }
    if !first && flags & 48 == 48 {
        write!(text, ", reserve: {{commanded_by: {friend}A}}").expect("text");
    }
    write!(text, ", actions: [{{type: attack, targets: [{enemy}A], hits: 1 per die, self: {}}}", flags >> 6)
        .expect("text");
    for action in [action, other] {
        text += ", ";
        match action % 8 {
            0 => write!(text, "{{type: screen, targets: any{requires}}}"),
            1 => write!(text, "{{type: counterattack, targets: any{requires}, hits: 1, takes_less: 1}}"),
            2 => write!(text, "{{type: absorb, targets: any{requires}, takes: one fewer, voluntary: true}}"),
            3 => write!(text, "{{type: absorb, targets: [{friend}A]{requires}}}"),
            4 => write!(text, "{{type: command, targets: [{friend}A]{requires}}}"),
            5 => write!(text, "{{type: bombard{requires}}}"),
            6 => write!(text, "{{type: screen, targets: [{enemy}A]{requires}, voluntary: true}}"),
            _ => write!(text, "{{type: attack, targets: [{enemy}A]{requires}, hits: 1 + 1 per die}}"),
        }
        .expect("text");
    }
    text + "]}\n"
}

/// A random small scenario: two sides of one to five cards with everything the cards can say.
fn scenarios() -> impl Strategy<Value = String> {
    let drawn = (0..4_u8, 0..6_u8, 0..10_u8, 0..7_u8, any::<u8>(), (any::<u8>(), any::<u8>()));
    let side = || prop::collection::vec(drawn.clone(), 1..6);
    (side(), side()).prop_map(|(red, blue)| {
        let cards = |own: &[Drawn], base: u8, enemies: usize, enemy: u8| -> String {
            let one = |(i, drawn): (usize, &Drawn)| {
                let i = i as u8;
                // The first card of a side has no reserve; the others wait for one before them.
                card(base + i, *drawn, base + i.saturating_sub(1), enemy + i % enemies as u8, i == 0)
            };
            own.iter().enumerate().map(one).collect()
        };
        cards(&red, 1, blue.len(), 11) + &cards(&blue, 11, red.len(), 1)
    })
}

/// Plays a battle at random and looks at every state.
fn play_soundly(engine: &TableBattles, seed: u64, limit: u32) {
    let (mut rng, mut moves) = (Rng::new(seed), Vec::new());
    let mut state = engine.start();
    let mut owes = [false; 2];
    loop {
        assert_eq!(engine.find_breach(&state), None);
        let (player, kind) = match engine.next(&state) {
            Next::Over(_) => break,
            _ if engine.clock(&state).turn > limit => break,
            Next::Auto => {
                // The second of two steps in a turn is the roll: after it nothing is owed.
                owes[engine.mover(&state)] &= !state.has_begun();
                engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut Blind);
                continue;
            }
            Next::Decide { player, kind } => (player, kind),
        };
        engine.moves(&state, &mut moves);
        assert!(!moves.is_empty(), "somebody decides, and nothing is legal");
        let mut unique: Vec<String> = moves.iter().map(|m| TableBattles::option(engine, m).to_string()).collect();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), moves.len(), "an option is listed once");
        let mut buffer = Vec::new();
        for (index, listed) in moves.iter().enumerate() {
            let choose = |legal: u32| {
                assert_eq!(legal as usize, moves.len(), "as many are picked from as are listed");
                index as u32
            };
            assert_eq!(engine.pick(&state, &mut buffer, choose), *listed, "what is picked is what is listed");
        }
        for chosen in all_moves(engine, &state) {
            let why = engine.illegal(&state, &chosen);
            assert_eq!(why.is_none(), moves.contains(&chosen), "{chosen:?}: {why:?}");
        }
        for chosen in &moves {
            assert_eq!(engine.illegal(&state, chosen), None, "a legal move has nothing against it");
            let (Move::Act { card: actor, .. }
            | Move::Null { card: actor, .. }
            | Move::React { card: actor, .. }
            | Move::Retire { card: actor }
            | Move::Place { card: actor, .. }) = *chosen
            else {
                continue;
            };
            assert_eq!(state.location(actor), Location::Play, "nothing acts from reserve or after leaving");
            assert_eq!(engine.side(actor), player);
        }
        let chosen = moves[rng.draw_below(moves.len() as u32) as usize];
        owes[player] |= matches!(chosen, Move::React { .. });
        assert!(kind != "act" || !owes[player], "a reaction costs the next action phase");
        engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut Blind);
    }
}

/// Every move that somebody could write down in a state, legal or not.
fn all_moves(engine: &TableBattles, state: &State) -> Vec<Move> {
    let mut all = vec![Move::NoShift, Move::Pass, Move::Decline, Move::Done];
    let cards = || 0..engine.formations() as u8;
    let sets = (1..=6).flat_map(|face| (1..=3).map(move |n| DiceWord::counting(face, n)));
    let straights = (2..=6).flat_map(|length| (1..=7 - length).map(move |low| DiceWord::straight(low, length)));
    let dice: Vec<DiceWord> = sets.chain(straights).chain([DiceWord::NONE, state.rolled_dice()]).collect();
    for card in cards() {
        all.push(Move::Retire { card });
        all.extend(cards().flat_map(|to| (0..3).map(move |sticks| Move::Shift { from: card, to, sticks })));
        for action in 0..engine.actions(card) as u8 {
            all.extend([Move::Act { card, action }, Move::Null { card, action }, Move::React { card, action }]);
        }
        all.extend(dice.iter().map(|dice| Move::Place { card, dice: *dice }));
    }
    all
}

/// Plays a battle on at random as the engine does it, and move by move: the same in every turn.
fn play_on_the_same(engine: &TableBattles, seed: u64, limit: u32) {
    let (mut fast, mut slow) = (engine.start(), engine.start());
    let (mut rng, mut other) = (Rng::new(seed), Rng::new(seed));
    let (mut counted, mut others) = (vec![0; engine.counters()], vec![0; engine.counters()]);
    let mut buffer = Vec::new();
    for last in 1..=limit {
        engine.play_on(&mut fast, last, &mut rng, &mut buffer, &mut counted);
        while engine.clock(&slow).turn <= last {
            match engine.next(&slow) {
                Next::Over(_) => break,
                Next::Auto => engine.advance(&mut slow, &mut Chance::fair(&mut other), &mut others),
                Next::Decide { .. } => {
                    let chosen = engine.pick(&slow, &mut buffer, |legal| other.draw_below(legal));
                    engine.apply(&mut slow, &chosen, &mut Chance::fair(&mut other), &mut others);
                }
            }
        }
        assert_eq!(
            (engine.outcome(&fast), &fast.rolled_dice(), &counted),
            (engine.outcome(&slow), &slow.rolled_dice(), &others)
        );
        for card in 0..engine.formations() as u8 {
            let of = |state: &State| (state.location(card), state.strength(card), state.dice(card));
            assert_eq!(of(&fast), of(&slow), "card {} after turn {last}", engine.id(card));
        }
    }
}

/// Plays a battle at random, and replays its record.
fn replay_the_record(engine: &TableBattles, seed: u64, limit: u32) {
    let choose = |_: &State, moves: &[Move], rng: &mut Rng| moves[rng.draw_below(moves.len() as u32) as usize];
    let played = record(engine, limit, Rng::new(seed), choose);
    // What a play leaves out is left out.
    let mut turns = played.turns.clone();
    for turn in &mut turns {
        turn.entries.retain(|e| !matches!(e, TurnEntry::Chosen { chosen: Move::Done | Move::NoShift, .. }));
    }
    let replayed = replay(engine, &turns, &TableBattles::unsaid, None);
    assert!(replayed.fault.is_none(), "{:?}", replayed.fault);
    assert_eq!(replayed.states, played.states);
    assert_eq!(replayed.outcome, played.outcome);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_state_of_random_battles_of_random_scenarios_is_sound(cards in scenarios(), seed in any::<u64>(), rules in 0..3) {
        let rules = ["", "rules: [links, shift, oblique]", "rules: [shift]"][rules as usize];
        let engine = compile(&scenario(rules, "morale: 2, tactical: {sticks: 12}", "morale: 2", &cards));
        play_soundly(&engine, seed, 60);
        play_on_the_same(&engine, seed, 60);
    }

    #[test]
    fn battles_with_every_special_rule_are_sound_and_replay(
        cards in scenarios(),
        drawn in prop::collection::vec(any::<(u8, u8)>(), 10),
        seed in any::<u64>(),
        shift in any::<bool>(),
    ) {
        let rules = if shift { "rules: [links, shift, oblique]" } else { "" };
        let engine = compile(&scenario(rules, "morale: 3", "morale: 3", &with_effects(&cards, &drawn)));
        play_soundly(&engine, seed, 60);
        play_on_the_same(&engine, seed, 60);
        replay_the_record(&engine, seed, 60);
    }

    #[test]
    fn records_of_random_scenarios_replay_to_the_same_end(cards in scenarios(), seed in any::<u64>(), shift in any::<bool>()) {
        let rules = if shift { "rules: [links, shift, oblique]" } else { "" };
        let engine = compile(&scenario(rules, "morale: 2, tactical: {sticks: 12}", "morale: 2", &cards));
        replay_the_record(&engine, seed, 60);
    }

    #[test]
    fn shipped_scenarios_are_sound_and_replay(seed in any::<u64>(), which in 0..4) {
        let engine = shipped([WHITE_MOUNTAIN, POLTAVA, HASTINGS, ROCROI][which as usize]);
        play_soundly(&engine, seed, 500);
        play_on_the_same(&engine, seed, 500);
        replay_the_record(&engine, seed, 500);
    }
}

#[test]
fn other_seeds_are_other_battles() {
    let engine = shipped(WHITE_MOUNTAIN);
    let choose = |_: &State, moves: &[Move], rng: &mut Rng| moves[rng.draw_below(moves.len() as u32) as usize];
    let battle = |seed: u64| format!("{:?}", record(&engine, 2_000, Rng::new(battle_seed(0, seed)), choose).turns);
    let battles: std::collections::HashSet<String> = (0..300).map(battle).collect();
    assert_eq!(battles.len(), 300);
}

#[test]
fn battles_of_white_mountain_end() {
    let engine = shipped(WHITE_MOUNTAIN);
    let choose = |_: &State, moves: &[Move], rng: &mut Rng| moves[rng.draw_below(moves.len() as u32) as usize];
    for seed in 0..200 {
        assert!(record(&engine, 2_000, Rng::new(seed), choose).outcome.is_some(), "seed {seed}");
    }
}

/// Battles of `games` that a bot of one side wins against another bot.
fn wins(engine: &TableBattles, bot: Bot, against: Bot, side: usize, games: u64) -> usize {
    let mut bots = [against; 2];
    bots[side] = bot;
    let mut seats = bots.map(|bot| Seat::new(bot, engine));
    let mut battle = |seed: u64| {
        let choose = |state: &State, moves: &[Move], rng: &mut Rng| {
            assert!(!moves.is_empty());
            let Next::Decide { player, .. } = engine.next(state) else { panic!("nobody decides") };
            seats[player].choose(engine, state, player, rng)
        };
        record(engine, 2_000, Rng::new(seed), choose).outcome
    };
    (0..games).filter(|seed| battle(*seed).is_some_and(|outcome| outcome.winner == Some(side))).count()
}

#[test]
fn greedy_clearly_beats_random() {
    for text in [WHITE_MOUNTAIN, POLTAVA, HASTINGS, ROCROI] {
        let engine = shipped(text);
        for side in [0, 1] {
            let won = wins(&engine, Bot::Greedy, Bot::Random, side, 200);
            assert!(won > 120, "{} wins {won}", engine.side_name(side));
        }
    }
}

#[test]
fn a_search_clearly_beats_greedy_and_a_longer_one_a_shorter_one() {
    let engine = shipped(WHITE_MOUNTAIN);
    let both = |bot, against, games| {
        wins(&engine, bot, against, 0, games) as u64 + wins(&engine, bot, against, 1, games) as u64
    };
    let (short, long) = (both(Bot::Mcts(50), Bot::Greedy, 20), both(Bot::Mcts(200), Bot::Mcts(10), 10));
    assert!(short >= 24, "mcts:50 wins {short} of 40 against greedy");
    assert!(long >= 12, "mcts:200 wins {long} of 20 against mcts:10");
}

#[test]
fn a_search_does_the_same_for_the_same_seed() {
    let engine = shipped(WHITE_MOUNTAIN);
    let play = |seed| {
        let mut seats = [Seat::new(Bot::Mcts(20), &engine), Seat::new(Bot::Mcts(20), &engine)];
        let choose = |state: &State, _: &[Move], rng: &mut Rng| {
            let Next::Decide { player, .. } = engine.next(state) else { panic!("nobody decides") };
            seats[player].choose(&engine, state, player, rng)
        };
        record(&engine, 60, Rng::new(seed), choose).states
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

/// In a small battle a search keeps what it found, until the next battle begins.
#[test]
fn a_search_keeps_nothing_of_the_battle_before() {
    let engine = shipped(include_str!("../../oracles/small/screen-voluntary.yaml"));
    let sit_down = || seats(&engine, &[Bot::Mcts(20); 2]);
    let play = |seats: &mut [Seat<TableBattles>], seed| {
        let mut rng = Rng::new(seed);
        let outcome = battle(&engine, seats, 200, &mut rng, &mut vec![0; engine.counters()]);
        (outcome, rng.bits())
    };
    let mut kept = sit_down();
    for seed in 0..10 {
        assert_eq!(play(&mut kept, seed), play(&mut sit_down(), seed), "seed {seed}");
    }
}

#[test]
fn watchers_are_told_what_happens() {
    let engine = shipped(WHITE_MOUNTAIN);
    let (mut state, mut moves, mut rng) = (engine.start(), Vec::new(), Rng::new(3));
    let mut counted = vec![0_u64; engine.counters()];
    let mut expected = vec![0_u64; engine.counters()];
    loop {
        match engine.next(&state) {
            Next::Over(_) => break,
            Next::Auto => {
                engine.advance(&mut state, &mut Chance::fair(&mut rng), &mut counted);
                continue;
            }
            Next::Decide { .. } => engine.moves(&state, &mut moves),
        }
        let chosen = moves[rng.draw_below(moves.len() as u32) as usize];
        match chosen {
            Move::Place { card, dice } => {
                expected[engine.counter(card, Counter::Placed)] += 1;
                expected[engine.counter(card, Counter::Dice)] += u64::from(dice.len());
            }
            Move::Act { card, action } => {
                expected[engine.counter(card, Counter::Acted)] += 1;
                expected[engine.action_counter(card, action)] += 1;
            }
            Move::React { card, action } => {
                expected[engine.counter(card, Counter::Reacted)] += 1;
                expected[engine.action_counter(card, action)] += 1;
            }
            Move::Retire { card } => expected[engine.counter(card, Counter::Retired)] += 1,
            _ => {}
        }
        let before = state;
        engine.apply(&mut state, &chosen, &mut Chance::fair(&mut rng), &mut counted);
        for card in 0..engine.formations() as u8 {
            if (before.location(card), state.location(card)) == (Location::Reserve, Location::Play) {
                expected[engine.counter(card, Counter::Entered)] += 1;
            }
        }
    }
    let departed =
        |card: u8| counted[engine.counter(card, Counter::Routed)] + counted[engine.counter(card, Counter::Pursued)];
    for card in 0..engine.formations() as u8 {
        let out = u64::from(state.location(card) == Location::Out);
        assert_eq!(departed(card) + counted[engine.counter(card, Counter::Retired)], out, "{}", engine.name(card));
        let went = counted[engine.counter(card, Counter::Retired)] + counted[engine.counter(card, Counter::Pursued)];
        if went == 0 && !engine.special(card) {
            let lost = engine.start().strength(card) - state.strength(card);
            assert_eq!(counted[engine.counter(card, Counter::Taken)], u64::from(lost), "{}", engine.name(card));
        }
        for told in [Counter::Routed, Counter::Pursued, Counter::Given, Counter::Taken] {
            expected[engine.counter(card, told)] = counted[engine.counter(card, told)];
        }
    }
    let sum =
        |what: Counter| (0..engine.formations() as u8).map(|card| counted[engine.counter(card, what)]).sum::<u64>();
    assert!(
        sum(Counter::Given) > 0 && sum(Counter::Given) <= sum(Counter::Taken) + 10,
        "hits beyond the last stick are few"
    );
    // What is counted for measures is held by tests of its own.
    let measured = engine.side_counter(0, SideCounter::Turns);
    assert_eq!(counted[..measured], expected[..measured]);
}

#[test]
fn a_played_battle_is_written_as_a_play_that_reads_and_replays() {
    let engine = shipped(WHITE_MOUNTAIN);
    let choose = |_: &State, moves: &[Move], rng: &mut Rng| moves[rng.draw_below(moves.len() as u32) as usize];
    let played = record(&engine, 500, Rng::new(11), choose);
    let sides = [0, 1].map(|side| engine.side_name(side).to_owned());
    let text = write::<TableBattles>(&engine, &sides, "white-mountain.yaml", &played.turns, played.outcome);
    let replayed = super::plays::replay_of(WHITE_MOUNTAIN, &text);
    assert!(replayed.findings.is_empty(), "{:?}\n{text}", replayed.findings[0].message);
    assert_eq!(replayed.states.len(), played.turns.len());
    let winner = played.outcome.and_then(|outcome| outcome.winner).map(|side| engine.side_name(side));
    assert_eq!(replayed.result["winner"].as_str(), winner);
}

#[test]
fn battles_that_are_looked_at_are_those_that_are_not() {
    let engine = shipped(WHITE_MOUNTAIN);
    let bots = vec![Bot::Random; 2];
    for turn_limit in [30, 5000] {
        let options = SmokeOptions { games: 1100, seed: 3, bots: bots.clone(), turn_limit, shard: Shard::WHOLE };
        assert!(is_examined(255) && !is_examined(256) && is_examined(1024));
        let totals = run(&engine, &options, &|_| ());
        let (mut turns, mut counters) = (0, vec![0; engine.counters()]);
        let mut seats = seats(&engine, &bots);
        for index in 0..1100 {
            let mut rng = Rng::new(battle_seed(3, index));
            turns += u64::from(battle(&engine, &mut seats, turn_limit, &mut rng, &mut counters).1);
        }
        let measured = engine.side_counter(0, SideCounter::Turns);
        assert_eq!(totals.counters[..measured], counters[..measured]);
        assert_eq!(totals.turns.iter().map(|(turns, n)| u64::from(*turns) * n).sum::<u64>(), turns);
        assert!(totals.faults.values().all(|seen| seen.fault == Fault::Endless));
        assert_eq!(totals.broken_battles(), 0);
    }
}

#[test]
fn a_battle_lasts_as_many_turns_as_a_record_of_it_has_however_it_ends() {
    let bots = vec![Bot::Random; 2];
    let mut ends = std::collections::BTreeMap::new();
    for text in [WHITE_MOUNTAIN, include_str!("../../../scenarios/table-battles/kunersdorf.yaml")] {
        let engine = shipped(text);
        let (mut seats, mut counters) = (seats(&engine, &bots), vec![0; engine.counters()]);
        for seed in 0..60 {
            let (outcome, turns) = battle(&engine, &mut seats, 5000, &mut Rng::new(seed), &mut counters);
            let played = recorded(&engine, 5000, &mut Table::new(&engine, &bots, Rng::new(seed)), &mut Blind);
            assert_eq!((outcome, turns as usize), (played.outcome, played.turns.len()), "seed {seed}");
            assert_eq!(played.states.len(), played.turns.len(), "every turn was played whole");
            *ends.entry(outcome.expect("an end").by).or_insert(0) += 1;
        }
    }
    assert!(["cannot attack", "morale", "tactical"].iter().all(|by| ends[by] > 0), "{ends:?}");
}

#[test]
fn who_won_after_what_is_counted_as_in_battles_one_by_one() {
    let (engine, games) = (shipped(ROCROI), 60);
    let (bots, turn_limit) = (vec![Bot::Random; 2], 5000);
    let series =
        [Series { engine: &engine, start: None, bots: bots.clone(), bar: None, pairing: Pairing::None, luck: None }];
    let terms = SeriesTerms { seed: 7, turn_limit, shard: Shard::WHOLE };
    let tally = &weigh(&series, std::slice::from_ref(&(0..games)), terms, &|_| ())[0];
    let one = |number: u64| {
        let options =
            SmokeOptions { games, seed: 7, bots: bots.clone(), turn_limit, shard: Shard { number, of: games } };
        run(&engine, &options, &|_| ())
    };
    let battles: Vec<Totals> = (0..games).map(one).collect();
    let mut seen = 0;
    for counter in 0..tally.battles.len() {
        let won = |side: usize| battles.iter().filter(|one| one.counters[counter] > 0).map(|one| one.wins[side]).sum();
        let won: [u64; 2] = [won(0), won(1)];
        assert_eq!(tally.won_after(counter), won, "counter {counter}");
        seen += u64::from(won.iter().all(|n| *n > 0));
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn luck_is_nought_on_average_and_leaves_the_battles_as_they_are() {
    let (engine, games) = (shipped(POLTAVA), 60);
    let bots = vec![Bot::Random; 2];
    let terms = SeriesTerms { seed: 36, turn_limit: 5000, shard: Shard::WHOLE };
    // Of a good value and of a poor one: it is nought on average, whatever the value is.
    for pilot in [200, 30] {
        let scale = LuckScale::fit((&engine, &engine.start()), Bot::Random, pilot, terms).expect("a scale");
        let series = |luck| {
            [Series { engine: &engine, start: None, bots: bots.clone(), bar: None, pairing: Pairing::None, luck }]
        };
        let tally = |luck, part: std::ops::Range<u64>| {
            weigh(&series(luck), std::slice::from_ref(&part), terms, &|_| ()).remove(0)
        };
        let whole = tally(Some(&scale), 0..games);
        assert_eq!(Tally { luck: None, ..whole.clone() }, tally(None, 0..games), "the dice are the same");
        let parts = tally(Some(&scale), 0..17).merge(tally(Some(&scale), 17..games));
        assert_eq!(parts, whole, "the sums of parts are those of the whole");
        let luck = whole.luck.expect("luck");
        let (mean, error) = luck.mean();
        assert!(error > 0.0 && mean.abs() < 3.0 * error, "{mean} ± {error}");
        let (won, of) = (whole.totals.wins[0], whole.decided_battles());
        // In the same battles the best part can but help.
        let best = scale.adjusted_to(&luck, won, of);
        let adjusted = tally(Some(&best), 0..games).luck.expect("luck");
        assert!(adjusted.gain(won, of) >= luck.gain(won, of), "{adjusted:?} {luck:?}");
        let [first, second] = [0, 1].map(|side| luck.interval(side, (won, of), false).expect("an interval"));
        assert!((first.share + second.share - 1.0).abs() < 1e-12 && first.low <= first.share && second.high <= 1.0);
    }
}
