//! Compares engines with second ones, which were written from the clauses alone in another language: random battles of
//! random scenarios, choice by choice. They are in `tests/oracles`, and need Python 3; where there is none, this says so and
//! passes. `MUSTER_ORACLE_BATTLES` sets the number of battles; `tests/oracles/run` plays enough to meet every clause.

mod pub_battles;
mod table_battles;
mod tabletop;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use muster_core::diag::Sink;
use muster_core::load;
use muster_core::play::Blind;
use muster_core::play::chance::Draw;
use muster_core::play::record::{By, record};
use muster_core::play::replay::{Step, TurnEntry, replay};
use muster_core::play::rng::Rng;
use muster_core::source::Sources;
use muster_games::states_of_battle::StatesOfBattle;
use muster_games::states_of_battle::engine::{LOTS, PlayerChoice};
use muster_games::states_of_battle::model::DeckKind;
use muster_games::states_of_battle::resolve::{AchievementSource, BattleAchievement, CardInUse, StatesBattle};
use muster_systems::notation::Notation;
use muster_systems::{Doc, Game, Played};
use serde_json::{Value, json};

/// The oracle of States of Battle.
const ORACLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/states_of_battle.py");
/// The oracle of Tabletop.
const ORACLE_OF_TABLETOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/tabletop.py");
/// The oracle of Pub Battles.
const ORACLE_OF_PUB_BATTLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/pub_battles.py");

/// Battles played where nothing else is said: some seconds.
const BATTLES: u64 = 40;

fn battles() -> u64 {
    std::env::var("MUSTER_ORACLE_BATTLES").map_or(BATTLES, |number| number.parse().expect("a number of battles"))
}

#[test]
fn states_of_battle_agrees_with_its_oracle() {
    agrees(ORACLE, "MUSTER_ORACLE_RECORDS", recorded);
}

#[test]
fn tabletop_agrees_with_its_oracle() {
    agrees(ORACLE_OF_TABLETOP, "MUSTER_ORACLE_HEX_RECORDS", tabletop::recorded);
}

/// The oracle plays, since it tries what no list of moves holds; the engine follows.
#[test]
fn pub_battles_agrees_with_its_oracle() {
    if !has_python(ORACLE_OF_PUB_BATTLES) {
        return;
    }
    let (wanted, least) = (battles() / 2, least());
    let selfplay = ["--selfplay", &wanted.to_string(), "--seed", "1", "--least", least, "--record"];
    let records = run(ORACLE_OF_PUB_BATTLES, &selfplay, "");
    let mut compared = pub_battles::Compared::default();
    let differences: Vec<String> =
        records.lines().filter_map(|line| pub_battles::follow(line, &mut compared).err()).collect();
    eprintln!("{compared:?}");
    let shown = differences.iter().take(8).fold(String::new(), |shown, difference| shown + "\n" + difference);
    assert!(differences.is_empty(), "{} differences{shown}", differences.len());
    assert_eq!(compared.battles as u64, wanted);
}

/// What each side can make sure of in small battles, found by another solver from the clauses TB-1 to TB-12.
#[test]
fn exact_values_of_table_battles_agree_with_its_oracle() {
    if !has_python(table_battles::ORACLE) {
        return;
    }
    let battles = table_battles::battles(battles() >= 1_000);
    let found = run(table_battles::ORACLE, &[], &table_battles::documents(&battles));
    assert_eq!(found.lines().count(), battles.len(), "{found}");
    for (line, battle) in found.lines().zip(&battles) {
        table_battles::compare(line, battle);
    }
}

/// Plays the battles of an oracle's scenarios, and lets it play them again. What was recorded is kept in the file that a
/// variable of the environment names.
#[expect(clippy::print_stderr, reason = "what an oracle met is worth reading")]
fn agrees(oracle: &str, keep: &str, recorded: fn(&str, u64) -> Value) {
    if !has_python(oracle) {
        return;
    }
    let wanted = battles();
    let documents = run(oracle, &["--documents", &wanted.to_string(), "--seed", "1"], "");
    let mut records = String::new();
    for (seed, document) in (0..).zip(documents.lines()) {
        writeln!(records, "{}", recorded(document, seed)).expect("memory");
    }
    if let Ok(file) = std::env::var(keep) {
        std::fs::write(file, &records).expect("the records are written");
    }
    let report = run(oracle, &["--least", least()], &records);
    eprintln!("{report}");
}

/// Returns how often every clause must be met.
fn least() -> &'static str {
    if battles() >= 1_000 { "100" } else { "0" }
}

/// Returns true if there is a Python that can run an oracle; says so if there is none.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn has_python(oracle: &str) -> bool {
    let is_there = Command::new("python3").arg("--version").output().is_ok();
    if !is_there {
        eprintln!("skipped: there is no python3 to run {oracle}");
    }
    is_there
}

/// Runs the oracle; it must find nothing.
fn run(oracle: &str, arguments: &[&str], input: &str) -> String {
    let mut oracle = Command::new("python3")
        .arg(oracle)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 runs");
    let mut stdin = oracle.stdin.take().expect("its input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = oracle.wait_with_output().expect("it ends");
    // One that has found enough reads no further.
    let _ = writer.join().expect("it is written to");
    let report = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{report}");
    report
}

/// Plays a random battle of a scenario, and tells it as the oracle reads it.
fn recorded(document: &str, seed: u64) -> Value {
    let battle = StatesOfBattle::resolve(vec![Arc::new(read::<StatesOfBattle>(document))]);
    let engine = StatesOfBattle::compile(&battle).unwrap_or_else(|error| panic!("{error}: {document}"));
    let mut author = By(Rng::new(seed), |_: &_, legal: &[_], rng: &mut Rng| eager(legal, rng));
    let played = record(&engine, 60, &mut author, &mut Blind);
    assert!(played.fault.is_none(), "{:?}: {document}", played.fault);
    let replayed = replay(&engine, &played.turns, &|_, _| None, None);
    assert!(replayed.fault.is_none(), "{:?}", replayed.fault);
    let sides: Vec<String> = StatesOfBattle::sides(&battle).into_iter().map(|(name, _)| name).collect();
    let option = |choice: &PlayerChoice| StatesOfBattle::option(&engine, choice);
    let step = |step: &Step<PlayerChoice>| {
        json!({
            "turn": step.decision.turn,
            "side": sides[step.decision.player],
            "decision": step.decision.kind,
            "legal": step.legal.iter().map(option).collect::<Vec<_>>(),
            "chosen": option(&step.chosen),
        })
    };
    let entries = played.turns.iter().flat_map(|turn| &turn.entries);
    let draws = entries.flat_map(|entry| match entry {
        TurnEntry::Drawn { draws, .. } => draws.as_slice(),
        TurnEntry::Chosen { .. } => &[],
    });
    let draw = |draw: &Draw| match draw.label.kind {
        "orders" => json!(["orders", draw.label.piece, engine.rules.card(DeckKind::Orders, draw.number as u8).name]),
        "events" => json!(["events", draw.label.piece, engine.rules.card(DeckKind::Events, draw.number as u8).name]),
        "dice" => json!(["dice", null, draw.number + 1]),
        kind => json!([if kind == LOTS { "gd" } else { kind }, draw.label.piece, draw.number + 1]),
    };
    let states = played.states.iter().map(|state| StatesOfBattle::show(&engine, state, None));
    json!({
        "scenario": resolved(document, &battle),
        "steps": replayed.steps.iter().map(step).collect::<Vec<_>>(),
        "draws": draws.map(draw).collect::<Vec<_>>(),
        "states": states.collect::<Vec<_>>(),
        "result": played.outcome.map(|end| json!({"winner": end.winner.map(|side| &sides[side]), "by": end.by})),
    })
}

/// Returns any choice, with a liking for charges, challenges and bolts, which are rare otherwise.
fn eager(legal: &[PlayerChoice], rng: &mut Rng) -> PlayerChoice {
    let is_bold = |choice: &&PlayerChoice| {
        matches!(choice, PlayerChoice::Charge(_) | PlayerChoice::Challenge(..) | PlayerChoice::Bolt(..))
    };
    let bold: Vec<&PlayerChoice> = legal.iter().filter(is_bold).collect();
    match bold.as_slice() {
        [] => legal[rng.draw_below(legal.len() as u32) as usize],
        bold if rng.draw_below(4) > 0 => *bold[rng.draw_below(bold.len() as u32) as usize],
        _ => legal[rng.draw_below(legal.len() as u32) as usize],
    }
}

/// Reads a document of a game.
fn read<G: Game>(text: &str) -> Doc<G::Model> {
    let (mut sources, mut sink) = (Sources::default(), Sink::default());
    let file = load::read(&mut sources, "a.yaml".into(), text.as_bytes(), &mut sink);
    let model = G::schema().read(&sources, file, &mut sink);
    Doc { file, given: true, model: model.unwrap_or_else(|| panic!("{text}\n{:?}", sink.into_findings())) }
}

/// Returns a scenario with everything written, as the oracle reads it.
fn resolved(document: &str, battle: &StatesBattle) -> Value {
    let written: Value = serde_json::from_str(document).expect("a document");
    let written = &written["scenario"];
    let list = |key: &str, keys: &[&str]| {
        let filled = |one: &Value| {
            let mut one = one.clone();
            for key in keys {
                if one.get(key).is_none() {
                    one[*key] = Value::Null;
                }
            }
            one
        };
        let all = written[key].as_array().cloned().unwrap_or_default();
        Value::Array(all.iter().map(filled).collect())
    };
    let unit = |unit: usize| {
        let row = &battle.units[unit];
        let host = row.rides_in();
        json!({
            "unit": row.id.to_string(), "name": row.name, "kind": serde_json::to_value(row.kind).expect("a word"),
            "points": row.points, "mcv": row.mcv, "named": row.named, "models": row.models, "alternate": row.alternate,
            "move": row.movement, "charge": row.charge, "range": row.range,
            "in": host.map(|host| battle.units[host].id.to_string()),
            "at": row.at.map(|at| serde_json::to_value(at).expect("a place")),
            "reserve": row.waits || host.is_some_and(|host| battle.units[host].waits),
        })
    };
    let sides = battle.sides.iter().zip(battle.written_sides()).map(|(side, written)| {
        let orders = side.orders.iter().filter(|card| !battle.cards[card.card].is_lull());
        let orders: serde_json::Map<String, Value> =
            orders.map(|card| (battle.cards[card.card].definition.card.clone(), json!(card.copies))).collect();
        json!({
            "name": side.name, "gd": side.generalship.faces(), "counters": side.counters,
            "orders": side.orders_chosen.then_some(orders), "starter": written.starter,
            "units": side.units.iter().map(|of_side| unit(*of_side)).collect::<Vec<_>>(),
        })
    });
    let card = |card: &CardInUse| {
        let card = &card.definition;
        let play = serde_json::to_value(&card.play).expect("words");
        json!({"name": card.card, "deck": card.deck.word(), "copies": card.copies, "play": play})
    };
    let achievement = |row: &BattleAchievement| {
        let on = match row.source {
            AchievementSource::Published(published) => serde_json::to_value(published).expect("a word"),
            AchievementSource::EnemyUnitLost => json!("unit-lost"),
            AchievementSource::EnemyUnitBroken => json!("unit-broken"),
        };
        json!({"name": row.title, "on": on, "counters": row.counters})
    };
    let places = written["places"].as_array().cloned().unwrap_or_default();
    let place = |place: &Value| match place {
        Value::String(name) => json!({"place": name, "at": null, "lane": null, "held_by": null}),
        place => json!({
            "place": place["place"], "at": place["at"], "lane": place["lane"], "held_by": place["held_by"],
        }),
    };
    json!({
        "sides": sides.collect::<Vec<_>>(),
        "cards": battle.cards.iter().map(card).collect::<Vec<_>>(),
        "achievements": battle.achievements.iter().map(achievement).collect::<Vec<_>>(),
        "triggers": list("triggers", &[]),
        "forfeits": list("forfeits", &[]),
        "deployment": written["deployment"],
        "concealed": list("concealed", &[]),
        "places": places.iter().map(place).collect::<Vec<_>>(),
        "victory": list("victory", &["side"]),
        "special": list("special", &["while", "unless", "once"]),
        "stand_in": written["stand_in"],
        "rounds": written["rounds"],
        "points_per_counter": written["points_per_counter"],
    })
}
