//! Small battles of Table Battles, solved exactly here and by `table_battles.py`.

use muster_core::play::Engine;
use std::fmt::Write as _;
use std::sync::Arc;

use muster_core::play::exact::SolveLimits;
use muster_games::table_battles::TableBattles;
use muster_systems::{Game, Played};
use serde_json::Value;

use super::read;

/// The oracle of Table Battles.
pub(super) const ORACLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/table_battles.py");

/// Where the battles are.
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracles/small");
/// Those that the oracle solves within seconds.
const QUICK: [&str; 6] = [
    "bombard-two",
    "last-stick-both",
    "last-stick-one",
    "mixture-reserve-screen",
    "screen-voluntary",
    "self-hits-duel",
];
/// The one that takes it hours.
const SLOW: &str = "absorb-fewer";

/// Returns the battles, as they are written: all that the oracle can solve, or the quick ones.
pub(super) fn battles(all: bool) -> Vec<String> {
    let files = std::fs::read_dir(SMALL).expect("the battles are there");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let wanted = |name: &str| if all { name != SLOW } else { QUICK.contains(&name) };
    paths.retain(|path| path.file_stem().is_some_and(|name| wanted(&name.to_string_lossy())));
    assert!(paths.len() >= QUICK.len());
    paths.iter().map(|path| std::fs::read_to_string(path).expect("it is read")).collect()
}

/// Returns battles as the oracle reads them.
pub(super) fn documents(battles: &[String]) -> String {
    battles.iter().fold(String::new(), |mut all, battle| {
        let document: Value = serde_yaml::from_str(battle).expect("the battle is YAML");
        writeln!(all, "{document}").expect("memory");
        all
    })
}

/// Compares what the oracle says of a battle with the values here. `line` is `Name: 0.5 0.5 rest 0.0 positions 9`.
pub(super) fn compare(line: &str, battle: &str) {
    let model = read::<TableBattles>(battle);
    let engine = TableBattles::compile(&TableBattles::resolve(vec![Arc::new(model)])).expect("the battle is sound");
    let exact = TableBattles::exact(&engine, &engine.start(), &SolveLimits::FULL)
        .expect("positions can be listed")
        .expect("it is small");
    let (name, numbers) = line.rsplit_once(": ").expect("a name");
    let shares = numbers.split(' ').take(2).map(|share| share.parse::<f64>().unwrap_or_else(|_| panic!("{line}")));
    for (wanted, found) in shares.zip(exact.shares) {
        assert!((wanted - found).abs() < 2e-6, "{name}: {found}, not {wanted}");
    }
}
