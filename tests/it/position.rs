//! Positions of recorded battles as pictures: what is on them, and the files they are written to.

use std::fs;

use muster::diag::Sink;
use muster::review::{Review, review, templates};
use muster::source::Sources;
use muster::systems::{Role, SYSTEMS};

use crate::cli::{folder, muster};

const PLAY: &str = "scenarios/table-battles/plays/white-mountain-morale.yaml";

fn root() -> &'static camino::Utf8Path {
    camino::Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn reviewed() -> Review {
    let path = root().join(PLAY);
    let bytes = fs::read(&path).expect("a play");
    review(&[(path, bytes)], &|path| fs::read(path), SYSTEMS)
}

#[test]
fn a_position_shows_every_piece_with_what_is_left_of_it() {
    let review = reviewed();
    let unit = review.units.iter().find(|unit| unit.outline.kind.role == Role::Record).expect("a play");
    let battle = unit.battle.as_ref().expect("a battle");
    let faces = templates::faces(unit.system, &[], Vec::new(), &mut Sources::default(), &mut Sink::default());
    let draw = |turn| unit.system.position(&unit.doc, battle, turn, &faces);
    let start = draw(0).expect("the start");
    let table = unit.system.names(battle);
    for thing in table.names.iter().filter(|thing| thing.number.is_some()) {
        assert!(start.text.contains(&thing.name), "{} in {}", thing.name, start.text);
    }
    assert!(start.text.starts_with("At the start\n"), "{}", start.text);
    let later = draw(4).expect("a turn");
    assert!(later.text.starts_with("After turn 4 of "), "{}", later.text);
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
