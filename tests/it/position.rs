//! Positions of recorded battles as pictures: what is on them, and the files they are written to.

use std::fs;

use muster::review::catalogues::carried_catalogues;
use muster::review::{Review, review, templates};
use muster_core::diag::Sink;
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_systems::Role;

use crate::cli::{assert_exit, folder, muster, text};

const PLAY: &str = "scenarios/table-battles/plays/white-mountain-morale.yaml";
const ON_A_FIELD: &str = "scenarios/states-of-battle/plays/bridge-at-ambershaw-counters.yaml";

fn root() -> &'static camino::Utf8Path {
    camino::Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn reviewed(play: &str) -> Review {
    let path = root().join(play);
    let bytes = fs::read(&path).expect("a play");
    review(&[(path, bytes)], &|path| fs::read(path), SYSTEMS)
}

#[test]
fn a_position_shows_every_piece_with_what_is_left_of_it() {
    assert_shows_every_piece(PLAY, "turn");
    assert_shows_every_piece(ON_A_FIELD, "round");
}

/// `word` is what a turn of the play is called.
fn assert_shows_every_piece(play: &str, word: &str) {
    let review = reviewed(play);
    let unit = review.units.iter().find(|unit| unit.outline.kind.role == Role::Record).expect("a play");
    let battle = unit.battle.as_ref().expect("a battle");
    let faces = templates::faces(unit.system, &[], Vec::new(), &mut Sources::default(), &mut Sink::default());
    let compiled = unit.system.compile(battle).expect("a battle that can be played");
    let replayed = compiled.replay(&unit.doc, None);
    let draw =
        |turn| unit.system.position(&*compiled, &replayed, (turn, None), &faces, &carried_catalogues(unit.system));
    let start = draw(0).expect("the start");
    let table = unit.system.names(battle);
    for thing in table.names.iter().filter(|thing| thing.number.is_some()) {
        assert!(start.text.contains(&thing.name), "{} in {}", thing.name, start.text);
    }
    assert!(start.text.starts_with("At the start\n"), "{}", start.text);
    let later = draw(4).expect("a turn");
    let heading = format!("After {word} 4 of ");
    assert!(later.text.starts_with(&heading), "{}", later.text);
    assert_ne!(start.text, later.text);
    assert!(start.size.width > 100.0 && start.size.height > 100.0);
    assert!(draw(10_000).expect_err("no such turn").starts_with("the play has "));
}

#[test]
fn the_picture_is_written_where_it_is_said_and_never_over_something_else() {
    let folder = folder("position");
    let play = root().join(PLAY);
    let run = |picture: &str| muster(&folder, &["replay", play.as_str(), "--picture", picture]);
    assert!(run("3").status.success());
    let bytes = fs::read(folder.join("white-mountain-morale-turn-3.png")).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG"));
    assert!(run("3=other.png").status.success());
    assert_eq!(fs::read(folder.join("other.png")).expect("a picture"), bytes);
    fs::write(folder.join("mine.png"), "mine").expect("a file");
    assert_eq!(run("3=mine.png").status.code(), Some(2));
    assert_eq!(fs::read(folder.join("mine.png")).expect("a file"), b"mine");
    assert_eq!(run("999").status.code(), Some(2));
    assert_eq!(run("x").status.code(), Some(2));
}

#[test]
fn where_a_play_is_not_legal_the_finding_is_shown_instead_of_the_picture() {
    let folder = folder("position-never-reached");
    let play = fs::read_to_string(root().join(PLAY)).expect("a play");
    let play = play.replacen("roll: [1, 6, 4, 5, 4, 3]", "roll: [1]", 1);
    let scenario = root().join("scenarios/table-battles/white-mountain.yaml");
    fs::write(folder.join("play.yaml"), play.replace("../white-mountain.yaml", scenario.as_str())).expect("a play");
    let draw = |turn: &str| muster(&folder, &["replay", "play.yaml", "--picture", turn]);
    let output = draw("3");
    assert_exit(&output, 1);
    let said = text(&output.stdout);
    assert!(said.contains("play-turn-3.png: not drawn; only 1 turn of the play can be played\n"), "{said}");
    assert!(said.contains("play.yaml:"), "{said}");
    assert!(!folder.join("play-turn-3.png").exists());
    assert_exit(&draw("1"), 1);
    assert!(folder.join("play-turn-1.png").exists(), "a turn before the mistake is drawn");
}
