//! The map in tiles and whole, as many counters as are needed, and what is printed by default.

use std::sync::Arc;

use muster::review::catalogues::carried_catalogues;
use muster::review::templates;
use muster_core::diag::Sink;
use muster_core::print::frame::{Color, Frame, Rect, Transform};
use muster_core::print::image::paint;
use muster_core::print::sheet::{Page, pages};
use muster_core::print::template::Faces;
use muster_core::print::{Card, Deck, PageOptions, Paper};
use muster_core::source::Sources;
use muster_games::SYSTEMS;
use muster_games::tabletop::model::TabletopDocument;
use muster_games::tabletop::resolve::TabletopBattle;
use muster_systems::{Doc, Drawn, Opaque, System, With};

use crate::tiles::assert_tiles_coincide;

/// A battle of two factions on a map of so many columns and rows.
pub(super) fn battle(columns: usize, rows: usize) -> Opaque {
    let letters = ['.', 'f', '^', '~', '.', '.', 'f'];
    let row =
        |row: usize| (0..columns).map(|column| letters[(column * 3 + row * 5) % letters.len()]).collect::<String>();
    let rows: Vec<String> = (0..rows).map(row).collect();
    let text = format!(
        "{{system: tabletop, scenario: {{name: The Ford, turns: 9, victory: [{{rule: hold, hexes: [Mill], faction: North}}], \
         factions: [\
         {{name: North, initiative: 2, cards: N1-N3, setup: [{{card: N1, at: 0101}}, {{card: N2, at: 0102, count: 3}}, \
         {{card: N2, at: 0101, count: 2}}]}}, \
         {{name: South, initiative: 1, cards: [N2, S1], flag: {{pattern: disc, colours: [red, white]}}, setup: [{{card: S1, at: \
         0302}}]}}]}}, \
         cards: [{{card: N1, name: Banner, role: standard}}, {{card: N2, name: Foot, type: Infantry, cost: 1, might: 2, speed: 2, \
         abilities: [{{name: Dig, active: {{cooldown: 1}}, do: [build-road]}}]}}, \
         {{card: N3, name: Brask, type: Staff, role: hero, cost: 4, might: 12, speed: 3, copies: 2}}, \
         {{card: S1, name: Pavilion, role: standard}}], \
         map: {{name: Elder, roads: [[0101, 0102, 0202]], places: {{Mill: 0202}}, hexes: \"{}\"}}}}",
        rows.join("\\n")
    );
    let model: TabletopDocument = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let file = Sources::default().add("a.yaml".into(), text);
    Arc::new(TabletopBattle::new(vec![Arc::new(Doc { file, given: true, model })]))
}

pub(super) fn tabletop() -> &'static System {
    SYSTEMS.iter().copied().find(|system| system.id() == "tabletop").expect("the game")
}

fn faces(look: &str) -> Faces {
    let mut sink = Sink::default();
    let faces = templates::faces(tabletop(), &[look], Vec::new(), &mut Sources::default(), &mut sink);
    assert!(sink.is_empty());
    faces
}

/// Draws what is asked for, on which nothing is too long.
pub(super) fn drawn(battle: &Opaque, look: &str, with: &With) -> Vec<Drawn> {
    let (drawn, found) = tabletop().faces(battle, &faces(look), &carried_catalogues(tabletop()), with, None);
    assert!(found.is_empty(), "{found:?}");
    drawn
}

fn only(names: &[&str]) -> With {
    With::Only(names.iter().map(|name| (*name).to_owned()).collect())
}

fn card<'d>(drawn: &'d [Drawn], number: &str) -> &'d Card {
    &drawn.iter().find(|drawn| drawn.card.number == number).unwrap_or_else(|| panic!("no {number}")).card
}

/// Returns the pages of the map alone.
fn map_pages(battle: &Opaque, paper: Paper) -> (Card, Vec<Page>) {
    let map = card(&drawn(battle, "plain", &only(&["map"])), "map").clone();
    let deck = Deck { cards: vec![map.clone()], ..Deck::default() };
    (map, pages(&deck, &PageOptions { paper, ..PageOptions::default() }))
}

#[test]
fn only_what_is_named_is_drawn() {
    let battle = battle(4, 4);
    let numbers = |names: &[&str]| -> Vec<String> {
        drawn(&battle, "plain", &only(names)).into_iter().map(|drawn| drawn.card.number).collect()
    };
    assert_eq!(numbers(&[]), Vec::<String>::new());
    assert_eq!(numbers(&["map"]), ["map"]);
    // Both sides have N2.
    assert_eq!(numbers(&["cards", "map"]), ["N1", "N2", "N3", "N2", "S1", "map"]);
    assert!(numbers(&["counters-half"]).iter().all(|number| number.starts_with("counter-")));
}

#[test]
fn tiles_of_the_map_coincide_where_they_lie_over_each_other() {
    for paper in [Paper::A4, Paper::LETTER] {
        let (map, pages) = map_pages(&battle(24, 21), paper);
        assert_tiles_coincide(&map, &pages);
    }
}

#[test]
fn a_map_that_fits_the_paper_lies_on_it_whole() {
    let (map, pages) = map_pages(&battle(7, 9), Paper::A4);
    assert!(map.size.width < 190.0, "{:?}", map.size);
    assert_eq!(pages.len(), 1);
}

#[test]
fn counters_are_as_many_as_the_set_up_needs() {
    let battle = battle(7, 9);
    let drawn = drawn(&battle, "plain", &only(&["counters", "markers"]));
    let copies = |side: &str, number: &str| {
        let of_side = |drawn: &&Drawn| drawn.side.as_deref() == Some(side) && drawn.card.number == number;
        drawn.iter().find(of_side).map(|drawn| drawn.card.copies)
    };
    assert_eq!(copies("North", "counter-N1"), Some(1));
    assert_eq!(copies("North", "counter-N2"), Some(5), "three and two at the start");
    assert_eq!(copies("North", "counter-N3"), Some(2), "as the card says");
    assert_eq!(copies("South", "counter-N2"), Some(1), "one at the least");
    assert_eq!(copies("South", "counter-N1"), None);
    assert!(card(&drawn, "counter-N2").text.contains("N2"), "cards of one type and might are told apart");
    assert!(card(&drawn, "formation").copies > 0 && card(&drawn, "army").copies > 0);
    assert_eq!(card(&drawn, "cooldown").copies, 6, "one for each counter that rests");
    assert!(card(&drawn, "road-built").copies > 0);
    assert!(!drawn.iter().any(|drawn| drawn.card.number == "road-demolished"), "nobody demolishes");
}

#[test]
fn art_of_counters_and_markers_stays_within_the_cut() {
    let everything = drawn(&battle(7, 9), "plain", &With::Everything);
    let tokens = everything.iter().map(|drawn| &drawn.card);
    let tokens: Vec<&Card> = tokens.filter(|card| card.token && card.size.width < 25.0).collect();
    assert!(tokens.len() > 30, "{} tokens", tokens.len());
    for card in tokens {
        let trim = Rect::new(0.0, 0.0, card.size.width, card.size.height);
        let inside = card.cut.path(trim, -0.7);
        for side in std::iter::once(&card.front).chain(&card.back) {
            let mut drawn = Frame::default();
            drawn.place(side, Transform::from_translate(0.0, 0.0));
            let mut covered = drawn.clone();
            covered.fill(inside.clone(), Color::WHITE);
            let (width, height) = ((card.size.width * 8.0) as u32, (card.size.height * 8.0) as u32);
            let pixels = paint(&covered, trim, width, height).expect("pixels");
            let dark = pixels.rgb.chunks(3).filter(|rgb| rgb.iter().any(|part| *part < 128)).count();
            assert_eq!(dark, 0, "{}: art nearer to the cut than 0.7 mm", card.number);
            let all = paint(&drawn, trim, width, height).expect("pixels");
            assert!(all.rgb.iter().any(|part| *part < 128), "{}: something is drawn", card.number);
        }
    }
}

#[test]
fn every_kind_of_piece_is_drawn_in_every_look() {
    let battle = battle(7, 9);
    for look in ["plain", "low-ink"] {
        let drawn = drawn(&battle, look, &With::Everything);
        let numbers: Vec<&str> = drawn.iter().map(|drawn| drawn.card.number.as_str()).collect();
        for number in [
            "N1",
            "N3",
            "S1",
            "setup",
            "counter-N2",
            "counter-half-N2",
            "counter-large-N2",
            "counter-hex-N2",
            "experience-5",
            "map",
            "map-large",
        ] {
            assert!(numbers.contains(&number), "{look}: {number} of {numbers:?}");
        }
        let map = drawn.iter().find(|drawn| drawn.card.number == "map").expect("a map");
        assert!(
            map.card.text.contains("places: Mill 0202") && map.card.text.contains("roads: 0101–0102, 0102–0202"),
            "{}",
            map.card.text
        );
    }
}
