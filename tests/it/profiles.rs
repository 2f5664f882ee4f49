//! Printers' profiles: the sizes computed from them are the printers' own, and what a printer would refuse is found.

use std::sync::Arc;

use muster_core::print::contact::simulator_deck;
use muster_core::print::cut::CutShape;
use muster_core::print::font::Font;
use muster_core::print::frame::{Color, Frame, at};
use muster_core::print::layout::{Style, TextSpan, Typesetter};
use muster_core::print::profile::{PROFILES, Profile};
use muster_core::print::sheet::{Place, pages};
use muster_core::print::{Card, Deck, POKER, Size};

fn profile(name: &str) -> &'static Profile {
    &PROFILES.iter().find(|(known, _)| *known == name).unwrap().1
}

/// A card with a text whose baseline begins at `x`, `y`.
fn card(number: &str, x: f64, y: f64) -> Card {
    let mut front = Frame::default();
    let style = Style { font: Font::Sans, color: Color::BLACK };
    Typesetter::default().line(&[TextSpan::new("Dragoons", style)], 8.0).unwrap().draw(&mut front, at(x, y));
    Card {
        number: number.to_owned(),
        label: number.to_owned(),
        group: Vec::new(),
        token: false,
        cut: CutShape::Rectangle,
        leaf: None,
        size: POKER,
        front: Arc::new(front),
        back: Some(Arc::new(Frame::default())),
        copies: 1,
        text: String::new(),
        locale: None,
        legend: None,
    }
}

/// What the printer would say: of which card, and what.
fn told(profile: &Profile, cards: Vec<Card>) -> Vec<(Option<usize>, String)> {
    let objections = profile.preflight(&deck(cards), &[]).into_iter();
    objections.map(|objection| (objection.card, objection.what.to_string())).collect()
}

fn deck(cards: Vec<Card>) -> Deck {
    Deck { cards, ..Deck::default() }
}

#[test]
fn the_computed_canvas_is_the_printers_own() {
    for (name, profile) in PROFILES.iter() {
        for size in &profile.sizes {
            assert_eq!(profile.computed_canvas(size), size.canvas, "{name}: {}", size.name);
        }
        assert!(profile.safe <= profile.bleed && profile.safe >= 3.0, "{name}: faces are drawn for this safe line");
    }
}

#[test]
fn text_beyond_the_safe_line_is_refused() {
    for (x, y, fine) in [
        (3.3, 10.0, true),
        (2.9, 10.0, false),
        (3.3, 5.3, true),
        (3.3, 4.9, false),
        (40.0, 10.0, true),
        (50.0, 10.0, false),
        (3.3, 85.1, true),
        (3.3, 85.6, false),
    ] {
        for (name, profile) in PROFILES.iter() {
            let told = told(profile, vec![card("1A", x, y)]);
            let unsafe_text: Vec<_> = told.iter().filter(|(_, text)| text.contains("mm from the cut")).collect();
            assert_eq!(unsafe_text.is_empty(), fine, "{name}: a text at {x}, {y}: {told:?}");
            let said = |(card, text): &&(Option<usize>, String)| {
                *card == Some(0) && text.starts_with("`Dragoons` on the front is less than 3")
            };
            assert!(unsafe_text.iter().all(said), "{told:?}");
        }
    }
}

#[test]
fn sizes_backs_and_numbers_are_looked_at() {
    let fine = || card("1A", 10.0, 10.0);
    let crafter = profile("the-game-crafter");
    assert_eq!(told(crafter, vec![fine()]), []);
    let tarot = Card { size: Size { width: 70.0, height: 120.0 }, ..fine() };
    let first = |text: &str| vec![(Some(0), text.to_owned())];
    assert_eq!(
        told(crafter, vec![tarot]),
        first(
            "70 × 120 mm is not a size that the printer sells; it sells 63.5 × 88.9 mm (poker), 57.15 × 88.9 mm (bridge), 44.45 × 63.5 mm (mini), 69.85 × 120.65 mm (tarot)"
        )
    );
    let bare = || Card { back: None, ..fine() };
    assert_eq!(told(crafter, vec![bare()]), first("the back is blank"));
    let needed = "the back is blank, and the printer does not accept blank sides";
    assert!(told(profile("drive-thru-cards"), vec![bare()]).contains(&first(needed)[0]));
    // A card that is not printed needs no back.
    assert_eq!(told(crafter, vec![Card { copies: 0, ..bare() }]), []);
    let mpc = profile("make-playing-cards");
    for (copies, warned) in [
        (18, ""),
        (19, "19 cards cost as much as 36: 17 places stay empty"),
        (109, "109 cards; the largest known deck has 108"),
    ] {
        let told = told(mpc, vec![Card { copies, ..fine() }]);
        assert_eq!(told.is_empty(), warned.is_empty());
        assert!(told.iter().all(|(card, text)| card.is_none() && text.starts_with(warned)), "{told:?}");
    }
}

#[test]
fn drive_thru_cards_gets_the_back_before_the_front() {
    let profile = profile("drive-thru-cards");
    let pages = pages(&deck(vec![card("1A", 10.0, 10.0), card("2A", 10.0, 10.0)]), &profile.options());
    let order: Vec<(usize, bool)> = pages.iter().map(|page| (page.places[0].card, page.places[0].front)).collect();
    assert_eq!(order, [(0, false), (0, true), (1, false), (1, true)]);
    let inches = |mm: f64| (mm / 25.4 * 1000.0).round() / 1000.0;
    assert_eq!((inches(pages[0].size.width), inches(pages[0].size.height)), (2.75, 3.75));
}

#[test]
fn a_print_shop_gets_sheets_with_all_of_the_bleed_around_each_card() {
    let profile = profile("a3-sheets");
    for (size, count) in [
        (POKER, 16),
        (Size { width: 57.15, height: 88.9 }, 16),
        (Size { width: 44.45, height: 63.5 }, 25),
        (Size { width: 69.85, height: 120.65 }, 9),
    ] {
        let deck = deck((0..30).map(|n| Card { size, ..card(&format!("{n}A"), 10.0, 10.0) }).collect());
        assert_eq!(profile.preflight(&deck, &[]), [], "any size will do");
        let pages = pages(&deck, &profile.options());
        assert_eq!(pages.len(), 2 * 30_usize.div_ceil(count), "fronts and backs in turn: {size:?}");
        assert_eq!(pages[0].places.len(), count, "{size:?}");
        for (number, page) in pages.iter().enumerate() {
            assert_eq!((page.size.width, page.size.height), (297.0, 420.0));
            for place in &page.places {
                assert_eq!(place.front, number % 2 == 0);
                assert!(crate::print::same(place.clip, place.trim.inflate(3.0, 3.0)), "{place:?}");
                assert!(place.clip.x > 5.0 && place.clip.right() < 292.0, "{place:?}");
            }
            let lies_over = |a: &Place, b: &Place| {
                a.clip.x < b.clip.right() - 0.01
                    && b.clip.x < a.clip.right() - 0.01
                    && a.clip.y < b.clip.bottom() - 0.01
                    && b.clip.y < a.clip.bottom() - 0.01
            };
            for (i, place) in page.places.iter().enumerate() {
                assert!(!page.places[..i].iter().any(|other| lies_over(place, other)), "{place:?}");
            }
        }
        assert!(!crate::print::marks(&pages[0]).is_empty(), "there are crop marks");
    }
}

#[test]
fn tabletop_sheets_stay_within_their_limits() {
    let back = Arc::new(Frame::default());
    let common = |n: usize| Card { back: Some(Arc::clone(&back)), ..card(&n.to_string(), 10.0, 10.0) };
    for (cards, sheets) in [(1, 1), (12, 1), (69, 1), (70, 2)] {
        let made = simulator_deck(&deck((0..cards).map(common).collect()), 40.0, "");
        assert_eq!(made.pictures.len(), 2 * sheets);
        for (name, picture) in &made.pictures {
            assert!(picture.width <= 4096 && picture.height <= 4096, "{name}: {} × {}", picture.width, picture.height);
        }
        let object = &made.object["ObjectStates"][0];
        assert_eq!(object["Name"], if cards == 1 { "Card" } else { "DeckCustom" });
    }
    // Every card of the saved object has its cell on a sheet that is there, and the deck lists its cards.
    let made =
        simulator_deck(&deck((0..150).map(|n| Card { copies: 1 + n as u32 % 2, ..common(n) }).collect()), 40.0, "u/");
    let object = &made.object["ObjectStates"][0];
    let cards = object["ContainedObjects"].as_array().unwrap();
    let ids: Vec<u64> = cards.iter().map(|card| card["CardID"].as_u64().unwrap()).collect();
    assert_eq!((ids.len(), &serde_json::json!(ids)), (225, &object["DeckIDs"]));
    for (card, id) in cards.iter().zip(ids) {
        let number = (id / 100).to_string();
        let sheet = &object["CustomDeck"][&number];
        assert_eq!(&card["CustomDeck"], &serde_json::json!({ &number: sheet }));
        let cells = |key: &str| sheet[key].as_u64().unwrap();
        assert!(id % 100 < cells("NumWidth") * cells("NumHeight") - 1, "{id}: the last cell is a hidden hand's");
        for (key, file) in [("FaceURL", "faces"), ("BackURL", "back")] {
            let name = format!("{file}-{number}.png");
            assert_eq!(sheet[key], format!("u/{name}"));
            assert!(made.pictures.iter().any(|(known, _)| *known == name), "{name}");
        }
        for key in ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"] {
            assert!(card["Transform"][key].is_f64(), "{key}");
        }
        assert_eq!((&card["Name"], card["Nickname"].is_string()), (&"Card".into(), true));
    }
    // Backs of their own make a second sheet.
    let made = simulator_deck(&deck(vec![card("1A", 10.0, 10.0), card("2A", 10.0, 10.0)]), 40.0, "");
    assert_eq!(made.object["ObjectStates"][0]["CustomDeck"]["1"]["UniqueBack"], true);
    assert_eq!(made.pictures[0].1.width, made.pictures[1].1.width);
    // As large as the limit allows when the resolution asks for more.
    let made = simulator_deck(&deck((0..69).map(common).collect()), 1200.0, "");
    assert_eq!((made.pictures[0].1.width, made.pictures[0].1.height), (4090, 4011));
}
