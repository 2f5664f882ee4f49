//! Orders beside the pictures for a printer, read back: each card as often as the deck has it, each side with its own picture.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::{WHITE_MOUNTAIN, assert_exit, folder, muster, root, text};
use crate::tables::modules::elements_in;

/// A deck with a name that XML and JSON must escape, a card of two sides, copies, and one card alone.
const DECK: &str = r#"
system: table-battles
scenario:
  name: "Horse & <Foot>"
  sides:
    - {name: Up, first: true, morale: 2, cards: [1A, 2A]}
    - {name: Down, morale: 2, cards: [1B, 3A]}
formations:
  - {card: 1A, name: 'Say "&" <no>', wing: red, strength: 3, dice: 1-2, actions: [{type: attack, targets: [1B], hits: 1}]}
  - {card: 2A, name: Two, wing: red, strength: 3, dice: 3-4, copies: 3, actions: [{type: attack, targets: [3A], hits: 1}]}
  - {card: 1B, name: Other, wing: blue, strength: 3, dice: 1-3, actions: [{type: attack, targets: [1A], hits: 1}]}
  - {card: 3A, name: Three, wing: blue, strength: 3, dice: 4-6, actions: [{type: attack, targets: [2A], hits: 1}]}
"#;

/// Prints the deck for a printer; returns the folder.
fn printed(name: &str, profile: &str, more: &[&str]) -> PathBuf {
    let folder = folder(name);
    fs::write(folder.join("deck.yaml"), DECK).unwrap();
    let fixed = ["print", "deck.yaml", "--profile", profile, "-o", "order"];
    assert_exit(&muster(&folder, &[&fixed[..], more].concat()), 0);
    folder.join("order")
}

/// The pictures of a folder: their names and contents.
fn pictures(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let pictures = entries.filter(|path| path.extension().is_some_and(|extension| extension == "png"));
    pictures.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap())).collect()
}

/// A picture of an order of MPC Autofill: its file, its slots, its card.
struct SlotImage {
    file: String,
    slots: Vec<u32>,
    query: String,
}

/// Reads the order: how many cards there are, fronts, backs, and the back of all others.
fn autofill(folder: &Path) -> (BTreeMap<String, String>, Vec<SlotImage>, Vec<SlotImage>, String) {
    let file = fs::read_to_string(folder.join("cards.xml")).unwrap();
    let (mut facts, mut sides, mut common) = (BTreeMap::new(), [Vec::new(), Vec::new()], String::new());
    let mut side = 0;
    for element in elements_in(&file) {
        let (class, text) = (element.class.as_str(), element.text.trim().to_owned());
        let last = |sides: &mut [Vec<SlotImage>; 2], side: usize| sides[side].len() - 1;
        match class {
            "fronts" => side = 0,
            "backs" => side = 1,
            "card" => sides[side].push(SlotImage { file: String::new(), slots: Vec::new(), query: String::new() }),
            "id" => {
                let i = last(&mut sides, side);
                sides[side][i].file = text;
            }
            "slots" => {
                let i = last(&mut sides, side);
                sides[side][i].slots = text.split(',').map(|slot| slot.parse().unwrap()).collect();
            }
            "query" => {
                let i = last(&mut sides, side);
                sides[side][i].query = text;
            }
            "cardback" => common = text,
            "quantity" | "bracket" | "stock" | "foil" => _ = facts.insert(class.to_owned(), text),
            "order" | "details" | "name" => {}
            _ => panic!("{class}"),
        }
    }
    let [fronts, backs] = sides;
    (facts, fronts, backs, common)
}

#[test]
fn the_upload_tool_of_make_playing_cards_is_told_every_slot() {
    let folder = printed("order-xml", "make-playing-cards", &["--with", "backs"]);
    let (facts, fronts, backs, common) = autofill(&folder);
    // The set-up card, the leaf of 1A and 1B, 2A three times, 3A.
    let wanted = [("bracket", "18"), ("foil", "false"), ("quantity", "6"), ("stock", "(S30) Standard Smooth")];
    assert!(facts.iter().map(|(key, value)| (key.as_str(), value.as_str())).eq(wanted), "{facts:?}");
    let told: Vec<(&str, &[u32])> = fronts.iter().map(|front| (front.query.as_str(), &front.slots[..])).collect();
    let wanted: [(&str, &[u32]); 4] =
        [("Set-up", &[0]), ("1A Say \"&\" <no>", &[1]), ("2A Two", &[2, 3, 4]), ("3A Three", &[5])];
    assert_eq!(told, wanted);
    let pictures = pictures(&folder);
    for image in fronts.iter().chain(&backs) {
        assert!(pictures.contains_key(&image.file), "{}", image.file);
    }
    // Every slot has one front, and one back or the common one: that of 2A, of which there are most.
    let slots: BTreeSet<u32> = fronts.iter().flat_map(|front| front.slots.iter().copied()).collect();
    assert_eq!(slots, (0..6).collect());
    let others: Vec<u32> = backs.iter().flat_map(|back| back.slots.iter().copied()).collect();
    assert_eq!(others, [0, 1, 5], "{common}");
    assert_eq!(common, "03-2A-x3-back.png");
    let of_leaf = backs.iter().find(|back| back.slots == [1]).unwrap();
    assert_eq!(of_leaf.file, "02-1A-back.png");
}

#[test]
fn a_back_that_nothing_is_on_leaves_its_slot_empty() {
    let folder = printed("order-bare", "make-playing-cards", &[]);
    let (_, fronts, backs, common) = autofill(&folder);
    assert_eq!((fronts.len(), common.as_str()), (4, ""));
    let backs: Vec<(&str, &[u32])> = backs.iter().map(|back| (back.file.as_str(), &back.slots[..])).collect();
    assert_eq!(backs, [("02-1A-back.png", &[1][..])], "the other side of the leaf alone");
}

#[test]
fn the_game_crafter_is_told_a_deck_with_its_cards() {
    let folder = printed("order-json", "the-game-crafter", &["--with", "backs"]);
    let order: serde_json::Value = serde_json::from_slice(&fs::read(folder.join("order.json")).unwrap()).unwrap();
    assert_eq!((&order["printer"], &order["game"]["name"]), (&"The Game Crafter".into(), &"Horse & <Foot>".into()));
    let decks = order["components"].as_array().unwrap();
    assert_eq!(decks.len(), 1);
    let deck = &decks[0];
    assert_eq!((&deck["type"], &deck["identity"], &deck["quantity"]), (&"deck".into(), &"PokerDeck".into(), &1.into()));
    let cards = deck["cards"].as_array().unwrap();
    let told: Vec<(&str, u64)> =
        cards.iter().map(|card| (card["name"].as_str().unwrap(), card["quantity"].as_u64().unwrap())).collect();
    assert_eq!(told, [("Set-up", 1), ("1A Say \"&\" <no>", 1), ("2A Two", 3), ("3A Three", 1)]);
    let pictures = pictures(&folder);
    for card in cards {
        for side in ["face", "back"] {
            assert!(pictures.contains_key(card[side].as_str().unwrap()), "{card}");
        }
    }
    assert_eq!(deck["back"], "03-2A-x3-back.png", "that of most cards");
    assert_ne!(cards[2]["back"], cards[3]["back"], "wings have backs of their own");
    // Without backs nothing is named.
    let bare = printed("order-json-bare", "the-game-crafter", &["--only", "2A"]);
    let order: serde_json::Value = serde_json::from_slice(&fs::read(bare.join("order.json")).unwrap()).unwrap();
    let deck = &order["components"][0];
    assert!(deck["back"].is_null() && deck["cards"][0]["back"].is_null(), "{deck}");
}

#[test]
fn backs_that_look_the_same_are_named_once() {
    let folder = folder("order-same");
    let to = folder.join("order");
    let print = ["print", WHITE_MOUNTAIN, "--with", "backs", "--profile", "make-playing-cards", "-o"];
    let output = muster(root(), &[&print[..], &[to.to_str().unwrap()]].concat());
    assert_exit(&output, 0);
    let (facts, fronts, backs, common) = autofill(&to);
    let pictures = pictures(&to);
    assert_eq!(facts["quantity"], "11");
    assert!(text(&output.stdout).contains(": 11 cards on 23 files\n"), "{}", text(&output.stdout));
    let all: Vec<&str> = backs.iter().map(|back| back.file.as_str()).chain([common.as_str()]).collect();
    let contents: BTreeSet<&Vec<u8>> = all.iter().map(|file| &pictures[*file]).collect();
    assert_eq!(contents.len(), all.len(), "no two look the same");
    // What stands for the back of a card is what is printed on it.
    for front in &fronts {
        let own = front.file.replace(".png", "-back.png");
        let named = backs.iter().find(|back| back.slots.contains(&front.slots[0]));
        let named = named.map_or(&common, |back| &back.file);
        assert_eq!(pictures[&own], pictures[named], "{own}");
    }
}

#[test]
fn an_order_is_the_same_each_time_and_a_changed_one_is_kept() {
    for (name, profile, file) in
        [("order-again-xml", "make-playing-cards", "cards.xml"), ("order-again-json", "the-game-crafter", "order.json")]
    {
        let folder = printed(name, profile, &["--with", "backs"]);
        let file = folder.join(file);
        let first = fs::read(&file).unwrap();
        let base = folder.parent().unwrap();
        let print = ["print", "deck.yaml", "--profile", profile, "-o", "order", "--with", "backs"];
        assert_exit(&muster(base, &print), 0);
        assert_eq!(fs::read(&file).unwrap(), first);
        fs::write(&file, "<order>mine</order>").unwrap();
        let output = muster(base, &print);
        assert_exit(&output, 2);
        assert!(text(&output.stderr).contains("--force"), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(&file).unwrap(), "<order>mine</order>");
        assert_exit(&muster(base, &[&print[..], &["--force"]].concat()), 0);
        assert_eq!(fs::read(&file).unwrap(), first);
    }
}

#[test]
fn pictures_without_a_printer_have_no_order() {
    let folder = folder("order-none");
    fs::write(folder.join("deck.yaml"), DECK).unwrap();
    assert_exit(&muster(&folder, &["print", "deck.yaml", "--format", "png", "--dpi", "30", "-o", "faces"]), 0);
    let names = fs::read_dir(folder.join("faces")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| name.to_str().unwrap().ends_with(".png")));
}
