//! Mistakes planted in an engine are found by `muster smoke`, made small, written, and seen again in what was written.
//! The command line is run inside the test, over engines that no user can reach; it takes the panic hook of its process,
//! so this is a binary of its own.

#[path = "planted/system.rs"]
mod system;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use muster_systems::System;
use serde_json::Value;
use system::{CHECK_PANICS, NOBODY_WINS, Planted, RETIREMENT_PANICS, SCREEN_TAKES_STICKS, TOO_STRONG};

/// Runs the command line over an engine with a mistake, which it finds; its JSON.
fn run<const MISTAKE: u8>(folder: &Path, arguments: &[&str]) -> Value {
    run_to::<MISTAKE>(1, folder, arguments)
}

/// Runs the command line over a game with a mistake; its JSON. It ends with this exit code.
fn run_to<const MISTAKE: u8>(exit: u8, folder: &Path, arguments: &[&str]) -> Value {
    let systems: &'static [&'static System] =
        const { &[&System::new::<Planted<MISTAKE>>().plays::<Planted<MISTAKE>>()] };
    let out = folder.join("out.json");
    let name = |path: &Path| path.to_str().expect("UTF-8").to_owned();
    let output = ["--output-format".to_owned(), "json".to_owned(), "-o".to_owned(), name(&out)];
    let arguments = ["muster"].iter().chain(arguments).map(|argument| (*argument).to_owned()).chain(output);
    let code = muster::cli::run(arguments.map(Into::into), systems);
    // Its hook keeps quiet; a test that fails must not.
    drop(std::panic::take_hook());
    assert_eq!(format!("{code:?}"), format!("{:?}", std::process::ExitCode::from(exit)));
    serde_json::from_str(&fs::read_to_string(out).expect("an output")).expect("JSON")
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder");
    }
    fs::create_dir_all(&folder).expect("a new folder");
    folder
}

/// The only finding about a mistake of the engine.
fn finding(output: &Value) -> &Value {
    let findings = output["findings"].as_array().expect("findings");
    let broken: Vec<&Value> = findings.iter().filter(|finding| finding["code"] == "MU303").collect();
    assert_eq!(broken.len(), 1, "the same fault in many battles is one finding: {broken:#?}");
    broken[0]
}

/// Finds a mistake in battles of a shipped scenario, has its play written, and replays that. The scenario that is left, the
/// play, and how many turns it has.
fn found_and_replayed<const MISTAKE: u8>(scenario: &str, kind: &str, says: &str) -> (String, String, usize) {
    let folder = folder(&format!("planted-{MISTAKE}"));
    let plays = folder.join("plays");
    let path = format!("{}/scenarios/table-battles/{scenario}.yaml", env!("CARGO_MANIFEST_DIR"));
    let output = run::<MISTAKE>(&folder, &["smoke", &path, "--games", "200"]);
    let seen = finding(&output);
    let message = seen["message"].as_str().expect("a message");
    assert!(message.contains(says) && message.contains(" of 200 battles"), "{message}");
    // The command that the finding tells, as it stands but for the folder.
    let help = seen["help"].as_str().expect("a help");
    let command = help.split('`').nth(1).expect("a command").replace("--write-plays plays", "--write-plays");
    let plays = plays.to_str().expect("UTF-8");
    let arguments: Vec<&str> = command.split(' ').skip(1).chain([plays]).collect();
    assert_eq!(arguments[..2], ["smoke", &path]);
    let output = run::<MISTAKE>(&folder, &arguments);
    let help = finding(&output)["help"].as_str().expect("a help");
    let play = format!("{plays}/{scenario}-{kind}.yaml");
    assert!(help.starts_with(&format!("`muster replay {play}` shows it in ")), "{help}");

    let output = run::<MISTAKE>(&folder, &["replay", &play]);
    let again = finding(&output);
    assert!(again["message"].as_str().expect("a message").contains(says), "{again}");
    let text = fs::read_to_string(&play).expect("a play");
    let turns = text.matches("- side:").count();
    assert_eq!(
        again["pointer"].as_str().expect("a place").split('/').nth(3),
        Some(&*(turns - 1).to_string()),
        "{text}"
    );
    // An engine without the mistake goes wrong nowhere in it.
    let sound = Command::new(env!("CARGO_BIN_EXE_muster")).args(["replay", &play]).output().expect("the program");
    let said = String::from_utf8_lossy(&sound.stdout);
    assert!(said.contains(&play) && !said.contains("MU303"), "{said}");
    let scenario = fs::read_to_string(format!("{plays}/{scenario}-{kind}.scenario.yaml")).expect("a smaller scenario");
    (scenario, text, turns)
}

#[test]
fn a_state_that_breaks_a_clause_is_found_and_shown_in_at_most_five_turns() {
    let (scenario, play, turns) =
        found_and_replayed::<SCREEN_TAKES_STICKS>("white-mountain", "breach", "is in play without sticks (TB-8.2)");
    assert!(turns <= 5, "{play}");
    // Somebody attacks, and whom he attacks or a friend of that one screens.
    let cards = scenario.matches("- {card: ").count();
    assert!((2..=3).contains(&cards), "{scenario}");
}

#[test]
fn a_panic_is_found_once_whatever_numbers_it_says() {
    let (_, play, turns) = found_and_replayed::<RETIREMENT_PANICS>("hastings", "failure", "retired in turn");
    assert!(turns <= 5, "{play}");
    assert!(play.contains("act: {retire: "), "{play}");
}

#[test]
fn a_battle_without_a_winner_in_which_nothing_is_legal_is_found() {
    let (_, play, turns) = found_and_replayed::<NOBODY_WINS>("white-mountain", "stuck", "no move is legal");
    assert!(turns <= 5, "{play}");
}

/// Nobody knows what that check would have found.
#[test]
fn a_change_with_which_a_check_panics_is_not_tried() {
    let folder = folder("planted-check");
    let path = format!("{}/scenarios/table-battles/white-mountain.yaml", env!("CARGO_MANIFEST_DIR"));
    let vary = ["--vary", "/formations/0/strength=4..7", "--edits", "1", "--games", "4", "--finalists", "0"];
    let output = run_to::<CHECK_PANICS>(0, &folder, &[&["tune", &path][..], &vary].concat());
    let tried = &output["tried"][0];
    assert_eq!((&tried["possible"], &tried["illegal"]), (&3.into(), &1.into()), "{tried}");
    let strengths: Vec<&Value> =
        output["changes"].as_array().expect("changes").iter().map(|change| &change["edits"][0]["to"]).collect();
    assert!(!strengths.is_empty() && !strengths.contains(&&TOO_STRONG.into()), "{strengths:?}");
}
