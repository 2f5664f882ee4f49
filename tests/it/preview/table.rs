//! `muster play` over its socket and in the terminal: what may be chosen, by whom, and what a player is not told.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::{Server, copied, white_mountain};
use crate::cli::{command, folder, muster, root, text};

const BOHEMIA: &str = "The Bohemian Revolt";

impl Server {
    fn table(&self, query: &str) -> Value {
        let answer = self.get(&format!("/table{query}"));
        assert_eq!(answer.status, 200, "{}", text(&answer.body));
        serde_json::from_slice(&answer.body).expect("JSON")
    }

    /// Does something at the table as it is now; returns the status.
    fn act(&self, what: &str, table: &Value, more: &str) -> u16 {
        self.post(&format!("/table/{what}?at={}{more}", table["revision"]), "").status
    }
}

/// Plays the first option of every decision to the end, bots for themselves; returns the table then.
fn played(server: &Server) -> Value {
    loop {
        let table = server.table("");
        let next = &table["next"];
        if next["side"].is_null() {
            return table;
        }
        let status = match next["bot"].as_bool() {
            Some(true) => server.act("bot", &table, ""),
            _ => server.act(
                "choose",
                &table,
                &format!("&option={}", next["options"].as_array().expect("options").len() - 1),
            ),
        };
        assert_eq!(status, 202, "{next}");
    }
}

#[test]
fn a_battle_is_played_by_the_page_and_its_record_replays() {
    let (folder, _) = copied("table-whole", &white_mountain());
    let server = Server::run(
        &folder,
        &["play", "battle.yaml", "--side", "the bohemian revolt", "--seed", "4", "--record", "play.yaml", "--no-open"],
    );
    let table = server.table("");
    assert_eq!((&table["sides"][0]["name"], &table["sides"][0]["bot"]), (&BOHEMIA.into(), &Value::Null));
    assert_eq!(table["sides"][1]["bot"], "greedy");
    let end = played(&server);
    assert!(end["next"]["over"]["by"].is_string(), "{}", end["next"]);
    let saved = server.get("/table/record");
    assert_eq!(saved.status, 200);
    let kept = fs::read_to_string(folder.join("play.yaml")).expect("the record");
    assert!(kept.ends_with(&text(&saved.body)), "the kept record is the one that is saved");
    let replayed = muster(&folder, &["replay", "play.yaml"]);
    assert!(replayed.status.success(), "{}", text(&replayed.stdout));
    assert!(text(&replayed.stdout).contains("play.yaml: legal, "), "{}", text(&replayed.stdout));
}

#[test]
fn only_what_is_to_be_decided_here_can_be_chosen() {
    let (folder, _) = copied("table-refusals", &white_mountain());
    let server = Server::run(&folder, &["play", "battle.yaml", "--side", BOHEMIA, "--no-open", "--seed", "1"]);
    let table = server.table("");
    assert_eq!(server.act("choose", &table, "&option=99"), 409, "no such option");
    assert_eq!(server.act("choose", &table, ""), 409, "no option");
    assert_eq!(server.act("choose", &table, "&option=0&side=1"), 409, "another side");
    assert_eq!(server.act("bot", &table, ""), 409, "no bot decides");
    assert_eq!(server.act("back", &table, ""), 409, "nothing to take back");
    assert_eq!(server.act("back", &table, "&side=1"), 409, "nothing of one's own");
    assert_eq!(server.table("")["revision"], table["revision"], "nothing has happened");
    assert_eq!(server.act("choose", &table, "&option=0"), 202);
    assert_eq!(server.act("choose", &table, "&option=0"), 409, "the page shows the table as it was");
    let forged =
        server.ask(&format!("POST /table/choose?at=1&option=0 HTTP/1.0\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port));
    assert_eq!(forged.status, 403);
    let begin = |query: &str| server.post(&format!("/table?{query}"), "").status;
    assert_eq!(begin("path=battle.yaml&seats=you"), 409, "one player for two sides");
    assert_eq!(begin("path=battle.yaml&seats=you,nobody"), 409, "no bot of this name");
    assert_eq!(begin("path=battle.yaml&seats=you,mcts:999999"), 409, "a bot that thinks for hours");
    assert_eq!(begin("path=../secret.yaml&seats=you,you"), 409, "a file that is not shown");
    assert_eq!(begin("path=battle.yaml&seats=you,random&seed=2"), 202);
}

#[test]
fn cards_in_a_hand_are_not_sent_to_the_other_player() {
    let folder = folder("table-hidden");
    let scenarios = root().join("scenarios");
    let path = scenarios.join("states-of-battle/field-of-two-larks.yaml");
    let path = path.to_str().expect("a path");
    let server = Server::run(&folder, &["play", path, "--no-open", "--seed", "2"]);
    // Nobody has taken a seat: who would look over whose shoulder?
    let table = server.table("");
    assert_eq!((&table["covered"], &table["state"], &table["log"]), (&true.into(), &Value::Null, &Value::Null));
    assert_eq!(server.get("/table/record").status, 404, "the record holds both hands");
    assert_eq!(server.get("/table/position?width=400").status, 404);
    let mut hands = 0;
    for _ in 0..120 {
        let table = server.table("");
        let Some(side) = table["next"]["side"].as_u64() else { break };
        let (own, other) = (server.table(&format!("?side={side}")), server.table(&format!("?side={}", 1 - side)));
        assert!(own["next"]["options"].is_array());
        assert_eq!(other["next"]["options"], Value::Null, "what the other may choose tells what it holds");
        let name = |side: u64| own["sides"][side as usize]["name"].as_str().expect("a name").to_owned();
        let hand = |table: &Value, of: u64| table["state"]["hand"][&name(of)]["orders"].clone();
        hands += usize::from(hand(&own, side).as_array().is_some_and(|cards| !cards.is_empty()));
        assert!(hand(&other, side).is_number(), "how many they are is seen: {}", other["state"]);
        assert_eq!((&own["seed"], &other["seed"]), (&Value::Null, &Value::Null), "all cards follow from it");
        assert_eq!(server.act("choose", &own, &format!("&option=0&side={side}")), 202);
    }
    assert!(hands > 0, "somebody held cards");
}

#[test]
fn a_battle_goes_on_by_the_old_rules_until_new_ones_are_asked_for() {
    let (folder, file) = copied("table-rules", &white_mountain());
    let server = Server::run(&folder, &["play", "battle.yaml", "--no-open", "--seed", "3"]);
    let mut events = server.events();
    for _ in 0..6 {
        let table = server.table("");
        assert_eq!(server.act("choose", &table, "&option=0"), 202);
    }
    let before = server.table("");
    assert_eq!(before["changed"], false);
    fs::write(&file, white_mountain().replace("strength: 4", "strength: 5")).expect("a file");
    super::event(&mut events);
    let changed = server.table("");
    assert_eq!((&changed["changed"], &changed["state"]), (&true.into(), &before["state"]));
    assert_eq!(server.act("rules", &changed, ""), 202);
    let now = server.table("");
    assert_eq!(now["changed"], false);
    assert_ne!(now["state"], before["state"], "formations are stronger");
    assert!(now["note"].as_str().expect("a note").contains("of the record were played again"), "{}", now["note"]);
    fs::write(&file, "system: [").expect("a file");
    super::event(&mut events);
    let broken = server.table("");
    assert_eq!((&broken["broken"], &broken["state"]), (&true.into(), &now["state"]));
    assert_eq!(server.act("rules", &broken, ""), 409);
}

#[test]
fn a_record_takes_the_place_of_none() {
    let (folder, _) = copied("table-records", &white_mountain());
    let words = ["play", "battle.yaml", "--no-open", "--seed", "3", "--record", "play.yaml"];
    let server = Server::run(&folder, &words);
    for _ in 0..8 {
        assert_eq!(server.act("choose", &server.table(""), "&option=0"), 202);
    }
    let first = fs::read_to_string(folder.join("play.yaml")).expect("a record");
    assert_eq!(server.post("/table?path=battle.yaml&seats=you,you", "").status, 202);
    assert!(!folder.join("play-2.yaml").exists(), "nothing was played");
    for _ in 0..8 {
        assert_eq!(server.act("choose", &server.table(""), "&option=0"), 202);
    }
    assert_eq!(fs::read_to_string(folder.join("play.yaml")).expect("a record"), first);
    assert!(muster(&folder, &["replay", "play.yaml", "play-2.yaml"]).status.success());
    drop(server);
    let again = muster(&folder, &words);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("`play.yaml` already exists"), "{}", text(&again.stderr));
}

/// Plays a battle in the terminal with these lines, and returns what is printed.
fn play_typed(folder: &Path, record: &str, lines: &str) -> String {
    let words = ["play", "battle.yaml", "--terminal", "--side", BOHEMIA, "--seed", "2", "--record", record];
    let mut program = command(folder, &words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    program.stdin.take().expect("its input").write_all(lines.as_bytes()).expect("lines");
    let output = program.wait_with_output().expect("its output");
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_record_names_its_scenario_from_its_own_folder() {
    let (folder, _) = copied("table-elsewhere", &white_mountain());
    fs::create_dir_all(folder.join("records")).expect("a folder");
    play_typed(&folder, "records/play.yaml", &"1\n".repeat(2_000));
    let record = fs::read_to_string(folder.join("records/play.yaml")).expect("a record");
    assert!(record.contains("  scenario: \"../battle.yaml\"\n"), "{record}");
    assert!(muster(&folder, &["replay", "records/play.yaml"]).status.success());
}

#[test]
fn a_battle_is_played_in_the_terminal() {
    let (folder, _) = copied("table-terminal", &white_mountain());
    let typed = |lines: &str| play_typed(&folder, "play.yaml", lines);
    let said = typed("1\nhint\nwhy\nundo\nnonsense\n99\nstate\nquit\n");
    assert!(said.contains("Where do the dice go?"), "{said}");
    assert!(said.contains("greedy thinks "), "{said}");
    assert!(said.contains("Taken back; the record says so."), "{said}");
    assert!(said.contains("`nonsense` is no choice. Type the number"), "{said}");
    assert!(said.contains("\nmorale: ") && !said.contains("\"morale\""), "{said}");
    let _ = fs::remove_file(folder.join("play.yaml"));
    let whole = typed(&"1\n".repeat(2_000));
    assert!(whole.contains(" wins, by ") || whole.contains("Nobody wins, by "), "{whole}");
    fs::remove_file(folder.join("play.yaml")).expect("a record");
    assert_eq!(whole, typed(&"1\n".repeat(2_000)), "the same seed and choices make the same battle");
    assert!(muster(&folder, &["replay", "play.yaml"]).status.success());
    let wrong = muster(&folder, &["play", "battle.yaml", "--terminal", "--side", "The Bohemian Revolut"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean `The Bohemian Revolt`?"), "{}", text(&wrong.stderr));
}

#[test]
fn a_battle_at_the_table_is_reviewed() {
    let (folder, _) = copied("table-review", &white_mountain());
    let server =
        Server::run(&folder, &["play", "battle.yaml", "--watch", "--bot", "random", "--no-open", "--seed", "2"]);
    assert_eq!(server.post("/review", "").status, 409, "no turn was played yet");
    assert_eq!(server.get("/review/page").status, 404);
    let end = played(&server);
    let review = || -> Value { serde_json::from_slice(&server.get("/review").body).expect("JSON") };
    assert_eq!(review()["state"], "none");
    assert_eq!(server.post("/review", "").status, 202);
    assert_eq!(review()["revision"], end["revision"]);
    assert_eq!(server.post("/review/stop", "").status, 202);
    while review()["state"] == "playing" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // Whether it was over before it was stopped, its page is there, or not.
    let (review, status) = (review(), server.get("/review/page").status);
    let was_stopped = review["state"] == "failed" && review["stopped"] == true;
    assert!(was_stopped && status == 404 || review["state"] == "done" && status == 200, "{review} {status}");
}

#[test]
fn a_bot_tells_what_it_thinks_and_then_does_it() {
    let (folder, _) = copied("table-thoughts", &white_mountain());
    let server =
        Server::run(&folder, &["play", "battle.yaml", "--watch", "--bot", "mcts:60", "--no-open", "--seed", "3"]);
    let thoughts = |table: &Value| {
        let answer = server.get(&format!("/table/thoughts?at={}", table["revision"]));
        assert_eq!(answer.status, 200, "{}", text(&answer.body));
        serde_json::from_slice::<Value>(&answer.body).expect("JSON")
    };
    let mut followed = 0;
    for _ in 0..12 {
        let table = server.table("");
        let thought = thoughts(&table);
        assert_eq!(thoughts(&table), thought, "to look changes nothing");
        let moves = thought["moves"].as_array().expect("moves");
        assert!(moves.len() > 1 && thought["bot"] == "mcts:60", "{thought}");
        let tries: f64 = moves.iter().map(|of| of["tries"].as_f64().expect("tries")).sum();
        assert!(thought["of"].as_u64() > Some(12) || (tries - 100.0).abs() < 1.0, "{thought}");
        assert_eq!(server.act("bot", &table, ""), 202);
        let log = server.table("")["log"].clone();
        let chosen = log.as_array().expect("lines").iter().filter(|line| line["drawn"] == false);
        let words = moves[0]["words"].as_str().expect("words");
        followed +=
            usize::from(chosen.rev().any(|line| line["words"].as_str().is_some_and(|log| log.starts_with(words))));
    }
    assert!(followed >= 10, "the move that was tried most is mostly the one that is made: {followed} of 12");
}

#[test]
fn what_another_side_thinks_stays_hidden() {
    let path = root().join("scenarios/states-of-battle/bridge-at-ambershaw.yaml");
    let path = path.to_str().expect("a path");
    let server = Server::run(
        root(),
        &["play", path, "--bot", "greedy", "--side", "Wardens of Ambershaw", "--no-open", "--seed", "1"],
    );
    let (mut own, mut others) = (0, 0);
    for _ in 0..60 {
        let table = server.table("");
        let next = &table["next"];
        if next["side"].is_null() || own > 2 && others > 2 {
            break;
        }
        let status = server.get(&format!("/table/thoughts?at={}", table["revision"])).status;
        if next["bot"] == true {
            assert_eq!(status, 409, "{next}");
            others += 1;
            server.act("bot", &table, "");
        } else {
            assert_eq!(status, 200, "{next}");
            own += 1;
            server.act("choose", &table, "&option=0");
        }
    }
    assert!(own > 0 && others > 0, "{own} {others}");
}
