//! Positions as pictures: every unit on its hex, with what is so of it.

use std::fs;
use std::path::Path;

use muster::review::catalogues::carried_catalogues;
use muster::review::{review, templates};
use muster_core::diag::Sink;
use muster_core::print::frame::{Group, Item};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_systems::Role;
use muster_systems::position::TablePicture;

use crate::cli::{assert_exit, folder, muster, text};

const SCENARIO: &str = "\
system: tabletop
scenario:
  name: The Ford
  turns: 9
  factions:
    - {name: North, initiative: 2, resources: 1, cards: N1-N2, setup: [{card: N1, at: 0101}, {card: N2, at: 0102, count: 3, merged: true, experience: 2, morale: high}]}
    - {name: South, initiative: 1, resources: 1200, cards: S1, setup: [{card: S1, at: 0602}]}
cards:
  - {card: N1, name: Works, type: Works, cost: 1, might: 1, speed: 2, abilities: [{name: Dig, active: {}, do: [build-road]}]}
  - {card: N2, name: Foot, type: Foot, cost: 1, might: 2, speed: 2}
  - {card: S1, name: Horse, type: Horse, cost: 1, might: 3, speed: 3}
map:
  name: Field
  hexes: |
    . . . . . .
    . . . . . .
";

const PLAY: &str = "\
system: tabletop
play:
  scenario: a.yaml
  turns:
    - faction: North
      orders: [{fortify: N2#2}, {use: N1#1, to: 0201}]
    - faction: South
      orders: [{move: S1#1, path: [0602, 0502]}]
";

/// Writes the scenario and the play, and returns the words of the position after a turn.
fn said(folder: &Path, turn: usize) -> String {
    position(folder, turn).text
}

/// Writes the scenario and the play, and returns the position after a turn.
fn position(folder: &Path, turn: usize) -> TablePicture {
    fs::write(folder.join("a.yaml"), SCENARIO).expect("a file");
    fs::write(folder.join("play.yaml"), PLAY).expect("a file");
    let path = camino::Utf8PathBuf::try_from(folder.join("play.yaml")).expect("a path in UTF-8");
    let review = review(&[(path, PLAY.into())], &|path| fs::read(path), SYSTEMS);
    let unit = review.units.iter().find(|unit| unit.outline.kind.role == Role::Record).expect("a play");
    let faces = templates::faces(unit.system, &[], Vec::new(), &mut Sources::default(), &mut Sink::default());
    let compiled = unit.system.compile(unit.battle.as_ref().expect("a battle")).expect("a battle to play");
    let replayed = compiled.replay(&unit.doc, None);
    unit.system
        .position(&*compiled, &replayed, (turn, None), &faces, &carried_catalogues(unit.system))
        .expect("a position")
}

#[test]
fn the_bleed_of_the_map_does_not_cover_the_titles() {
    let drawn = position(&folder("tabletop-position-bleed"), 0).frame;
    let groups: Vec<&Group> =
        drawn.items.iter().filter_map(|item| if let Item::Group(group) = item { Some(group) } else { None }).collect();
    assert!(groups.iter().any(|group| group.clip.is_some()), "the map is cut");
}

#[test]
fn a_position_shows_every_unit_where_it_stands() {
    let folder = folder("tabletop-position");
    let start = "At the start\nTurn 1 · North: 1 resource, 4 cards · South: 1,200 resources, 1 card\n\
                 0101: Works of North, might 1, speed 2\n\
                 0102: 3 × Foot of North, might 15, speed 2, high morale, experience 2\n\
                 0602: Horse of South, might 3, speed 3";
    assert_eq!(said(&folder, 0), start);
    let after = said(&folder, 2);
    assert!(
        after.contains("0102: 3 × Foot of North, might 18, speed 2, fortified, high morale, experience 2"),
        "{after}"
    );
    assert!(after.contains("0502: Horse of South") && !after.contains("0602"), "{after}");
    assert!(said(&folder, 1).starts_with("After faction turn 1 of 2: North\n"), "{}", said(&folder, 1));
    assert!(after.starts_with("After faction turn 2 of 2: South\n"), "whose turn it was, not who is next: {after}");
}

#[test]
fn roads_that_were_built_are_drawn() {
    let folder = folder("tabletop-position-roads");
    said(&folder, 0);
    let draw = |turn: &str| {
        let picture = format!("{turn}={turn}.png");
        let output = muster(&folder, &["replay", "play.yaml", "--picture", &picture]);
        assert_exit(&output, 0);
        assert!(folder.join(format!("{turn}.png")).exists(), "{}", text(&output.stdout));
        fs::read(folder.join(format!("{turn}.png"))).expect("a picture")
    };
    assert_ne!(draw("0"), draw("1"));
}
