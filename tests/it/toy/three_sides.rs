//! A game of three sides with hidden hands, a ten-sided die, decks, counters and a map goes through every command.

use std::fs;
use std::path::{Path, PathBuf};

use muster_core::print::image::read_png;
use serde_json::Value;

use super::command::{command, muster, output, told};
use crate::cli::{assert_exit, folder, text};

const BATTLE: &str = "\
system: banners
battle:
  name: The Three Beacons
  sides:
    - {name: Red, secret: You will not fight Green before noon.}
    - {name: Green, secret: Red owes you a horse.}
    - {name: Blue, secret: Your king is ill.}
decks: [deck.yaml]
cards:
  - {card: 1a, name: Scouts, worth: 0, copies: 6}
";
const DECK: &str = "\
system: banners
cards:
  - {card: 2a, name: Foot, worth: 3, copies: 6, text: Stands where it is told.}
  - {card: 3a, name: Horse, worth: 6, copies: 5}
";
const PLAY: &str = "\
system: banners
play:
  scenario: battle.yaml
  turns:
    - dealt: [[Foot, Foot, Horse], [Scouts, Foot, Horse], [Scouts, Scouts, Horse]]
      plays: [{card: Foot, how: charge}, {card: Foot, how: stand}, {card: Horse, how: charge}]
      dice: [10, 1]
      points: [13, 8, 7]
    - plays: [{card: Foot, how: stand}, {card: Scouts, how: stand}, {card: Scouts, how: stand}]
    - plays: [{card: Horse, how: charge}, {card: Horse, how: stand}, {card: Scouts, how: charge}]
      dice: [2, 10]
  result: {winner: Red, by: points}
";

/// A folder with the battle, its deck and its play.
fn table(name: &str) -> PathBuf {
    let folder = folder(&format!("three-sides-{name}"));
    for (file, text) in [("battle.yaml", BATTLE), ("deck.yaml", DECK), ("play.yaml", PLAY)] {
        fs::write(folder.join(file), text).expect("a place to write");
    }
    folder
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Changes a file of a folder.
fn change(folder: &Path, file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join(file)).expect("a file");
    assert!(text.contains(from), "`{from}` is there");
    fs::write(folder.join(file), text.replace(from, to)).expect("a place to write");
}

#[test]
fn its_documents_are_checked_in_every_format_and_mended() {
    let folder = table("check");
    assert_eq!(told(&folder, &["check", "--fail-on", "info"], 0), "3 files OK\n");
    change(&folder, "deck.yaml", "name: Foot", "name: FOOT");
    change(&folder, "battle.yaml", "copies: 6", "copies: 60");
    let formats = ["full", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit"];
    for format in formats {
        // GitLab has a place for a finding, but not for a schema's range: all tell of both.
        let found = told(&folder, &["check", "--output-format", format], if format == "sarif" { 0 } else { 1 });
        assert!(found.contains("deck.yaml") && found.contains("battle.yaml"), "{format}: {found}");
    }
    change(&folder, "battle.yaml", "copies: 60", "copies: 6");
    let found = json(&told(&folder, &["check", "--output-format", "json", "--fail-on", "warning"], 1));
    let names: Vec<&str> =
        found["findings"].as_array().expect("findings").iter().filter_map(|one| one["code"].as_str()).collect();
    assert!(names.contains(&"BA102"), "{names:?}");
    assert!(told(&folder, &["check", "--diff", "deck.yaml", "battle.yaml"], 1).contains("+  - {card: 2a, name: Foot,"));
    told(&folder, &["check", "--fix"], 0);
    assert_eq!(fs::read_to_string(folder.join("deck.yaml")).expect("the deck"), DECK);
    change(&folder, "battle.yaml", "decks: [deck.yaml]", "decks: [deck.yaml, deck.yaml]");
    assert!(told(&folder, &["check"], 1).contains("`deck.yaml` is already listed"));
}

#[test]
fn it_is_smoke_tested_whole_and_in_parts() {
    let folder = table("smoke");
    let smoke = ["smoke", "battle.yaml", "--games", "200", "--output-format", "json"];
    let report = json(&told(&folder, &smoke, 0));
    let battle = &report["scenarios"][0];
    let wins: u64 = battle["wins"].as_object().expect("sides").values().filter_map(Value::as_u64).sum();
    assert_eq!(wins + battle["draws"].as_u64().expect("a number"), 200);
    let cards = battle["cards"].as_array().expect("a row for each card of each side");
    assert_eq!(cards.len(), 9);
    assert_eq!(cards.iter().filter_map(|card| card["played"].as_u64()).sum::<u64>(), 200 * 9);
    for bots in ["greedy", "mcts:20", "random,greedy,mcts:20"] {
        told(&folder, &["smoke", "battle.yaml", "--games", "20", "--bots", bots], 0);
    }
    let two = told(&folder, &["smoke", "battle.yaml", "--bots", "random,greedy"], 2);
    assert!(two.contains("`--bots` names 2 bots, but the battle has 3 sides"), "{two}");
    for (number, file) in [("1/2", "a.json"), ("2/2", "b.json")] {
        told(&folder, &["smoke", "battle.yaml", "--games", "200", "--shard", number, "-o", file], 0);
    }
    assert_eq!(json(&told(&folder, &["merge", "a.json", "b.json", "--output-format", "json"], 0)), report);
}

#[test]
fn what_is_rarely_used_is_played_for_and_written() {
    let folder = table("exhaustive");
    fs::write(folder.join("deck.yaml"), DECK.to_owned() + "  - {card: 4a, name: Dragon, worth: 20, copies: 0}\n")
        .expect("a place to write");
    let smoke = ["smoke", "battle.yaml", "--games", "10", "--exhaustive", "--output-format", "json"];
    let report = json(&told(&folder, &smoke, 0));
    let left = report["scenarios"][0]["uses"]["left"].as_array().expect("what is left").clone();
    assert_eq!(left.len(), 3, "{left:?}");
    for one in left {
        assert_eq!((&one["name"], &one["proven"]), (&"Dragon".into(), &"there is no such card in the deck".into()));
    }
    change(&folder, "deck.yaml", "copies: 0", "copies: 1");
    change(&folder, "deck.yaml", "copies: 5", "copies: 20");
    change(&folder, "deck.yaml", "copies: 6", "copies: 20");
    let smoke = ["smoke", "battle.yaml", "--games", "10", "--write-plays", "plays", "--output-format", "json"];
    let report = told(&folder, &smoke, 0);
    assert!(report.contains("never played"), "{report}");
    let plays: Vec<_> = fs::read_dir(folder.join("plays")).expect("plays").collect();
    assert!(!plays.is_empty(), "what was never played is shown");
    told(&folder, &["replay", "plays"], 0);
}

#[test]
fn its_balance_is_weighed_alike_by_any_number_of_threads() {
    let folder = table("balance");
    let balance = |jobs: &str| {
        let few = ["--games", "30", "--comparisons", "16", "--output-format", "json", "--jobs", jobs];
        told(&folder, &[&["balance", "battle.yaml"][..], &few].concat(), 0)
    };
    let once = balance("1");
    assert_eq!(once, balance("3"));
    let report = json(&once)["scenarios"][0].clone();
    assert_eq!(report["wins"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["other_first"].as_array().map(Vec::len), Some(3), "another side can go first");
    assert_eq!(report["odds"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["odds"][2]["reaches"], serde_json::json!([0.9, 0.5, 0.1]));
    assert_eq!(report["without"].as_array().map(Vec::len), Some(9 * 3), "each card, its charge and its stand");
    let text = told(&folder, &["balance", "battle.yaml", "--games", "20", "--comparisons", "0"], 0);
    assert!(text.contains("exact odds\n") && text.contains("3a  Horse   50 %"), "{text}");
}

#[test]
fn its_plays_are_replayed_and_drawn_where_they_say_nothing() {
    let folder = table("replay");
    let replayed = json(&told(&folder, &["replay", "play.yaml", "--output-format", "json"], 0));
    let play = &replayed["plays"][0];
    assert_eq!(play["result"], serde_json::json!({"winner": "Red", "by": "points"}));
    assert_eq!(play["states"][0]["points"], serde_json::json!([13, 8, 7]));
    assert_eq!(play["steps"][0]["legal"].as_array().map(Vec::len), Some(4), "two cards, two ways");
    for (from, to, line, says) in [
        ("points: [13, 8, 7]", "points: [13, 9, 7]", 8, "side 2 has `8`; the play expects `9`"),
        ("winner: Red", "winner: Blue", 12, "the play expects a victory of `Blue`"),
        ("[Foot, Foot, Horse]", "[Foot, Foods, Horse]", 5, "there is no card `Foods`"),
        ("{card: Foot, how: charge}", "{card: Scouts, how: charge}", 6, "no such card is in the hand"),
        ("dice: [10, 1]", "dice: [10]", 5, "missing `die`"),
        ("      dice: [2, 10]\n", "      dice: [2, 10, 3]\n", 11, "`die` draws nothing"),
    ] {
        fs::write(folder.join("play.yaml"), PLAY.replace(from, to)).expect("a place to write");
        let found = told(&folder, &["replay", "play.yaml", "--output-format", "concise"], 1);
        assert!(found.contains(&format!("play.yaml:{line}:")) && found.contains(says), "{to}: {found}");
    }
    let half = PLAY.split("    - plays").next().expect("the first turn").replace("      dice: [10, 1]\n", "");
    fs::write(folder.join("play.yaml"), half.replace("      points: [13, 8, 7]\n", "")).expect("a place to write");
    let drawn = told(&folder, &["replay", "play.yaml", "--draw", "7"], 0);
    assert!(drawn.contains("turn 1 draws {dice: [") && drawn.contains("legal, but unfinished"), "{drawn}");
    fs::write(folder.join("play.yaml"), PLAY).expect("a place to write");
    told(&folder, &["replay", "play.yaml", "--picture", "1=position.png"], 0);
    assert!(read_png(&fs::read(folder.join("position.png")).expect("a picture")).is_ok());
}

#[test]
fn its_plays_are_judged_for_each_of_three_sides() {
    let folder = table("judged");
    let arguments = ["review", "play.yaml", "--games", "20", "--output-format", "json"];
    let judged = json(&told(&folder, &arguments, 0));
    let play = &judged["plays"][0];
    let moves = play["moves"].as_array().expect("moves");
    assert_eq!(moves.iter().filter(|of| !of["chosen"].is_null()).count(), {
        let replayed = json(&told(&folder, &["replay", "play.yaml", "--output-format", "json"], 0));
        replayed["plays"][0]["steps"].as_array().expect("steps").len()
    });
    assert!(moves[0]["chosen"].is_null() && moves[0]["luck"].as_f64() != Some(0.0), "the deal: {}", moves[0]);
    let sides = play["sides"].as_array().expect("sides");
    let figure = |side: &Value, key: &str| side[key].as_f64().expect("a figure");
    let sum = |key: &str| sides.iter().map(|side| figure(side, key)).sum::<f64>();
    assert!((sum("share_first") - 100.0).abs() < 0.05 && (sum("share_last") - 100.0).abs() < 0.05, "{play}");
    assert!(sum("luck").abs() < 0.05 && sum("choices").abs() < 0.05, "{play}");
    for side in sides {
        let end = figure(side, "share_first") + figure(side, "luck") + figure(side, "choices");
        assert!((end - figure(side, "share_last")).abs() < 0.05, "{side}");
    }
}

#[test]
fn the_picture_of_a_play_shows_what_was_drawn_by_chance() {
    let folder = table("drawn-picture");
    let first_turn =
        PLAY.split("    - plays").next().expect("the first turn").replace("      points: [13, 8, 7]\n", "");
    let replay = |dice: &str, arguments: &[&str]| {
        let play = first_turn.replace("      dice: [10, 1]\n", dice);
        fs::write(folder.join("play.yaml"), play).expect("a place to write");
        told(&folder, &[&["replay", "play.yaml"], arguments].concat(), 0)
    };
    let picture = |name: &str| fs::read(folder.join(name)).expect("a picture");
    let drawn = replay("", &["--draw", "7", "--picture", "1=drawn.png"]);
    let dice = drawn.split_once("turn 1 draws {").and_then(|(_, rest)| rest.split_once('}')).expect("draws").0;
    replay(&format!("      {dice}\n"), &["--picture", "1=written.png"]);
    assert!(picture("drawn.png") == picture("written.png"), "the same draws give the same picture");
    replay("", &["--draw", "8", "--picture", "1=other.png"]);
    assert!(picture("drawn.png") != picture("other.png"), "other draws give other points");
}

/// What is said of a print into a file or folder.
fn printed(folder: &Path, to: &str, arguments: &[&str]) -> String {
    told(folder, &[&["print", "battle.yaml", "-o", to], arguments].concat(), 0)
}

#[test]
fn its_pieces_are_printed_in_every_form() {
    let folder = table("print");
    assert!(printed(&folder, "cards.pdf", &[]).starts_with("cards.pdf: 20 cards on "));
    assert_eq!(fs::read(folder.join("cards.pdf")).expect("a PDF")[..5], *b"%PDF-");
    let without = printed(&folder, "none.pdf", &["--with", "none"]);
    assert!(without.starts_with("none.pdf: 17 cards on "), "{without}");
    let all = ["--with", "secrets,counters,beacons,map,aid,backs", "--duplex", "long", "--marks", "--bleed", "3"];
    let told_all = printed(&folder, "all.pdf", &all);
    assert!(told_all.starts_with("Map: 4 sheets (2 × 2, landscape); by paper: a4 4, letter 4, a3 2, legal 3, tabloid 2\nall.pdf: 21 cards, 16 pieces on "), "{told_all}");
    for (size, counts) in [("a4", "map.pdf: 1 piece on "), ("letter", "map.pdf: 1 piece on ")] {
        let map = printed(&folder, "map.pdf", &["--with", "map", "--only", "map", "--paper", size]);
        let pages: usize = map
            .lines()
            .find_map(|line| line.strip_prefix(counts))
            .and_then(|rest| rest.split(' ').next()?.parse().ok())
            .expect(&map);
        assert!(pages > 4, "a plan, and the tiles: {map}");
    }
    printed(&folder, "faces", &["--format", "png", "--dpi", "40", "--with", "counters,backs"]);
    let count = |name: &str| fs::read_dir(folder.join(name)).expect("a folder").count();
    assert!(count("faces") > 6, "the cards, their back and the counters");
    printed(&folder, "mod", &["--format", "tts", "--dpi", "40"]);
    assert!(count("mod") > 1);
    let said = ["--format", "text", "--with", "aid,secrets,counters,map"];
    assert!(printed(&folder, "cards.txt", &said).contains("cards.txt"));
    let words = fs::read_to_string(folder.join("cards.txt")).expect("a text");
    for said in [
        "Stands where it is told.",
        "Your king is ill.",
        "It charges: add a die.",
        "Counter of Green × 4\nThe banner of Green, raised\n",
        "Map\nThe Three Beacons: a field with three beacons\n",
    ] {
        assert!(words.contains(said), "{words}");
    }
    told(&folder, &["print", "battle.yaml", "--preview", "all.png", "--with", "counters,map,aid,secrets,backs"], 0);
    assert!(read_png(&fs::read(folder.join("all.png")).expect("a picture")).is_ok());
    told(&folder, &["print", "deck.yaml", "-o", "deck.pdf"], 0);
    let missing = told(&folder, &["print", "battle.yaml", "-o", "x.pdf", "--only", "counter-1"], 2);
    assert!(missing.contains("add it with `--with counters`"), "{missing}");
}

#[test]
fn a_side_sees_no_secrets_of_others() {
    let folder = table("secrets");
    printed(&folder, "blue.txt", &["--format", "text", "--side", "Blue"]);
    let words = fs::read_to_string(folder.join("blue.txt")).expect("a text");
    assert!(words.contains("Your king is ill.") && words.contains("Scouts"), "{words}");
    assert!(!words.contains("Red owes you a horse.") && !words.contains("before noon"), "{words}");
    assert!(told(&folder, &["print", "battle.yaml", "-o", "x.pdf", "--side", "Bleu"], 2).contains("Blue"));
}

#[test]
fn what_is_too_long_moves_to_a_further_card_or_is_found() {
    let folder = table("long");
    let long = "A long text that goes on and on until nobody reads it. ".repeat(20);
    change(&folder, "deck.yaml", "Stands where it is told.", &long);
    let found = told(&folder, &["check", "--output-format", "concise"], 0);
    assert!(found.contains("deck.yaml:3:55: info[MU804]"), "{found}");
    assert!(printed(&folder, "long.pdf", &["--with", "none"]).contains("long.pdf: 18 cards on "));
    change(&folder, "deck.yaml", "name: Horse", &format!("name: {}", "Horse ".repeat(20).trim()));
    let found = told(&folder, &["print", "battle.yaml", "-o", "x.pdf", "--output-format", "concise"], 1);
    assert!(found.contains("deck.yaml:4:22: error[MU801]"), "{found}");
}

#[test]
fn what_does_not_fit_on_a_drawing_of_the_game_is_found_where_it_is_written() {
    let folder = table("drawn");
    change(&folder, "battle.yaml", "The Three Beacons", "The Three 烽火");
    let found = told(&folder, &["check", "--output-format", "concise"], 1);
    assert!(found.contains("battle.yaml:3:9: error[MU801] the fonts have no `烽` (U+70FD)"), "{found}");
    printed(&folder, "cards.pdf", &[]);
    let found = told(&folder, &["print", "battle.yaml", "-o", "x.pdf", "--with", "map"], 1);
    assert!(found.contains("the fonts have no"), "{found}");
}

#[test]
fn its_looks_are_carried_copied_and_replaced() {
    let folder = table("looks");
    printed(&folder, "plain.pdf", &[]);
    printed(&folder, "low.pdf", &["--low-ink"]);
    let read = |name: &str| fs::read(folder.join(name)).expect("a PDF");
    assert_ne!(read("plain.pdf"), read("low.pdf"));
    let card = "system: banners\ntemplate: card\nextends: card\nboxes:\n  worth: {at: [20, 60, 23.5, 14]}\n  words: {at: [5, 18, 53.5, 40]}\n";
    fs::create_dir(folder.join("own")).expect("a folder");
    fs::write(folder.join("own/card.yaml"), card).expect("a place to write");
    assert_eq!(told(&folder, &["check", "own", "--fail-on", "info"], 0), "1 file OK\n");
    printed(&folder, "own.pdf", &["--template", "own"]);
    assert_ne!(read("plain.pdf"), read("own.pdf"));
    fs::write(folder.join("own/card.yaml"), card.replace("worth: {", "rank: {text: \"{rank}\", ")).expect("a file");
    assert!(told(&folder, &["check", "own"], 1).contains("rank"));
}

#[test]
fn its_words_are_explained_and_it_is_begun() {
    let folder = table("words");
    for (term, says) in [
        ("BA101", "# too-few-cards (BA101)"),
        ("shouted-name", "# shouted-name (BA102)"),
        ("hands", "Every side holds three cards"),
        ("worth", "The points that it adds."),
        ("charge", "Adds a die to its worth."),
    ] {
        assert!(told(&folder, &["explain", term], 0).contains(says), "{term}");
    }
    assert!(told(&folder, &["explain", "--all"], 0).contains("# wrong-play (BA401)"));
    let odds = told(&folder, &["explain", "battle.yaml"], 0);
    assert!(odds.contains("3a Horse, deck.yaml:4") && odds.contains("50.0 %"), "{odds}");
    let line = json(&told(&folder, &["explain", "battle.yaml:10", "--json"], 0));
    assert_eq!(line["cards"][0]["reaches"], serde_json::json!([0.3, 0.0, 0.0]));
    assert!(told(&folder, &["schema", "banners"], 0).contains("The three sides, in the order of their seats."));
    told(&folder, &["schema", "--write", "schemas"], 0);
    assert_eq!(
        fs::read_dir(folder.join("schemas")).expect("a folder").count(),
        super::command::ALL.len() + 3,
        "and templates, sweeps and catalogues"
    );
    assert_eq!(told(&folder, &["new", "banners", "A: \"B\""], 0), "a-b.yaml\n");
    told(&folder, &["check", "a-b.yaml", "--fail-on", "info"], 0);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(told(&folder, &["completions", shell], 0).contains("balance"), "{shell}");
    }
    let completions = told(&folder, &["completions", "bash"], 0);
    assert!(completions.contains("banners") && completions.contains("shouted-name"));
    assert!(told(&folder, &["man", "print"], 0).contains("counters"));
    let help = told(&folder, &["help", "print"], 0);
    assert!(help.split_whitespace().collect::<Vec<_>>().join(" ").contains("Counters of each side"), "{help}");
}

#[test]
fn it_is_read_from_standard_input() {
    let folder = table("stdin");
    let arguments = ["check", "-", "--stdin-filename", "battle.yaml"];
    let mut child = command(&folder, &arguments);
    let file = fs::File::open(folder.join("battle.yaml")).expect("the battle");
    let output = output(child.stdin(file));
    assert_exit(&output, 0);
    assert_eq!(text(&output.stdout), "2 files OK\n");
    assert_exit(&muster(&folder, &["check", "no.yaml"]), 2);
}
