//! The cards of the decks: which there are, how many, with which backs, and what is too long for them.

use std::collections::BTreeSet;

use muster_systems::Piece;
use muster_systems::printed::{Back, Surface};

use super::{SMALL, battle, drawn, letters, pieces, with};
use crate::cli::{assert_exit, folder, muster, text};

/// The name and the copies of each card of the first side.
fn copies(pieces: &[Piece<'_>]) -> Vec<(String, u32)> {
    let first = pieces.iter().filter(|piece| piece.side.as_deref() == Some("North"));
    first.map(|piece| (piece.label.clone(), piece.copies)).collect()
}

#[test]
fn sb_4_1_an_orders_deck_is_printed_as_it_is_chosen() {
    let chosen = SMALL.replace(
        "{name: North,",
        "{name: North, orders: {Move: 2, Melee: 4, Cast Spells: 1, Missile Reload: 3, Brilliant Tactician: 2, Move Command \
         Group: 2},",
    );
    let battle = battle(&chosen);
    let pieces = pieces(&battle, &["orders"]);
    let wanted = [
        ("Brilliant Tactician", 2),
        ("Cast Spells", 1),
        ("Melee", 4),
        ("Missile Reload", 3),
        ("Move", 2),
        ("Move Command Group", 2),
        ("Lull", 2),
    ];
    assert_eq!(copies(&pieces), wanted.map(|(name, copies)| (name.to_owned(), copies)));
    // The other side has chosen nothing: the whole stock, and its Lulls.
    let stock: u32 =
        pieces.iter().filter(|piece| piece.side.as_deref() == Some("South")).map(|piece| piece.copies).sum();
    assert_eq!(stock, 19 + 2);
}

#[test]
fn sb_4_2_and_4_3_events_and_starter_cards_are_printed_in_their_copies() {
    let starter = battle(&SMALL.replace("{name: North,", "{name: North, starter: true,"));
    let count = |extra| pieces(&starter, &[extra]).iter().map(|piece| piece.copies).sum::<u32>();
    assert_eq!((count("events"), count("starter")), (22, 8));
    assert!(pieces(&starter, &["starter"]).iter().all(|piece| piece.side.as_deref() == Some("North")));
    assert_eq!(pieces(&starter, &[]).len(), 0);
}

#[test]
fn each_deck_of_a_side_has_a_back_of_its_own() {
    let starter = battle(&SMALL.replace("{name: North,", "{name: North, starter: true,"));
    let cards = pieces(&starter, &["orders", "events", "starter"]);
    let backs: BTreeSet<(Option<&str>, &str, &str)> = cards
        .iter()
        .map(|piece| {
            let Back::Own(key, Surface::Face(back)) = &piece.back else { panic!("{} has no back", piece.label) };
            (piece.side.as_deref(), key.as_str(), back.content.accent)
        })
        .collect();
    let accents =
        |side| backs.iter().filter(|(of, ..)| *of == Some(side)).map(|(_, _, accent)| *accent).collect::<Vec<_>>();
    assert_eq!(accents("North"), ["events", "orders", "starter"]);
    assert_eq!(accents("South"), ["events", "orders"]);
    let keys: BTreeSet<&str> = backs.iter().map(|(_, key, _)| *key).collect();
    assert_eq!(keys.len(), backs.len(), "cards of two decks would have one back: {backs:?}");
    let numbers: BTreeSet<&str> = cards.iter().map(|piece| piece.number.as_str()).collect();
    assert_eq!(numbers.len(), cards.len(), "each card can be chosen");
}

#[test]
fn a_deck_alone_prints_its_own_cards() {
    let deck = "system: states-of-battle\ncards:\n  - {card: Fog, deck: events, copies: 3, play: [{to-hit: -1}]}\n  - {card: \
                Move, deck: orders, play: [{move: {units: 2}}]}\n";
    let alone = battle(deck);
    let cards = pieces(&alone, &["orders", "events", "starter"]);
    let said: Vec<(&str, u32)> = cards.iter().map(|piece| (piece.label.as_str(), piece.copies)).collect();
    assert_eq!(said, [("Move", 1), ("Fog", 3)]);
}

#[test]
fn a_text_that_is_too_long_stands_on_a_further_card_once() {
    let long = "Slowly, and in good order, the whole line goes forward through the mud and the rain. ".repeat(14);
    let own = format!("{SMALL}cards:\n  - {{card: Slog, deck: events, play: [{{move: {{}}}}], text: \"{long}\"}}\n");
    let (drawn, found) = drawn(&own, "plain", &with(&["events"]));
    assert!(found.iter().all(|finding| finding.code.id == "MU804"), "{found:?}");
    let further: Vec<&str> =
        drawn.iter().filter(|drawn| drawn.card.label == "Long texts").map(|d| d.card.text.as_str()).collect();
    // Both sides have the card; its text is printed once.
    assert_eq!(further.len(), 1);
    assert_eq!(further[0].matches("Slowly, and in good order").count(), 14);
    let own: Vec<String> =
        drawn.iter().filter(|drawn| drawn.card.label == "Slog").map(|drawn| letters(&drawn.card.front)).collect();
    assert!(own.len() == 2 && own.iter().all(|said| said.contains("stands on the card of long texts")), "{own:?}");
}

#[test]
fn cards_are_printed_on_two_sides() {
    let folder = folder("states-cards");
    std::fs::write(folder.join("ford.yaml"), SMALL).expect("a file");
    let arguments = ["print", "ford.yaml", "-o", "cards.pdf", "--with", "none,orders,events,backs", "--duplex", "long"];
    let output = muster(&folder, &arguments);
    assert_exit(&output, 0);
    // Both sides have 21 Orders and 11 Events: nine to a sheet of two pages.
    assert!(text(&output.stdout).starts_with("cards.pdf: 64 cards on 16 pages\n"), "{}", text(&output.stdout));
    let output = muster(&folder, &["print", "ford.yaml", "-o", "moves.pdf", "--only", "Move,lull-2"]);
    assert_exit(&output, 0);
    assert!(text(&output.stdout).starts_with("moves.pdf: 6 cards on 1 page\n"), "{}", text(&output.stdout));
}

#[test]
fn a_deck_alone_may_have_as_many_cards_as_a_battle_with_its_own() {
    let deck = |kinds: usize| {
        let cards = (1..=kinds).map(|kind| format!("  - {{card: Order {kind}, deck: orders, play: [melee]}}\n"));
        format!("system: states-of-battle\ncards:\n{}", cards.collect::<String>())
    };
    let codes = |text: &str| {
        let findings = super::reviewed(text);
        findings.iter().map(|finding| finding.code.id).filter(|code| *code == "SB127").count()
    };
    assert_eq!([16, 17].map(|kinds| codes(&deck(kinds))), [0, 1], "the published ones are not counted");
}
